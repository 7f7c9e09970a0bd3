/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of Keccak that exist in more than one form, and the choice among them. */
#ifndef KB_HASH_KECCAK_OPS_H
#define KB_HASH_KECCAK_OPS_H

#include "core/ops.h"

#define KB_KECCAK_LANE_COUNT 25

typedef struct kb_keccak_ops {
    kb_ops head;
    /* Keccak-f[1600] (FIPS 202, section 3.3); lane x + 5y is A[x, y]. */
    void (*permute)(uint64_t lanes[KB_KECCAK_LANE_COUNT]);
    /* The same on up to four states that lie side by side: lanes[i][j] is lane i of state
     * j. States from `used` (1..4) on may be permuted or left alone. At any address, but
     * faster where KB_KECCAK_ALIGNED puts them. */
    void (*permute_x4)(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
    /* Writes the first words (1..4) words of what permute_x4 makes of the states, which
     * stay as they are; out may be a part of them. Unused ones as there. */
    void (*permute_x4_to)(uint64_t (*out)[4], size_t words,
                          uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
    /* Makes state j zero if bit j of fresh is set, then adds to each state the first
     * words (0..25) little-endian words of its input; all four inputs are read. */
    void (*absorb_x4)(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], const uint8_t *const in[4],
                      size_t words, unsigned fresh);
    /* Writes the first words (0..25) little-endian words of each state. */
    void (*squeeze_x4)(uint8_t *const out[4], uint64_t lanes[KB_KECCAK_LANE_COUNT][4],
                       size_t words);
    /* Whether permute_x4 takes less time than two of permute. */
    bool is_wide;
} kb_keccak_ops;

extern const kb_keccak_ops kb_keccak_ops_ref;
extern const kb_keccak_ops kb_keccak_ops_avx2;
extern const kb_keccak_ops kb_keccak_ops_avx512;

extern kb_ops_family kb_keccak_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_keccak_ops *kb_keccak_ops_get(void) {
    return (const kb_keccak_ops *)kb_ops_get(&kb_keccak_family);
}

#endif
