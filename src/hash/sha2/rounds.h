/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The rounds of SHA-256 and SHA-512 (FIPS 180-4, 6.2.2 and 6.4.2) in terms that hold for
 * words as well as for vectors of them, one block a lane.
 *
 * Not here: SHA-256 with the SHA instructions, in shani.h.
 */
#ifndef KB_HASH_SHA2_ROUNDS_H
#define KB_HASH_SHA2_ROUNDS_H

/* n is 1..31 and 1..63. */
#define KB_SHA2_ROTATE32(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define KB_SHA2_ROTATE64(x, n) (((x) >> (n)) | ((x) << (64 - (n))))

#define KB_SHA2_CHOOSE(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))

/* FIPS 180-4, 4.1.2 and 4.1.3. */
#define KB_SHA2_SUM_A_256(x)                                                             \
    (KB_SHA2_ROTATE32(x, 2) ^ KB_SHA2_ROTATE32(x, 13) ^ KB_SHA2_ROTATE32(x, 22))
#define KB_SHA2_SUM_E_256(x)                                                             \
    (KB_SHA2_ROTATE32(x, 6) ^ KB_SHA2_ROTATE32(x, 11) ^ KB_SHA2_ROTATE32(x, 25))
#define KB_SHA2_SIGMA_0_256(x)                                                           \
    (KB_SHA2_ROTATE32(x, 7) ^ KB_SHA2_ROTATE32(x, 18) ^ ((x) >> 3))
#define KB_SHA2_SIGMA_1_256(x)                                                           \
    (KB_SHA2_ROTATE32(x, 17) ^ KB_SHA2_ROTATE32(x, 19) ^ ((x) >> 10))
#define KB_SHA2_SUM_A_512(x)                                                             \
    (KB_SHA2_ROTATE64(x, 28) ^ KB_SHA2_ROTATE64(x, 34) ^ KB_SHA2_ROTATE64(x, 39))
#define KB_SHA2_SUM_E_512(x)                                                             \
    (KB_SHA2_ROTATE64(x, 14) ^ KB_SHA2_ROTATE64(x, 18) ^ KB_SHA2_ROTATE64(x, 41))
#define KB_SHA2_SIGMA_0_512(x)                                                           \
    (KB_SHA2_ROTATE64(x, 1) ^ KB_SHA2_ROTATE64(x, 8) ^ ((x) >> 7))
#define KB_SHA2_SIGMA_1_512(x)                                                           \
    (KB_SHA2_ROTATE64(x, 19) ^ KB_SHA2_ROTATE64(x, 61) ^ ((x) >> 6))

/* One round; the caller renames the variables instead of moving their values. The majority
 * of a, b, c is b where a and b or b and c are the same, else a; what differs in a and b
 * is kept in bc, for it is what differs in b and c of the next round. */
#define KB_SHA2_ROUND(bits, a, b, c, d, e, f, g, h, kw)                                  \
    do {                                                                                 \
        ab = (a) ^ (b);                                                                  \
        h += (kw) + KB_SHA2_CHOOSE(e, f, g);                                             \
        h += KB_SHA2_SUM_E_##bits(e);                                                    \
        d += h;                                                                          \
        h += KB_SHA2_SUM_A_##bits(a) + ((b) ^ (ab & bc));                                \
        bc = ab;                                                                         \
    } while (0)

#define KB_SHA2_GIVEN(bits, w, i) ((w)[i])

/* Word i + 16 of the schedule replaces word i of the last 16. */
#define KB_SHA2_NEXT(bits, w, i)                                                         \
    ((w)[i] += KB_SHA2_SIGMA_0_##bits((w)[((i) + 1) % 16]) + (w)[((i) + 9) % 16] +       \
               KB_SHA2_SIGMA_1_##bits((w)[((i) + 14) % 16]))

/* Eight rounds from word i on, which is 0 or 8, with words from GIVEN or NEXT. */
#define KB_SHA2_EIGHT(bits, word, k, w, i)                                               \
    do {                                                                                 \
        KB_SHA2_ROUND(bits, a, b, c, d, e, f, g, h, (k)[i] + word(bits, w, i));          \
        KB_SHA2_ROUND(bits, h, a, b, c, d, e, f, g,                                      \
                      (k)[(i) + 1] + word(bits, w, (i) + 1));                            \
        KB_SHA2_ROUND(bits, g, h, a, b, c, d, e, f,                                      \
                      (k)[(i) + 2] + word(bits, w, (i) + 2));                            \
        KB_SHA2_ROUND(bits, f, g, h, a, b, c, d, e,                                      \
                      (k)[(i) + 3] + word(bits, w, (i) + 3));                            \
        KB_SHA2_ROUND(bits, e, f, g, h, a, b, c, d,                                      \
                      (k)[(i) + 4] + word(bits, w, (i) + 4));                            \
        KB_SHA2_ROUND(bits, d, e, f, g, h, a, b, c,                                      \
                      (k)[(i) + 5] + word(bits, w, (i) + 5));                            \
        KB_SHA2_ROUND(bits, c, d, e, f, g, h, a, b,                                      \
                      (k)[(i) + 6] + word(bits, w, (i) + 6));                            \
        KB_SHA2_ROUND(bits, b, c, d, e, f, g, h, a,                                      \
                      (k)[(i) + 7] + word(bits, w, (i) + 7));                            \
    } while (0)

/* All `rounds` rounds on the state s and the block w, both of `type`; w is used up. */
#define KB_SHA2_ALL_ROUNDS(bits, type, k, rounds, s, w)                                  \
    do {                                                                                 \
        type a = (s)[0], b = (s)[1], c = (s)[2], d = (s)[3];                             \
        type e = (s)[4], f = (s)[5], g = (s)[6], h = (s)[7];                             \
        type ab, bc = b ^ c;                                                             \
        KB_SHA2_EIGHT(bits, KB_SHA2_GIVEN, k, w, 0);                                     \
        KB_SHA2_EIGHT(bits, KB_SHA2_GIVEN, k, w, 8);                                     \
        for (size_t at = 16; at < (rounds); at += 16) {                                  \
            KB_SHA2_EIGHT(bits, KB_SHA2_NEXT, (k) + at, w, 0);                           \
            KB_SHA2_EIGHT(bits, KB_SHA2_NEXT, (k) + at, w, 8);                           \
        }                                                                                \
        (s)[0] += a, (s)[1] += b, (s)[2] += c, (s)[3] += d;                              \
        (s)[4] += e, (s)[5] += f, (s)[6] += g, (s)[7] += h;                              \
    } while (0)

#endif
