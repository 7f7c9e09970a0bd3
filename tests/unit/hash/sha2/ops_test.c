/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a SHA-2 table: a wrong kernel is noticed whichever it is; every table of
 * the build that runs here computes SHA-2. */
#include "hash/sha2/ops.h"
#include "hash/sha2/sha2_core.h"
#include "tables.h"

static void compress256_wrong(uint32_t state[8], const uint8_t *blocks, size_t count) {
    kb_sha2_ops_ref.compress256(state, blocks, count);
    state[7] ^= 1;
}

static void compress512_wrong(uint64_t state[8], const uint8_t *blocks, size_t count) {
    kb_sha2_ops_ref.compress512(state, blocks, count);
    state[0] ^= UINT64_C(1) << 63;
}

static void x8_256_wrong(uint32_t states[KB_SHA2_LANE_COUNT][8], const uint8_t *blocks,
                         size_t used) {
    kb_sha2_ops_ref.compress256_x8(states, blocks, used);
    /* Wrong for one number of lanes only. */
    states[4][3] ^= used == 5;
}

static void x8_512_wrong(uint64_t states[KB_SHA2_LANE_COUNT][8], const uint8_t *blocks,
                         size_t used) {
    kb_sha2_ops_ref.compress512_x8(states, blocks, used);
    states[7][0] ^= used == 8;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_sha2_ops wrong[4];
    for (size_t i = 0; i < 4; i++) {
        wrong[i] = kb_sha2_ops_ref;
    }
    wrong[0].compress256 = compress256_wrong;
    wrong[1].compress512 = compress512_wrong;
    wrong[2].compress256_x8 = x8_256_wrong;
    wrong[3].compress512_x8 = x8_512_wrong;
    for (size_t i = 0; i < 4; i++) {
        check_is_dropped(&kb_sha2_family, &wrong[i].head);
    }
    CHECK_INT(kb_ops_dropped(&kb_sha2_family), 0);
}

TEST(a_right_table_is_taken_only_when_the_machine_can_run_it) {
    kb_sha2_ops other = kb_sha2_ops_ref;
    check_is_taken_where_it_runs(&kb_sha2_family, &other.head);
}

/* The block of "abc" (FIPS 180-4 examples), with its first byte counted up by lane. */
TEST(every_table_computes_the_standard_answer_in_every_lane) {
    const kb_sha2_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_sha2_family, &at)) != NULL;) {
        uint8_t b256[KB_SHA2_LANE_COUNT * 64] = {0}, b512[KB_SHA2_LANE_COUNT * 128] = {0};
        uint32_t s256[KB_SHA2_LANE_COUNT][8];
        uint64_t s512[KB_SHA2_LANE_COUNT][8];
        for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
            uint8_t block[4] = {(uint8_t)('a' + j), 'b', 'c', 0x80};
            memcpy(b256 + j * 64, block, 4);
            memcpy(b512 + j * 128, block, 4);
            b256[j * 64 + 63] = b512[j * 128 + 127] = 24;
            memcpy(s256[j], kb_sha2_initial256, sizeof s256[j]);
            memcpy(s512[j], kb_sha2_initial512, sizeof s512[j]);
        }
        ops->compress256_x8(s256, b256, KB_SHA2_LANE_COUNT);
        ops->compress512_x8(s512, b512, KB_SHA2_LANE_COUNT);
        CHECK(s256[0][0] == UINT32_C(0xba7816bf) && s256[0][7] == UINT32_C(0xf20015ad));
        CHECK(s512[0][0] == UINT64_C(0xddaf35a193617aba) &&
              s512[0][7] == UINT64_C(0x2a9ac94fa54ca49f));
        for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
            uint32_t one256[8];
            uint64_t one512[8];
            memcpy(one256, kb_sha2_initial256, sizeof one256);
            memcpy(one512, kb_sha2_initial512, sizeof one512);
            ops->compress256(one256, b256 + j * 64, 1);
            ops->compress512(one512, b512 + j * 128, 1);
            CHECK_MEM(s256[j], one256, sizeof one256);
            CHECK_MEM(s512[j], one512, sizeof one512);
        }
    }
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    RUN(every_table_computes_the_standard_answer_in_every_lane);
    return TEST_END();
}
