/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compression function of SM3 in portable C (GB/T 32905, section 5.3). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sm3/ops_ref.h"

/* T_j turned left by j mod 32 (5.3.3), written out, so that no round turns by 0. */
static const uint32_t round_constant[64] = {
    UINT32_C(0x79cc4519), UINT32_C(0xf3988a32), UINT32_C(0xe7311465),
    UINT32_C(0xce6228cb), UINT32_C(0x9cc45197), UINT32_C(0x3988a32f),
    UINT32_C(0x7311465e), UINT32_C(0xe6228cbc), UINT32_C(0xcc451979),
    UINT32_C(0x988a32f3), UINT32_C(0x311465e7), UINT32_C(0x6228cbce),
    UINT32_C(0xc451979c), UINT32_C(0x88a32f39), UINT32_C(0x11465e73),
    UINT32_C(0x228cbce6), UINT32_C(0x9d8a7a87), UINT32_C(0x3b14f50f),
    UINT32_C(0x7629ea1e), UINT32_C(0xec53d43c), UINT32_C(0xd8a7a879),
    UINT32_C(0xb14f50f3), UINT32_C(0x629ea1e7), UINT32_C(0xc53d43ce),
    UINT32_C(0x8a7a879d), UINT32_C(0x14f50f3b), UINT32_C(0x29ea1e76),
    UINT32_C(0x53d43cec), UINT32_C(0xa7a879d8), UINT32_C(0x4f50f3b1),
    UINT32_C(0x9ea1e762), UINT32_C(0x3d43cec5), UINT32_C(0x7a879d8a),
    UINT32_C(0xf50f3b14), UINT32_C(0xea1e7629), UINT32_C(0xd43cec53),
    UINT32_C(0xa879d8a7), UINT32_C(0x50f3b14f), UINT32_C(0xa1e7629e),
    UINT32_C(0x43cec53d), UINT32_C(0x879d8a7a), UINT32_C(0x0f3b14f5),
    UINT32_C(0x1e7629ea), UINT32_C(0x3cec53d4), UINT32_C(0x79d8a7a8),
    UINT32_C(0xf3b14f50), UINT32_C(0xe7629ea1), UINT32_C(0xcec53d43),
    UINT32_C(0x9d8a7a87), UINT32_C(0x3b14f50f), UINT32_C(0x7629ea1e),
    UINT32_C(0xec53d43c), UINT32_C(0xd8a7a879), UINT32_C(0xb14f50f3),
    UINT32_C(0x629ea1e7), UINT32_C(0xc53d43ce), UINT32_C(0x8a7a879d),
    UINT32_C(0x14f50f3b), UINT32_C(0x29ea1e76), UINT32_C(0x53d43cec),
    UINT32_C(0xa7a879d8), UINT32_C(0x4f50f3b1), UINT32_C(0x9ea1e762),
    UINT32_C(0x3d43cec5),
};

/* n is 1..31. */
#define ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))

static inline uint32_t p0(uint32_t x) {
    return x ^ ROTATE(x, 9) ^ ROTATE(x, 17);
}

static inline uint32_t p1(uint32_t x) {
    return x ^ ROTATE(x, 15) ^ ROTATE(x, 23);
}

/* FF_j and GG_j (4.3) for rounds below 16 and from 16 on. */
#define XOR(x, y, z)      ((x) ^ (y) ^ (z))
#define MAJORITY(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define CHOOSE(x, y, z)   ((((y) ^ (z)) & (x)) ^ (z))

/* One round, in which the words keep their places: what the standard calls A next is in
 * d, what it calls E next is in h. The caller turns the names instead. */
#define ROUND(ff, gg, a, b, c, d, e, f, g, h, j)                                         \
    do {                                                                                 \
        uint32_t a12 = ROTATE(a, 12);                                                    \
        uint32_t sum = a12 + e + round_constant[j];                                      \
        uint32_t ss1 = ROTATE(sum, 7);                                                   \
        uint32_t tt2 = gg(e, f, g) + h + ss1 + w[j];                                     \
        d = ff(a, b, c) + d + (ss1 ^ a12) + (w[j] ^ w[(j) + 4]);                         \
        b = ROTATE(b, 9);                                                                \
        f = ROTATE(f, 19);                                                               \
        h = p0(tt2);                                                                     \
    } while (0)

#define FOUR_ROUNDS(ff, gg, j)                                                           \
    do {                                                                                 \
        ROUND(ff, gg, a, b, c, d, e, f, g, h, (j));                                      \
        ROUND(ff, gg, d, a, b, c, h, e, f, g, (j) + 1);                                  \
        ROUND(ff, gg, c, d, a, b, g, h, e, f, (j) + 2);                                  \
        ROUND(ff, gg, b, c, d, a, f, g, h, e, (j) + 3);                                  \
    } while (0)

