/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to polynomials (FIPS 204, section 7.3), four sponges at once. */
#ifndef KB_SIG_MLDSA_SAMPLE_H
#define KB_SIG_MLDSA_SAMPLE_H

#include "sig/mldsa/params.h"

/* ExpandA (algorithm 32): k * l polynomials, row by row. rho is public. */
void kb_mldsa_sample_matrix(kb_mldsa_packed *a, size_t k, size_t l,
                            const uint8_t rho[KB_MLDSA_RHO_BYTES]);

/* ExpandS (algorithm 33): count polynomials, s1 and then s2. |c| <= eta, 2 or 4. */
void kb_mldsa_sample_small(kb_mldsa_small *s, size_t count, int32_t eta,
                           const uint8_t seed[64]);

/* ExpandMask (algorithm 34): four polynomials, from this nonce on, as 32 * mask_bits
 * bytes each, which unpack_mask reads. */
void kb_mldsa_sample_mask(uint8_t *const out[4], unsigned mask_bits,
                          const uint8_t seed[64], uint16_t nonce);

/* SampleInBall (algorithm 29). tilde is public. */
void kb_mldsa_sample_challenge(kb_mldsa_challenge *out, size_t tau, const uint8_t *tilde,
                               size_t tilde_len);
/* The same challenge as a polynomial. */
void kb_mldsa_challenge_poly(kb_mldsa_poly *out, const kb_mldsa_challenge *challenge);

#endif
