/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix and noise against their definitions, one stream and one bit at a time. */
#include "kem/dkem/sample.h"

#include "dkem_case.h"
#include "hash/sm3/sm3.h"
#include "kem/dkem/hash.h"
#include "kem/dkem/ops.h"
#include "tables.h"

#define N_MAX       KB_DKEM_N_MAX
#define SHORT_ROUND 181

/* The stream X(seed || suffix). */
static void stream(const kb_dkem_params *params, uint8_t *out, size_t len,
                   const uint8_t *seed, const uint8_t *suffix, size_t suffix_len) {
    uint8_t in[KB_DKEM_SEED_MAX_BYTES + 2];
    memcpy(in, seed, params->seed_bytes);
    memcpy(in + params->seed_bytes, suffix, suffix_len);
    if (params->suite == KB_DKEM_SM3) {
        kb_sm3_xof(out, len, in, params->seed_bytes + suffix_len);
    } else {
        kb_shake128(out, len, in, params->seed_bytes + suffix_len);
    }
}

/* Candidates used for a polynomial; wrong coefficients are added to *bad. */
static size_t check_rejection(const kb_dkem_params *params, const int16_t *a,
                              const uint8_t *bytes, int *bad) {
    size_t have = 0, candidate = 0, bits = params->ring->bits;
    while (have < params->ring->n) {
        unsigned x = bits_at(bytes, candidate++ * bits, params->ring->bits);
        if (x < (unsigned)params->ring->q) {
            *bad += a[have++] != (int)x;
        }
    }
    return candidate;
}

TEST(the_matrix_is_what_streams_hold_below_q_and_streams_go_on_when_short) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        static int16_t a[16 * N_MAX];
        const kb_dkem_params *params = sets[s].params;
        /* What sample.c reads at first. */
        static const size_t first_bytes[SET_COUNT] = {512, 480, 928, 504, 504, 1008};
        size_t k = params->k, most = 0;
        size_t first = first_bytes[s] - first_bytes[s] % params->ring->group_bytes;
        int bad = 0, went_on = 0;
        for (unsigned i = 0; i <= 60; i++) {
            uint8_t rho[KB_DKEM_SEED_MAX_BYTES], bytes[3000];
            /* Of DKEM-512 not one polynomial in 5000 needs more; the last rho has one. */
            unsigned round = i == 60 ? SHORT_ROUND : i;
            kb_shake256(rho, sizeof rho,
                        (uint8_t[]){(uint8_t)s, (uint8_t)round, (uint8_t)(round >> 8)},
                        3);
            kb_dkem_sample_matrix(params, a, rho);
            for (size_t j = 0; j < k * k; j++) {
                uint8_t suffix[2] = {(uint8_t)(j % k), (uint8_t)(j / k)};
                stream(params, bytes, sizeof bytes, rho, suffix, 2);
                size_t used =
                    check_rejection(params, a + j * params->ring->n, bytes, &bad);
                went_on += used * params->ring->bits > 8 * first;
                most = used > most ? used : most;
            }
        }
        CHECK_INT(bad, 0);
        TEST_NOTE("%s: %d of %zu polynomials needed more than %zu bytes, at most %zu "
                  "candidates",
                  params->id, went_on, 61 * k * k, first, most);
        if (k == 4 && first < 1000) {
            CHECK(went_on > 0);
        }
    }
}

TEST(noise_counts_the_bits_of_its_stream) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        size_t n = params->ring->n, seen[7] = {0};
        unsigned eta = params->eta;
        int bad = 0;
        for (size_t count = 1; count <= 9; count++) {
            static int16_t p[9 * N_MAX];
            uint8_t seed[KB_DKEM_SEED_MAX_BYTES], bytes[N_MAX];
            kb_shake256(seed, sizeof seed, (uint8_t[]){(uint8_t)s, (uint8_t)count}, 2);
            kb_dkem_sample_noise(params, p, count, seed, 3);
            for (size_t i = 0; i < count; i++) {
                uint8_t nonce = (uint8_t)(3 + i);
                stream(params, bytes, n * eta / 4, seed, &nonce, 1);
                for (size_t j = 0; j < n; j++) {
                    int x = 0;
                    for (unsigned t = 0; t < eta; t++) {
                        x += (int)bits_at(bytes, 2 * eta * j + t, 1);
                        x -= (int)bits_at(bytes, 2 * eta * j + eta + t, 1);
                    }
                    bad += p[i * n + j] != x;
                    seen[x + 3]++;
                }
            }
        }
        CHECK_INT(bad, 0);
        for (int x = -(int)eta; x <= (int)eta; x++) {
            CHECK(seen[x + 3] > 0);
        }
    }
}

TEST(thirteen_bit_candidates_are_taken_below_q_only_and_never_beyond_the_end) {
    const kb_dkem_ops *ops;
    uint8_t bytes[13 * 4];
    int16_t out[N_MAX + 1];
    static const unsigned values[8] = {0, 7680, 7681, 8191, 1, 7682, 5000, 8000};
    for (size_t i = 0; i < 32; i++) {
        set_bits_at(bytes, 13 * i, 13, values[i % 8]);
    }
    for (size_t at = 0; (ops = next_table(&kb_dkem_family, &at)) != NULL;) {
        for (size_t start = N_MAX - 40; start <= N_MAX; start++) {
            memset(out, 0x77, sizeof out);
            size_t have = ops->reject(out, start, bytes, sizeof bytes);
            CHECK_INT(have, start + 16 < N_MAX ? start + 16 : N_MAX);
            for (size_t i = start; i < have; i++) {
                static const int taken[4] = {0, 7680, 1, 5000};
                CHECK_INT(out[i], taken[(i - start) % 4]);
            }
            CHECK_INT(out[N_MAX], 0x7777);
            CHECK_INT(out[start - 1], 0x7777);
        }
    }
}

int main(void) {
    RUN(the_matrix_is_what_streams_hold_below_q_and_streams_go_on_when_short);
    RUN(noise_counts_the_bits_of_its_stream);
    RUN(thirteen_bit_candidates_are_taken_below_q_only_and_never_beyond_the_end);
    return TEST_END();
}
