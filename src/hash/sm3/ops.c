/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of SM3 and their self-test. */
#include "hash/sm3/ops.h"

#include "core/bytes.h"

#include <string.h>

/* What both kernels make of fixed public words. */
typedef struct trial {
    uint32_t one[KB_SM3_WORD_COUNT];
    /* Digests of each lane, over all numbers of lanes. */
    uint32_t sums[KB_SM3_LANE_COUNT][KB_SM3_WORD_COUNT];
} trial;

static void run(const kb_sm3_ops *ops, trial *t) {
    uint8_t bytes[3 * 64];
    kb_sm3_last last;
    /* A linear congruence: every bit position varies. */
    uint32_t x = 20161117, *words = last.state;
    for (size_t i = 0; i < sizeof bytes; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        bytes[i] = (uint8_t)(x >> 24);
    }
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        t->one[i] = words[i] = x;
    }
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        last.block[i] = x;
    }
    for (size_t i = 0; i < KB_SM3_OWN_WORDS; i++) {
        for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
            x = x * UINT32_C(1664525) + UINT32_C(1013904223);
            last.own[i][j] = x;
        }
    }
    ops->compress(t->one, bytes, 3);
    /* Fewer lanes take other paths. */
    for (size_t used = 1; used <= KB_SM3_LANE_COUNT; used++) {
        uint8_t digests[KB_SM3_LANE_COUNT][4 * KB_SM3_WORD_COUNT],
            *out[KB_SM3_LANE_COUNT];
        for (size_t j = 0; j < KB_SM3_LANE_COUNT; j++) {
            out[j] = digests[j];
        }
        ops->finish_x16(out, &last, used % 14, used);
        for (size_t i = 0; i < used * KB_SM3_WORD_COUNT; i++) {
            size_t j = i / KB_SM3_WORD_COUNT, word = i % KB_SM3_WORD_COUNT;
            t->sums[j][word] = 3 * t->sums[j][word] + kb_load_be32(digests[j] + 4 * word);
        }
    }
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
    &kb_sm3_ops_avx512.head,
    &kb_sm3_ops_avx2.head,
#endif
    &kb_sm3_ops_ref.head,
};

kb_ops_family kb_sm3_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
