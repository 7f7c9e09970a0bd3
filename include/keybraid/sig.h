/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Signatures by algorithm id.
 *
 * Ids, sizes and security levels are rows of the catalog (keybraid/catalog.h). Private
 * keys are the short form: the 32-byte seed of ML-DSA, the 4n bytes SK.seed || SK.prf ||
 * PK.seed || PK.root of SLH-DSA. RSA keys are numbers of fixed widths, big-endian: public
 * ones the exponent (8 bytes) and the modulus, private ones the exponent, d, p, q and the
 * three numbers of RFC 8017, section 3.2. Signatures of ML-DSA and SLH-DSA are hedged: fresh
 * randomness goes into each, and a bad generator does not reveal the key.
 *
 * Common rules: every length must be the catalog's, exactly, where nothing else is said;
 * pointers are not NULL, except to a message or context of length 0; outputs and inputs
 * do not overlap; on error an output of the right length is zero, an output of another
 * length is untouched.
 *
 * Not here: composites of two algorithms, and keys with names and rules.
 */
#ifndef KB_SIG_H
#define KB_SIG_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No algorithm takes a longer context. */
#define KB_SIG_CONTEXT_MAX_BYTES 255

/** What is signed: a message, and a public context string that names the purpose. */
typedef struct kb_sig_message {
    const uint8_t *msg;
    size_t msg_len;
    const uint8_t *ctx; /* at most the algorithm's context_max bytes */
    size_t ctx_len;
} kb_sig_message;

/**
 * Draws a fresh key pair.
 *
 * Source:  FIPS 204, algorithm 1 (ML-DSA.KeyGen); FIPS 205, algorithm 21.
 * Shapes:  alg  in   catalog id, such as "ML-DSA-65"
 *          pk   out  pk_bytes of the catalog
 *          sk   out  sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no signature algorithm has this id
 *          KB_ERR_ARGUMENT     NULL, or a length that is not the catalog's
 *          KB_ERR_RNG          no randomness
 *          KB_ERR_POLICY       RSA, whose keys are only imported
 * On error: pk and sk are zero.
 * Threads: safe; no shared state.
 * Time:    ML-DSA, SLH-DSA: constant in sk.
 * Memory:  ML-DSA: stack 80 KiB measured, no heap. SLH-DSA: 36 KiB, no heap.
 */
KB_API KB_MUST_USE kb_status kb_sig_keygen(const char *alg, uint8_t *pk, size_t pk_len,
                                           uint8_t *sk, size_t sk_len);

/**
 * Recomputes the public key of a private key.
 *
 * Source:  FIPS 204, algorithm 6 (ML-DSA.KeyGen_internal); FIPS 205, algorithm 18.
 * Shapes:  alg  in   catalog id
 *          pk   out  pk_bytes of the catalog
 *          sk   in   sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no signature algorithm has this id
 *          KB_ERR_ARGUMENT     NULL, or a length of pk that is not the catalog's
 *          KB_ERR_KEY          sk has another length, is out of range, or its parts do not
 *                              belong together
 * On error: pk is zero.
 * Threads: safe; no shared state.
 * Time:    ML-DSA, SLH-DSA: constant in sk.
 * Memory:  ML-DSA: stack 80 KiB measured, no heap. SLH-DSA: 36 KiB, no heap.
 */
KB_API KB_MUST_USE kb_status kb_sig_public_of(const char *alg, uint8_t *pk, size_t pk_len,
                                              const uint8_t *sk, size_t sk_len);

/**
 * Checks a public key that came from outside.
 *
 * Shapes:  alg  in  catalog id
 *          pk   in  untrusted
 * Checks:  length; every string of that length is an ML-DSA or SLH-DSA key.
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no signature algorithm has this id
 *          KB_ERR_ARGUMENT     NULL
 *          KB_ERR_KEY          the key is not valid
 * Threads: safe; no shared state.
 * Time:    pk is treated as public.
 */
KB_API KB_MUST_USE kb_status kb_sig_check_public(const char *alg, const uint8_t *pk,
                                                 size_t pk_len);

/**
 * Signs a message under a context.
 *
 * Source:  FIPS 204, algorithm 2 (ML-DSA.Sign), hedged; FIPS 205, algorithm 22, hedged.
 * Shapes:  alg      in      catalog id
 *          sig      out     room for sig_bytes of the catalog or more
 *          sig_len  in/out  the room; afterwards the length of the signature
 *          message  in
 *          sk       in      sk_bytes, secret
 * Returns: KB_OK
 *          KB_ERR_UNSUPPORTED  no signature algorithm has this id
 *          KB_ERR_ARGUMENT     NULL, too little room, or a context that is too long
 *          KB_ERR_KEY          sk has another length, is out of range, or its parts do not
 *                              belong together
 *          KB_ERR_RNG          no randomness
 *          KB_ERR_POLICY       RSA, which only verifies
 * On error: all of the room is zero, and *sig_len 0.
 * Threads: safe; no shared state.
 * Time:    ML-DSA: independent of sk but for the number of attempts, which tells nothing
 *          about it. SLH-DSA: constant in sk.
 * Memory:  ML-DSA: stack 94 KiB measured, no heap. SLH-DSA: 37 KiB, no heap.
 */
KB_API KB_MUST_USE kb_status kb_sig_sign(const char *alg, uint8_t *sig, size_t *sig_len,
                                         const kb_sig_message *message, const uint8_t *sk,
                                         size_t sk_len);

/**
 * Verifies a signature of a message under a context.
 *
 * Source:  FIPS 204, algorithm 3 (ML-DSA.Verify); FIPS 205, algorithm 24.
 * Shapes:  alg      in  catalog id
 *          sig      in  untrusted, of any length
 *          message  in
 *          pk       in  untrusted
 * Checks:  all of kb_sig_check_public; the only encoding of a signature.
 * Returns: KB_OK               the signature is valid
 *          KB_ERR_UNSUPPORTED  no signature algorithm has this id
 *          KB_ERR_ARGUMENT     NULL, or a context that is too long
 *          KB_ERR_KEY          pk is not valid
 *          KB_ERR_AUTH         the signature is not valid
 * Threads: safe; no shared state.
 * Time:    all inputs are treated as public.
 * Memory:  ML-DSA: stack 84 KiB measured, no heap. SLH-DSA: 13 KiB, no heap.
 */
KB_API KB_MUST_USE kb_status kb_sig_verify(const char *alg, const uint8_t *sig,
                                           size_t sig_len, const kb_sig_message *message,
                                           const uint8_t *pk, size_t pk_len);

#ifdef __cplusplus
}
#endif
#endif
