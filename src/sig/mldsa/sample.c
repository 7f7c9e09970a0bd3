/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix and of the short vectors, the mask, the challenge. */
#include "sig/mldsa/sample.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "sig/mldsa/ops_ref.h"

/* Five blocks hold 280 candidates, enough for a polynomial but in one of 10^23 cases. */
#define MATRIX_BYTES (5 * KB_SHAKE128_RATE_BYTES)
static_assert(KB_SHAKE128_RATE_BYTES % 3 == 0, "no candidate crosses a block");

size_t kb_mldsa_reject_ref(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                           size_t len) {
    for (size_t i = 0; i < len && have < KB_MLDSA_N; i += 3) {
        int32_t candidate = in[i] | in[i + 1] << 8 | (in[i + 2] & 127) << 16;
        /* Written in any case, counted only when it is below q. */
        out->b[3 * have] = in[i];
        out->b[3 * have + 1] = in[i + 1];
        out->b[3 * have + 2] = in[i + 2] & 127;
        have += candidate < KB_MLDSA_Q;
    }
    return have;
}

/* Streams in use at the same time: a job waits for the one that had its room before. */
#define ROOMS 4

typedef struct matrix_owner {
    kb_mldsa_packed *out;
    size_t have;
} matrix_owner;

static bool take_matrix(kb_keccak_job *job) {
    matrix_owner *o = job->owner;
    o->have = kb_mldsa_ops_get()->reject(o->out, o->have, job->out, job->out_len);
    job->out_len = KB_SHAKE128_RATE_BYTES;
    return o->have < KB_MLDSA_N;
}

static void add_matrix(kb_keccak_job *jobs, matrix_owner *owners,
                       uint8_t rooms[ROOMS][MATRIX_BYTES], kb_mldsa_packed *a, size_t k,
                       size_t l, const uint8_t rho[KB_MLDSA_RHO_BYTES]) {
    size_t i = 0;
    for (size_t row = 0; row < k; row++) {
        for (size_t column = 0; column < l; column++, i++) {
            owners[i] = (matrix_owner){&a[i], 0};
            jobs[i] = (kb_keccak_job){KB_KECCAK_SHAKE128,
                                      .in = {{rho, KB_MLDSA_RHO_BYTES}},
                                      .suffix = {(uint8_t)column, (uint8_t)row},
                                      .suffix_len = 2,
                                      .out = rooms[i % ROOMS],
                                      .out_len = MATRIX_BYTES,
                                      .take = take_matrix,
                                      .owner = &owners[i],
                                      .after = i < ROOMS ? NULL : &jobs[i - ROOMS]};
        }
    }
}

#define MATRIX_MAX (KB_MLDSA_K_MAX * KB_MLDSA_L_MAX)

void kb_mldsa_sample_matrix(kb_mldsa_packed *a, size_t k, size_t l,
                            const uint8_t rho[KB_MLDSA_RHO_BYTES],
                            const kb_keccak_job *beside) {
    kb_keccak_job jobs[1 + MATRIX_MAX];
    matrix_owner owners[MATRIX_MAX];
    uint8_t rooms[ROOMS][MATRIX_BYTES];
    size_t first = beside != NULL;
    if (beside != NULL) {
        jobs[0] = *beside;
    }
    add_matrix(jobs + first, owners, rooms, a, k, l, rho);
    kb_keccak_run(jobs, first + k * l);
}

#define SMALL_BYTES KB_MLDSA_SMALL_STREAM_BYTES

size_t kb_mldsa_reject_small_ref(kb_mldsa_small *out, size_t have, const uint8_t *in,
                                 size_t len, int32_t eta) {
    int8_t value[2 * SMALL_BYTES];
    uint8_t is_accepted[2 * SMALL_BYTES];
    KB_WIPE_AT_END(value);
    int32_t limit = eta == 2 ? 15 : 9;
    for (size_t i = 0; i < 2 * len; i++) {
        int32_t half = in[i / 2] >> 4 * (i % 2) & 15;
        is_accepted[i] = (uint8_t)((uint32_t)(half - limit) >> 31);
        /* half mod 5 for eta 2: 13 / 64 is near enough to 1/5 for half < 16. */
        int32_t residue = eta == 2 ? half - (half * 13 >> 6) * 5 : half;
        value[i] = (int8_t)(eta - residue);
    }
    /* Whether a candidate is accepted tells nothing about the value of an accepted one:
     * they are independent outputs of SHAKE256. */
    KB_CT_PUBLIC(is_accepted, sizeof is_accepted);
    for (size_t i = 0; i < 2 * len && have < KB_MLDSA_N; i++) {
        out->c[have] = value[i];
        have += is_accepted[i];
    }
    return have;
}

