/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The last block of SM3 on sixteen messages: two vectors for each word, a round of the
 * first eight beside the same round of the others. Eight messages wait for their chain of
 * rounds most of the time; sixteen keep the vector units busy, so that here fewest
 * instructions count.
 */
#include "core/secret.h"
#include "hash/sm3/avx2.h"
#include "hash/sm3/rounds.h"

/* x turned by 9 and by 17 are y turned by 9. */
static inline kb_sm3_words kb_sm3_p0(kb_sm3_words x) {
    kb_sm3_words y = x ^ kb_sm3_left8(x);
    return (x ^ (y << 9)) ^ (y >> 23);
}

/* Likewise 15 and 23. */
static inline kb_sm3_words kb_sm3_p1(kb_sm3_words x) {
    kb_sm3_words y = x ^ kb_sm3_left8(x);
    return (x ^ (y << 15)) ^ (y >> 17);
}

#define ROUND(ff, gg, word, a, b, c, d, e, f, g, h, j)                                   \
    KB_SM3_ROUND(ff, gg, word, a##1, b##1, c##1, d##1, e##1, f##1, g##1, h##1, t, v, j); \
    KB_SM3_ROUND(ff, gg, word, a##2, b##2, c##2, d##2, e##2, f##2, g##2, h##2, t, w, j)

#define FOUR(ff, gg, word, j)                                                            \
    ROUND(ff, gg, word, a, b, c, d, e, f, g, h, (j));                                    \
    ROUND(ff, gg, word, d, a, b, c, h, e, f, g, (j) + 1);                                \
    ROUND(ff, gg, word, c, d, a, b, g, h, e, f, (j) + 2);                                \
    ROUND(ff, gg, word, b, c, d, a, f, g, h, e, (j) + 3)

#define TAKE(s, n)                                                                       \
    a##n = (s)[0], b##n = (s)[1], c##n = (s)[2], d##n = (s)[3], e##n = (s)[4],           \
    f##n = (s)[5], g##n = (s)[6], h##n = (s)[7]

#define GIVE(s, n)                                                                       \
    (s)[0] ^= a##n, (s)[1] ^= b##n, (s)[2] ^= c##n, (s)[3] ^= d##n, (s)[4] ^= e##n,      \
        (s)[5] ^= f##n, (s)[6] ^= g##n, (s)[7] ^= h##n

/* v and w are used up. Not inlined: inside another function gcc keeps words where they cost
 * a fifth more time. */
__attribute__((noinline)) static void all_rounds(kb_sm3_words r[KB_SM3_WORD_COUNT],
                                                 kb_sm3_words s[KB_SM3_WORD_COUNT],
                                                 kb_sm3_words v[KB_SM3_BLOCK_WORDS],
                                                 kb_sm3_words w[KB_SM3_BLOCK_WORDS]) {
    kb_sm3_words TAKE(r, 1), TAKE(s, 2), a12, ss1;
    const uint32_t *t = kb_sm3_round_constant;
    /* Else the loop below is unrolled to more than the processor keeps decoded. */
    __asm__("" : "+r"(t));
    const uint32_t *end = t + 64;
    FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, 0);
    FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, 4);
    FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, 8);
    FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_NEXT, 12);
    for (t += 16; t < end; t += 16) {
        FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, 0);
        FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, 4);
        FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, 8);
        FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, 12);
    }
    GIVE(r, 1);
    GIVE(s, 2);
}

void kb_sm3_finish_sixteen(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3_last *last,
                           size_t at, size_t used) {
    kb_sm3_words s[2][KB_SM3_WORD_COUNT], w[2][KB_SM3_BLOCK_WORDS];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    kb_sm3_begin_eight(s[0], w[0], last, at, 0);
    kb_sm3_begin_eight(s[1], w[1], last, at, 8);
    all_rounds(s[0], s[1], w[0], w[1]);
    kb_sm3_end_eight(out, s[0], 8);
    kb_sm3_end_eight(out + 8, s[1], used - 8);
}
