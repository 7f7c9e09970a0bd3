/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of SM3 that exist in more than one form, and the choice among them. */
#ifndef KB_HASH_SM3_OPS_H
#define KB_HASH_SM3_OPS_H

#include "core/ops.h"

#define KB_SM3_WORD_COUNT  8  /* words of a state */
#define KB_SM3_BLOCK_WORDS 16 /* words of a block */
#define KB_SM3_LANE_COUNT  8  /* states that are worked on side by side */

typedef struct kb_sm3_ops {
    kb_ops head;
    /* The compression function (GB/T 32905, 5.3.3) over count blocks of 64 bytes. */
    void (*compress)(uint32_t state[KB_SM3_WORD_COUNT], const uint8_t *blocks,
                     size_t count);
    /* The same for one block each of up to eight messages that lie side by side:
     * state[i][j] and block[i][j] are word i of message j, already in the machine's byte
     * order. States from `used` (1..8) on may be changed or left alone; their block words
     * are set all the same. */
    void (*compress_x8)(uint32_t state[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT],
                        uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT],
                        size_t used);
} kb_sm3_ops;

extern const kb_sm3_ops kb_sm3_ops_ref;
extern const kb_sm3_ops kb_sm3_ops_avx2;

extern kb_ops_family kb_sm3_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_sm3_ops *kb_sm3_ops_get(void) {
    return (const kb_sm3_ops *)kb_ops_get(&kb_sm3_family);
}

#endif
