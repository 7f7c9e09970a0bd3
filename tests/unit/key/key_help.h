/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What tests of key files share: keys as DER, and the checks after an alteration. */
#ifndef KB_TESTS_UNIT_KEY_KEY_HELP_H
#define KB_TESTS_UNIT_KEY_KEY_HELP_H

#include "key/key.h"
#include "test.h"

#include <keybraid/secret.h>

#define DER_MAX 20000

typedef struct der_file {
    uint8_t bytes[DER_MAX];
    size_t len;
} der_file;

/* One algorithm of every written form, and with each curve. */
static const char *const pem_algs[] = {"X25519",
                                       "X448",
                                       "P-256",
                                       "P-384",
                                       "P-521",
                                       "Ed25519",
                                       "Ed448",
                                       "ECDSA-P256",
                                       "ECDSA-P384",
                                       "ECDSA-P521",
                                       "ML-KEM-512",
                                       "ML-KEM-768",
                                       "ML-KEM-1024",
                                       "ML-DSA-44",
                                       "ML-DSA-65",
                                       "ML-DSA-87",
                                       "SLH-DSA-SHA2-128f",
                                       "SLH-DSA-SHAKE-128f",
                                       "ML-DSA-44-Ed25519",
                                       "ML-DSA-65-Ed25519",
                                       "ML-DSA-87-Ed448"};
#define PEM_ALGS (sizeof pem_algs / sizeof pem_algs[0])

static inline const char *use_of(const kb_key *key) {
    return kb_key_is_signing(key) ? "sig" : "enc";
}

static inline void write_der(der_file *out, const kb_key *key, bool is_private) {
    kb_der_writer w = kb_der_writer_on(out->bytes, sizeof out->bytes);
    CHECK_OK(is_private ? kb_key_put_pkcs8(&w, key) : kb_key_put_spki(&w, key));
    out->len = sizeof out->bytes - w.at;
    memmove(out->bytes, out->bytes + w.at, out->len);
}

/* Reads exactly len bytes of the heap, so that a sanitizer sees a step beyond them. */
static inline kb_status read_exact(kb_key **out, const void *data, size_t len,
                                   const char *use) {
    uint8_t *copy = malloc(len != 0 ? len : 1);
    *out = NULL;
    if (copy == NULL) {
        return KB_ERR_MEMORY;
    }
    memcpy(copy, data, len);
    kb_status status = kb_key_read(out, copy, len, use);
    CHECK((status == KB_OK) == (*out != NULL));
    free(copy);
    return status;
}

/* Whether the key is written as these bytes. */
static inline bool is_written_as(const kb_key *key, const der_file *want) {
    static der_file again;
    write_der(&again, key, kb_key_has_private(key));
    return again.len == want->len && memcmp(again.bytes, want->bytes, want->len) == 0;
}

#endif
