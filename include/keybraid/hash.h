/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Hash functions.
 *
 * Not here: HMAC, HKDF and KMAC are keybraid/kdf.h.
 */
#ifndef KB_HASH_H
#define KB_HASH_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- SHA-2 (FIPS 180-4) ---- */

#define KB_SHA256_BYTES 32
#define KB_SHA384_BYTES 48
#define KB_SHA512_BYTES 64

/** The hash functions that HMAC and HKDF run over. */
typedef enum kb_hash_alg {
    KB_HASH_SHA256 = 1,
    KB_HASH_SHA384 = 2,
    KB_HASH_SHA512 = 3
} kb_hash_alg;

#define KB_HASH_MAX_BYTES KB_SHA512_BYTES

/** Returns the output length of alg; 0 for a value that is none. */
KB_API size_t kb_hash_bytes(kb_hash_alg alg);

/**
 * Hashes len bytes at once.
 *
 * Source:  FIPS 180-4, sections 6.2, 6.5 and 6.4.
 * Shapes:  in may be NULL when len is 0; out may be in.
 * Returns: KB_OK, KB_ERR_MEMORY or KB_ERR_INTERNAL (libcrypto refuses)
 * On error: out is zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_sha256(uint8_t out[KB_SHA256_BYTES], const void *in,
                                       size_t len);
KB_API KB_MUST_USE kb_status kb_sha384(uint8_t out[KB_SHA384_BYTES], const void *in,
                                       size_t len);
KB_API KB_MUST_USE kb_status kb_sha512(uint8_t out[KB_SHA512_BYTES], const void *in,
                                       size_t len);

/** A SHA-2 computation in progress; has one owner. Its state is wiped when freed. */
typedef struct kb_sha2 kb_sha2;

/**
 * Starts a hash; *out is set on success only.
 *
 * Returns: KB_OK, KB_ERR_ARGUMENT (unknown alg), KB_ERR_MEMORY
 */
KB_API KB_MUST_USE kb_status kb_sha2_new(kb_sha2 **out, kb_hash_alg alg);
/** Starts over with the same alg; allowed in every state. */
KB_API KB_MUST_USE kb_status kb_sha2_restart(kb_sha2 *hash);
/** Makes to the same computation as from; both were made with the same alg. */
KB_API KB_MUST_USE kb_status kb_sha2_copy(kb_sha2 *to, const kb_sha2 *from);
/** Adds len bytes. KB_ERR_STATE after kb_sha2_final. */
KB_API KB_MUST_USE kb_status kb_sha2_update(kb_sha2 *hash, const void *in, size_t len);
/** Writes kb_hash_bytes(alg) bytes; afterwards only restart, copy into and free. */
KB_API KB_MUST_USE kb_status kb_sha2_final(kb_sha2 *hash, uint8_t *out);
/** Wipes and releases; NULL is fine. */
KB_API void kb_sha2_free(kb_sha2 *hash);

#ifdef __cplusplus
}
#endif
#endif
