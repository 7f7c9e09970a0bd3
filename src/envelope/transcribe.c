/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A reader whose content goes to a writer. */
#include "envelope/transcribe.h"

#include "core/error.h"
#include "envelope/reader.h"

typedef struct transcriber {
    kb_jwe_change_head change;
    void *self;
    kb_stream *next;
    kb_jwe_token *token; /* whose head is written */
    kb_jwe_writer *writer;
    bool has_aad;   /* in what was written */
    bool is_silent; /* first of two passes */
    kb_jwe_writer_pair pairs[KB_JWE_RECIPIENTS_MAX];
} transcriber;

static kb_status begin(void *self) {
    transcriber *t = self;
    kb_jwe_writer_head head;
    if (t->is_silent) {
        return KB_OK;
    }
    if (!kb_jwe_token_has_head(t->token)) {
        return KB_FAIL(KB_ERR_LIMIT, "the ciphertext stands before the head; give the "
                                     "token as a file");
    }
    KB_TRY(kb_jwe_token_check_head(t->token));
    kb_jwe_token_to_head(&head, t->pairs, t->token);
    t->has_aad = t->token->has_aad;
    KB_TRY(t->change(t->self, t->token, &head));
    return kb_jwe_writer_new(&t->writer, &head, t->next);
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    transcriber *t = self;
    return t->is_silent ? KB_OK : kb_jwe_writer_body(t->writer, data, len);
}

static kb_status read_into(transcriber *t, kb_jwe_token *token, kb_source *source) {
    return kb_jwe_read(token, (kb_jwe_body){begin, feed, t}, source);
}

/* The head of the first pass is written with the content of the second. */
static kb_status read_twice(transcriber *t, kb_source *source) {
    kb_jwe_token *scratch = NULL;
    t->is_silent = true;
    KB_TRY(read_into(t, t->token, source));
    t->is_silent = false;
    KB_TRY(kb_source_rewind(source));
    KB_TRY(kb_jwe_token_new(&scratch));
    uint64_t bytes = t->token->ciphertext_bytes;
    kb_status status = read_into(t, scratch, source);
    if (status == KB_OK && scratch->ciphertext_bytes != bytes) {
        status = KB_FAIL(KB_ERR_IO, "the token changed while it was read");
    }
    kb_jwe_token_free(scratch);
    return status;
}

static kb_status transcribe(transcriber *t, kb_source *source) {
    KB_TRY(kb_source_may_rewind(source) ? read_twice(t, source)
                                        : read_into(t, t->token, source));
    if (t->has_aad != t->token->has_aad) {
        return KB_FAIL(KB_ERR_LIMIT,
                       "the aad stands after the ciphertext; give the token as a file");
    }
    return kb_jwe_writer_finish(
        t->writer, kb_jwe_token_is_segmented(t->token) ? NULL : t->token->tag.room);
}

kb_status kb_jwe_transcribe(kb_source *source, kb_jwe_change_head change, void *self,
                            kb_stream *next) {
    transcriber t = {.change = change, .self = self, .next = next};
    KB_TRY(kb_jwe_token_new(&t.token));
    kb_status status = transcribe(&t, source);
    kb_jwe_writer_free(t.writer);
    kb_jwe_token_free(t.token);
    return status;
}
