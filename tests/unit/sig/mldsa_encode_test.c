/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Encodings against the bit strings of the standard, and the only form of a hint. */
#include "sig/mldsa/encode.h"
#include "sig/mldsa/ops.h"
#include "tables.h"

#define N KB_MLDSA_N

static uint32_t state = 1;

static uint32_t next(void) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return state >> 8;
}

/* Bit by bit, as algorithms 9, 12 and 16 say. */
static void pack(uint8_t *out, const uint32_t field[N], unsigned bits) {
    memset(out, 0, (size_t)32 * bits);
    for (size_t i = 0; i < N; i++) {
        for (unsigned j = 0; j < bits; j++) {
            size_t at = i * bits + j;
            out[at / 8] |= (uint8_t)((field[i] >> j & 1) << at % 8);
        }
    }
}

/* Fields of all values; the first ones are the largest and the smallest. */
static void fields(uint32_t field[N], uint32_t max, int round) {
    for (size_t i = 0; i < N; i++) {
        field[i] = round == 0 ? max : round == 1 ? 0 : next() % (max + 1);
    }
}

#define ROUNDS 20
static uint32_t field[N];
static uint8_t want[640], got[640 + 1];

static void check_bytes(unsigned bits) {
    CHECK_MEM(got, want, (size_t)32 * bits);
    CHECK_INT(got[32 * bits], 0x5a);
}

static void prepare(unsigned bits, uint32_t max, int round) {
    fields(field, max, round);
    pack(want, field, bits);
    memset(got, 0x5a, sizeof got);
}

static void check_t1_t0(const kb_mldsa_ops *ops, int round) {
    static const kb_mldsa_small no_s2;
    kb_mldsa_poly t, t1_back;
    kb_mldsa_t0 t0, t0_back;
    prepare(10, 1023, round);
    for (size_t i = 0; i < N; i++) {
        /* Any residue with this high part: the last one has few low parts. */
        t.c[i] =
            (int32_t)(field[i] << 13) + (field[i] < 1023 ? (int32_t)(next() % 4096) : 0);
    }
    ops->power2round(got, &t0, &t, &no_s2);
    check_bytes(10);
    for (size_t i = 0; i < N; i++) {
        CHECK_INT(t0.c[i], t.c[i] - (int32_t)(field[i] << 13));
    }
    ops->unpack_t1(&t1_back, want);
    for (size_t i = 0; i < N; i++) {
        CHECK_INT(t1_back.c[i], field[i] << 13);
    }
    prepare(13, 8191, round);
    for (size_t i = 0; i < N; i++) {
        t0.c[i] = (int16_t)(4096 - (int32_t)field[i]);
    }
    ops->pack_t0(got, &t0);
    check_bytes(13);
    ops->unpack_t0(&t0_back, want);
    CHECK_MEM(&t0_back, &t0, sizeof t0);
}

TEST(t1_and_t0_have_the_bits_of_the_standard) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        for (int round = 0; round < ROUNDS; round++) {
            check_t1_t0(ops, round);
        }
    }
}

static void check_small(const kb_mldsa_ops *ops, int32_t eta) {
    unsigned bits = eta == 2 ? 3 : 4;
    kb_mldsa_small s, back;
    for (int round = 0; round < ROUNDS; round++) {
        prepare(bits, (uint32_t)(2 * eta), round);
        for (size_t i = 0; i < N; i++) {
            s.c[i] = (int8_t)(eta - (int32_t)field[i]);
        }
        ops->pack_small(got, &s, eta);
        check_bytes(bits);
        CHECK_INT(ops->unpack_small(&back, want, eta), 0);
        CHECK_MEM(&back, &s, sizeof s);
    }
    for (size_t i = 0; i < N; i++) {
        for (uint32_t bad = (uint32_t)(2 * eta) + 1; bad < 1u << bits; bad++) {
            uint32_t saved = field[i];
            field[i] = bad;
            pack(want, field, bits);
            CHECK(ops->unpack_small(&back, want, eta) != 0);
            field[i] = saved;
        }
    }
}

TEST(small_coefficients_have_the_bits_of_the_standard_and_a_range) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        check_small(ops, 2);
        check_small(ops, 4);
    }
}

static void check_mask(const kb_mldsa_ops *ops, unsigned bits) {
    int32_t gamma1 = 1 << (bits - 1);
    for (int round = 0; round < ROUNDS; round++) {
        kb_mldsa_poly z, back;
        prepare(bits, (UINT32_C(1) << bits) - 1, round);
        for (size_t i = 0; i < N; i++) {
            z.c[i] = gamma1 - (int32_t)field[i];
        }
        ops->pack_mask(got, &z, bits);
        check_bytes(bits);
        ops->unpack_mask(&back, want, bits);
        CHECK_MEM(&back, &z, sizeof z);
    }
}

TEST(z_and_the_mask_have_the_bits_of_the_standard) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        check_mask(ops, 18);
        check_mask(ops, 20);
    }
}

