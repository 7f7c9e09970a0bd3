/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sampling, against bit-by-bit definitions over the single sponge. */
#include "kem/mlkem/ops.h"
#include "kem/mlkem/sample.h"
#include "tables.h"

#include <keybraid/hash.h>

#define Q KB_MLKEM_Q
#define N KB_MLKEM_N

static kb_mlkem_hashes hashes;
static kb_mlkem_noise_bits bits;

/* FIPS 203, algorithm 7, one candidate after another. */
static void definition_uniform(kb_mlkem_poly *p, const uint8_t in[34]) {
    kb_shake xof;
    kb_shake128_init(&xof);
    REQUIRE_OK(kb_shake_absorb(&xof, in, 34));
    REQUIRE_OK(kb_shake_finalize(&xof));
    for (int n = 0; n < N;) {
        uint8_t c[3];
        REQUIRE_OK(kb_shake_squeeze(&xof, c, 3));
        int d1 = c[0] + 256 * (c[1] % 16), d2 = c[1] / 16 + 16 * c[2];
        if (d1 < Q) {
            p->c[n++] = (int16_t)d1;
        }
        if (d2 < Q && n < N) {
            p->c[n++] = (int16_t)d2;
        }
    }
}

TEST(the_matrix_equals_its_definition) {
    for (size_t k = 2; k <= 4; k++) {
        for (unsigned round = 0; round < 40; round++) {
            kb_mlkem_poly a[16], want;
            uint8_t in[34] = {(uint8_t)round, (uint8_t)k};
            hashes.count = 0;
            kb_mlkem_hash_matrix(&hashes, a, k, in, NULL);
            kb_keccak_run(hashes.jobs, hashes.count);
            for (size_t i = 0; i < k * k; i++) {
                in[32] = (uint8_t)(i % k);
                in[33] = (uint8_t)(i / k);
                definition_uniform(&want, in);
                CHECK_MEM(&a[i], &want, sizeof want);
            }
        }
    }
}

TEST(rejection_keeps_3328_and_drops_3329_to_4095) {
    const kb_mlkem_ops *ops;
    /* 3328, 3329; 4095, 0; 3327, 3330; 1, 2 */
    static const uint8_t in[] = {0x00, 0x1d, 0xd0, 0xff, 0x0f, 0x00,
                                 0xff, 0x2c, 0xd0, 0x01, 0x20, 0x00};
    for (size_t at = 0; (ops = next_table(&kb_mlkem_family, &at)) != NULL;) {
        kb_mlkem_poly p;
        CHECK_INT(ops->reject(&p, 0, in, sizeof in), 5);
        CHECK_INT(p.c[0], 3328);
        CHECK_INT(p.c[1], 0);
        CHECK_INT(p.c[2], 3327);
        CHECK_INT(p.c[3], 1);
        CHECK_INT(p.c[4], 2);
        CHECK_INT(ops->reject(&p, 0, in, 0), 0);
    }
}

TEST(rejection_stops_at_256_and_writes_no_further) {
    const kb_mlkem_ops *ops;
    static const uint8_t in[168]; /* 112 zeros */
    for (size_t at = 0; (ops = next_table(&kb_mlkem_family, &at)) != NULL;) {
        for (size_t have = 0; have <= N; have++) {
            kb_mlkem_poly p[2];
            memset(p, 0x7f, sizeof p);
            size_t want = have + 112 < N ? have + 112 : N;
            CHECK_INT(ops->reject(p, have, in, sizeof in), want);
            int bad = 0;
            for (size_t i = 0; i < N; i++) {
                bad += i < have ? p[0].c[i] != 0x7f7f : i < want && p[0].c[i] != 0;
                bad += p[1].c[i] != 0x7f7f;
            }
            CHECK_INT(bad, 0);
        }
    }
}

static int bit_sum(const uint8_t *in, size_t at, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += in[(at + i) / 8] >> (at + i) % 8 & 1;
    }
    return sum;
}

TEST(noise_equals_its_definition) {
    for (unsigned eta = 2; eta <= 3; eta++) {
        for (size_t n = 0; n <= 9; n++) {
            kb_mlkem_poly p[9];
            uint8_t in[33] = {(uint8_t)n, (uint8_t)eta}, stream[192];
            hashes.count = 0;
            kb_mlkem_hash_noise(&hashes, p, 0, n, eta, &bits, in, NULL);
            kb_keccak_run(hashes.jobs, hashes.count);
            int bad = 0;
            for (size_t i = 0; i < n; i++) {
                in[32] = (uint8_t)i;
                kb_shake256(stream, (size_t)64 * eta, in, sizeof in);
                for (size_t j = 0; j < N; j++) {
                    int x = bit_sum(stream, 2 * j * eta, eta);
                    int y = bit_sum(stream, 2 * j * eta + eta, eta);
                    bad += p[i].c[j] != x - y;
                }
            }
            CHECK_INT(bad, 0);
        }
    }
}

TEST(every_table_counts_every_byte_value_right) {
    const kb_mlkem_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mlkem_family, &at)) != NULL;) {
        for (unsigned first = 0; first < 256; first++) {
            uint8_t in[192];
            kb_mlkem_poly two, three;
            for (unsigned i = 0; i < sizeof in; i++) {
                in[i] = (uint8_t)(first + 29 * i);
            }
            ops->cbd2(&two, in);
            ops->cbd3(&three, in);
            int bad = 0;
            for (size_t j = 0; j < N; j++) {
                bad += two.c[j] != bit_sum(in, 4 * j, 2) - bit_sum(in, 4 * j + 2, 2);
                bad += three.c[j] != bit_sum(in, 6 * j, 3) - bit_sum(in, 6 * j + 3, 3);
            }
            CHECK_INT(bad, 0);
        }
    }
}

int main(void) {
    RUN(the_matrix_equals_its_definition);
    RUN(rejection_keeps_3328_and_drops_3329_to_4095);
    RUN(rejection_stops_at_256_and_writes_no_further);
    RUN(noise_equals_its_definition);
    RUN(every_table_counts_every_byte_value_right);
    return TEST_END();
}