#define SMALL_MAX (KB_MLDSA_K_MAX + KB_MLDSA_L_MAX)

typedef struct small_owner {
    kb_mldsa_small *out;
    size_t have;
    int32_t eta;
} small_owner;

static bool take_small(kb_keccak_job *job) {
    small_owner *o = job->owner;
    o->have =
        kb_mldsa_ops_get()->reject_small(o->out, o->have, job->out, job->out_len, o->eta);
    job->out_len = KB_SHAKE256_RATE_BYTES;
    return o->have < KB_MLDSA_N;
}

void kb_mldsa_sample_key(kb_mldsa_packed *a, kb_mldsa_small *s, size_t k, size_t l,
                         int32_t eta, const uint8_t rho[KB_MLDSA_RHO_BYTES],
                         const uint8_t seed[64]) {
    kb_keccak_job jobs[MATRIX_MAX + SMALL_MAX], *small_jobs = jobs + k * l;
    matrix_owner matrix_owners[MATRIX_MAX];
    small_owner small_owners[SMALL_MAX];
    uint8_t rooms[ROOMS][MATRIX_BYTES];
    uint8_t stream[ROOMS][SMALL_BYTES];
    KB_WIPE_AT_END(stream);
    add_matrix(jobs, matrix_owners, rooms, a, k, l, rho);
    for (size_t i = 0; i < k + l; i++) {
        small_owners[i] = (small_owner){&s[i], 0, eta};
        small_jobs[i] =
            (kb_keccak_job){KB_KECCAK_SHAKE256,
                            .in = {{seed, 64}},
                            .suffix = {(uint8_t)i, 0},
                            .suffix_len = 2,
                            .out = stream[i % ROOMS],
                            .out_len = SMALL_BYTES,
                            .take = take_small,
                            .owner = &small_owners[i],
                            .after = i < ROOMS ? NULL : &small_jobs[i - ROOMS]};
    }
    kb_keccak_run(jobs, k * l + k + l);
}

kb_keccak_job kb_mldsa_mask_job(uint8_t *out, unsigned mask_bits, const uint8_t seed[64],
                                size_t nonce) {
    return (kb_keccak_job){KB_KECCAK_SHAKE256,
                           .in = {{seed, 64}},
                           .suffix = {(uint8_t)nonce, (uint8_t)(nonce >> 8)},
                           .suffix_len = 2,
                           .out = out,
                           .out_len = (size_t)32 * mask_bits};
}

void kb_mldsa_sample_challenge(kb_mldsa_challenge *out, size_t tau, const uint8_t *tilde,
                               size_t tilde_len) {
    /* term[i] is 1 and the number of the term at place i, or 0. */
    uint8_t term[KB_MLDSA_N] = {0}, block[KB_SHAKE256_RATE_BYTES];
    kb_keccak sponge;
    kb_keccak_init(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(&sponge, tilde, tilde_len);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, block, sizeof block);
    uint64_t sign_bits = kb_load_le64(block);
    size_t at = 8;
    out->tau = 0;
    for (size_t i = KB_MLDSA_N - tau; i < KB_MLDSA_N; i++) {
        size_t j;
        do {
            if (at == sizeof block) {
                kb_keccak_squeeze(&sponge, block, sizeof block);
                at = 0;
            }
            j = block[at++];
        } while (j > i);
        uint16_t sign = (uint16_t)((sign_bits & 1) * KB_MLDSA_N);
        sign_bits >>= 1;
        size_t last = out->tau++;
        if (term[j] == 0) {
            out->shift[last] = (uint16_t)(j + sign);
            term[j] = (uint8_t)out->tau;
        } else {
            /* The term of place j moves to place i with its sign. */
            uint16_t *moved = &out->shift[term[j] - 1];
            out->shift[last] = (uint16_t)(i + (*moved & KB_MLDSA_N));
            term[i] = (uint8_t)out->tau;
            *moved = (uint16_t)(j + sign);
        }
    }
}

void kb_mldsa_challenge_poly(kb_mldsa_poly *out, const kb_mldsa_challenge *challenge) {
    *out = (kb_mldsa_poly){{0}};
    for (size_t j = 0; j < challenge->tau; j++) {
        size_t shift = challenge->shift[j];
        out->c[shift % KB_MLDSA_N] = shift < KB_MLDSA_N ? 1 : -1;
    }
}
