/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hash functions of pre-hash signatures (FIPS 204, 5.4; FIPS 205, 10.2): name, object
 * identifier, digest. */
#ifndef KB_SIG_PREHASH_H
#define KB_SIG_PREHASH_H

#include <stddef.h>
#include <stdint.h>

#define KB_SIG_PREHASH_OID_BYTES 11
#define KB_SIG_PREHASH_MAX_BYTES 64

typedef struct kb_sig_prehash {
    const char *id;                        /* as in ACVP: "SHA2-256", "SHAKE-128" */
    size_t bytes;                          /* of the digest */
    uint8_t oid[KB_SIG_PREHASH_OID_BYTES]; /* DER, with tag and length */
} kb_sig_prehash;

/* Finds a function by its exact id; NULL when there is none. */
const kb_sig_prehash *kb_sig_prehash_find(const char *id);
/* Returns all of them and sets *count. */
const kb_sig_prehash *kb_sig_prehash_list(size_t *count);

/* Writes the digest of msg, prehash->bytes. SHAKE128 gives 32 bytes, SHAKE256 64. All by
 * the library's own code: no heap. */
void kb_sig_prehash_digest(const kb_sig_prehash *prehash, uint8_t *out, const void *msg,
                           size_t msg_len);

#endif
