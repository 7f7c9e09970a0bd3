/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Independent sponges computed together: jobs of any rate, domain byte, input and output
 * lengths share the four states that the wide permutation computes at once, and whenever
 * a job ends the next one takes its state over. Without a wide permutation they run one
 * after another; a last job alone runs single, too.
 *
 * The caller owns everything; nothing is allocated and nothing can fail.
 *
 *     kb_keccak_job jobs[10] = {
 *         {KB_KECCAK_SHA3_256, .in = {{ek, ek_len}}, .out = h, .out_len = 32}};
 *     for (unsigned i = 0; i < 9; i++) {
 *         jobs[1 + i] = (kb_keccak_job){KB_KECCAK_SHAKE128,
 *                                       .in = {{rho, 32}},
 *                                       .suffix = {(uint8_t)(i % 3), (uint8_t)(i / 3)},
 *                                       .suffix_len = 2,
 *                                       .out = room[i],
 *                                       .out_len = 504,
 *                                       .take = reject,
 *                                       .owner = &poly[i]};
 *     }
 *     kb_keccak_run(jobs, 10);
 *
 * Order: jobs start in the order of the array, so that the longest belongs to the front.
 * Above is what ML-KEM-768 hashes before an encapsulation: nine permutations in sequence
 * for H(ek), three for each of the nine polynomials of the matrix; that is nine calls of
 * the wide permutation, all lanes busy, when no polynomial needs a fourth block.
 *
 * More output: `take` sees each part of the output as soon as it is there and says whether
 * it wants more, which is how rejection sampling goes on until it has enough, with no
 * block too many. The room for one part can serve all parts.
 *
 * Chains: a job with `after` starts when that earlier job of the array has ended, so its
 * input may be what that one's `take` or `out` wrote: G(m, H(ek)) after H(ek), the noise
 * after G.
 *
 * Time depends on the lengths and on what `take` returns: both are public. Not here: one
 * sponge, or four of the same lengths, in keccak.h.
 */
#ifndef KB_HASH_KECCAK_JOBS_H
#define KB_HASH_KECCAK_JOBS_H

#include "hash/keccak/keccak.h"

#define KB_KECCAK_JOB_PIECES 4
#define KB_KECCAK_JOB_SUFFIX 8

/* First members of a job's initialiser. */
#define KB_KECCAK_SHA3_256 .rate = KB_SHA3_256_RATE_BYTES, .domain = KB_KECCAK_DOMAIN_SHA3
#define KB_KECCAK_SHA3_512 .rate = KB_SHA3_512_RATE_BYTES, .domain = KB_KECCAK_DOMAIN_SHA3
#define KB_KECCAK_SHAKE128                                                               \
    .rate = KB_SHAKE128_RATE_BYTES, .domain = KB_KECCAK_DOMAIN_SHAKE
#define KB_KECCAK_SHAKE256                                                               \
    .rate = KB_SHAKE256_RATE_BYTES, .domain = KB_KECCAK_DOMAIN_SHAKE

typedef struct kb_keccak_piece {
    const void *data;
    size_t len;
} kb_keccak_piece;

/* What is not named in the initialiser is zero, and then absent. */
typedef struct kb_keccak_job {
    uint8_t rate; /* bytes, a multiple of 8, 8..200 */
    uint8_t domain;
    /* The input: the pieces one after another, then the suffix, such as a nonce. They are
     * read between the start of the job and its first output. */
    uint8_t suffix_len;
    uint8_t suffix[KB_KECCAK_JOB_SUFFIX];
    kb_keccak_piece in[KB_KECCAK_JOB_PIECES];
    /* The output, or its next part. */
    uint8_t *out;
    size_t out_len;
    /* Called when out_len bytes are at out. Returns whether the job goes on: out and
     * out_len, which it may change, then say where the stream continues. It must not
     * change another job that has started. Without it the job ends here. */
    bool (*take)(struct kb_keccak_job *job);
    void *owner; /* for take */
    /* A job before this one in the array, which has to end first. */
    const struct kb_keccak_job *after;
    uint8_t progress; /* of kb_keccak_run */
} kb_keccak_job;

/* Runs all jobs to their ends. Memory: stack below 4 KiB; inputs and states on it
 * are wiped. */
void kb_keccak_run(kb_keccak_job *jobs, size_t count);

#endif
