/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Key derivation and message authentication: HMAC and HKDF over SHA-2, KMAC256.
 *
 * Not here: the combiner of two shared secrets is src/composite; pass-phrases go through
 * Argon2id in src/keystore.
 */
#ifndef KB_KDF_H
#define KB_KDF_H

#include <keybraid/hash.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes HMAC.
 *
 * Source:  RFC 2104; FIPS 198-1.
 * Shapes:  out  kb_hash_bytes(alg); key secret, any length; NULL goes with length 0
 * Returns: KB_OK, KB_ERR_ARGUMENT (unknown alg), KB_ERR_MEMORY, KB_ERR_INTERNAL
 * On error: out is untouched (KB_ERR_ARGUMENT) or zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_hmac(kb_hash_alg alg, uint8_t *out, const void *key,
                                     size_t key_len, const void *in, size_t len);

/** Longest output of HKDF-Expand: 255 hash lengths. */
#define KB_HKDF_MAX_BYTES(hash_bytes) (255 * (size_t)(hash_bytes))

/**
 * Condenses input keying material to one hash length: HKDF-Extract.
 *
 * Source:  RFC 5869, section 2.2.
 * Shapes:  prk   out  kb_hash_bytes(alg), secret
 *          salt  in   any length; NULL means a hash length of zeros
 *          ikm   in   any length, secret
 * Returns: KB_OK, KB_ERR_ARGUMENT (unknown alg), KB_ERR_MEMORY, KB_ERR_INTERNAL
 * On error: prk is untouched (KB_ERR_ARGUMENT) or zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_hkdf_extract(kb_hash_alg alg, uint8_t *prk,
                                             const void *salt, size_t salt_len,
                                             const void *ikm, size_t ikm_len);

/**
 * Derives out_len bytes from a pseudorandom key: HKDF-Expand.
 *
 * Source:  RFC 5869, section 2.3.
 * Shapes:  out   out  1..255 hash lengths, secret
 *          prk   in   any length (a caller may use it with a uniform key of its own)
 *          info  in   any length, public; tens of KiB are usual here
 * Returns: KB_OK, KB_ERR_ARGUMENT (alg or out_len), KB_ERR_MEMORY, KB_ERR_INTERNAL
 * On error: out is untouched (KB_ERR_ARGUMENT) or zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_hkdf_expand(kb_hash_alg alg, uint8_t *out, size_t out_len,
                                            const void *prk, size_t prk_len,
                                            const void *info, size_t info_len);

/** Extract and Expand in one call; see there. */
KB_API KB_MUST_USE kb_status kb_hkdf(kb_hash_alg alg, uint8_t *out, size_t out_len,
                                     const void *salt, size_t salt_len, const void *ikm,
                                     size_t ikm_len, const void *info, size_t info_len);

/**
 * Computes KMAC256 with an output of out_len bytes.
 *
 * Source:  SP 800-185, section 4.3 (the length is bound; not the XOF of section 4.3.1).
 * Shapes:  out     out  any length
 *          key     in   secret, any length
 *          custom  in   customisation string S, any length
 *          NULL goes with length 0 for every input
 * Threads: safe.
 * Time:    depends on the lengths only.
 * Memory:  stack below 1 KiB, no heap.
 */
KB_API void kb_kmac256(uint8_t *out, size_t out_len, const void *key, size_t key_len,
                       const void *in, size_t len, const void *custom, size_t custom_len);

#ifdef __cplusplus
}
#endif
#endif
