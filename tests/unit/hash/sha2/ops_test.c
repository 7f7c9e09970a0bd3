/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice of a SHA-2 table: a wrong kernel is noticed whichever it is; every table of
 * the build that runs here computes SHA-2. */
#include "core/bytes.h"
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

static void finish256_wrong(uint8_t *const *out, size_t words, const uint32_t start[8],
                            const uint8_t *blocks, size_t used) {
    kb_sha2_ops_ref.finish256_x8(out, words, start, blocks, used);
    out[2][4 * words - 1] ^= used == 3;
}

static void finish512_wrong(uint8_t *const *out, size_t words, const uint64_t start[8],
                            const uint8_t *blocks, size_t used) {
    kb_sha2_ops_ref.finish512_x8(out, words, start, blocks, used);
    out[0][8 * words - 1] ^= used == 1;
}

TEST(a_table_with_one_wrong_kernel_is_dropped) {
    kb_sha2_ops wrong[6];
    for (size_t i = 0; i < 6; i++) {
        wrong[i] = kb_sha2_ops_ref;
    }
    wrong[0].compress256 = compress256_wrong;
    wrong[1].compress512 = compress512_wrong;
    wrong[2].compress256_x8 = x8_256_wrong;
    wrong[3].compress512_x8 = x8_512_wrong;
    wrong[4].finish256_x8 = finish256_wrong;
    wrong[5].finish512_x8 = finish512_wrong;
    for (size_t i = 0; i < 6; i++) {
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

static uint64_t draw(void) {
    static uint64_t x = UINT64_C(0x9e3779b97f4a7c15);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static void fill(void *out, size_t len) {
    uint8_t *bytes = out;
    for (size_t i = 0; i < len; i++) {
        bytes[i] = (uint8_t)(draw() >> 32);
    }
}

#define AROUND 0xa5 /* what lies before and after a place that is written */

/* As many blocks as lanes at any alignment. */
typedef struct trial {
    uint8_t room[KB_SHA2_LANE_COUNT * 128 + 64];
    uint32_t s256[KB_SHA2_LANE_COUNT][8];
    uint64_t s512[KB_SHA2_LANE_COUNT][8];
    uint8_t digests[KB_SHA2_LANE_COUNT][80];
} trial;

#define RANDOM_TRIALS 20000

static void compare_streams(const kb_sha2_ops *ops, const trial *t) {
    const uint8_t *blocks = t->room + draw() % 64;
    size_t count = (size_t)draw() % (KB_SHA2_LANE_COUNT + 1);
    trial got = *t, want = *t;
    ops->compress256(got.s256[0], blocks, count);
    ops->compress512(got.s512[0], blocks, count);
    kb_sha2_ops_ref.compress256(want.s256[0], blocks, count);
    kb_sha2_ops_ref.compress512(want.s512[0], blocks, count);
    CHECK_MEM(&got, &want, sizeof got);
}

static void compare_lanes(const kb_sha2_ops *ops, const trial *t) {
    const uint8_t *blocks = t->room + draw() % 64;
    size_t used = 1 + (size_t)draw() % KB_SHA2_LANE_COUNT;
    trial got = *t, want = *t;
    ops->compress256_x8(got.s256, blocks, used);
    ops->compress512_x8(got.s512, blocks, used);
    kb_sha2_ops_ref.compress256_x8(want.s256, blocks, used);
    kb_sha2_ops_ref.compress512_x8(want.s512, blocks, used);
    CHECK_MEM(got.s256, want.s256, used * sizeof got.s256[0]);
    CHECK_MEM(got.s512, want.s512, used * sizeof got.s512[0]);
}

/* What lies around the digests stays as it is. */
static void compare_endings(const kb_sha2_ops *ops, const trial *t) {
    const uint8_t *blocks = t->room + draw() % 64;
    size_t used = 1 + (size_t)draw() % KB_SHA2_LANE_COUNT;
    size_t words = 1 + (size_t)draw() % 8, shift = (size_t)draw() % 16;
    trial got = *t, want = *t;
    uint8_t *got_at[KB_SHA2_LANE_COUNT], *want_at[KB_SHA2_LANE_COUNT];
    for (size_t j = 0; j < KB_SHA2_LANE_COUNT; j++) {
        got_at[j] = got.digests[j] + shift;
        want_at[j] = want.digests[j] + shift;
    }
    for (int is_512 = 0; is_512 < 2; is_512++) {
        memset(got.digests, AROUND, sizeof got.digests);
        memset(want.digests, AROUND, sizeof want.digests);
        if (is_512) {
            ops->finish512_x8(got_at, words, t->s512[0], blocks, used);
            kb_sha2_ops_ref.finish512_x8(want_at, words, t->s512[0], blocks, used);
        } else {
            ops->finish256_x8(got_at, words, t->s256[0], blocks, used);
            kb_sha2_ops_ref.finish256_x8(want_at, words, t->s256[0], blocks, used);
        }
        CHECK_MEM(got.digests, want.digests, sizeof got.digests);
    }
}

TEST(every_table_agrees_with_the_portable_one_on_random_blocks_at_any_alignment) {
    const kb_sha2_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_sha2_family, &at)) != NULL;) {
        for (size_t i = 0; i < RANDOM_TRIALS && &ops->head != &kb_sha2_ops_ref.head;
             i++) {
            static trial t;
            if (i % 16 == 0) {
                fill(&t, sizeof t);
            } else {
                fill(t.room + draw() % (sizeof t.room - 64), 64);
                fill(t.s256[draw() % KB_SHA2_LANE_COUNT], sizeof t.s256[0]);
                fill(t.s512[draw() % KB_SHA2_LANE_COUNT], sizeof t.s512[0]);
            }
            compare_streams(ops, &t);
            compare_lanes(ops, &t);
            compare_endings(ops, &t);
        }
    }
}

