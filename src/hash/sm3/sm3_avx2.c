/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The last block of SM3 on up to eight messages side by side (GB/T 32905, 5.3): a vector
 * holds the same word of each. */
#include "core/secret.h"
#include "hash/sm3/avx2.h"
#include "hash/sm3/ops_avx2.h"
#include "hash/sm3/ops_ref.h"
#include "hash/sm3/rounds.h"

/* From one E to the next each step waits for the one before: fewest steps in a row, not
 * fewest steps. */
static inline kb_sm3_words kb_sm3_p0(kb_sm3_words x) {
    return (x ^ (x << 9)) ^ ((x >> 23) ^ (x << 17)) ^ (x >> 15);
}

/* 15 and 23 are 15 and eight more; nothing waits for the schedule. */
static inline kb_sm3_words kb_sm3_p1(kb_sm3_words x) {
    kb_sm3_words y = x ^ kb_sm3_left8(x);
    return x ^ (y << 15) ^ (y >> 17);
}

void kb_sm3_finish_x16_avx2(uint8_t *const out[KB_SM3_LANE_COUNT],
                            const kb_sm3_last *last, size_t at, size_t used) {
    if (used <= 2) {
        kb_sm3_finish_x16_ref(out, last, at, used);
        return;
    }
    if (used > 8) {
        kb_sm3_finish_sixteen(out, last, at, used);
        return;
    }
    kb_sm3_words s[KB_SM3_WORD_COUNT], w[KB_SM3_BLOCK_WORDS];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    kb_sm3_begin_eight(s, w, last, at, 0);
    KB_SM3_ALL_ROUNDS(kb_sm3_words, s, w);
    kb_sm3_end_eight(out, s, used);
}
