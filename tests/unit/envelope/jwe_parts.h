/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys, plaintexts, sinks and short calls for the tests of tokens. */
#ifndef KB_UNIT_ENVELOPE_JWE_PARTS_H
#define KB_UNIT_ENVELOPE_JWE_PARTS_H

#include "test.h"

#include <keybraid/jwe.h>

#define ALG "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"

static kb_key *key, *other;

static inline void make_keys(void) {
    if (kb_key_generate(&key, ALG) != KB_OK || kb_key_generate(&other, ALG) != KB_OK) {
        printf("not ok - no keys\n");
        exit(1);
    }
}

static inline void free_keys(void) {
    kb_key_free(key);
    kb_key_free(other);
}

/* A sink that counts and keeps the first bytes. */
typedef struct counter {
    uint64_t bytes;
    int finished;
    kb_status fail_with;
    uint8_t first[64];
} counter;

static inline kb_status count_feed(void *self, const uint8_t *data, size_t len) {
    counter *c = self;
    for (size_t i = 0; i < len && c->bytes + i < sizeof c->first; i++) {
        c->first[c->bytes + i] = data[i];
    }
    c->bytes += len;
    return c->fail_with;
}

static inline kb_status count_finish(void *self) {
    ((counter *)self)->finished++;
    return KB_OK;
}

static const kb_stream_ops count_ops = {count_feed, count_finish, NULL};

/* Makes another character of the base64url alphabet. */
static inline void alter(uint8_t *c) {
    *c = *c == 'A' ? 'B' : 'A';
}

static inline uint8_t *pattern(size_t len) {
    uint8_t *p = malloc(len + 1);
    for (size_t i = 0; p != NULL && i < len; i++) {
        p[i] = (uint8_t)(i * 7 + (i >> 8) * 13 + (i >> 16));
    }
    return p;
}

static inline kb_status seal(kb_buffer *token, kb_jwe_encrypt_options o, const void *data,
                             size_t len) {
    if (o.recipient == NULL && o.recipients == NULL) {
        o.recipient = key;
    }
    return kb_jwe_encrypt_memory(token, &o, data, len);
}

#endif