/* A digest in the place of the block that it came from, in every lane. */
TEST(a_digest_may_go_into_its_own_block) {
    const kb_sha2_ops *ops;
    for (size_t at = 0; (ops = next_table(&kb_sha2_family, &at)) != NULL;) {
        for (size_t used = 1; used <= KB_SHA2_LANE_COUNT; used++) {
            uint8_t got[KB_SHA2_LANE_COUNT * 128], want[sizeof got];
            uint8_t *got_at[KB_SHA2_LANE_COUNT];
            fill(got, sizeof got);
            memcpy(want, got, sizeof want);
            for (size_t j = 0; j < used; j++) {
                uint64_t state[8];
                memcpy(state, kb_sha2_initial512, sizeof state);
                kb_sha2_ops_ref.compress512(state, want + 128 * j, 1);
                for (size_t i = 0; i < 4; i++) {
                    kb_store_be64(want + 128 * j + 22 + 8 * i, state[i]);
                }
                got_at[j] = got + 128 * j + 22;
            }
            ops->finish512_x8(got_at, 4, kb_sha2_initial512, got, used);
            CHECK_MEM(got, want, sizeof got);
            /* The same memory as twice as many blocks of half the size. */
            for (size_t j = 0; j < used; j++) {
                uint32_t state[8];
                memcpy(state, kb_sha2_initial256, sizeof state);
                kb_sha2_ops_ref.compress256(state, want + 64 * j, 1);
                for (size_t i = 0; i < 6; i++) {
                    kb_store_be32(want + 64 * j + 22 + 4 * i, state[i]);
                }
                got_at[j] = got + 64 * j + 22;
            }
            ops->finish256_x8(got_at, 6, kb_sha2_initial256, got, used);
            CHECK_MEM(got, want, sizeof got);
        }
    }
}

int main(void) {
    RUN(a_table_with_one_wrong_kernel_is_dropped);
    RUN(a_right_table_is_taken_only_when_the_machine_can_run_it);
    RUN(every_table_computes_the_standard_answer_in_every_lane);
    RUN(every_table_agrees_with_the_portable_one_on_random_blocks_at_any_alignment);
    RUN(a_digest_may_go_into_its_own_block);
    return TEST_END();
}
