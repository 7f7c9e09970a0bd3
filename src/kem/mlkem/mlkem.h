/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ML-KEM (FIPS 203) with given randomness, by parameter set.
 *
 * Common rules: pointers have the length that the parameter set states; keys and
 * ciphertexts are taken as checked (encode.h has the checks of sections 7.2 and 7.3);
 * nothing here can fail. Stack: 38 KiB at most, no heap.
 *
 * Not here: drawing randomness and the short private key d || z (table.c).
 */
#ifndef KB_KEM_MLKEM_MLKEM_H
#define KB_KEM_MLKEM_MLKEM_H

#include "kem/mlkem/encode.h"
#include "kem/mlkem/params.h"

/* Algorithm 16 (ML-KEM.KeyGen_internal): ek and dk from the seeds d and z. */
void kb_mlkem_keygen_derand(const kb_mlkem_params *params, uint8_t *ek, uint8_t *dk,
                            const uint8_t d[KB_MLKEM_SYM_BYTES],
                            const uint8_t z[KB_MLKEM_SYM_BYTES]);
/* Algorithm 17 (ML-KEM.Encaps_internal): ciphertext and shared secret for m. */
void kb_mlkem_encaps_derand(const kb_mlkem_params *params, uint8_t *ct,
                            uint8_t ss[KB_MLKEM_SS_BYTES], const uint8_t *ek,
                            const uint8_t m[KB_MLKEM_SYM_BYTES]);
/* Algorithm 18 (ML-KEM.Decaps_internal). A ciphertext that was not made for dk gives a
 * secret that depends on z and ct only (implicit rejection), in the same time. */
void kb_mlkem_decaps(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                     const uint8_t *ct, const uint8_t *dk);

/* The same for the key that keygen_derand makes of d and z. */
void kb_mlkem_decaps_seed(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                          const uint8_t *ct, const uint8_t d[KB_MLKEM_SYM_BYTES],
                          const uint8_t z[KB_MLKEM_SYM_BYTES]);

/* The same in two steps: what depends on a key only, then the operation. */

/* What a public key expands to; 10 KiB. */
typedef struct kb_mlkem_public {
    kb_mlkem_poly a[KB_MLKEM_K_MAX * KB_MLKEM_K_MAX]; /* the matrix, row by row */
    kb_mlkem_poly t[KB_MLKEM_K_MAX];                  /* 0 <= c < 4096 or |c| <= q/2 */
    uint8_t h[KB_MLKEM_SYM_BYTES];                    /* H(ek) */
} kb_mlkem_public;

/* What a private key expands to, 12 KiB: a secret, wiped by its owner. */
typedef struct kb_mlkem_private {
    kb_mlkem_public pub;
    kb_mlkem_poly s[KB_MLKEM_K_MAX]; /* 0 <= c < 4096 or |c| <= q/2 */
    uint8_t z[KB_MLKEM_SYM_BYTES];
} kb_mlkem_private;

void kb_mlkem_generate(const kb_mlkem_params *params, kb_mlkem_private *out, uint8_t *ek,
                       const uint8_t d[KB_MLKEM_SYM_BYTES],
                       const uint8_t z[KB_MLKEM_SYM_BYTES]);
void kb_mlkem_expand_public(const kb_mlkem_params *params, kb_mlkem_public *out,
                            const uint8_t *ek);
void kb_mlkem_expand_private(const kb_mlkem_params *params, kb_mlkem_private *out,
                             const uint8_t *dk);
void kb_mlkem_encaps_to(const kb_mlkem_params *params, uint8_t *ct,
                        uint8_t ss[KB_MLKEM_SS_BYTES], const kb_mlkem_public *pub,
                        const uint8_t m[KB_MLKEM_SYM_BYTES]);
void kb_mlkem_decaps_with(const kb_mlkem_params *params, uint8_t ss[KB_MLKEM_SS_BYTES],
                          const uint8_t *ct, const kb_mlkem_private *priv);

#endif
