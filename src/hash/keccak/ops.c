/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of Keccak and their self-test. */
#include "hash/keccak/ops.h"

#include <string.h>

/* Public test data, so comparing and indexing freely is fine here. */
static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    const kb_keccak_ops *a = (const kb_keccak_ops *)candidate;
    const kb_keccak_ops *b = (const kb_keccak_ops *)portable;
    uint64_t four[KB_KECCAK_LANE_COUNT][4], one[4][KB_KECCAK_LANE_COUNT];
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        for (size_t j = 0; j < 4; j++) {
            /* Odd multiples of the golden ratio: every bit position varies. */
            four[i][j] = one[j][i] = UINT64_C(0x9e3779b97f4a7c15) * (8 * i + 2 * j + 1);
        }
    }
    uint64_t single[KB_KECCAK_LANE_COUNT];
    memcpy(single, one[0], sizeof single);
    a->permute(single);
    a->permute_x4(four, 4);
    for (size_t j = 0; j < 4; j++) {
        b->permute(one[j]);
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            if (four[i][j] != one[j][i]) {
                return false;
            }
        }
    }
    return memcmp(single, one[0], sizeof single) == 0;
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_keccak_ops_avx2.head,
#endif
    &kb_keccak_ops_ref.head,
};

kb_ops_family kb_keccak_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
