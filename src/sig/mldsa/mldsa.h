/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ML-DSA (FIPS 204) by parameter set: keys from a seed, signatures with given randomness
 * in all four forms, verification, checks of imported keys.
 *
 * Common rules: pointers have the length that the parameter set states. `sk` here is the
 * standard's expanded private key of params->sk_bytes, taken as checked
 * (kb_mldsa_check_sk); signing with one that is not may fail, nothing worse. rnd of 32
 * zero bytes is the deterministic variant. Every string of params->pk_bytes is a public
 * key. No heap.
 *
 * The four forms differ only in mu, the 64-byte representative of the message: pure
 * (section 5.2), pre-hash (5.4), internal (section 6: M' as it is) and external mu (6.2).
 * sign_with and verify_with take mu; for messages of any length it is made piece by piece
 * with kb_mldsa_mu_begin, kb_keccak_absorb and kb_mldsa_mu_finish.
 *
 * Not here: drawing randomness and the short private key xi (table.c).
 */
#ifndef KB_SIG_MLDSA_MLDSA_H
#define KB_SIG_MLDSA_MLDSA_H

#include "hash/keccak/keccak.h"
#include "sig/mldsa/params.h"
#include "sig/prehash.h"
#include "sig/sig.h"

/* ---- Keys as bytes ---- */

/* Algorithm 6 (ML-DSA.KeyGen_internal): pk and the expanded sk from xi. Stack 76 KiB
 * (all figures measured, 4.5 KiB of a thread's own included; a process's first use of
 * ML-DSA takes 80 KiB at most where less is stated, for the self-test). */
void kb_mldsa_keygen_derand(const kb_mldsa_params *params, uint8_t *pk, uint8_t *sk,
                            const uint8_t xi[KB_MLDSA_SEED_BYTES]);
/* Recomputes the public key of an imported sk and checks all that sk repeats: s1 and s2
 * in range, t0 and tr those of the public key. KB_ERR_KEY; on error pk is zero. A changed
 * K cannot be noticed. Stack 75 KiB. */
KB_MUST_USE kb_status kb_mldsa_public_of_sk(const kb_mldsa_params *params, uint8_t *pk,
                                            const uint8_t *sk);
/* The same check without the result. */
KB_MUST_USE kb_status kb_mldsa_check_sk(const kb_mldsa_params *params, const uint8_t *sk);

/* ---- Keys expanded once, for any number of operations ---- */

/* What a public key expands to; 50 KiB. The matrix is the last, so that smaller sets need
 * less of it: KB_MLDSA_PUBLIC_BYTES. */
typedef struct kb_mldsa_public {
    kb_mldsa_poly t1[KB_MLDSA_K_MAX]; /* t1 * 2^13, transformed */
    uint8_t tr[KB_MLDSA_TR_BYTES];
    kb_mldsa_packed a[KB_MLDSA_K_MAX * KB_MLDSA_L_MAX]; /* the matrix, row by row */
} kb_mldsa_public;

/* What a private key expands to, 50 KiB: a secret, wiped by its owner. */
typedef struct kb_mldsa_private {
    kb_mldsa_t0 t0[KB_MLDSA_K_MAX];
    kb_mldsa_small s[KB_MLDSA_L_MAX + KB_MLDSA_K_MAX]; /* s1, then s2 */
    uint8_t key[KB_MLDSA_KEY_BYTES];
    uint8_t tr[KB_MLDSA_TR_BYTES];
    kb_mldsa_packed a[KB_MLDSA_K_MAX * KB_MLDSA_L_MAX];
} kb_mldsa_private;

/* The room that the functions below use of the two. */
#define KB_MLDSA_PUBLIC_BYTES(k, l)                                                      \
    (offsetof(kb_mldsa_public, a) + (k) * (l) * sizeof(kb_mldsa_packed))
#define KB_MLDSA_PRIVATE_BYTES(k, l)                                                     \
    (offsetof(kb_mldsa_private, a) + (k) * (l) * sizeof(kb_mldsa_packed))

void kb_mldsa_generate(const kb_mldsa_params *params, kb_mldsa_private *out, uint8_t *pk,
                       const uint8_t xi[KB_MLDSA_SEED_BYTES]);
void kb_mldsa_expand_private(const kb_mldsa_params *params, kb_mldsa_private *out,
                             const uint8_t *sk);
void kb_mldsa_expand_public(const kb_mldsa_params *params, kb_mldsa_public *out,
                            const uint8_t *pk);

/* Algorithm 7 (ML-DSA.Sign_internal) from line 6 on. KB_ERR_KEY when no attempt succeeds,
 * which no key that passes the check makes happen; on error sig is zero. Stack 36 KiB. */
KB_MUST_USE kb_status kb_mldsa_sign_with(const kb_mldsa_params *params, uint8_t *sig,
                                         const kb_mldsa_private *priv,
                                         const uint8_t mu[KB_MLDSA_MU_BYTES],
                                         const uint8_t rnd[KB_MLDSA_RND_BYTES]);
/* Algorithm 8 (ML-DSA.Verify_internal) from line 8 on, with the checks of the encoding: a
 * signature of any length. KB_ERR_AUTH for every refusal. Stack 20 KiB. */
KB_MUST_USE kb_status kb_mldsa_verify_with(const kb_mldsa_params *params,
                                           const uint8_t *sig, size_t sig_len,
                                           const kb_mldsa_public *pub,
                                           const uint8_t mu[KB_MLDSA_MU_BYTES]);

/* ---- The representative mu of a message; tr is the hash of the public key ---- */

void kb_mldsa_tr(const kb_mldsa_params *params, uint8_t tr[KB_MLDSA_TR_BYTES],
                 const uint8_t *pk);
/* Begins mu of a pure signature; absorb the message next. KB_ERR_ARGUMENT (context of
 * more than 255 bytes). */
KB_MUST_USE kb_status kb_mldsa_mu_begin(kb_keccak *sponge,
                                        const uint8_t tr[KB_MLDSA_TR_BYTES],
                                        const uint8_t *ctx, size_t ctx_len);
/* The same for a digest of the message; absorb the digest of that function next. */
KB_MUST_USE kb_status kb_mldsa_mu_begin_prehash(kb_keccak *sponge,
                                                const uint8_t tr[KB_MLDSA_TR_BYTES],
                                                const kb_sig_prehash *prehash,
                                                const uint8_t *ctx, size_t ctx_len);
/* The same for M' as it is, which brings its own prefix. */
void kb_mldsa_mu_begin_internal(kb_keccak *sponge, const uint8_t tr[KB_MLDSA_TR_BYTES]);
/* Writes mu and wipes the sponge. */
void kb_mldsa_mu_finish(kb_keccak *sponge, uint8_t mu[KB_MLDSA_MU_BYTES]);

/* ---- Whole operations, keys and messages as bytes; stack 87 KiB and 73 KiB ---- */

/* Algorithm 2 (ML-DSA.Sign) with rnd given. KB_ERR_ARGUMENT (context); KB_ERR_KEY as
 * sign_with. On error sig is zero. */
KB_MUST_USE kb_status kb_mldsa_sign(const kb_mldsa_params *params, uint8_t *sig,
                                    const kb_sig_message *message, const uint8_t *sk,
                                    const uint8_t rnd[KB_MLDSA_RND_BYTES]);
/* Algorithm 4 (HashML-DSA.Sign): hashes the message, too. */
KB_MUST_USE kb_status kb_mldsa_sign_prehash(const kb_mldsa_params *params, uint8_t *sig,
                                            const kb_sig_prehash *prehash,
                                            const kb_sig_message *message,
                                            const uint8_t *sk,
                                            const uint8_t rnd[KB_MLDSA_RND_BYTES]);
/* Algorithm 7 as it stands: msg is M'. */
KB_MUST_USE kb_status kb_mldsa_sign_internal(const kb_mldsa_params *params, uint8_t *sig,
                                             const uint8_t *msg, size_t msg_len,
                                             const uint8_t *sk,
                                             const uint8_t rnd[KB_MLDSA_RND_BYTES]);
/* With mu from outside. */
KB_MUST_USE kb_status kb_mldsa_sign_mu(const kb_mldsa_params *params, uint8_t *sig,
                                       const uint8_t mu[KB_MLDSA_MU_BYTES],
                                       const uint8_t *sk,
                                       const uint8_t rnd[KB_MLDSA_RND_BYTES]);

/* Algorithms 3, 5 and 8, and the last with mu from outside. KB_ERR_AUTH for every
 * refusal of the signature, KB_ERR_ARGUMENT (context). */
KB_MUST_USE kb_status kb_mldsa_verify(const kb_mldsa_params *params, const uint8_t *sig,
                                      size_t sig_len, const kb_sig_message *message,
                                      const uint8_t *pk);
/* The first of them with a key that was expanded before. Stack 21 KiB. */
KB_MUST_USE kb_status kb_mldsa_verify_expanded(const kb_mldsa_params *params,
                                               const uint8_t *sig, size_t sig_len,
                                               const kb_sig_message *message,
                                               const kb_mldsa_public *pub);
KB_MUST_USE kb_status kb_mldsa_verify_prehash(const kb_mldsa_params *params,
                                              const uint8_t *sig, size_t sig_len,
                                              const kb_sig_prehash *prehash,
                                              const kb_sig_message *message,
                                              const uint8_t *pk);
KB_MUST_USE kb_status kb_mldsa_verify_internal(const kb_mldsa_params *params,
                                               const uint8_t *sig, size_t sig_len,
                                               const uint8_t *msg, size_t msg_len,
                                               const uint8_t *pk);
KB_MUST_USE kb_status kb_mldsa_verify_mu(const kb_mldsa_params *params,
                                         const uint8_t *sig, size_t sig_len,
                                         const uint8_t mu[KB_MLDSA_MU_BYTES],
                                         const uint8_t *pk);

#endif
