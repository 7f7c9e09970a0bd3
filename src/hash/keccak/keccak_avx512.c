/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Keccak-f[1600] (FIPS 202, section 3) of four states for processors with AVX-512, in its
 * form for vectors of 256 bits: twice the registers of AVX2, so that the states stay in
 * them for all rounds, rotations, and any function of three operands in one instruction.
 *
 * Words have names, not indices, because gcc keeps an array in memory. A round reads all of
 * them before it writes the first.
 */
#include "hash/keccak/ops_avx512.h"

#include "hash/keccak/round_constants.h"

#include <immintrin.h>

/* The lane of four states, which may lie at any address. */
typedef uint64_t four __attribute__((vector_size(32)));
typedef uint64_t four_at __attribute__((vector_size(32), aligned(8), may_alias));

/* Truth tables of three operands: the bit at 4a + 2b + c. */
#define XOR_OF_THREE 0x96
#define CHI          0xd2 /* a ^ (~b & c) */

#define MIX(table, a, b, c)                                                              \
    ((four)_mm256_ternarylogic_epi64((__m256i)(a), (__m256i)(b), (__m256i)(c), (table)))
#define ROTATE(x, n) ((four)_mm256_rol_epi64((__m256i)(x), (n)))

static inline four splat(uint64_t x) {
    return (four){x, x, x, x};
}

/* Of the words of a column. */
#define PARITY(v, w, x, y, z) MIX(XOR_OF_THREE, MIX(XOR_OF_THREE, v, w, x), y, z)

/* Words of a row from the five that pi brings there. */
#define ROW(e0, e1, e2, e3, e4, b0, b1, b2, b3, b4)                                      \
    do {                                                                                 \
        e0 = MIX(CHI, b0, b1, b2);                                                       \
        e1 = MIX(CHI, b1, b2, b3);                                                       \
        e2 = MIX(CHI, b2, b3, b4);                                                       \
        e3 = MIX(CHI, b3, b4, b0);                                                       \
        e4 = MIX(CHI, b4, b0, b1);                                                       \
    } while (0)

/* What theta adds to the words of each column. */
#define THETA                                                                            \
    four c0 = PARITY(a0, a5, a10, a15, a20), c1 = PARITY(a1, a6, a11, a16, a21);         \
    four c2 = PARITY(a2, a7, a12, a17, a22), c3 = PARITY(a3, a8, a13, a18, a23);         \
    four c4 = PARITY(a4, a9, a14, a19, a24);                                             \
    four d0 = c4 ^ ROTATE(c1, 1), d1 = c0 ^ ROTATE(c2, 1), d2 = c1 ^ ROTATE(c3, 1);      \
    four d3 = c2 ^ ROTATE(c4, 1), d4 = c3 ^ ROTATE(c0, 1)

/* The words that become the first row: those of the diagonal. */
#define DIAGONAL                                                                         \
    four b0 = a0 ^ d0, b1 = ROTATE(a6 ^ d1, 44), b2 = ROTATE(a12 ^ d2, 43);              \
    four b3 = ROTATE(a18 ^ d3, 21), b4 = ROTATE(a24 ^ d4, 14)

