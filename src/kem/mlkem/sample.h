/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to the matrix and to noise (FIPS 203, section 4.2.2), as jobs beside the
 * other hashes of an operation. */
#ifndef KB_KEM_MLKEM_SAMPLE_H
#define KB_KEM_MLKEM_SAMPLE_H

#include "hash/keccak/jobs.h"
#include "kem/mlkem/params.h"

#define KB_MLKEM_NOISE_MAX (2 * KB_MLKEM_K_MAX + 1)
/* The matrix, the noise, and two hashes. */
#define KB_MLKEM_HASHES_MAX (KB_MLKEM_K_MAX * KB_MLKEM_K_MAX + KB_MLKEM_NOISE_MAX + 2)

/* Three blocks hold 336 candidates, enough for a polynomial in 99 of 100 cases. */
#define KB_MLKEM_DRAW_BYTES (3 * KB_SHAKE128_RATE_BYTES)

/* A polynomial of the matrix, and how many of its coefficients there are. Public. */
typedef struct kb_mlkem_draw {
    kb_mlkem_poly *poly;
    size_t have;
    uint8_t candidates[KB_MLKEM_DRAW_BYTES];
} kb_mlkem_draw;

/*
 * All that an operation hashes, in the order in which it starts; kb_keccak_run computes
 * what is independent side by side. Add hashes, then the matrix and noise; the longest
 * first. count is zero at first, the rest needs no value.
 */
typedef struct kb_mlkem_hashes {
    size_t count;
    kb_keccak_job jobs[KB_MLKEM_HASHES_MAX];
    kb_mlkem_draw draws[KB_MLKEM_K_MAX * KB_MLKEM_K_MAX];
} kb_mlkem_hashes;

/* Random bits of noise on their way to polynomials; wiped by the owner. */
typedef struct kb_mlkem_noise_bits {
    uint8_t of[KB_MLKEM_NOISE_MAX][64 * 3];
} kb_mlkem_noise_bits;

/* Adds a job that takes the len bytes at in; returns it, so that more can be said of it,
 * and others can come after it. */
kb_keccak_job *kb_mlkem_hash(kb_mlkem_hashes *hashes, size_t rate, uint8_t domain,
                             const uint8_t *in, size_t len, uint8_t *out, size_t out_len);

/* Adds what fills the k * k polynomials of the matrix, row by row (algorithm 13, lines 3
 * to 7). rho is public, and read once `after` has ended, which may be NULL. 0 <= c < q. */
void kb_mlkem_hash_matrix(kb_mlkem_hashes *hashes, kb_mlkem_poly *a, size_t k,
                          const uint8_t *rho, const kb_keccak_job *after);

/* Adds what fills p[i] with SamplePolyCBD(PRF(seed, i)) (algorithm 8) for first <= i <
 * end; seed is read likewise. |c| <= eta, eta 2 or 3. */
void kb_mlkem_hash_noise(kb_mlkem_hashes *hashes, kb_mlkem_poly *p, size_t first,
                         size_t end, unsigned eta, kb_mlkem_noise_bits *bits,
                         const uint8_t *seed, const kb_keccak_job *after);

#endif
