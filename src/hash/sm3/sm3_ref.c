/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compression function of SM3 in portable C (GB/T 32905, section 5.3). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sm3/ops_ref.h"
#include "hash/sm3/rounds.h"

static inline uint32_t kb_sm3_p0(uint32_t x) {
    return x ^ KB_SM3_ROTATE(x, 9) ^ KB_SM3_ROTATE(x, 17);
}

static inline uint32_t kb_sm3_p1(uint32_t x) {
    return x ^ KB_SM3_ROTATE(x, 15) ^ KB_SM3_ROTATE(x, 23);
}

void kb_sm3_compress_ref(uint32_t state[KB_SM3_WORD_COUNT], const uint8_t *blocks,
                         size_t count) {
    uint32_t w[KB_SM3_BLOCK_WORDS];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += 64) {
        for (size_t j = 0; j < KB_SM3_BLOCK_WORDS; j++) {
            w[j] = kb_load_be32(blocks + 4 * j);
        }
        KB_SM3_ALL_ROUNDS(uint32_t, state, w);
    }
}

#define LANES 8

/* The round above on all messages: s[i] holds word i of each. The loops are what compilers
 * turn into vectors; on SSE2 eight messages take less time than three one by one. */
#define ROUND_X8(ff, gg, a, b, c, d, e, f, g, h, j)                                      \
    do {                                                                                 \
        for (size_t l = 0; l < LANES; l++) {                                             \
            uint32_t a12 = KB_SM3_ROTATE(s[a][l], 12);                                   \
            uint32_t sum = a12 + s[e][l] + kb_sm3_round_constant[j];                     \
            uint32_t ss1 = KB_SM3_ROTATE(sum, 7);                                        \
            uint32_t tt2 = gg(s[e][l], s[f][l], s[g][l]) + s[h][l] + ss1 + w[j][l];      \
            s[d][l] = ff(s[a][l], s[b][l], s[c][l]) + s[d][l] + (ss1 ^ a12) +            \
                      (w[j][l] ^ w[(j) + 4][l]);                                         \
            s[b][l] = KB_SM3_ROTATE(s[b][l], 9);                                         \
            s[f][l] = KB_SM3_ROTATE(s[f][l], 19);                                        \
            s[h][l] = kb_sm3_p0(tt2);                                                    \
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
            uint32_t x = w[j - 16][l] ^ w[j - 9][l] ^ KB_SM3_ROTATE(w[j - 3][l], 15);
            w[j][l] = kb_sm3_p1(x) ^ KB_SM3_ROTATE(w[j - 13][l], 7) ^ w[j - 6][l];
        }
    }
    for (size_t j = 0; j < 16; j += 4) {
        FOUR_ROUNDS_X8(KB_SM3_XOR, KB_SM3_XOR, j);
    }
    for (size_t j = 16; j < 64; j += 4) {
        FOUR_ROUNDS_X8(KB_SM3_MAJORITY, KB_SM3_CHOOSE, j);
    }
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        for (size_t l = 0; l < LANES; l++) {
            state[i][l] ^= s[i][l];
        }
    }
}

/* Eight messages from number `first` on, of which `used` are wanted. */
static void finish_eight(uint8_t *const *out, const kb_sm3_last *last, size_t at,
                         size_t first, size_t used) {
    uint32_t state[KB_SM3_WORD_COUNT][LANES], block[KB_SM3_BLOCK_WORDS][LANES];
    KB_WIPE_AT_END(state);
    KB_WIPE_AT_END(block);
    for (size_t l = 0; l < LANES; l++) {
        for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
            state[i][l] = last->state[i];
        }
        for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
            block[i][l] = last->block[i];
        }
        for (size_t i = 0; i < KB_SM3_OWN_WORDS; i++) {
            block[at + i][l] |= last->own[i][first + l];
        }
    }
    compress_all_lanes(state, block);
    for (size_t l = 0; l < used; l++) {
        for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
            kb_store_be32(out[first + l] + 4 * i, state[i][l]);
        }
    }
}

static void finish_one(uint8_t *out, const kb_sm3_last *last, size_t at, size_t lane) {
    uint32_t w[KB_SM3_BLOCK_WORDS], state[KB_SM3_WORD_COUNT];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(state);
    memcpy(w, last->block, sizeof w);
    memcpy(state, last->state, sizeof state);
    for (size_t i = 0; i < KB_SM3_OWN_WORDS; i++) {
        w[at + i] |= last->own[i][lane];
    }
    KB_SM3_ALL_ROUNDS(uint32_t, state, w);
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        kb_store_be32(out + 4 * i, state[i]);
    }
}

void kb_sm3_finish_x16_ref(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3_last *last,
                           size_t at, size_t used) {
    for (size_t first = 0; first < used; first += LANES) {
        size_t n = used - first < LANES ? used - first : LANES;
        if (n > 2) {
            finish_eight(out, last, at, first, n);
            continue;
        }
        for (size_t l = first; l < used; l++) {
            finish_one(out[l], last, at, l);
        }
    }
}
