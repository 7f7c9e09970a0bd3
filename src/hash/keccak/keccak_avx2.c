/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Keccak-f[1600] (FIPS 202, section 3) for processors with AVX2 and BMI: four states in
 * vectors, and one in scalar code that the compiler makes with ANDN and RORX.
 *
 * Both are the same text over another type of word, because vectors of gcc and clang have
 * the operators of C. Twenty-five words fit no register file: the state stays where the
 * caller has it, a second one is on the stack, and each round reads one and writes the
 * other. The column parities that theta needs are gathered while chi of the round before
 * writes.
 */
#include "hash/keccak/ops_avx2.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "hash/keccak/round_constants.h"

#include <immintrin.h>

/* The lane of one state, and that of four, which may lie at any address. */
typedef uint64_t one;
typedef uint64_t four __attribute__((vector_size(32)));
typedef uint64_t four_at __attribute__((vector_size(32), aligned(8), may_alias));

/* n is 1..63. */
#define ROTATE(x, n) (((x) << (n)) ^ ((x) >> (64 - (n))))

#define ROTATE1_one(x)  ROTATE(x, 1)
#define ROTATE8_one(x)  ROTATE(x, 8)
#define ROTATE56_one(x) ROTATE(x, 56)

/* An addition may go where a shift may not. */
#define ROTATE1_four(x) (((x) + (x)) ^ ((x) >> 63))
/* By whole bytes one shuffle does what takes two shifts otherwise. */
#define ROTATE8_four(x)  shuffle(x, UINT64_C(0x0605040302010007))
#define ROTATE56_four(x) shuffle(x, UINT64_C(0x0007060504030201))

/* The bytes of each lane in the order that the bytes of `from` say. */
static inline four shuffle(four x, uint64_t from) {
    uint64_t upper = from | UINT64_C(0x0808080808080808);
    return (four)_mm256_shuffle_epi8((__m256i)x,
                                     (__m256i)(four){from, upper, from, upper});
}

static inline one splat_one(uint64_t x) {
    return x;
}

static inline four splat_four(uint64_t x) {
    return (four){x, x, x, x};
}

/* Has all five words ready before chi, which gcc would otherwise mix with the rotations
 * until it runs out of registers. Clang is better off without. */
#ifdef __clang__
#define READY_four(b0, b1, b2, b3, b4)
#else
#define READY_four(b0, b1, b2, b3, b4)                                                   \
    __asm__("" : "+x"(b0), "+x"(b1), "+x"(b2), "+x"(b3), "+x"(b4))
#endif
#define READY_one(b0, b1, b2, b3, b4)

/* Words i..i+4 of e, a row, from the five words that pi brings there; iota is 0 but in the
 * first row. They go into the parities c0..c4, too. */
#define ROW(WORD, e, i, iota, v0, v1, v2, v3, v4)                                        \
    do {                                                                                 \
        WORD b0 = (v0), b1 = (v1), b2 = (v2), b3 = (v3), b4 = (v4), t;                   \
        READY_##WORD(b0, b1, b2, b3, b4);                                                \
        t = b0 ^ (~b1 & b2) ^ (iota), (e)[(i)] = t, c0 ^= t;                             \
        t = b1 ^ (~b2 & b3), (e)[(i) + 1] = t, c1 ^= t;                                  \
        t = b2 ^ (~b3 & b4), (e)[(i) + 2] = t, c2 ^= t;                                  \
        t = b3 ^ (~b4 & b0), (e)[(i) + 3] = t, c3 ^= t;                                  \
        t = b4 ^ (~b0 & b1), (e)[(i) + 4] = t, c4 ^= t;                                  \
    } while (0)

/* From state a with parities c0..c4 to state e with its own. Word (x, y) of e comes from
 * word (x + 3y, x) of a. */
