/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The rounds of SM3 (GB/T 32905, 5.3) in terms that hold for words as well as for vectors
 * of them, one message a lane. P0 and P1 (4.4) are the including file's: kb_sm3_p0,
 * kb_sm3_p1.
 */
#ifndef KB_HASH_SM3_ROUNDS_H
#define KB_HASH_SM3_ROUNDS_H

#include "hash/sm3/round_constants.h"

/* The including file may have instructions of its own for these four. n is 1..31. */
#ifndef KB_SM3_ROTATE
#define KB_SM3_ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))

/* FF_j and GG_j (4.3) for rounds below 16 and from 16 on. */
#define KB_SM3_XOR(x, y, z)      ((x) ^ (y) ^ (z))
#define KB_SM3_MAJORITY(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define KB_SM3_CHOOSE(x, y, z)   ((((y) ^ (z)) & (x)) ^ (z))
#endif

/* Word j of the last sixteen; word j of the schedule (5.3.2) in the place of word j - 16.
 */
#define KB_SM3_GIVEN(w, j) ((w)[(j) % 16])
#define KB_SM3_NEXT(w, j)                                                                \
    ((w)[(j) % 16] =                                                                     \
         KB_SM3_XOR(kb_sm3_p1(KB_SM3_XOR((w)[(j) % 16], (w)[((j) + 7) % 16],             \
                                         KB_SM3_ROTATE((w)[((j) + 13) % 16], 15))),      \
                    KB_SM3_ROTATE((w)[((j) + 3) % 16], 7), (w)[((j) + 10) % 16]))

/* Round j, counted from a multiple of 16, with the constants t of that round on. The words
 * keep their places: what the standard calls A next is in d, what it calls E next is in h,
 * and the caller turns the names. What the round before ends with, e, is taken up as late
 * as possible. */
#define KB_SM3_ROUND(ff, gg, word, a, b, c, d, e, f, g, h, t, w, j)                      \
    do {                                                                                 \
        h += gg(e, f, g) + (w)[j];                                                       \
        d += ff(a, b, c) + ((w)[j] ^ word(w, (j) + 4));                                  \
        a12 = KB_SM3_ROTATE(a, 12);                                                      \
        ss1 = (a12 + (t)[j]) + e;                                                        \
        ss1 = KB_SM3_ROTATE(ss1, 7);                                                     \
        d += ss1 ^ a12;                                                                  \
        h += ss1;                                                                        \
        b = KB_SM3_ROTATE(b, 9);                                                         \
        f = KB_SM3_ROTATE(f, 19);                                                        \
        h = kb_sm3_p0(h);                                                                \
    } while (0)

#define KB_SM3_FOUR(ff, gg, word, t, w, j)                                               \
    do {                                                                                 \
        KB_SM3_ROUND(ff, gg, word, a, b, c, d, e, f, g, h, t, w, (j));                   \
        KB_SM3_ROUND(ff, gg, word, d, a, b, c, h, e, f, g, t, w, (j) + 1);               \
        KB_SM3_ROUND(ff, gg, word, c, d, a, b, g, h, e, f, t, w, (j) + 2);               \
        KB_SM3_ROUND(ff, gg, word, b, c, d, a, f, g, h, e, t, w, (j) + 3);               \
    } while (0)

/* All rounds on the state s and the block w of sixteen, both of `type`; w is used up. */
#define KB_SM3_ALL_ROUNDS(type, s, w)                                                    \
    do {                                                                                 \
        type a = (s)[0], b = (s)[1], c = (s)[2], d = (s)[3];                             \
        type e = (s)[4], f = (s)[5], g = (s)[6], h = (s)[7];                             \
        type a12, ss1;                                                                   \
        const uint32_t *t = kb_sm3_round_constant, *end = t + 64;                        \
        KB_SM3_FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, t, w, 0);                      \
        KB_SM3_FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, t, w, 4);                      \
        KB_SM3_FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_GIVEN, t, w, 8);                      \
        KB_SM3_FOUR(KB_SM3_XOR, KB_SM3_XOR, KB_SM3_NEXT, t, w, 12);                      \
        for (t += 16; t < end; t += 16) {                                                \
            KB_SM3_FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, t, w, 0);           \
            KB_SM3_FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, t, w, 4);           \
            KB_SM3_FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, t, w, 8);           \
            KB_SM3_FOUR(KB_SM3_MAJORITY, KB_SM3_CHOOSE, KB_SM3_NEXT, t, w, 12);          \
        }                                                                                \
        (s)[0] ^= a, (s)[1] ^= b, (s)[2] ^= c, (s)[3] ^= d;                              \
        (s)[4] ^= e, (s)[5] ^= f, (s)[6] ^= g, (s)[7] ^= h;                              \
    } while (0)

#endif
