/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a token says of itself, by the keyless rules. */
#include "core/error.h"
#include "envelope/reader.h"
#include "stream/source.h"

static kb_status begin(void *self) {
    (void)self;
    return KB_OK;
}

static kb_status feed(void *self, const uint8_t *data, size_t len) {
    (void)self;
    (void)data;
    (void)len;
    return KB_OK;
}

static kb_status read_all(kb_jwe_token *token, kb_source *source) {
    kb_jwe_reader *reader = NULL;
    const uint8_t *data;
    size_t n;
    kb_status status;
    KB_TRY(kb_jwe_reader_new(&reader, token, (kb_jwe_body){begin, feed, NULL}));
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
    return status;
}

kb_status kb_jwe_inspect(kb_source *source,
                         kb_status (*on_info)(void *self, const kb_jwe_info *info),
                         void *self) {
    kb_jwe_token *token = NULL;
    KB_TRY(kb_jwe_token_new(&token));
    kb_status status = read_all(token, source);
    if (status == KB_OK) {
        kb_jwe_info info = kb_jwe_token_info(token);
        status = on_info(self, &info);
    }
    kb_jwe_token_free(token);
    return status;
}
