/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The inner sponge: domain bytes, four states side by side, and the choice of a table. */
#include "hash/hash_count.h"
#include "hash/keccak/keccak.h"
#include "hash/keccak/ops.h"
#include "tables.h"

/* Keccak-f[1600] of the zero state, lanes 0, 1 and 24 (the Keccak team's figures). */
TEST(every_table_permutes_the_zero_state_right) {
    const kb_keccak_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_keccak_family, &at)) != NULL;) {
        unsigned dropped = 0;
        REQUIRE(pick_before_portable(&kb_keccak_family, &ops->head, kb_cpu_features(),
                                     &dropped) == &ops->head);
        CHECK_INT(dropped, 0);
        uint64_t lanes[25] = {0}, four[25][4] = {{0}};
        ops->permute(lanes);
        ops->permute_x4(four, 4);
        CHECK(lanes[0] == UINT64_C(0xf1258f7940e1dde7));
        CHECK(lanes[1] == UINT64_C(0x84d5ccf933c0478a));
        CHECK(lanes[24] == UINT64_C(0xeaf1ff7b5ceca249));
        for (size_t j = 0; j < 4; j++) {
            for (size_t i = 0; i < 25; i++) {
                CHECK(four[i][j] == lanes[i]);
            }
        }
    }
}

static void permute_wrongly(uint64_t lanes[25]) {
    kb_keccak_ops_ref.permute(lanes);
    lanes[24] ^= UINT64_C(1) << 63;
}

static void permute_x4_wrongly(uint64_t lanes[25][4], size_t used) {
    kb_keccak_ops_ref.permute_x4(lanes, used);
    lanes[0][3] ^= 1;
}

static void permute_x4_to_wrongly(uint64_t (*out)[4], size_t words, uint64_t lanes[25][4],
                                  size_t used) {
    kb_keccak_ops_ref.permute_x4_to(out, words, lanes, used);
    out[words - 1][used - 1] ^= words == 3;
}

static void absorb_x4_wrongly(uint64_t lanes[25][4], const uint8_t *const in[4],
                              size_t words, unsigned fresh) {
    kb_keccak_ops_ref.absorb_x4(lanes, in, words, fresh & 7);
}

static void squeeze_x4_wrongly(uint8_t *const out[4], uint64_t lanes[25][4],
                               size_t words) {
    kb_keccak_ops_ref.squeeze_x4(out, lanes, words);
    if (words == 25) {
        out[2][199] ^= 1;
    }
}

