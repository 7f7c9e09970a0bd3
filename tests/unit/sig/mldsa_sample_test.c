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
static void matrix_poly(int32_t out[N], uint8_t column, uint8_t row) {
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
            out[i++] = c;
        }
    }
}

TEST(matrix_is_that_of_the_standard_for_every_shape) {
    static const size_t shapes[3][2] = {{4, 4}, {6, 5}, {8, 7}};
    static kb_mldsa_poly a[56];
    for (uint8_t s = 0; s < 3; s++) {
        size_t k = shapes[s][0], l = shapes[s][1];
        make_seed(s);
        kb_mldsa_sample_matrix(a, k, l, seed);
        for (size_t row = 0; row < k; row++) {
            for (size_t column = 0; column < l; column++) {
                int32_t want[N];
                matrix_poly(want, (uint8_t)column, (uint8_t)row);
                CHECK_MEM(a[row * l + column].c, want, sizeof want);
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
        kb_mldsa_poly p = {{0}};
        CHECK_INT(ops->reject(&p, 0, in, sizeof in), 2);
        CHECK_INT(p.c[0], Q - 1);
        CHECK_INT(p.c[1], 0);
        p.c[255] = 5;
        CHECK_INT(ops->reject(&p, 255, in, sizeof in), 256);
        CHECK_INT(p.c[255], Q - 1);
        CHECK_INT(ops->reject(&p, 256, in, sizeof in), 256);
        CHECK_INT(p.c[255], Q - 1);
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
            kb_mldsa_small s[15];
            make_seed(number);
            kb_mldsa_sample_small(s, 15, eta, seed);
            for (uint8_t i = 0; i < 15; i++) {
                int8_t want[N];
                small_poly(want, eta, i);
                CHECK_MEM(s[i].c, want, sizeof want);
            }
        }
    }
}

TEST(mask_is_that_of_the_standard_and_its_nonce_has_two_bytes) {
    static const uint16_t nonces[] = {0, 250, 254, 7161};
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        for (size_t n = 0; n < 4; n++) {
            kb_mldsa_poly y[7];
            make_seed((uint8_t)n);
            kb_mldsa_mask_room room;
            kb_mldsa_sample_mask(y, 7, bits, seed, nonces[n], &room);
            for (size_t i = 0; i < 7; i++) {
                uint8_t in[66], stream[640];
                memcpy(in, seed, 64);
                in[64] = (uint8_t)((nonces[n] + i) % 256);
                in[65] = (uint8_t)((nonces[n] + i) / 256);
                kb_shake256(stream, (size_t)32 * bits, in, sizeof in);
                for (size_t j = 0; j < N; j++) {
                    int32_t field = 0;
                    for (unsigned b = 0; b < bits; b++) {
                        size_t at = j * bits + b;
                        field |= (stream[at / 8] >> at % 8 & 1) << b;
                    }
                    CHECK_INT(y[i].c[j], (1 << (bits - 1)) - field);
                }
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
    RUN(short_vectors_are_those_of_the_standard);
    RUN(mask_is_that_of_the_standard_and_its_nonce_has_two_bytes);
    RUN(challenge_is_that_of_the_standard_in_both_forms);
    return TEST_END();
}
