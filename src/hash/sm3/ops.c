/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of SM3 and their self-test. */
#include "hash/sm3/ops.h"

#include <string.h>

/* What both kernels make of fixed public words. */
typedef struct trial {
    uint32_t one[KB_SM3_WORD_COUNT];
    uint32_t eight[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT];
    /* Of as many lanes as the first index says, plus one. */
    uint32_t fewer[KB_SM3_LANE_COUNT - 1][KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT];
} trial;

static void run(const kb_sm3_ops *ops, trial *t) {
    uint8_t bytes[3 * 64];
    uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT];
    /* A linear congruence: every bit position varies. */
    uint32_t x = 20161117;
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            block[i][j] = x;
            t->eight[i % KB_SM3_WORD_COUNT][j] = ~x;
            t->one[j] = x ^ UINT32_C(0x55555555);
        }
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        bytes[i] = (uint8_t)(x >> 24);
    }
    ops->compress(t->one, bytes, 3);
    /* Fewer lanes take other paths; what becomes of the rest does not matter. */
    for (size_t used = 1; used < KB_SM3_LANE_COUNT; used++) {
        uint32_t state[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT];
        memcpy(state, t->eight, sizeof state);
        ops->compress_x8(state, block, used);
        for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
            memcpy(t->fewer[used - 1][i], state[i], used * sizeof state[0][0]);
        }
    }
    ops->compress_x8(t->eight, block, KB_SM3_LANE_COUNT);
}

/* Public test data, so comparing freely is fine here. */
static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    trial got = {0}, want = {0};
    run((const kb_sm3_ops *)candidate, &got);
    run((const kb_sm3_ops *)portable, &want);
    return memcmp(&got, &want, sizeof got) == 0;
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_sm3_ops_avx2.head,
#endif
    &kb_sm3_ops_ref.head,
};

kb_ops_family kb_sm3_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