TEST(a_table_that_computes_something_else_is_dropped) {
    kb_keccak_ops wrong = kb_keccak_ops_ref, wrong_x4 = kb_keccak_ops_ref;
    wrong.permute = permute_wrongly;
    wrong_x4.permute_x4 = permute_x4_wrongly;
    check_is_dropped(&kb_keccak_family, &wrong.head);
    check_is_dropped(&kb_keccak_family, &wrong_x4.head);
    kb_keccak_ops wrong_to = kb_keccak_ops_ref;
    wrong_to.permute_x4_to = permute_x4_to_wrongly;
    check_is_dropped(&kb_keccak_family, &wrong_to.head);
    kb_keccak_ops wrong_absorb = kb_keccak_ops_ref, wrong_squeeze = kb_keccak_ops_ref;
    wrong_absorb.absorb_x4 = absorb_x4_wrongly;
    wrong_squeeze.squeeze_x4 = squeeze_x4_wrongly;
    check_is_dropped(&kb_keccak_family, &wrong_absorb.head);
    check_is_dropped(&kb_keccak_family, &wrong_squeeze.head);
    CHECK_INT(kb_ops_dropped(&kb_keccak_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_keccak_ops other = kb_keccak_ops_ref;
    check_is_taken_where_it_runs(&kb_keccak_family, &other.head);
}

/* Numbers that are the same in every run (splitmix64). */
static uint64_t next_number(void) {
    static uint64_t x;
    x += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Room for states that may start at any word, in particular between vectors. */
typedef struct states {
    uint64_t words[4 + 100];
} states;

TEST(every_table_permutes_random_states_as_the_portable_one) {
    const kb_keccak_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_keccak_family, &at)) != NULL;) {
        for (size_t n = 0; n < 4000; n++) {
            states got, want;
            size_t start = n % 4, used = 1 + n / 4 % 4;
            for (size_t i = 0; i < 104; i++) {
                got.words[i] = want.words[i] = next_number();
            }
            uint64_t(*a)[4] = (uint64_t(*)[4])(got.words + start);
            uint64_t(*b)[4] = (uint64_t(*)[4])(want.words + start);
            uint64_t few[4][4];
            size_t words = 1 + n / 16 % 4;
            ops->permute_x4_to(few, words, a, used);
            for (size_t i = 0; i < 25; i++) {
                CHECK_MEM(a[i], b[i], 8 * used);
            }
            ops->permute_x4(a, used);
            kb_keccak_ops_ref.permute_x4(b, used);
            for (size_t i = 0; i < words; i++) {
                CHECK_MEM(few[i], b[i], 8 * used);
            }
            for (size_t i = 0; i < 25; i++) {
                CHECK_MEM(a[i], b[i], 8 * used);
            }
            /* Nothing around them changes. */
            CHECK_MEM(got.words, want.words, 8 * start);
            CHECK_MEM(a[25], b[25], 8 * (4 - start));
            ops->permute(got.words + start);
            kb_keccak_ops_ref.permute(want.words + start);
            if (used == 4) {
                CHECK_MEM(got.words, want.words, sizeof want.words);
            }
        }
    }
}

TEST(every_table_moves_bytes_of_any_alignment_as_the_portable_one) {
    const kb_keccak_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_keccak_family, &at)) != NULL;) {
        for (unsigned n = 0; n < 4000; n++) {
            uint64_t got[25][4], want[25][4];
            uint8_t bytes[4 * 232], got_out[4 * 232], want_out[4 * 232];
            const uint8_t *in[4];
            uint8_t *a[4], *b[4];
            size_t words = n % 26;
            for (size_t i = 0; i < sizeof bytes; i++) {
                bytes[i] = (uint8_t)next_number();
                got_out[i] = want_out[i] = (uint8_t)i;
            }
            for (size_t j = 0; j < 4; j++) {
                size_t start = 232 * j + next_number() % 32;
                in[j] = bytes + start;
                a[j] = got_out + start;
                b[j] = want_out + start;
                for (size_t i = 0; i < 25; i++) {
                    got[i][j] = want[i][j] = next_number();
                }
            }
            ops->absorb_x4(got, in, words, n / 26 % 16);
            kb_keccak_ops_ref.absorb_x4(want, in, words, n / 26 % 16);
            CHECK_MEM(got, want, sizeof got);
            ops->squeeze_x4(a, got, words);
            kb_keccak_ops_ref.squeeze_x4(b, want, words);
            CHECK_MEM(got_out, want_out, sizeof got_out);
        }
    }
}

/* SP 800-185 example 1: cSHAKE128, N empty, S "Email Signature", data 00010203. */
TEST(cshake_can_be_built_from_domain_byte_and_zero_fill) {
    static const uint8_t prefix[] = {0x01, 0xa8, 0x01, 0x00, 0x01, 0x78};
    static const uint8_t data[] = {0, 1, 2, 3};
    kb_keccak sponge;
    uint8_t out[32];
    kb_keccak_init(&sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_CSHAKE);
    kb_keccak_absorb_zeros_to_block(&sponge);
    kb_keccak_absorb(&sponge, prefix, sizeof prefix);
    kb_keccak_absorb(&sponge, "Email Signature", 15);
    kb_keccak_absorb_zeros_to_block(&sponge);
    kb_keccak_absorb(&sponge, data, sizeof data);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, out, sizeof out);
    CHECK_HEX(out, sizeof out,
              "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5");
}

