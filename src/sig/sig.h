/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What every signature algorithm of this library looks like from the inside: sizes and
 * functions.
 *
 * This is the plain use: a whole message, a context, the algorithm's default randomness.
 * Pre-hash, external-mu, deterministic and internal forms are in the algorithm's own
 * header. The catalog names one kb_sig per algorithm; callers never switch on an
 * algorithm.
 *
 * Common rules: pointers are never NULL (except msg or ctx of length 0) and have the
 * lengths that the struct states; `sk` is the short private form (ML-DSA: 32-byte seed;
 * SLH-DSA: 4n bytes; Ed25519, Ed448: RFC 8032 private key; ECDSA: scalar; RSA: numbers,
 * libcrypto/sign.h); no heap in the post-quantum algorithms; own stack frames below 96 KiB.
 */
#ifndef KB_SIG_SIG_H
#define KB_SIG_SIG_H

#include <keybraid/pool.h>
#include <keybraid/sig.h>

/*
 * What follows from a key alone, computed once for many operations with that key. keyed
 * is the room for it, of pk_bytes or sk_bytes, best aligned to 32; the latter is as secret
 * as sk. 0 bytes: nothing is kept of that half.
 */
typedef struct kb_sig_keyed {
    size_t pk_bytes;
    size_t sk_bytes;
    void (*from_pk)(void *keyed, const uint8_t *pk);
    void (*from_sk)(void *keyed, const uint8_t *sk);
} kb_sig_keyed;

typedef struct kb_sig {
    const char *id; /* catalog id */
    size_t pk_bytes;
    size_t sk_bytes;
    size_t sig_bytes;   /* the longest; *sig_len tells the length of one */
    size_t context_max; /* 0 or KB_SIG_CONTEXT_MAX_BYTES */

    /* Draws a fresh key pair. KB_ERR_RNG; KB_ERR_POLICY (RSA). */
    kb_status (*keygen)(uint8_t *pk, uint8_t *sk);
    /* Recomputes pk from sk. KB_ERR_KEY when sk is out of range or inconsistent. */
    kb_status (*public_of)(uint8_t *pk, const uint8_t *sk);
    /* Full check of an untrusted pk. KB_ERR_KEY. */
    kb_status (*check_pk)(const uint8_t *pk);
    /* Signs. KB_ERR_ARGUMENT (context too long), KB_ERR_RNG, KB_ERR_POLICY (RSA), KB_ERR_KEY
     * (sk inconsistent, where that shows); on error sig is zero and *sig_len 0. */
    kb_status (*sign)(uint8_t *sig, size_t *sig_len, const kb_sig_message *message,
                      const uint8_t *sk);
    /* Verifies a signature of any length. KB_ERR_AUTH for every refusal; KB_ERR_ARGUMENT
     * (context). */
    kb_status (*verify)(const uint8_t *sig, size_t sig_len, const kb_sig_message *message,
                        const uint8_t *pk);

    /* The rest is NULL where nothing is gained. The first bytes of pk and sk are those that
     * keyed takes. */
    const kb_sig_keyed *keyed;
    /* sign and verify, with what was kept of the key and with threads that help; any of it
     * may be NULL. sk and pk are those that keyed was made from. */
    kb_status (*sign_with)(uint8_t *sig, size_t *sig_len, const kb_sig_message *message,
                           const uint8_t *sk, const void *keyed, kb_pool *pool);
    kb_status (*verify_with)(const uint8_t *sig, size_t sig_len,
                             const kb_sig_message *message, const uint8_t *pk,
                             const void *keyed);
} kb_sig;
extern const kb_sig kb_mldsa44, kb_mldsa65, kb_mldsa87;
extern const kb_sig kb_slhdsa_sha2_128s, kb_slhdsa_sha2_128f, kb_slhdsa_sha2_192s,
    kb_slhdsa_sha2_192f, kb_slhdsa_sha2_256s, kb_slhdsa_sha2_256f, kb_slhdsa_shake_128s,
    kb_slhdsa_shake_128f, kb_slhdsa_shake_192s, kb_slhdsa_shake_192f,
    kb_slhdsa_shake_256s, kb_slhdsa_shake_256f;

/* For the composites of ML-DSA, whose keys begin with its own. */
extern const kb_sig_keyed kb_mldsa44_keyed, kb_mldsa65_keyed, kb_mldsa87_keyed;

/* Finds a table by its exact catalog id; NULL when there is none. */
const kb_sig *kb_sig_find(const char *id);

/* KB_ERR_ARGUMENT: NULL where there should be bytes, or a context that is too long. */
KB_MUST_USE kb_status kb_sig_check_message(const kb_sig *sig,
                                           const kb_sig_message *message);

/* The functions of the table that can do with all of it. */
KB_MUST_USE static inline kb_status kb_sig_sign_with(const kb_sig *alg, uint8_t *sig,
                                                     size_t *sig_len,
                                                     const kb_sig_message *message,
                                                     const uint8_t *sk, const void *keyed,
                                                     kb_pool *pool) {
    return alg->sign_with != NULL ? alg->sign_with(sig, sig_len, message, sk, keyed, pool)
                                  : alg->sign(sig, sig_len, message, sk);
}

KB_MUST_USE static inline kb_status
kb_sig_verify_with(const kb_sig *alg, const uint8_t *sig, size_t sig_len,
                   const kb_sig_message *message, const uint8_t *pk, const void *keyed) {
    return alg->verify_with != NULL ? alg->verify_with(sig, sig_len, message, pk, keyed)
                                    : alg->verify(sig, sig_len, message, pk);
}

#endif