static void check_w1(const kb_mldsa_ops *ops, int32_t high) {
    unsigned bits = high == 44 ? 6 : 4;
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t w1[N];
        prepare(bits, (uint32_t)high - 1, round);
        for (size_t i = 0; i < N; i++) {
            w1[i] = (uint8_t)field[i];
        }
        ops->pack_w1(got, w1, high);
        check_bytes(bits);
    }
}

TEST(w1_has_the_bits_of_the_standard) {
    const kb_mldsa_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_mldsa_family, &at)) != NULL;) {
        check_w1(ops, 16);
        check_w1(ops, 44);
    }
}

/* ---- Hints: k = 4 polynomials, omega = 6 */

#define K     ((size_t)4)
#define OMEGA ((size_t)6)
static uint8_t hint[K * N], back[K * N];

static bool accepts(const uint8_t in[OMEGA + K]) {
    return kb_mldsa_decode_hint(back, in, K, OMEGA);
}

TEST(a_hint_is_coded_by_places_and_running_counts) {
    static const uint8_t full[] = {3, 255, 0, 7, 8, 9, 2, 2, 6, 6};
    memset(hint, 0, sizeof hint);
    hint[3] = hint[255] = 1;
    hint[2 * N] = hint[2 * N + 7] = hint[2 * N + 8] = hint[2 * N + 9] = 1;
    kb_mldsa_encode_hint(got, hint, K, OMEGA);
    CHECK_MEM(got, full, sizeof full);
    CHECK(accepts(full));
    CHECK_MEM(back, hint, sizeof hint);

    static const uint8_t few[] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 2};
    memset(hint, 0, sizeof hint);
    hint[N] = hint[3 * N] = 1;
    kb_mldsa_encode_hint(got, hint, K, OMEGA);
    CHECK_MEM(got, few, sizeof few);
    CHECK(accepts(few));
    CHECK_MEM(back, hint, sizeof hint);

    static const uint8_t none[OMEGA + K] = {0};
    memset(hint, 0, sizeof hint);
    kb_mldsa_encode_hint(got, hint, K, OMEGA);
    CHECK_MEM(got, none, sizeof none);
    CHECK(accepts(none));
    CHECK_MEM(back, hint, sizeof hint);
}

TEST(every_other_form_of_a_hint_is_refused) {
    static const uint8_t bad[][OMEGA + K] = {
        {3, 3, 0, 0, 0, 0, 2, 2, 2, 2},     /* a place twice */
        {4, 3, 0, 0, 0, 0, 2, 2, 2, 2},     /* places that fall */
        {1, 2, 4, 3, 5, 6, 2, 6, 6, 6},     /* the same in a later polynomial */
        {3, 4, 0, 0, 0, 1, 2, 2, 2, 2},     /* padding, last byte */
        {3, 4, 1, 0, 0, 0, 2, 2, 2, 2},     /* padding, first byte */
        {0, 0, 0, 0, 0, 9, 0, 0, 0, 0},     /* padding of an empty hint */
        {3, 4, 5, 0, 0, 0, 3, 2, 3, 3},     /* counts that fall */
        {3, 4, 5, 0, 0, 0, 3, 3, 3, 0},     /* the last count falls to 0 */
        {1, 2, 3, 4, 5, 6, 7, 7, 7, 7},     /* a count beyond omega */
        {1, 2, 3, 4, 5, 6, 6, 6, 6, 7},     /* only the last one */
        {1, 2, 3, 4, 5, 6, 6, 6, 6, 255},   /* far beyond the string */
        {1, 2, 3, 4, 5, 6, 6, 6, 255, 6},   /* and back */
        {1, 2, 3, 4, 5, 6, 11, 11, 11, 11}, /* one beyond the string */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_(!accepts(bad[i]), (void)0, "hint %zu is accepted", i);
    }
}

/* For random strings: what is accepted is what encode_hint writes, and nothing else. */
TEST(no_two_strings_are_the_same_hint) {
    size_t accepted = 0;
    for (int i = 0; i < 300000; i++) {
        uint8_t in[OMEGA + K], again[OMEGA + K], count = 0;
        for (size_t j = 0; j < OMEGA; j++) {
            in[j] = (uint8_t)(next() % 5);
        }
        for (size_t j = OMEGA; j < OMEGA + K; j++) {
            count = (uint8_t)(count + next() % 4 - (next() % 16 == 0));
            in[j] = count;
        }
        if (accepts(in)) {
            accepted++;
            kb_mldsa_encode_hint(again, back, K, OMEGA);
            CHECK_MEM(again, in, sizeof in);
        }
    }
    CHECK(accepted > 100);
}

int main(void) {
    RUN(t1_and_t0_have_the_bits_of_the_standard);
    RUN(small_coefficients_have_the_bits_of_the_standard_and_a_range);
    RUN(z_and_the_mask_have_the_bits_of_the_standard);
    RUN(w1_has_the_bits_of_the_standard);
    RUN(a_hint_is_coded_by_places_and_running_counts);
    RUN(every_other_form_of_a_hint_is_refused);
    RUN(no_two_strings_are_the_same_hint);
    return TEST_END();
}