#define ROUND(WORD, a, e, iota)                                                          \
    do {                                                                                 \
        WORD d0 = c4 ^ ROTATE1_##WORD(c1), d1 = c0 ^ ROTATE1_##WORD(c2);                 \
        WORD d2 = c1 ^ ROTATE1_##WORD(c3), d3 = c2 ^ ROTATE1_##WORD(c4);                 \
        WORD d4 = c3 ^ ROTATE1_##WORD(c0), none = {0};                                   \
        c0 = c1 = c2 = c3 = c4 = none;                                                   \
        ROW(WORD, e, 0, iota, (a)[0] ^ d0, ROTATE((a)[6] ^ d1, 44),                      \
            ROTATE((a)[12] ^ d2, 43), ROTATE((a)[18] ^ d3, 21),                          \
            ROTATE((a)[24] ^ d4, 14));                                                   \
        ROW(WORD, e, 5, none, ROTATE((a)[3] ^ d3, 28), ROTATE((a)[9] ^ d4, 20),          \
            ROTATE((a)[10] ^ d0, 3), ROTATE((a)[16] ^ d1, 45),                           \
            ROTATE((a)[22] ^ d2, 61));                                                   \
        ROW(WORD, e, 10, none, ROTATE1_##WORD((a)[1] ^ d1), ROTATE((a)[7] ^ d2, 6),      \
            ROTATE((a)[13] ^ d3, 25), ROTATE8_##WORD((a)[19] ^ d4),                      \
            ROTATE((a)[20] ^ d0, 18));                                                   \
        ROW(WORD, e, 15, none, ROTATE((a)[4] ^ d4, 27), ROTATE((a)[5] ^ d0, 36),         \
            ROTATE((a)[11] ^ d1, 10), ROTATE((a)[17] ^ d2, 15),                          \
            ROTATE56_##WORD((a)[23] ^ d3));                                              \
        ROW(WORD, e, 20, none, ROTATE((a)[2] ^ d2, 62), ROTATE((a)[8] ^ d3, 55),         \
            ROTATE((a)[14] ^ d4, 39), ROTATE((a)[15] ^ d0, 41),                          \
            ROTATE((a)[21] ^ d1, 2));                                                    \
    } while (0)

#define PARITIES(WORD, a)                                                                \
    WORD c0 = (a)[0] ^ (a)[5] ^ (a)[10] ^ (a)[15] ^ (a)[20];                             \
    WORD c1 = (a)[1] ^ (a)[6] ^ (a)[11] ^ (a)[16] ^ (a)[21];                             \
    WORD c2 = (a)[2] ^ (a)[7] ^ (a)[12] ^ (a)[17] ^ (a)[22];                             \
    WORD c3 = (a)[3] ^ (a)[8] ^ (a)[13] ^ (a)[18] ^ (a)[23];                             \
    WORD c4 = (a)[4] ^ (a)[9] ^ (a)[14] ^ (a)[19] ^ (a)[24]

/* Two rounds a turn, so that neither needs to copy its result back. */
#define PERMUTE(WORD, a)                                                                 \
    do {                                                                                 \
        WORD e[KB_KECCAK_LANE_COUNT];                                                    \
        PARITIES(WORD, a);                                                               \
        for (size_t round = 0; round < 24; round += 2) {                                 \
            ROUND(WORD, a, e, splat_##WORD(kb_keccak_round_constant[round]));            \
            ROUND(WORD, e, a, splat_##WORD(kb_keccak_round_constant[round + 1]));        \
        }                                                                                \
    } while (0)

void kb_keccak_permute_avx2(uint64_t lanes[KB_KECCAK_LANE_COUNT]) {
    PERMUTE(one, lanes);
}

static void permute_first(uint64_t lanes[KB_KECCAK_LANE_COUNT][4]) {
    uint64_t first[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(first);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        first[i] = lanes[i][0];
    }
    kb_keccak_permute_avx2(first);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        lanes[i][0] = first[i];
    }
}

/* All four unless one is wanted: two alone take longer. */
void kb_keccak_permute_x4_avx2(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used) {
    if (used == 1) {
        permute_first(lanes);
        return;
    }
    /* Clang aligns the stack for an object in memory, not for the vectors that it spills,
     * and those that cross a cache line cost up to a quarter. */
    four aligner;
    __asm__ volatile("" : "=m"(aligner));
    four_at *a = (four_at *)lanes;
    PERMUTE(four, a);
}

/* The first words of the last round, which come from the diagonal alone. */
static inline void last_row(four_at *out, size_t words, const four e[], const four c[5]) {
    four b0 = e[0] ^ c[4] ^ ROTATE1_four(c[1]);
    four b1 = ROTATE(e[6] ^ c[0] ^ ROTATE1_four(c[2]), 44);
    four b2 = ROTATE(e[12] ^ c[1] ^ ROTATE1_four(c[3]), 43);
    four b3 = ROTATE(e[18] ^ c[2] ^ ROTATE1_four(c[4]), 21);
    four b4 = ROTATE(e[24] ^ c[3] ^ ROTATE1_four(c[0]), 14);
    four row[4] = {b0 ^ (~b1 & b2) ^ splat_four(kb_keccak_round_constant[23]),
                   b1 ^ (~b2 & b3), b2 ^ (~b3 & b4), b3 ^ (~b4 & b0)};
    for (size_t i = 0; i < words; i++) {
        out[i] = row[i];
    }
}

static void permute_first_to(uint64_t (*out)[4], size_t words,
                             uint64_t lanes[KB_KECCAK_LANE_COUNT][4]) {
    uint64_t first[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(first);
    for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
        first[i] = lanes[i][0];
    }
    kb_keccak_permute_avx2(first);
    for (size_t i = 0; i < words; i++) {
        out[i][0] = first[i];
    }
}

void kb_keccak_permute_x4_to_avx2(uint64_t (*out)[4], size_t words,
                                  uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used) {
    if (used == 1) {
        permute_first_to(out, words, lanes);
        return;
    }
    four aligner; /* as above */
    __asm__ volatile("" : "=m"(aligner));
    four_at *a = (four_at *)lanes;
    four x[KB_KECCAK_LANE_COUNT], e[KB_KECCAK_LANE_COUNT];
    PARITIES(four, a);
    ROUND(four, a, e, splat_four(kb_keccak_round_constant[0]));
    for (size_t round = 1; round < 23; round += 2) {
        ROUND(four, e, x, splat_four(kb_keccak_round_constant[round]));
        ROUND(four, x, e, splat_four(kb_keccak_round_constant[round + 1]));
    }
    last_row((four_at *)out, words, e, (const four[5]){c0, c1, c2, c3, c4});
}

/* Four words of four states, one state a vector, to one word of all states a vector, or
 * back: the same exchange. */
static inline void transpose(four x[4]) {
    four low01 = (four)_mm256_unpacklo_epi64((__m256i)x[0], (__m256i)x[1]);
    four high01 = (four)_mm256_unpackhi_epi64((__m256i)x[0], (__m256i)x[1]);
    four low23 = (four)_mm256_unpacklo_epi64((__m256i)x[2], (__m256i)x[3]);
    four high23 = (four)_mm256_unpackhi_epi64((__m256i)x[2], (__m256i)x[3]);
    x[0] = (four)_mm256_permute2x128_si256((__m256i)low01, (__m256i)low23, 0x20);
    x[1] = (four)_mm256_permute2x128_si256((__m256i)high01, (__m256i)high23, 0x20);
    x[2] = (four)_mm256_permute2x128_si256((__m256i)low01, (__m256i)low23, 0x31);
    x[3] = (four)_mm256_permute2x128_si256((__m256i)high01, (__m256i)high23, 0x31);
}

void kb_keccak_absorb_x4_avx2(uint64_t lanes[KB_KECCAK_LANE_COUNT][4],
                              const uint8_t *const in[4], size_t words, unsigned fresh) {
    four_at *a = (four_at *)lanes;
    if (fresh != 0) {
        four keep;
        for (size_t j = 0; j < 4; j++) {
            keep[j] = (uint64_t)(fresh >> j & 1) - 1;
        }
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            a[i] &= keep;
        }
    }
    size_t i = 0;
    for (; words - i >= 4; i += 4) {
        four x[4];
        for (size_t j = 0; j < 4; j++) {
            x[j] = (four)_mm256_loadu_si256((const __m256i_u *)(in[j] + 8 * i));
        }
        transpose(x);
        for (size_t j = 0; j < 4; j++) {
            a[i + j] ^= x[j];
        }
    }
    for (; i < words; i++) {
        a[i] ^= (four){kb_load_le64(in[0] + 8 * i), kb_load_le64(in[1] + 8 * i),
                       kb_load_le64(in[2] + 8 * i), kb_load_le64(in[3] + 8 * i)};
    }
}

void kb_keccak_squeeze_x4_avx2(uint8_t *const out[4],
                               uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t words) {
    four_at *a = (four_at *)lanes;
    size_t i = 0;
    for (; words - i >= 4; i += 4) {
        four x[4] = {a[i], a[i + 1], a[i + 2], a[i + 3]};
        transpose(x);
        for (size_t j = 0; j < 4; j++) {
            _mm256_storeu_si256((__m256i_u *)(out[j] + 8 * i), (__m256i)x[j]);
        }
    }
    for (; i < words; i++) {
        for (size_t j = 0; j < 4; j++) {
            kb_store_le64(out[j] + 8 * i, lanes[i][j]);
        }
    }
}
