/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to polynomials (FIPS 204, section 7.3), several sponges at once. */
#ifndef KB_SIG_MLDSA_SAMPLE_H
#define KB_SIG_MLDSA_SAMPLE_H

#include "hash/keccak/jobs.h"
#include "sig/mldsa/params.h"

/* ExpandA (algorithm 32): k * l polynomials, row by row. rho is public. The job beside, if
 * any, runs with those of the matrix. */
void kb_mldsa_sample_matrix(kb_mldsa_packed *a, size_t k, size_t l,
                            const uint8_t rho[KB_MLDSA_RHO_BYTES],
                            const kb_keccak_job *beside);

/* ExpandA and ExpandS (algorithm 33): the matrix, and the k + l polynomials of s1 and then
 * s2. |c| <= eta, 2 or 4. */
void kb_mldsa_sample_key(kb_mldsa_packed *a, kb_mldsa_small *s, size_t k, size_t l,
                         int32_t eta, const uint8_t rho[KB_MLDSA_RHO_BYTES],
                         const uint8_t seed[64]);

/* One polynomial of ExpandMask (algorithm 34) as 32 * mask_bits bytes, which unpack_mask
 * reads. seed must stay until the job has run. */
kb_keccak_job kb_mldsa_mask_job(uint8_t *out, unsigned mask_bits, const uint8_t seed[64],
                                size_t nonce);

/* SampleInBall (algorithm 29). tilde is public. */
void kb_mldsa_sample_challenge(kb_mldsa_challenge *out, size_t tau, const uint8_t *tilde,
                               size_t tilde_len);
/* The same challenge as a polynomial. */
void kb_mldsa_challenge_poly(kb_mldsa_poly *out, const kb_mldsa_challenge *challenge);

#endif
