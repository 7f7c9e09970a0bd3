/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 and SM3 with states and blocks marked as secret: every table that runs under
 * valgrind, which does not know the SHA instructions (scripts/check-kernels looks at that
 * one), and the code around the kernels. */
#include "ct.h"
#include "hash/sha2/many.h"
#include "hash/sha2/sha2_core.h"
#include "hash/sm3/sm3.h"
#include "tables.h"

static uint8_t blocks[KB_SHA2_LANE_COUNT * KB_SHA512_BLOCK_BYTES];
static uint8_t digests[KB_SHA2_LANE_COUNT][64];

TEST(kernels_of_sha2_in_every_table_and_number_of_lanes) {
    uint8_t *at[KB_SHA2_LANE_COUNT];
    uint32_t s256[KB_SHA2_LANE_COUNT][8];
    uint64_t s512[KB_SHA2_LANE_COUNT][8];
    const kb_sha2_ops *ops;
    for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
        at[j] = digests[j];
    }
    for (size_t table = 0; (ops = next_table(&kb_sha2_family, &table)) != NULL;) {
        for (size_t used = 1; used <= KB_SHA2_LANE_COUNT; used++) {
            ct_make_secret(blocks, sizeof blocks, 1);
            ct_make_secret(s256, sizeof s256, 2);
            ct_make_secret(s512, sizeof s512, 3);
            ops->compress256(s256[0], blocks, 2);
            ops->compress512(s512[0], blocks, 2);
            ops->compress256_x8(s256, blocks, used);
            ops->compress512_x8(s512, blocks, used);
            CHECK(ct_is_secret(s256, sizeof s256) && ct_is_secret(s512, sizeof s512));
            for (size_t words = 1; words <= 8; words++) {
                ops->finish256_x8(at, words, s256[0], blocks, used);
                CHECK(ct_is_secret(digests[used - 1], 4 * words));
                ops->finish512_x8(at, words, s512[0], blocks, used);
                CHECK(ct_is_secret(digests[used - 1], 8 * words));
            }
        }
    }
}

TEST(kernels_of_sm3_in_every_table_and_number_of_lanes) {
    uint32_t one[8];
    uint8_t out[KB_SM3_LANE_COUNT][32], *at[KB_SM3_LANE_COUNT];
    kb_sm3_last last;
    const kb_sm3_ops *ops;
    for (size_t table = 0; (ops = next_table(&kb_sm3_family, &table)) != NULL;) {
        for (size_t used = 1; used <= KB_SM3_LANE_COUNT; used++) {
            ct_make_secret(one, sizeof one, 1);
            ct_make_secret(&last, sizeof last, 2);
            ops->compress(one, blocks, 3);
            at[used - 1] = out[used - 1];
            ops->finish_x16(at, &last, 13, used);
            CHECK(ct_is_secret(one, sizeof one) && ct_is_secret(out[used - 1], 32));
        }
    }
}

TEST(messages_with_a_common_beginning) {
    uint32_t start256[8];
    uint64_t start512[8];
    ct_make_secret(blocks, sizeof blocks, 4);
    kb_sha2_midstate256(start256, blocks, 1);
    kb_sha2_midstate512(start512, blocks, 1);
    kb_sha2_pad256(blocks, 38, 102);
    kb_sha2_finish256(digests[0], 64, 8, start256, blocks, 3);
    kb_sha2_pad512(blocks, 86, 214);
    kb_sha2_finish512(digests[3], 64, 8, start512, blocks, 3);
    CHECK(ct_is_secret(digests[2], 32) && ct_is_secret(digests[5], 64));
}

TEST(streams) {
    kb_sha2_core sha2;
    kb_sm3 sm3;
    ct_make_secret(blocks, sizeof blocks, 5);
    for (int alg = KB_SHA2_CORE_224; alg <= KB_SHA2_CORE_512_256; alg++) {
        kb_sha2_core_init(&sha2, (kb_sha2_core_alg)alg);
        kb_sha2_core_absorb(&sha2, blocks, 300);
        kb_sha2_core_final(&sha2, digests[0]);
        CHECK(ct_is_secret(digests[0], 28));
    }
    kb_sm3_init(&sm3);
    kb_sm3_absorb(&sm3, blocks, 300);
    kb_sm3_finish(&sm3, digests[0]);
    CHECK(ct_is_secret(digests[0], KB_SM3_BYTES));
    kb_sm3_xof(digests[0], sizeof digests, blocks, 70);
    CHECK(ct_is_secret(digests[0], sizeof digests));
}

int main(void) {
    RUN(kernels_of_sha2_in_every_table_and_number_of_lanes);
    RUN(kernels_of_sm3_in_every_table_and_number_of_lanes);
    RUN(messages_with_a_common_beginning);
    RUN(streams);
    return TEST_END();
}