/* w holds the block in its first 16 words; the rest is written here (5.3.2). */
static inline void compress_words(uint32_t s[KB_SM3_WORD_COUNT], uint32_t w[68]) {
    for (size_t j = 16; j < 68; j++) {
        uint32_t x = w[j - 16] ^ w[j - 9] ^ ROTATE(w[j - 3], 15);
        w[j] = p1(x) ^ ROTATE(w[j - 13], 7) ^ w[j - 6];
    }
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
    uint32_t e = s[4], f = s[5], g = s[6], h = s[7];
    for (size_t j = 0; j < 16; j += 4) {
        FOUR_ROUNDS(XOR, XOR, j);
    }
    for (size_t j = 16; j < 64; j += 4) {
        FOUR_ROUNDS(MAJORITY, CHOOSE, j);
    }
    s[0] ^= a, s[1] ^= b, s[2] ^= c, s[3] ^= d;
    s[4] ^= e, s[5] ^= f, s[6] ^= g, s[7] ^= h;
}

void kb_sm3_compress_ref(uint32_t state[KB_SM3_WORD_COUNT], const uint8_t *blocks,
                         size_t count) {
    uint32_t w[68];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += 64) {
        for (size_t j = 0; j < KB_SM3_BLOCK_WORDS; j++) {
            w[j] = kb_load_be32(blocks + 4 * j);
        }
        compress_words(state, w);
    }
}

#define LANES KB_SM3_LANE_COUNT

/* The round above on all messages: s[i] holds word i of each. The loops are what compilers
 * turn into vectors; on SSE2 eight messages take less time than three one by one. */
#define ROUND_X8(ff, gg, a, b, c, d, e, f, g, h, j)                                      \
    do {                                                                                 \
        for (size_t l = 0; l < LANES; l++) {                                             \
            uint32_t a12 = ROTATE(s[a][l], 12);                                          \
            uint32_t sum = a12 + s[e][l] + round_constant[j];                            \
            uint32_t ss1 = ROTATE(sum, 7);                                               \
            uint32_t tt2 = gg(s[e][l], s[f][l], s[g][l]) + s[h][l] + ss1 + w[j][l];      \
            s[d][l] = ff(s[a][l], s[b][l], s[c][l]) + s[d][l] + (ss1 ^ a12) +            \
                      (w[j][l] ^ w[(j) + 4][l]);                                         \
            s[b][l] = ROTATE(s[b][l], 9);                                                \
            s[f][l] = ROTATE(s[f][l], 19);                                               \
            s[h][l] = p0(tt2);                                                           \
        }                                                                                \
    } while (0)

#define FOUR_ROUNDS_X8(ff, gg, j)                                                        \
    do {                                                                                 \
        ROUND_X8(ff, gg, 0, 1, 2, 3, 4, 5, 6, 7, (j));                                   \
        ROUND_X8(ff, gg, 3, 0, 1, 2, 7, 4, 5, 6, (j) + 1);                               \
        ROUND_X8(ff, gg, 2, 3, 0, 1, 6, 7, 4, 5, (j) + 2);                               \
        ROUND_X8(ff, gg, 1, 2, 3, 0, 5, 6, 7, 4, (j) + 3);                               \
    } while (0)

static void compress_all_lanes(uint32_t state[KB_SM3_WORD_COUNT][LANES],
                               uint32_t block[KB_SM3_BLOCK_WORDS][LANES]) {
    uint32_t w[68][LANES], s[KB_SM3_WORD_COUNT][LANES];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    memcpy(w, block, sizeof w[0] * KB_SM3_BLOCK_WORDS);
    memcpy(s, state, sizeof s);
    for (size_t j = 16; j < 68; j++) {
        for (size_t l = 0; l < LANES; l++) {
            uint32_t x = w[j - 16][l] ^ w[j - 9][l] ^ ROTATE(w[j - 3][l], 15);
            w[j][l] = p1(x) ^ ROTATE(w[j - 13][l], 7) ^ w[j - 6][l];
        }
    }
    for (size_t j = 0; j < 16; j += 4) {
        FOUR_ROUNDS_X8(XOR, XOR, j);
    }
    for (size_t j = 16; j < 64; j += 4) {
        FOUR_ROUNDS_X8(MAJORITY, CHOOSE, j);
    }
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        for (size_t l = 0; l < LANES; l++) {
            state[i][l] ^= s[i][l];
        }
    }
}

static void compress_one_lane(uint32_t state[KB_SM3_WORD_COUNT][LANES],
                              uint32_t block[KB_SM3_BLOCK_WORDS][LANES], size_t lane) {
    uint32_t w[68], one[KB_SM3_WORD_COUNT];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(one);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        one[i] = state[i][lane];
    }
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        w[i] = block[i][lane];
    }
    compress_words(one, w);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        state[i][lane] = one[i];
    }
}

void kb_sm3_compress_x8_ref(uint32_t state[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT],
                            uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT],
                            size_t used) {
    if (used > 2) {
        compress_all_lanes(state, block);
        return;
    }
    for (size_t lane = 0; lane < used; lane++) {
        compress_one_lane(state, block, lane);
    }
}
