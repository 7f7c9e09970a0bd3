/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Samplers against the loops of the standard over one sponge each. */
#include "sig/mldsa/ops.h"
#include "sig/mldsa/sample.h"
#include "tables.h"

#include <keybraid/hash.h>

#define N KB_MLDSA_N
#define Q KB_MLDSA_Q

static uint8_t seed[64];

static void make_seed(uint8_t number) {
    kb_shake256(seed, sizeof seed, &number, 1);
}

/* Algorithm 30. */
static void matrix_poly(uint8_t out[3 * N], uint8_t column, uint8_t row) {
    uint8_t in[34];
    kb_shake sponge;
    memcpy(in, seed, 32);
    in[32] = column;
    in[33] = row;
    kb_shake128_init(&sponge);
    CHECK_OK(kb_shake_absorb(&sponge, in, sizeof in));
    CHECK_OK(kb_shake_finalize(&sponge));
    for (size_t i = 0; i < N;) {
        uint8_t b[3];
        CHECK_OK(kb_shake_squeeze(&sponge, b, 3));
        int32_t c = b[0] + 256 * b[1] + 65536 * (b[2] % 128);
        if (c < Q) {
            b[2] %= 128;
            memcpy(out + 3 * i++, b, 3);
        }
    }
}

TEST(matrix_is_that_of_the_standard_for_every_shape) {
    static const size_t shapes[3][2] = {{4, 4}, {6, 5}, {8, 7}};
    static kb_mldsa_packed a[56];
    for (uint8_t s = 0; s < 3; s++) {
        size_t k = shapes[s][0], l = shapes[s][1];
        make_seed(s);
        /* A job beside does not disturb, nor is it disturbed. */
        uint8_t hash[500], want_hash[500];
        kb_keccak_job beside = {KB_KECCAK_SHAKE256, .in = {{seed, 64}}, .out = hash,
                                .out_len = sizeof hash};
        kb_shake256(want_hash, sizeof want_hash, seed, 64);
        kb_mldsa_sample_matrix(a, k, l, seed, s == 0 ? NULL : &beside);
        CHECK(s == 0 || memcmp(hash, want_hash, sizeof hash) == 0);
        for (size_t row = 0; row < k; row++) {
            for (size_t column = 0; column < l; column++) {
                uint8_t want[3 * N];
                matrix_poly(want, (uint8_t)column, (uint8_t)row);
                CHECK_MEM(a[row * l + column].b, want, sizeof want);
            }
        }
    }
}

TEST(candidates_from_q_on_are_refused) {
    const kb_mldsa_ops *ops;
    /* q, q - 1 with the ignored bit, 2^23 - 1, 0, q + 1. */
    static const uint8_t in[15] = {0x01, 0xe0, 0x7f, 0x00, 0xe0, 0xff, 0xff, 0xff,
                                   0xff, 0x00, 0x00, 0x00, 0x02, 0xe0, 0x7f};
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        static const uint8_t kept[6] = {0x00, 0xe0, 0x7f, 0, 0, 0};
        kb_mldsa_packed p = {{0}};
        CHECK_INT(ops->reject(&p, 0, in, sizeof in), 2);
        CHECK_MEM(p.b, kept, 6);
        memset(p.b + 765, 5, 3);
        CHECK_INT(ops->reject(&p, 255, in, sizeof in), 256);
        CHECK_MEM(p.b + 765, kept, 3);
        CHECK_INT(ops->reject(&p, 256, in, sizeof in), 256);
        CHECK_MEM(p.b + 765, kept, 3);
    }
}

/* Streams in which every third candidate is near q, in every number of pieces. */
TEST(kernels_reject_alike_wherever_they_begin) {
    const kb_mldsa_ops *ops;
    for (uint8_t number = 0; number < 50; number++) {
        static uint8_t in[960];
        kb_shake256(in, sizeof in, &number, 1);
        for (size_t i = 0; i < sizeof in; i += 9 + 3 * (number % 8u)) {
            in[i + 2] |= 0x7f;
            in[i + 1] |= number % 2 == 0 ? 0xe0 : 0;
            in[i + 1] &= 0xe0;
            in[i] &= 1;
        }
        size_t first = (size_t)3 * number, want_have;
        kb_mldsa_packed want = {{0}};
        want_have = kb_mldsa_ops_ref.reject(&want, 0, in, sizeof in);
        for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
            kb_mldsa_packed got = {{0}};
            size_t have = ops->reject(&got, 0, in, first);
            have = ops->reject(&got, have, in + first, sizeof in - first);
            CHECK_INT(have, want_have);
            CHECK_MEM(got.b, want.b, 3 * have);
        }
    }
}

TEST(kernels_reject_half_bytes_alike) {
    const kb_mldsa_ops *ops;
    for (uint8_t number = 0; number < 100; number++) {
        uint8_t in[KB_MLDSA_SMALL_STREAM_BYTES];
        kb_shake256(in, sizeof in, &number, 1);
        /* Some streams have many that are refused. */
        for (size_t i = 0; i < sizeof in; i += 1 + number % 7u) {
            in[i] |= number % 3 == 0 ? 0xff : 0;
        }
        for (int32_t eta = 2; eta <= 4; eta += 2) {
            kb_mldsa_small want = {{0}};
            size_t first = 8 * (number % 34u), want_have;
            want_have = kb_mldsa_ops_ref.reject_small(&want, 0, in, sizeof in, eta);
            for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
                kb_mldsa_small got = {{0}};
                size_t have = ops->reject_small(&got, 0, in, first, eta);
                have = ops->reject_small(&got, have, in + first, sizeof in - first, eta);
                CHECK_INT(have, want_have);
                CHECK_MEM(got.c, want.c, have);
            }
        }
    }
}

