/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SLH-DSA (FIPS 205) with given randomness, by parameter set: pure, pre-hash and internal
 * signatures.
 *
 * Common rules: pk, sk and sig have the length that the parameter set states; sk is
 * SK.seed || SK.prf || PK.seed || PK.root; message->msg and ctx may be NULL when their
 * length is 0, and ctx has at most KB_SIG_CONTEXT_MAX_BYTES. Stack: 37 KiB at most,
 * 46 KiB with a pool; no heap.
 *
 * Signing: opt_rand is n bytes, fresh ones for a hedged signature, or
 * KB_SLHDSA_DETERMINISTIC, which puts PK.seed in their place. KB_ERR_ARGUMENT (context,
 * length of a digest), KB_ERR_KEY (PK.root is not the root of the other parts, so that no
 * signature would verify); on error sig is zero. Time is constant in SK.seed and SK.prf;
 * the message, the randomizer and what follows from them are public.
 *
 * Verification: KB_ERR_AUTH for every refusal, a wrong sig_len among them;
 * KB_ERR_ARGUMENT as above.
 *
 * Not here: drawing randomness and the plain use (table.c); messages that are not in
 * memory (pieces.h).
 */
#ifndef KB_SIG_SLHDSA_SLHDSA_H
#define KB_SIG_SLHDSA_SLHDSA_H

#include "sig/prehash.h"
#include "sig/sig.h"
#include "sig/slhdsa/params.h"
#include <keybraid/pool.h>

#define KB_SLHDSA_DETERMINISTIC ((const uint8_t *)0)

/* What makes signing faster; any of it may be NULL. The signature is the same. */
typedef struct kb_slhdsa_help {
    const uint8_t *top; /* of kb_slhdsa_top, for this key */
    kb_pool *pool;      /* whose threads work together with the caller's */
} kb_slhdsa_help;

/* Writes what is worth keeping of a private key: all nodes of the topmost tree,
 * KB_SLHDSA_TREE_BYTES(layer_h, n) of tree.h. Takes as long as making a key. */
void kb_slhdsa_top(const kb_slhdsa_params *params, uint8_t *out, const uint8_t *sk);

/* Algorithm 18 (slh_keygen_internal): pk and sk from three times n bytes. */
void kb_slhdsa_keygen_derand(const kb_slhdsa_params *params, uint8_t *pk, uint8_t *sk,
                             const uint8_t *sk_seed, const uint8_t *sk_prf,
                             const uint8_t *pk_seed);
/* Writes the public key when PK.root is the root of the other parts; else KB_ERR_KEY, and
 * pk is zero. Takes as long as making a key. */
KB_MUST_USE kb_status kb_slhdsa_public_of(const kb_slhdsa_params *params, uint8_t *pk,
                                          const uint8_t *sk);

/* Algorithm 22 (slh_sign): the pure form. */
KB_MUST_USE kb_status kb_slhdsa_sign(const kb_slhdsa_params *params, uint8_t *sig,
                                     const kb_sig_message *message, const uint8_t *sk,
                                     const uint8_t *opt_rand);
KB_MUST_USE kb_status kb_slhdsa_sign_helped(const kb_slhdsa_params *params, uint8_t *sig,
                                            const kb_sig_message *message,
                                            const uint8_t *sk, const uint8_t *opt_rand,
                                            kb_slhdsa_help help);
/* Algorithm 23 (hash_slh_sign): the pre-hash form. */
KB_MUST_USE kb_status kb_slhdsa_sign_prehash(const kb_slhdsa_params *params, uint8_t *sig,
                                             const kb_sig_prehash *prehash,
                                             const kb_sig_message *message,
                                             const uint8_t *sk, const uint8_t *opt_rand);
/* The same for a message that the caller has hashed: msg is the digest. */
KB_MUST_USE kb_status kb_slhdsa_sign_digest(const kb_slhdsa_params *params, uint8_t *sig,
                                            const kb_sig_prehash *prehash,
                                            const kb_sig_message *message,
                                            const uint8_t *sk, const uint8_t *opt_rand);
/* Algorithm 19 (slh_sign_internal): msg is what the other forms would frame. There is no
 * context. For known answers; a signature made this way is no SLH-DSA signature. */
KB_MUST_USE kb_status kb_slhdsa_sign_internal(const kb_slhdsa_params *params,
                                              uint8_t *sig, const uint8_t *msg,
                                              size_t msg_len, const uint8_t *sk,
                                              const uint8_t *opt_rand);

/* Algorithm 24 (slh_verify), algorithm 25 (hash_slh_verify), the same with a digest as
 * msg, and algorithm 20 (slh_verify_internal). */
KB_MUST_USE kb_status kb_slhdsa_verify(const kb_slhdsa_params *params, const uint8_t *sig,
                                       size_t sig_len, const kb_sig_message *message,
                                       const uint8_t *pk);
KB_MUST_USE kb_status kb_slhdsa_verify_prehash(const kb_slhdsa_params *params,
                                               const uint8_t *sig, size_t sig_len,
                                               const kb_sig_prehash *prehash,
                                               const kb_sig_message *message,
                                               const uint8_t *pk);
KB_MUST_USE kb_status kb_slhdsa_verify_digest(const kb_slhdsa_params *params,
                                              const uint8_t *sig, size_t sig_len,
                                              const kb_sig_prehash *prehash,
                                              const kb_sig_message *message,
                                              const uint8_t *pk);
KB_MUST_USE kb_status kb_slhdsa_verify_internal(const kb_slhdsa_params *params,
                                                const uint8_t *sig, size_t sig_len,
                                                const uint8_t *msg, size_t msg_len,
                                                const uint8_t *pk);

/* ---- From the hash of the message on, for callers that hash it themselves ---- */

/* Algorithm 19 from line 6 on: the randomizer is PRF_msg, the digest H_msg of the
 * message. KB_ERR_KEY as above. */
KB_MUST_USE kb_status kb_slhdsa_sign_with(const kb_slhdsa_params *params, uint8_t *sig,
                                          const uint8_t *randomizer,
                                          const uint8_t *digest, const uint8_t *sk,
                                          kb_slhdsa_help help);
/* Algorithm 20 from line 9 on. The length of sig has been checked. */
KB_MUST_USE kb_status kb_slhdsa_verify_with(const kb_slhdsa_params *params,
                                            const uint8_t *sig, const uint8_t *digest,
                                            const uint8_t *pk);
/* The two checks that come before: KB_ERR_AUTH, KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_slhdsa_check_length(const kb_slhdsa_params *params,
                                             size_t sig_len);
KB_MUST_USE kb_status kb_slhdsa_check_context(size_t ctx_len);

#endif
