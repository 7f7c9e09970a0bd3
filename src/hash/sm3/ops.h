/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of SM3 that exist in more than one form, and the choice among them. */
#ifndef KB_HASH_SM3_OPS_H
#define KB_HASH_SM3_OPS_H

#include "core/ops.h"

#define KB_SM3_WORD_COUNT  8  /* words of a state */
#define KB_SM3_BLOCK_WORDS 16 /* words of a block */
#define KB_SM3_LANE_COUNT  16 /* messages that are worked on side by side */
#define KB_SM3_OWN_WORDS   3  /* words of its own that such a message may have */

/* Last blocks of messages with a common beginning. Words are in the machine's byte order.
 */
typedef struct kb_sm3_last {
    uint32_t state[KB_SM3_WORD_COUNT];  /* before these blocks */
    uint32_t block[KB_SM3_BLOCK_WORDS]; /* what they have in common */
    /* own[i][j] is added with OR to word at + i of message j, for an `at` of up to 13; of
     * all messages. */
    uint32_t own[KB_SM3_OWN_WORDS][KB_SM3_LANE_COUNT];
} kb_sm3_last;

typedef struct kb_sm3_ops {
    kb_ops head;
    /* The compression function (GB/T 32905, 5.3.3) over count blocks of 64 bytes. */
    void (*compress)(uint32_t state[KB_SM3_WORD_COUNT], const uint8_t *blocks,
                     size_t count);
    /* Writes the digests of the first `used` (1..16) messages. */
    void (*finish_x16)(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3_last *last,
                       size_t at, size_t used);
} kb_sm3_ops;

extern const kb_sm3_ops kb_sm3_ops_ref;
extern const kb_sm3_ops kb_sm3_ops_avx2;
extern const kb_sm3_ops kb_sm3_ops_avx512;

extern kb_ops_family kb_sm3_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_sm3_ops *kb_sm3_ops_get(void) {
    return (const kb_sm3_ops *)kb_ops_get(&kb_sm3_family);
}

#endif
