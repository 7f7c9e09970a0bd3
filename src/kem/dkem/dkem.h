/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DKEM with given randomness, by parameter set.
 *
 * Experimental: the algorithm is young, its submitters claim patents, and README.md lists
 * documented weaknesses; among them that the shared secret binds neither the public key
 * nor the ciphertext. Whoever uses it binds both, as the composite constructions here do.
 *
 * Common rules: pointers have the length that the parameter set states; public keys are
 * taken as checked (kb_dkem_check_pk), private ones as checked (kb_dkem_check_raw); what
 * returns nothing cannot fail. No heap. Stack measured, gcc 12 -O3, portable tables, a
 * thread's own bookkeeping included: keygen 65 KiB, encaps 50, decaps 69. AVX2: 2 less.
 *
 * Not here: drawing randomness and the short private key d || z (table.c).
 */
#ifndef KB_KEM_DKEM_DKEM_H
#define KB_KEM_DKEM_DKEM_H

#include "kem/dkem/encode.h"
#include "kem/dkem/params.h"

#include <keybraid/secret.h>

/* KeyGen: the public key, and the private key in raw form (packed s || pk || z, as the
 * submission stores it), from the seeds d and z of S bytes each. */
void kb_dkem_keygen_derand(const kb_dkem_params *params, uint8_t *pk, uint8_t *raw,
                           const uint8_t *d, const uint8_t *z);
/* Encaps: ciphertext and shared secret of S bytes for m of S bytes. */
void kb_dkem_encaps_derand(const kb_dkem_params *params, uint8_t *ct, uint8_t *ss,
                           const uint8_t *pk, const uint8_t *m);
/* Decaps with a private key in raw form. A ciphertext that was not made for it gives a
 * secret that depends on z and the last S bytes of ct only (implicit rejection), in the
 * same time. */
void kb_dkem_decaps(const kb_dkem_params *params, uint8_t *ss, const uint8_t *ct,
                    const uint8_t *raw);

/* Checks a private key in raw form from outside: its public key as kb_dkem_check_pk does,
 * that the coefficients of s are below q, and that s and t - A s are as small as key
 * generation makes them, so that private and public part belong together. KB_ERR_KEY. A
 * changed z cannot be noticed. */
KB_MUST_USE kb_status kb_dkem_check_raw(const kb_dkem_params *params, const uint8_t *raw);
/* The public key inside a private key in raw form. */
const uint8_t *kb_dkem_raw_public(const kb_dkem_params *params, const uint8_t *raw);

/* The same in two steps: what depends on a key only, then the operation. */

/* What a public key expands to; 20 KiB. */
typedef struct kb_dkem_public {
    int16_t a[KB_DKEM_K_MAX * KB_DKEM_K_MAX * KB_DKEM_N_MAX]; /* the matrix, row by row */
    int16_t t[KB_DKEM_K_MAX * KB_DKEM_N_MAX]; /* as ring.h's dot takes it */
    uint8_t rho[KB_DKEM_SEED_MAX_BYTES];
} kb_dkem_public;

/* What a private key expands to, 24 KiB. s and z are secrets, wiped by their owner. */
typedef struct kb_dkem_private {
    kb_dkem_public pub;
    int16_t s[KB_DKEM_K_MAX * KB_DKEM_N_MAX]; /* likewise, transformed */
    uint8_t z[KB_DKEM_SEED_MAX_BYTES];
} kb_dkem_private;

static inline void kb_dkem_private_end(kb_dkem_private *priv) {
    kb_wipe(priv->s, sizeof priv->s);
    kb_wipe(priv->z, sizeof priv->z);
}

/* A kb_dkem_private on the stack whose secrets are wiped at the end of the scope. */
#define KB_DKEM_PRIVATE_LOCAL                                                            \
    __attribute__((cleanup(kb_dkem_private_end))) kb_dkem_private

void kb_dkem_generate(const kb_dkem_params *params, kb_dkem_private *out, uint8_t *pk,
                      const uint8_t *d, const uint8_t *z);
void kb_dkem_expand_public(const kb_dkem_params *params, kb_dkem_public *out,
                           const uint8_t *pk);
void kb_dkem_expand_private(const kb_dkem_params *params, kb_dkem_private *out,
                            const uint8_t *raw);
void kb_dkem_encaps_to(const kb_dkem_params *params, uint8_t *ct, uint8_t *ss,
                       const kb_dkem_public *pub, const uint8_t *m);
void kb_dkem_decaps_with(const kb_dkem_params *params, uint8_t *ss, const uint8_t *ct,
                         const kb_dkem_private *priv);

#endif
