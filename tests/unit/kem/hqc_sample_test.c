/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Positions against samplers that branch and divide, over a stream computed apart. */
#include "hqc_case.h"
#include "kem/hqc/sample.h"

#define STREAM_BYTES 4096
static uint8_t seed[33], stream[STREAM_BYTES];

/* The stream of a seed that follows from number; the next read begins at *at. */
static void start(const kb_hqc_params *params, kb_hqc_xof *xof, unsigned number) {
    fill(seed, 32, 40, number);
    seed[32] = 1;
    kb_shake256(stream, sizeof stream, seed, sizeof seed);
    kb_hqc_xof_init(params, xof, seed);
}

static bool holds(const uint32_t *positions, size_t count, uint32_t position) {
    for (size_t i = 0; i < count; i++) {
        if (positions[i] == position) {
            return true;
        }
    }
    return false;
}

/* Rejection as the specification says it; returns where the next read begins. */
static size_t reject_plainly(const kb_hqc_params *params, uint32_t *positions,
                             size_t at) {
    size_t held = 0, used = 0;
    bool is_r26 = params->profile == KB_HQC_R26;
    size_t batch = 3 * params->weight, step = (batch + 7) / 8 * 8;
    while (held < params->weight) {
        const uint8_t *p =
            stream + at + (is_r26 ? used : used / batch * step + used % batch);
        uint32_t c = is_r26 ? (uint32_t)(p[0] | p[1] << 8 | p[2] << 16)
                            : (uint32_t)(p[0] << 16 | p[1] << 8 | p[2]);
        used += 3;
        if (c < (1u << 24) / params->n * params->n &&
            !holds(positions, held, c % params->n)) {
            positions[held++] = c % params->n;
        }
    }
    return at + (is_r26 ? used : (used + batch - 1) / batch * step);
}

TEST(
    rejection_gives_the_positions_of_the_plain_sampler_and_leaves_the_stream_where_it_does) {
    unsigned refused = 0;
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        for (unsigned number = 0; number < 60; number++) {
            uint32_t want[KB_HQC_WEIGHT_MAX], got[KB_HQC_WEIGHT_MAX];
            kb_hqc_xof xof;
            uint8_t rest[8];
            start(params, &xof, number);
            size_t at = 0;
            for (unsigned again = 0; again < 3; again++) {
                size_t before = at;
                at = reject_plainly(params, want, at);
                kb_hqc_sample_rejecting(params, got, &xof);
                CHECK_MEM(got, want, params->weight * sizeof got[0]);
                refused += at - before > 3 * params->weight + 7;
            }
            kb_hqc_xof_read(&xof, rest, sizeof rest);
            CHECK_MEM(rest, stream + at, sizeof rest);
        }
    }
    /* Otherwise nothing was refused and nothing shown. */
    CHECK(refused > 20);
}

TEST(fixed_sampling_gives_the_positions_of_the_plain_sampler) {
    unsigned replaced = 0;
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        size_t weight = params->enc_weight;
        for (unsigned number = 0; number < 60; number++) {
            uint32_t want[KB_HQC_ENC_WEIGHT_MAX], got[KB_HQC_ENC_WEIGHT_MAX];
            kb_hqc_xof xof;
            uint8_t rest[8];
            start(params, &xof, number);
            size_t at = 0;
            for (unsigned again = 0; again < 3; again++) {
                for (size_t i = 0; i < weight; i++, at += 4) {
                    uint64_t a = stream[at] | (uint64_t)stream[at + 1] << 8 |
                                 (uint64_t)stream[at + 2] << 16 |
                                 (uint64_t)stream[at + 3] << 24;
                    want[i] = (uint32_t)(i + a * (params->n - i) / (UINT64_C(1) << 32));
                }
                for (size_t i = weight - 1; i-- > 0;) {
                    if (holds(want + i + 1, weight - i - 1, want[i])) {
                        want[i] = (uint32_t)i;
                        replaced++;
                    }
                }
                at = params->profile == KB_HQC_V500 ? (at + 7) / 8 * 8 : at;
                kb_hqc_sample_fixed(params, got, &xof);
                CHECK_MEM(got, want, weight * sizeof got[0]);
                for (size_t i = 0; i < weight; i++) {
                    CHECK(got[i] < params->n && !holds(got, i, got[i]));
                }
            }
            /* Always the same number of bytes, whatever was repeated. */
            kb_hqc_xof_read(&xof, rest, sizeof rest);
            CHECK_MEM(rest, stream + at, sizeof rest);
        }
    }
    CHECK(replaced > 20);
}

TEST(repeated_positions_are_replaced_downwards) {
    const kb_hqc_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_hqc_family, &at)) != NULL;) {
        uint32_t positions[] = {9, 9, 7, 9, 7, 5}, all[KB_HQC_ENC_WEIGHT_MAX];
        const uint32_t want[] = {0, 1, 2, 9, 7, 5};
        ops->replace_repeats(positions, 6);
        CHECK_MEM(positions, want, sizeof want);
        for (size_t i = 0; i < KB_HQC_ENC_WEIGHT_MAX; i++) {
            all[i] = 57636;
        }
        ops->replace_repeats(all, KB_HQC_ENC_WEIGHT_MAX);
        for (size_t i = 0; i < KB_HQC_ENC_WEIGHT_MAX; i++) {
            CHECK_INT(all[i], i == KB_HQC_ENC_WEIGHT_MAX - 1 ? 57636 : i);
        }
        /* A replacement counts for those below it: the second 8 makes the first a 2, which
         * the 2 at index 0 then repeats. Upwards, both would stay. */
        uint32_t chain[] = {2, 4, 8, 8, 4};
        const uint32_t chained[] = {0, 1, 2, 8, 4};
        ops->replace_repeats(chain, 5);
        CHECK_MEM(chain, chained, sizeof chained);
    }
}

TEST(quotients_are_estimated_for_every_candidate_within_one) {
    for (size_t s = 0; s < SIZE_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        CHECK_INT(params->reject_from, (1 << 24) / params->n * params->n);
        uint32_t bad = 0;
        for (uint64_t c = 0; c < 1 << 24; c++) {
            uint64_t rest = c - (c * params->inverse >> 32) * params->n;
            bad += rest >= 2 * (uint64_t)params->n;
        }
        CHECK_INT(bad, 0);
    }
}

TEST(uniform_elements_are_the_stream_without_the_bits_above_n) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        static uint8_t want[KB_HQC_EK_MAX_BYTES], got[8 * KB_HQC_MAX_WORDS];
        static kb_hqc_vec v;
        fill(seed, 32, 41, (unsigned)s);
        seed[32] = 1;
        kb_shake256(want, params->n_bytes, seed, sizeof seed);
        want[params->n_bytes - 1] &= (uint8_t)((1 << params->n % 8) - 1);
        fill(&v, sizeof v, 42, 0);
        kb_hqc_sample_uniform(params, &v, seed);
        kb_hqc_store(got, &v, sizeof got);
        CHECK_MEM(got, want, params->n_bytes);
        for (size_t i = params->n_bytes; i < sizeof got; i++) {
            CHECK_INT(got[i], 0);
        }
    }
}

int main(void) {
    RUN(rejection_gives_the_positions_of_the_plain_sampler_and_leaves_the_stream_where_it_does);
    RUN(fixed_sampling_gives_the_positions_of_the_plain_sampler);
    RUN(repeated_positions_are_replaced_downwards);
    RUN(quotients_are_estimated_for_every_candidate_within_one);
    RUN(uniform_elements_are_the_stream_without_the_bits_above_n);
    return TEST_END();
}