/* Algorithms 31 and 15. */
static void small_poly(int8_t out[N], int eta, uint8_t nonce) {
    uint8_t in[66];
    kb_shake sponge;
    memcpy(in, seed, 64);
    in[64] = nonce;
    in[65] = 0;
    kb_shake256_init(&sponge);
    CHECK_OK(kb_shake_absorb(&sponge, in, sizeof in));
    CHECK_OK(kb_shake_finalize(&sponge));
    for (size_t i = 0; i < N;) {
        uint8_t z;
        CHECK_OK(kb_shake_squeeze(&sponge, &z, 1));
        int half[2] = {z % 16, z / 16};
        for (size_t j = 0; j < 2 && i < N; j++) {
            if (eta == 2 && half[j] < 15) {
                out[i++] = (int8_t)(2 - half[j] % 5);
            } else if (eta == 4 && half[j] < 9) {
                out[i++] = (int8_t)(4 - half[j]);
            }
        }
    }
}

TEST(short_vectors_are_those_of_the_standard) {
    for (int eta = 2; eta <= 4; eta += 2) {
        for (uint8_t number = 0; number < 20; number++) {
            static kb_mldsa_packed a[56], want_a[56];
            kb_mldsa_small s[15];
            make_seed(number);
            kb_mldsa_sample_matrix(want_a, 8, 7, seed, NULL);
            kb_mldsa_sample_key(a, s, 8, 7, eta, seed, seed);
            CHECK_MEM(a, want_a, sizeof a);
            for (uint8_t i = 0; i < 15; i++) {
                int8_t want[N];
                small_poly(want, eta, i);
                CHECK_MEM(s[i].c, want, sizeof want);
            }
        }
    }
}

TEST(mask_is_that_of_the_standard_and_its_nonce_has_two_bytes) {
    static const uint16_t nonces[] = {0, 250, 254, 7164};
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        for (size_t n = 0; n < 4; n++) {
            uint8_t out[4][640];
            kb_keccak_job jobs[4];
            make_seed((uint8_t)n);
            for (size_t i = 0; i < 4; i++) {
                jobs[i] = kb_mldsa_mask_job(out[i], bits, seed, nonces[n] + i);
            }
            kb_keccak_run(jobs, 4);
            for (size_t i = 0; i < 4; i++) {
                uint8_t in[66], stream[640];
                memcpy(in, seed, 64);
                in[64] = (uint8_t)((nonces[n] + i) % 256);
                in[65] = (uint8_t)((nonces[n] + i) / 256);
                kb_shake256(stream, (size_t)32 * bits, in, sizeof in);
                CHECK_MEM(out[i], stream, (size_t)32 * bits);
            }
        }
    }
}

/* Algorithm 29. */
static void ball(int32_t c[N], size_t tau, const uint8_t *tilde, size_t len) {
    uint8_t signs[8], j;
    kb_shake sponge;
    memset(c, 0, N * sizeof c[0]);
    kb_shake256_init(&sponge);
    CHECK_OK(kb_shake_absorb(&sponge, tilde, len));
    CHECK_OK(kb_shake_finalize(&sponge));
    CHECK_OK(kb_shake_squeeze(&sponge, signs, 8));
    for (size_t i = N - tau; i < N; i++) {
        do {
            CHECK_OK(kb_shake_squeeze(&sponge, &j, 1));
        } while (j > i);
        size_t bit = i + tau - N;
        c[i] = c[j];
        c[j] = (signs[bit / 8] >> bit % 8 & 1) == 0 ? 1 : -1;
    }
}

TEST(challenge_is_that_of_the_standard_in_both_forms) {
    static const size_t taus[3] = {39, 49, 60}, lengths[3] = {32, 48, 64};
    for (size_t s = 0; s < 3; s++) {
        for (uint8_t number = 0; number < 100; number++) {
            int32_t want[N], got[N] = {0};
            kb_mldsa_challenge challenge;
            kb_mldsa_poly p;
            make_seed(number);
            ball(want, taus[s], seed, lengths[s]);
            kb_mldsa_sample_challenge(&challenge, taus[s], seed, lengths[s]);
            CHECK_INT(challenge.tau, taus[s]);
            for (size_t i = 0; i < challenge.tau; i++) {
                size_t shift = challenge.shift[i];
                REQUIRE(shift < 2 * N);
                got[shift % N] += shift < N ? 1 : -1;
            }
            CHECK_MEM(got, want, sizeof want);
            kb_mldsa_challenge_poly(&p, &challenge);
            CHECK_MEM(p.c, want, sizeof want);
        }
    }
}

int main(void) {
    RUN(matrix_is_that_of_the_standard_for_every_shape);
    RUN(candidates_from_q_on_are_refused);
    RUN(kernels_reject_alike_wherever_they_begin);
    RUN(kernels_reject_half_bytes_alike);
    RUN(short_vectors_are_those_of_the_standard);
    RUN(mask_is_that_of_the_standard_and_its_nonce_has_two_bytes);
    RUN(challenge_is_that_of_the_standard_in_both_forms);
    return TEST_END();
}