/* Word (x, y) comes from word (x + 3y, x). */
#define ROUND(iota)                                                                      \
    do {                                                                                 \
        THETA;                                                                           \
        DIAGONAL;                                                                        \
        four b5 = ROTATE(a3 ^ d3, 28), b6 = ROTATE(a9 ^ d4, 20);                         \
        four b7 = ROTATE(a10 ^ d0, 3), b8 = ROTATE(a16 ^ d1, 45);                        \
        four b9 = ROTATE(a22 ^ d2, 61), b10 = ROTATE(a1 ^ d1, 1);                        \
        four b11 = ROTATE(a7 ^ d2, 6), b12 = ROTATE(a13 ^ d3, 25);                       \
        four b13 = ROTATE(a19 ^ d4, 8), b14 = ROTATE(a20 ^ d0, 18);                      \
        four b15 = ROTATE(a4 ^ d4, 27), b16 = ROTATE(a5 ^ d0, 36);                       \
        four b17 = ROTATE(a11 ^ d1, 10), b18 = ROTATE(a17 ^ d2, 15);                     \
        four b19 = ROTATE(a23 ^ d3, 56), b20 = ROTATE(a2 ^ d2, 62);                      \
        four b21 = ROTATE(a8 ^ d3, 55), b22 = ROTATE(a14 ^ d4, 39);                      \
        four b23 = ROTATE(a15 ^ d0, 41), b24 = ROTATE(a21 ^ d1, 2);                      \
        ROW(a0, a1, a2, a3, a4, b0, b1, b2, b3, b4);                                     \
        ROW(a5, a6, a7, a8, a9, b5, b6, b7, b8, b9);                                     \
        ROW(a10, a11, a12, a13, a14, b10, b11, b12, b13, b14);                           \
        ROW(a15, a16, a17, a18, a19, b15, b16, b17, b18, b19);                           \
        ROW(a20, a21, a22, a23, a24, b20, b21, b22, b23, b24);                           \
        a0 ^= splat(iota);                                                               \
    } while (0)

#define LOAD(at)                                                                         \
    four a0 = (at)[0], a1 = (at)[1], a2 = (at)[2], a3 = (at)[3], a4 = (at)[4],           \
         a5 = (at)[5], a6 = (at)[6], a7 = (at)[7], a8 = (at)[8], a9 = (at)[9],           \
         a10 = (at)[10], a11 = (at)[11], a12 = (at)[12], a13 = (at)[13], a14 = (at)[14], \
         a15 = (at)[15], a16 = (at)[16], a17 = (at)[17], a18 = (at)[18], a19 = (at)[19], \
         a20 = (at)[20], a21 = (at)[21], a22 = (at)[22], a23 = (at)[23], a24 = (at)[24]
#define STORE(at)                                                                        \
    (at)[0] = a0, (at)[1] = a1, (at)[2] = a2, (at)[3] = a3, (at)[4] = a4, (at)[5] = a5,  \
    (at)[6] = a6, (at)[7] = a7, (at)[8] = a8, (at)[9] = a9, (at)[10] = a10,              \
    (at)[11] = a11, (at)[12] = a12, (at)[13] = a13, (at)[14] = a14, (at)[15] = a15,      \
    (at)[16] = a16, (at)[17] = a17, (at)[18] = a18, (at)[19] = a19, (at)[20] = a20,      \
    (at)[21] = a21, (at)[22] = a22, (at)[23] = a23, (at)[24] = a24

/* All four whatever is used: one state alone takes longer in scalar code. */
void kb_keccak_permute_x4_avx512(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used) {
    (void)used;
    four_at *at = (four_at *)lanes;
    LOAD(at);
    for (size_t round = 0; round < 24; round += 2) {
        ROUND(kb_keccak_round_constant[round]);
        ROUND(kb_keccak_round_constant[round + 1]);
    }
    STORE(at);
}

void kb_keccak_permute_x4_to_avx512(uint64_t (*out)[4], size_t words,
                                    uint64_t lanes[KB_KECCAK_LANE_COUNT][4],
                                    size_t used) {
    (void)used;
    const four_at *at = (const four_at *)lanes;
    LOAD(at);
    ROUND(kb_keccak_round_constant[0]);
    for (size_t round = 1; round < 23; round += 2) {
        ROUND(kb_keccak_round_constant[round]);
        ROUND(kb_keccak_round_constant[round + 1]);
    }
    THETA;
    DIAGONAL;
    ROW(a0, a1, a2, a3, a4, b0, b1, b2, b3, b4);
    const four row[4] = {a0 ^ splat(kb_keccak_round_constant[23]), a1, a2, a3};
    for (size_t i = 0; i < words; i++) {
        ((four_at *)out)[i] = row[i];
    }
}
