/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Tokens: the first byte chooses how the rest is cut. Whole and cut input must give the
 * same result; a token that still decrypts with the fixed key must give its plaintext;
 * what converts to a container converts back.
 */
#include "envelope/reader.h"
#include "fuzz.h"
#include "selftest/answers.h"

#include <string.h>

typedef struct outcome {
    kb_status status;
    uint64_t ciphertext_bytes;
    int begun;
} outcome;

static kb_status begin(void *self) {
    ((outcome *)self)->begun++;
    return KB_OK;
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

static outcome read_token(const uint8_t *text, size_t len, bool is_cut) {
    outcome o = {KB_OK, 0, 0};
    fuzz_pieces pieces = fuzz_pieces_of(text, len);
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    FUZZ_CHECK(kb_jwe_token_new(&token) == KB_OK);
    FUZZ_CHECK(kb_jwe_reader_new(&reader, token, (kb_jwe_body){begin, feed, &o}) ==
               KB_OK);
    for (size_t at = 0; o.status == KB_OK && at < len;) {
        size_t n = is_cut ? fuzz_piece(&pieces, len - at) : len;
        o.status = kb_jwe_reader_feed(reader, (const char *)text + at, n);
        at += n;
    }
    if (o.status == KB_OK) {
        o.status = kb_jwe_reader_finish(reader);
    }
    if (o.status == KB_OK) {
        kb_jwe_writer_pair pairs[KB_JWE_RECIPIENTS_MAX];
        kb_jwe_writer_head head;
        kb_jwe_token_to_head(&head, pairs, token);
        FUZZ_CHECK(head.pair_count >= 1 && head.pair_count <= KB_JWE_RECIPIENTS_MAX);
        FUZZ_CHECK(head.pair_count == kb_jwe_token_info(token).recipient_count);
    }
    o.ciphertext_bytes = token->ciphertext_bytes;
    FUZZ_CHECK(o.begun <= 1);
    kb_jwe_reader_free(reader);
    kb_jwe_token_free(token);
    return o;
}

static void try_open(const uint8_t *text, size_t len) {
    static kb_key *key;
    kb_buffer plain = {.data = NULL};
    const kb_selftest_token *answer = &kb_selftest_tokens[0];
    if (key == NULL) {
        FUZZ_CHECK(kb_key_from_jwk(&key, answer->jwk, strlen(answer->jwk)) == KB_OK);
    }
    if (kb_jwe_decrypt_memory(&plain, kb_keyring_of(key), text, len) == KB_OK) {
        FUZZ_CHECK(plain.len == strlen(answer->plaintext) / 2);
    }
    kb_buffer_free(&plain);
}

static kb_status convert(kb_buffer *to, kb_jwe_format format, const uint8_t *from,
                         size_t len) {
    kb_source *source = NULL;
    kb_stream *sink = NULL;
    FUZZ_CHECK(kb_source_from_memory(&source, from, len) == KB_OK);
    FUZZ_CHECK(kb_stream_to_buffer(&sink, to, SIZE_MAX) == KB_OK);
    kb_status status = kb_jwe_convert(source, format, sink);
    kb_stream_free(sink);
    kb_source_free(source);
    return status;
}

static void try_convert(const uint8_t *text, size_t len) {
    kb_buffer container = {.data = NULL}, json = {.data = NULL};
    if (convert(&container, KB_JWE_CONTAINER, text, len) == KB_OK) {
        FUZZ_CHECK(convert(&json, KB_JWE_JSON, container.data, container.len) == KB_OK);
    }
    kb_buffer_free(&container);
    kb_buffer_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    outcome whole = read_token(data, size, false);
    outcome cut = read_token(data, size, true);
    FUZZ_CHECK(whole.status == cut.status);
    if (whole.status == KB_OK) {
        FUZZ_CHECK(whole.ciphertext_bytes == cut.ciphertext_bytes &&
                   whole.begun == cut.begun);
        try_open(data, size);
        try_convert(data, size);
    }
    return 0;
}
