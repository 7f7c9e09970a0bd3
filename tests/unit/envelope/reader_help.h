/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tokens from templates, read whole and cut, for the tests of the reader. */
#ifndef KB_UNIT_ENVELOPE_READER_HELP_H
#define KB_UNIT_ENVELOPE_READER_HELP_H

#include "envelope/reader.h"
#include "test.h"

/* A well-formed token of zeros in every member; only the reader's rules are asked here.
 */
static char header_b64[512], ek_c[64], ek_p[1600], kc[64], wk[64], floe[128];

#define HEADER(mode)                                                                     \
    "{\"alg\":\"CKEM1.X25519.ML-KEM-768.HKDF-SHA256\",\"enc\":\"A256GCM\","              \
    "\"crit\":[\"ckem\"],\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"" mode "\"}}"

static inline void encode(char *to, const void *from, size_t len) {
    kb_base64url_encode(to, from, len);
    to[KB_BASE64URL_TEXT_LEN(len)] = '\0';
}

/* The parameters of A256GCM-FLOE-4K, and zeros. */
static const uint8_t floe_header[KB_FLOE_HEADER_BYTES] = {0, 0, 0, 0, 0x10,
                                                          0, 0, 0, 0, 32};

static inline void prepare(const char *header) {
    static const uint8_t zeros[1200];
    encode(header_b64, header, strlen(header));
    encode(ek_c, zeros, 32);
    encode(ek_p, zeros, 1088);
    encode(kc, zeros, 32);
    encode(wk, zeros, KB_KEYWRAP_BYTES);
    encode(floe, floe_header, KB_FLOE_HEADER_BYTES);
}

/* Replaces the names of parts in a template: $P $C $Q $K $W $F. */
static inline void expand(char *to, const char *form) {
    for (; *form != '\0'; form++) {
        if (*form != '$') {
            *to++ = *form;
            continue;
        }
        form++;
        const char *part = *form == 'P'   ? header_b64
                           : *form == 'C' ? ek_c
                           : *form == 'Q' ? ek_p
                           : *form == 'W' ? wk
                           : *form == 'F' ? floe
                                          : kc;
        strcpy(to, part);
        to += strlen(part);
    }
    *to = '\0';
}

typedef struct seen {
    int begun;
    uint8_t body[1024];
    size_t len;
} seen;

static inline kb_status begin(void *self) {
    ((seen *)self)->begun++;
    return KB_OK;
}

static inline kb_status feed(void *self, const uint8_t *data, size_t len) {
    seen *s = self;
    if (s->len + len > sizeof s->body) {
        return KB_ERR_LIMIT;
    }
    memcpy(s->body + s->len, data, len);
    s->len += len;
    return KB_OK;
}

static inline kb_status read_split(const char *text, size_t len, size_t step, seen *s,
                                   kb_jwe_serialization *form) {
    kb_jwe_token *token = NULL;
    kb_jwe_reader *reader = NULL;
    *s = (seen){.begun = 0};
    kb_status status = kb_jwe_token_new(&token);
    if (status == KB_OK) {
        status = kb_jwe_reader_new(&reader, token, (kb_jwe_body){begin, feed, s});
    }
    for (size_t at = 0; status == KB_OK && at < len; at += step) {
        status = kb_jwe_reader_feed(reader, text + at, len - at < step ? len - at : step);
    }
    if (status == KB_OK) {
        status = kb_jwe_reader_finish(reader);
    }
    *form = token->serialization;
    kb_jwe_reader_free(reader);
    kb_jwe_token_free(token);
    return status;
}

static inline kb_status read_form(const char *form) {
    static char text[8192];
    static const size_t steps[] = {1, 7, 4096};
    seen s;
    kb_jwe_serialization how;
    kb_status first = KB_OK;
    expand(text, form);
    for (size_t i = 0; i < 3; i++) {
        kb_status status = read_split(text, strlen(text), steps[i], &s, &how);
        CHECK(i == 0 || status == first);
        first = status;
    }
    return first;
}

#endif
