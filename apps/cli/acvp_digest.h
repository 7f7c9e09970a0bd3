/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hash functions that vector sets name, one interface for all; SHA2-256, -384 and
 * -512 and SHA-3 are those of the library's public calls, the rest is its internal SHA-2.
 *
 * Not here: SHAKE, in acvp_shake.c.
 */
#ifndef KB_CLI_ACVP_DIGEST_H
#define KB_CLI_ACVP_DIGEST_H

#include "hash/sha2/sha2_core.h"

#include <keybraid/hash.h>

#define KB_ACVP_DIGEST_MAX_BYTES 64
#define KB_ACVP_BLOCK_MAX_BYTES  144

typedef struct kb_acvp_digest {
    const char *name;
    size_t bytes;
    size_t block_bytes;
    kb_hash_alg alg; /* 0: not among those of keybraid/hash.h */
    bool is_sha3;
    kb_sha2_core_alg core; /* unless is_sha3 */
} kb_acvp_digest;

/* A computation; all zero before the first begin. */
typedef struct kb_acvp_digest_state {
    const kb_acvp_digest *digest;
    kb_sha2 *sha2;
    kb_sha2_core other;
    kb_sha3 sha3;
} kb_acvp_digest_state;

/* Finds one by its ACVP name; KB_ERR_UNSUPPORTED. */
KB_MUST_USE kb_status kb_acvp_digest_find(const kb_acvp_digest **out, const char *name);

/* Starts, or starts over with the same function; feed; finish, after which begin is
 * allowed again. */
KB_MUST_USE kb_status kb_acvp_digest_begin(kb_acvp_digest_state *state,
                                           const kb_acvp_digest *digest);
KB_MUST_USE kb_status kb_acvp_digest_feed(kb_acvp_digest_state *state, const void *data,
                                          size_t len);
KB_MUST_USE kb_status kb_acvp_digest_finish(kb_acvp_digest_state *state, uint8_t *out);
void kb_acvp_digest_free(kb_acvp_digest_state *state);

/* The three calls over one input; the state may be used again. */
KB_MUST_USE kb_status kb_acvp_digest_once(kb_acvp_digest_state *state,
                                          const kb_acvp_digest *digest, uint8_t *out,
                                          const void *data, size_t len);

/* Hashes a message that ends within a byte: after len bytes of data come 1 to 7 bits at the
 * upper end of data[len], as ACVP writes them. */
void kb_acvp_digest_bits(const kb_acvp_digest *digest, uint8_t *out, const uint8_t *data,
                         size_t len, unsigned bits);
/* The same for a sponge of this rate and KB_KECCAK_DOMAIN_*. */
void kb_acvp_sponge_bits(size_t rate, uint8_t domain, uint8_t *out, size_t out_len,
                         const uint8_t *data, size_t len, unsigned bits);

/* HMAC (FIPS 198-1), and HKDF (RFC 5869): the library's where it has them. */
KB_MUST_USE kb_status kb_acvp_hmac_once(const kb_acvp_digest *digest, uint8_t *out,
                                        const void *key, size_t key_len, const void *data,
                                        size_t len);
KB_MUST_USE kb_status kb_acvp_hkdf_once(const kb_acvp_digest *digest, uint8_t *out,
                                        size_t out_len, const uint8_t *salt,
                                        size_t salt_len, const uint8_t *ikm,
                                        size_t ikm_len, const uint8_t *info,
                                        size_t info_len);

#endif
