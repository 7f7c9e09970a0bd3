/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to the matrix and to noise, all polynomials at once. */
#ifndef KB_KEM_DKEM_SAMPLE_H
#define KB_KEM_DKEM_SAMPLE_H

#include "kem/dkem/params.h"

/* Writes the k * k polynomials of the matrix, row by row, in the transformed domain. rho
 * (S bytes) is public. 0 <= c < q. */
void kb_dkem_sample_matrix(const kb_dkem_params *params, int16_t *a, const uint8_t *rho);

#define KB_DKEM_NOISE_MAX (2 * KB_DKEM_K_MAX + 1)

/* Writes count (at most KB_DKEM_NOISE_MAX) polynomials of centred binomial noise from the
 * streams seed || nonce, seed || nonce + 1, ... |c| <= eta. */
void kb_dkem_sample_noise(const kb_dkem_params *params, int16_t *p, size_t count,
                          const uint8_t *seed, uint8_t nonce);

#endif
