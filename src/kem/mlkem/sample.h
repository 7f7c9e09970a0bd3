/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to the matrix and to noise (FIPS 203, section 4.2.2), four sponges at once.
 */
#ifndef KB_KEM_MLKEM_SAMPLE_H
#define KB_KEM_MLKEM_SAMPLE_H

#include "kem/mlkem/params.h"

/* Writes the k * k polynomials of the matrix, row by row (algorithm 13, lines 3 to 7).
 * rho is public. 0 <= c < q. */
void kb_mlkem_sample_matrix(kb_mlkem_poly *a, size_t k,
                            const uint8_t rho[KB_MLKEM_SYM_BYTES]);

/* Writes count polynomials of SamplePolyCBD(PRF(seed, nonce + i)) (algorithm 8). |c| <=
 * eta, eta 2 or 3. */
void kb_mlkem_sample_noise(kb_mlkem_poly *p, size_t count, unsigned eta,
                           const uint8_t seed[KB_MLKEM_SYM_BYTES], uint8_t nonce);

#endif
