/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 of eight blocks side by side: a vector holds the same word of each. */
#include "core/secret.h"
#include "hash/sha2/ops_ref.h"
#include "hash/sha2/ops_vector.h"
#include "hash/sha2/round_constants.h"
#include "hash/sha2/rounds.h"

#include <immintrin.h>
#include <string.h>

#define LANES KB_SHA2_LANE_COUNT
/* Fewer blocks take less time one by one. */
#define WORTHWHILE 3

typedef uint32_t words __attribute__((vector_size(32)));

static inline words load(const void *p) {
    return (words)_mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, words x) {
    _mm256_storeu_si256((__m256i *)p, (__m256i)x);
}

/* Reverses the bytes of each word. */
static inline words swap(words x) {
    const __m128i order =
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    return (words)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}

/* Word j of row i becomes word i of row j. */
static inline void transpose(words r[LANES]) {
    __m256i pairs[LANES], fours[LANES];
    for (size_t i = 0; i < LANES; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32((__m256i)r[i], (__m256i)r[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_epi32((__m256i)r[i], (__m256i)r[i + 1]);
    }
    for (size_t i = 0; i < LANES; i += 4) {
        fours[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        fours[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        fours[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        fours[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
    for (size_t i = 0; i < 4; i++) {
        r[i] = (words)_mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        r[i + 4] = (words)_mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    }
}

/* Lanes that are not used repeat the first one, so that nothing else is read. */
static inline void load_blocks(words w[16], const uint8_t *blocks, size_t used) {
    for (size_t j = 0; j < LANES; j++) {
        const uint8_t *block = blocks + (j < used ? j : 0) * KB_SHA256_BLOCK_BYTES;
        w[j] = swap(load(block));
        w[j + 8] = swap(load(block + 32));
    }
    transpose(w);
    transpose(w + 8);
}

void kb_sha2_compress256_x8_avx2(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                 const uint8_t *blocks, size_t used) {
    if (used < WORTHWHILE) {
        kb_sha2_compress256_x8_ref(states, blocks, used);
        return;
    }
    words s[8], w[16];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    load_blocks(w, blocks, used);
    for (size_t j = 0; j < LANES; j++) {
        s[j] = load(states[j < used ? j : 0]);
    }
    transpose(s);
    KB_SHA2_ALL_ROUNDS(256, words, kb_sha2_k256, 64, s, w);
    transpose(s);
    for (size_t j = 0; j < used; j++) {
        store(states[j], s[j]);
    }
}

void kb_sha2_finish256_x8_avx2(uint8_t *const *out, size_t count, const uint32_t start[8],
                               const uint8_t *blocks, size_t used) {
    if (used < WORTHWHILE) {
        kb_sha2_finish256_x8_ref(out, count, start, blocks, used);
        return;
    }
    words s[8], w[16];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    load_blocks(w, blocks, used);
    for (size_t i = 0; i < 8; i++) {
        s[i] = (words)_mm256_set1_epi32((int)start[i]);
    }
    KB_SHA2_ALL_ROUNDS(256, words, kb_sha2_k256, 64, s, w);
    transpose(s);
    for (size_t j = 0; j < used; j++) {
        s[j] = swap(s[j]);
        if (count == 4) { /* the usual numbers without a call */
            memcpy(out[j], &s[j], 16);
        } else if (count == 8) {
            memcpy(out[j], &s[j], 32);
        } else {
            memcpy(out[j], &s[j], 4 * count);
        }
    }
}