static void check_side_by_side(size_t rate, size_t len, size_t used) {
    uint8_t in[4][2 * 200 + 1], got[4][3 * 200 + 5], want[3 * 200 + 5];
    const uint8_t *in_at[4] = {NULL};
    uint8_t *first[4] = {NULL}, *rest[4] = {NULL};
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < len; i++) {
            in[j][i] = (uint8_t)(31 * i + 97 * j + len);
        }
        in_at[j] = in[j];
        first[j] = got[j];
        rest[j] = got[j] + rate;
    }
    kb_keccak_x4 four;
    kb_keccak_x4_absorb_all(&four, rate, KB_KECCAK_DOMAIN_SHAKE, in_at, used, len);
    kb_keccak_x4_squeeze(&four, first, rate);
    kb_keccak_x4_squeeze(&four, rest, 2 * rate + 5);
    for (size_t j = 0; j < used; j++) {
        kb_keccak one;
        kb_keccak_init(&one, rate, KB_KECCAK_DOMAIN_SHAKE);
        kb_keccak_absorb(&one, in[j], len);
        kb_keccak_pad(&one);
        kb_keccak_squeeze(&one, want, 3 * rate + 5);
        CHECK_MEM(got[j], want, 3 * rate + 5);
    }
}

TEST(sponges_side_by_side_equal_single_ones) {
    for (size_t rate = 8; rate <= 200; rate += 8) {
        for (size_t len = 0; len <= 2 * rate + 1; len++) {
            check_side_by_side(rate, len, 1 + len % 4);
            check_side_by_side(rate, len, 4 - len % 4);
        }
    }
}

TEST(four_seeds_with_a_common_suffix_equal_single_sponges) {
    uint8_t seed[4][64], out[4][400], in[72], want[400];
    for (size_t j = 0; j < sizeof seed; j++) {
        seed[j / 64][j % 64] = (uint8_t)(j * 167);
    }
    for (size_t words = 0; words <= 8; words++) {
        for (size_t suffix_len = 0; suffix_len < 8; suffix_len++) {
            const uint64_t suffix =
                UINT64_C(0x00c7b6a594837261) & ((UINT64_C(1) << 8 * suffix_len) - 1);
            kb_keccak_x4 four;
            kb_keccak_x4_absorb_seeds(
                &four, 136, 0x1f,
                (const uint8_t *const[]){seed[0], seed[1], seed[2], seed[3]}, words,
                suffix, suffix_len);
            kb_keccak_x4_squeeze(
                &four, (uint8_t *const[]){out[0], out[1], out[2], out[3]}, sizeof want);
            for (size_t j = 0; j < 4; j++) {
                memcpy(in, seed[j], 8 * words);
                for (size_t i = 0; i < suffix_len; i++) {
                    in[8 * words + i] = (uint8_t)(suffix >> 8 * i);
                }
                kb_shake256(want, sizeof want, in, 8 * words + suffix_len);
                CHECK_MEM(out[j], want, sizeof want);
            }
        }
    }
}

TEST(the_profile_build_counts_permutations_and_others_count_nothing) {
    kb_hash_count_reset();
    uint8_t out[32];
    kb_shake128(out, sizeof out, NULL, 0);
    kb_hash_counts counts = kb_hash_count_read();
#ifdef KB_PROFILE
    CHECK_INT(counts.keccak_x1, 1);
#else
    CHECK_INT(counts.keccak_x1, 0);
#endif
    CHECK_INT(counts.keccak_x4, 0);
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_keccak_ops_get()->head.name);
    RUN(every_table_permutes_the_zero_state_right);
    RUN(a_table_that_computes_something_else_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    RUN(every_table_permutes_random_states_as_the_portable_one);
    RUN(every_table_moves_bytes_of_any_alignment_as_the_portable_one);
    RUN(cshake_can_be_built_from_domain_byte_and_zero_fill);
    RUN(sponges_side_by_side_equal_single_ones);
    RUN(four_seeds_with_a_common_suffix_equal_single_sponges);
    RUN(the_profile_build_counts_permutations_and_others_count_nothing);
    return TEST_END();
}
