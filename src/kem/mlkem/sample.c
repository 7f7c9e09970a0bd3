/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix, centred binomial sampling of noise. */
#include "kem/mlkem/sample.h"

#include "core/bytes.h"
#include "kem/mlkem/ops_ref.h"

static_assert(KB_SHAKE128_RATE_BYTES % 3 == 0, "no candidate crosses a block");

size_t kb_mlkem_reject_ref(kb_mlkem_poly *out, size_t have, const uint8_t *in,
                           size_t len) {
    for (size_t i = 0; i < len && have < KB_MLKEM_N; i += 3) {
        int first = in[i] | (in[i + 1] & 15) << 8;
        int second = in[i + 1] >> 4 | in[i + 2] << 4;
        /* Written in any case, counted only when it is below q. */
        out->c[have] = (int16_t)first;
        have += first < KB_MLKEM_Q;
        if (have < KB_MLKEM_N) {
            out->c[have] = (int16_t)second;
            have += second < KB_MLKEM_Q;
        }
    }
    return have;
}

kb_keccak_job *kb_mlkem_hash(kb_mlkem_hashes *hashes, size_t rate, uint8_t domain,
                             const uint8_t *in, size_t len, uint8_t *out,
                             size_t out_len) {
    /* A copy takes a third of the time that zeroing takes as gcc does it. */
    static const kb_keccak_job none;
    kb_keccak_job *job = &hashes->jobs[hashes->count++];
    *job = none;
    job->rate = (uint8_t)rate;
    job->domain = domain;
    job->in[0] = (kb_keccak_piece){in, len};
    job->out = out;
    job->out_len = out_len;
    return job;
}

static bool take_candidates(kb_keccak_job *job) {
    kb_mlkem_draw *draw = job->owner;
    draw->have =
        kb_mlkem_ops_get()->reject(draw->poly, draw->have, job->out, job->out_len);
    job->out_len = KB_SHAKE128_RATE_BYTES;
    return draw->have < KB_MLKEM_N;
}

void kb_mlkem_hash_matrix(kb_mlkem_hashes *hashes, kb_mlkem_poly *a, size_t k,
                          const uint8_t *rho, const kb_keccak_job *after) {
    for (size_t i = 0; i < k * k; i++) {
        kb_mlkem_draw *draw = &hashes->draws[i];
        draw->poly = &a[i];
        draw->have = 0;
        kb_keccak_job *job =
            kb_mlkem_hash(hashes, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, rho,
                          KB_MLKEM_SYM_BYTES, draw->candidates, sizeof draw->candidates);
        size_t row = i < k ? 0 : i < 2 * k ? 1 : i < 3 * k ? 2 : 3;
        job->suffix[0] = (uint8_t)(i - row * k);
        job->suffix[1] = (uint8_t)row;
        job->suffix_len = 2;
        job->take = take_candidates;
        job->owner = draw;
        job->after = after;
    }
}

/* Bits 4i, 4i+1 are x, bits 4i+2, 4i+3 are y of coefficient i; their sums side by side.
 */
void kb_mlkem_cbd2_ref(kb_mlkem_poly *out, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N / 8; i++) {
        uint32_t bits = kb_load_le32(in + 4 * i);
        uint32_t sums =
            (bits & UINT32_C(0x55555555)) + (bits >> 1 & UINT32_C(0x55555555));
        for (size_t j = 0; j < 8; j++) {
            int x = (int)(sums >> 4 * j & 3), y = (int)(sums >> (4 * j + 2) & 3);
            out->c[8 * i + j] = (int16_t)(x - y);
        }
    }
}

/* Bits 6i .. 6i+2 are x, bits 6i+3 .. 6i+5 are y. */
void kb_mlkem_cbd3_ref(kb_mlkem_poly *out, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N / 4; i++) {
        uint32_t bits =
            in[3 * i] | (uint32_t)in[3 * i + 1] << 8 | (uint32_t)in[3 * i + 2] << 16;
        uint32_t sums = (bits & UINT32_C(0x249249)) + (bits >> 1 & UINT32_C(0x249249)) +
                        (bits >> 2 & UINT32_C(0x249249));
        for (size_t j = 0; j < 4; j++) {
            int x = (int)(sums >> 6 * j & 7), y = (int)(sums >> (6 * j + 3) & 7);
            out->c[4 * i + j] = (int16_t)(x - y);
        }
    }
}

static bool take_noise2(kb_keccak_job *job) {
    kb_mlkem_ops_get()->cbd2(job->owner, job->out);
    return false;
}

static bool take_noise3(kb_keccak_job *job) {
    kb_mlkem_ops_get()->cbd3(job->owner, job->out);
    return false;
}

void kb_mlkem_hash_noise(kb_mlkem_hashes *hashes, kb_mlkem_poly *p, size_t first,
                         size_t end, unsigned eta, kb_mlkem_noise_bits *bits,
                         const uint8_t *seed, const kb_keccak_job *after) {
    for (size_t i = first; i < end; i++) {
        kb_keccak_job *job =
            kb_mlkem_hash(hashes, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, seed,
                          KB_MLKEM_SYM_BYTES, bits->of[i], (size_t)64 * eta);
        job->suffix[0] = (uint8_t)i;
        job->suffix_len = 1;
        job->take = eta == 2 ? take_noise2 : take_noise3;
        job->owner = &p[i];
        job->after = after;
    }
}
