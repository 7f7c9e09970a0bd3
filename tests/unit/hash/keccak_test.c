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

TEST(a_table_that_computes_something_else_is_dropped) {
    kb_keccak_ops wrong = kb_keccak_ops_ref, wrong_x4 = kb_keccak_ops_ref;
    wrong.permute = permute_wrongly;
    wrong_x4.permute_x4 = permute_x4_wrongly;
    check_is_dropped(&kb_keccak_family, &wrong.head);
    check_is_dropped(&kb_keccak_family, &wrong_x4.head);
    CHECK_INT(kb_ops_dropped(&kb_keccak_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_keccak_ops other = kb_keccak_ops_ref;
    check_is_taken_where_it_runs(&kb_keccak_family, &other.head);
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
    uint8_t in[4][2 * KB_KECCAK_MAX_RATE_BYTES + 1];
    uint8_t got[4][3 * KB_KECCAK_MAX_RATE_BYTES + 5];
    uint8_t want[3 * KB_KECCAK_MAX_RATE_BYTES + 5];
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
    static const size_t rates[] = {KB_SHAKE128_RATE_BYTES, KB_SHAKE256_RATE_BYTES,
                                   KB_SHA3_512_RATE_BYTES};
    for (size_t r = 0; r < 3; r++) {
        for (size_t len = 0; len <= 2 * rates[r] + 1; len++) {
            for (size_t used = 1; used <= 4; used++) {
                check_side_by_side(rates[r], len, used);
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
    RUN(every_table_permutes_the_zero_state_right);
    RUN(a_table_that_computes_something_else_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    RUN(cshake_can_be_built_from_domain_byte_and_zero_fill);
    RUN(sponges_side_by_side_equal_single_ones);
    RUN(the_profile_build_counts_permutations_and_others_count_nothing);
    return TEST_END();
}
