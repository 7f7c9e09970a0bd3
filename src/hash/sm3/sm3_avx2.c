/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compression function of SM3 on eight messages side by side (GB/T 32905, 5.3): a
 * vector holds the same word of each. */
#include "core/secret.h"
#include "hash/sm3/ops_avx2.h"
#include "hash/sm3/ops_ref.h"
#include "hash/sm3/rounds.h"

#include <immintrin.h>

typedef uint32_t words __attribute__((vector_size(32)));

static inline words load(const uint32_t p[KB_SM3_LANE_COUNT]) {
    return (words)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

static inline void store(uint32_t p[KB_SM3_LANE_COUNT], words x) {
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)x);
}

/* From one E to the next each step waits for the one before: fewest steps in a row, not
 * fewest steps. */
static inline words kb_sm3_p0(words x) {
    return (x ^ (x << 9)) ^ ((x >> 23) ^ (x << 17)) ^ (x >> 15);
}

/* Turned left by 8 and by 16: one instruction instead of three. */
static inline words left8(words x) {
    const __m128i order =
        _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    return (words)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}

static inline words left16(words x) {
    const __m128i order =
        _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    return (words)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}

/* 15 and 23 are 7 and whole bytes; nothing waits for the schedule. */
static inline words kb_sm3_p1(words x) {
    words y = KB_SM3_ROTATE(x, 7);
    return x ^ left8(y) ^ left16(y);
}

void kb_sm3_compress_x8_avx2(uint32_t state[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT],
                             uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT],
                             size_t used) {
    if (used < 2) {
        kb_sm3_compress_x8_ref(state, block, used);
        return;
    }
    words s[KB_SM3_WORD_COUNT], w[KB_SM3_BLOCK_WORDS];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    for (size_t j = 0; j < KB_SM3_BLOCK_WORDS; j++) {
        w[j] = load(block[j]);
    }
    for (size_t j = 0; j < KB_SM3_WORD_COUNT; j++) {
        s[j] = load(state[j]);
    }
    KB_SM3_ALL_ROUNDS(words, s, w);
    for (size_t j = 0; j < KB_SM3_WORD_COUNT; j++) {
        store(state[j], s[j]);
    }
}
