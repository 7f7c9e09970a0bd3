/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The head of a token, read no further than needed. */
#include "envelope/peek.h"

#include "core/error.h"
#include "envelope/reader.h"
#include "stream/source.h"

typedef struct peek {
    kb_jwe_token *token;
    bool is_complete; /* the head stood before the content */
} peek;

/* Ends the reading by an error that is none. */
static kb_status begin(void *self) {
    peek *p = self;
    p->is_complete = kb_jwe_token_has_head(p->token);
    return p->is_complete ? KB_ERR_STATE : KB_OK;
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

kb_status kb_jwe_peek_head(kb_jwe_token *token, kb_source *source) {
    peek p = {.token = token};
    kb_jwe_reader *reader = NULL;
    const uint8_t *data;
    size_t n;
    kb_status status;
    KB_TRY(kb_jwe_reader_new(&reader, token, (kb_jwe_body){begin, feed, &p}));
    do {
        status = kb_source_next(source, &data, &n);
        if (status == KB_OK) {
            status = kb_jwe_reader_feed(reader, (const char *)data, n);
        }
    } while (status == KB_OK && n > 0);
    if (status == KB_OK) {
        status = kb_jwe_reader_finish(reader);
    }
    kb_jwe_reader_free(reader);
    return status == KB_ERR_STATE && p.is_complete ? kb_jwe_token_check_head(token)
                                                   : status;
}

kb_status kb_jwe_peek(kb_source *source,
                      kb_status (*on_info)(void *self, const kb_jwe_info *info),
                      void *self) {
    kb_jwe_token *token = NULL;
    KB_TRY(kb_jwe_token_new(&token));
    kb_status status = kb_jwe_peek_head(token, source);
    if (status == KB_OK) {
        kb_jwe_info info = kb_jwe_token_info(token);
        status = on_info(self, &info);
    }
    kb_jwe_token_free(token);
    return status;
}
