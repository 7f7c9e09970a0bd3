/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of Keccak and their self-test. */
#include "hash/keccak/ops.h"

#include <string.h>

typedef uint64_t states[KB_KECCAK_LANE_COUNT][4];

/* Odd multiples of the golden ratio: every bit position varies. */
static void fill(states four) {
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        for (size_t j = 0; j < 4; j++) {
            four[i][j] = UINT64_C(0x9e3779b97f4a7c15) * (8 * i + 2 * j + 1);
        }
    }
}

static bool permutes_right(const kb_keccak_ops *a, const kb_keccak_ops *b) {
    states got, want;
    uint64_t got_one[KB_KECCAK_LANE_COUNT] = {7}, want_one[KB_KECCAK_LANE_COUNT] = {7};
    fill(got);
    fill(want);
    a->permute(got_one);
    b->permute(want_one);
    a->permute_x4(got, 4);
    b->permute_x4(want, 4);
    if (memcmp(got, want, sizeof got) != 0 ||
        memcmp(got_one, want_one, sizeof got_one) != 0) {
        return false;
    }
    for (size_t used = 4; used > 0; used--) {
        uint64_t few[4][4] = {{0}}, few_want[4][4] = {{0}};
        for (size_t words = 1; words <= 4; words++) {
            a->permute_x4_to(few, words, got, used);
            b->permute_x4_to(few_want, words, want, used);
            for (size_t i = 0; i < 4; i++) {
                for (size_t j = 0; j < used; j++) {
                    if (few[i][j] != few_want[i][j]) {
                        return false;
                    }
                }
            }
        }
    }
    a->permute_x4(got, 1);
    b->permute_x4(want, 1);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        if (got[i][0] != want[i][0]) {
            return false;
        }
    }
    return true;
}

/* Every number of words; input and output are not aligned. */
static bool moves_right(const kb_keccak_ops *a, const kb_keccak_ops *b) {
    states got, want;
    uint8_t bytes[304 + 8 * KB_KECCAK_LANE_COUNT], back[4][201];
    const uint8_t *in[4] = {bytes + 1, bytes + 102, bytes + 203, bytes + 304};
    uint8_t *out[4] = {back[0], back[1] + 1, back[2], back[3] + 1};
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 151 + i / 256);
    }
    fill(got);
    fill(want);
    for (size_t words = 0; words <= KB_KECCAK_LANE_COUNT; words++) {
        a->absorb_x4(got, in, words, words % 16);
        b->absorb_x4(want, in, words, words % 16);
        memset(back, 0x55, sizeof back);
        a->squeeze_x4(out, got, words);
        if (memcmp(got, want, sizeof got) != 0) {
            return false;
        }
        for (size_t j = 0; j < 4; j++) {
            for (size_t i = 0; i < 8 * words; i++) {
                if (out[j][i] != (uint8_t)(want[i / 8][j] >> 8 * (i % 8))) {
                    return false;
                }
            }
            if (words < KB_KECCAK_LANE_COUNT && out[j][8 * words] != 0x55) {
                return false;
            }
        }
    }
    return true;
}

/* Public test data, so comparing and indexing freely is fine here. */
static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    const kb_keccak_ops *a = (const kb_keccak_ops *)candidate;
    const kb_keccak_ops *b = (const kb_keccak_ops *)portable;
    return permutes_right(a, b) && moves_right(a, b);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_keccak_ops_avx512.head,
    &kb_keccak_ops_avx2.head,
#endif
    &kb_keccak_ops_ref.head,
};

kb_ops_family kb_keccak_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
