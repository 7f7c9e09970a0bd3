/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Key encapsulation by algorithm id: ML-KEM, and elliptic-curve Diffie-Hellman with the
 * ephemeral public key as its ciphertext.
 *
 * Ids, sizes and security levels are rows of the catalog (keybraid/catalog.h). Private
 * keys are the short form: the 64-byte seed d || z of ML-KEM, the scalar of a curve.
 *
 * Common rules: every length must be the catalog's, exactly; pointers are not NULL;
 * outputs and inputs do not overlap; on error an output of the right length is zero, an
 * output of another length is untouched.
 *
 * Not here: composites of two algorithms, and keys with names and rules.
 */
#ifndef KB_KEM_H
#define KB_KEM_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Draws a fresh key pair.
 *
 * Source:  FIPS 203, algorithm 19 (ML-KEM.KeyGen); RFC 7748; SP 800-56A, 5.6.1.2.
 * Shapes:  alg  in   catalog id, such as "ML-KEM-768"
 *          pk   out  pk_bytes of the catalog
 *          sk   out  sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no KEM has this id
 *          KB_ERR_ARGUMENT     NULL, or a length that is not the catalog's
 *          KB_ERR_RNG          no randomness
 * On error: pk and sk are zero.
 * Threads: safe; no shared state.
 * Time:    ML-KEM: constant in sk.
 * Memory:  ML-KEM: stack 22 KiB measured, no heap.
 */
KB_API KB_MUST_USE kb_status kb_kem_keygen(const char *alg, uint8_t *pk, size_t pk_len,
                                           uint8_t *sk, size_t sk_len);

/**
 * Recomputes the public key of a private key.
 *
 * Source:  FIPS 203, algorithm 16 (ML-KEM.KeyGen_internal).
 * Shapes:  alg  in   catalog id
 *          pk   out  pk_bytes of the catalog
 *          sk   in   sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no KEM has this id
 *          KB_ERR_ARGUMENT     NULL, or a length of pk that is not the catalog's
 *          KB_ERR_KEY          sk has another length or is out of range
 * On error: pk is zero.
 * Threads: safe; no shared state.
 * Time:    ML-KEM: constant in sk.
 * Memory:  ML-KEM: stack 22 KiB measured, no heap.
 */
KB_API KB_MUST_USE kb_status kb_kem_public_of(const char *alg, uint8_t *pk, size_t pk_len,
                                              const uint8_t *sk, size_t sk_len);

/**
 * Checks a public key that came from outside.
 *
 * Source:  FIPS 203, section 7.2; SP 800-56A, 5.6.2.3.3.
 * Shapes:  alg  in  catalog id
 *          pk   in  untrusted
 * Checks:  length; ML-KEM: modulus check; curves: a point of the curve in its only form.
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no KEM has this id
 *          KB_ERR_ARGUMENT     NULL
 *          KB_ERR_KEY          the key is not valid
 * Threads: safe; no shared state.
 * Time:    pk is treated as public.
 * Memory:  ML-KEM: stack 1 KiB measured, no heap.
 */
KB_API KB_MUST_USE kb_status kb_kem_check_public(const char *alg, const uint8_t *pk,
                                                 size_t pk_len);

/**
 * Makes a shared secret and the ciphertext that carries it to the owner of pk.
 *
 * Source:  FIPS 203, algorithm 20 (ML-KEM.Encaps); RFC 9180, 4.1 (the curves' exchange).
 * Shapes:  alg  in   catalog id
 *          ct   out  ct_bytes of the catalog
 *          ss   out  ss_bytes, secret
 *          pk   in   untrusted
 * Checks:  all of kb_kem_check_public.
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no KEM has this id
 *          KB_ERR_ARGUMENT     NULL, or a length of an output that is not the catalog's
 *          KB_ERR_KEY          pk is not valid
 *          KB_ERR_RNG          no randomness
 * On error: ct and ss are zero.
 * Threads: safe; no shared state.
 * Time:    constant in ss; pk is treated as public.
 * Memory:  ML-KEM: stack 20 KiB measured, no heap.
 */
KB_API KB_MUST_USE kb_status kb_kem_encaps(const char *alg, uint8_t *ct, size_t ct_len,
                                           uint8_t *ss, size_t ss_len, const uint8_t *pk,
                                           size_t pk_len);

/**
 * Recovers the shared secret of a ciphertext.
 *
 * ML-KEM never refuses a ciphertext of the right length: one that was not made for sk
 * gives a secret that nobody else has.
 *
 * Source:  FIPS 203, algorithm 21 (ML-KEM.Decaps).
 * Shapes:  alg  in   catalog id
 *          ss   out  ss_bytes of the catalog, secret
 *          ct   in   untrusted
 *          sk   in   sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no KEM has this id
 *          KB_ERR_ARGUMENT     NULL, or a length of ss that is not the catalog's
 *          KB_ERR_KEY          sk has another length or is out of range
 *          KB_ERR_FORMAT       ct has another length or no valid form
 *          KB_ERR_AUTH         ct is no point of the curve, or gives zero
 * On error: ss is zero.
 * Threads: safe; no shared state.
 * Time:    ML-KEM: constant in sk, ss and the validity of ct.
 * Memory:  ML-KEM: stack 29 KiB measured, no heap.
 */
KB_API KB_MUST_USE kb_status kb_kem_decaps(const char *alg, uint8_t *ss, size_t ss_len,
                                           const uint8_t *ct, size_t ct_len,
                                           const uint8_t *sk, size_t sk_len);

#ifdef __cplusplus
}
#endif
#endif
