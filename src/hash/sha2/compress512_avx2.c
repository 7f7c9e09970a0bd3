/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-512 of four blocks side by side: a vector holds the same word of each. */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sha2/ops_vector.h"
#include "hash/sha2/round_constants.h"
#include "hash/sha2/rounds.h"

#include <immintrin.h>
#include <string.h>

#define GROUP 4
/* Fewer blocks take less time one by one. */
#define WORTHWHILE 3

typedef uint64_t words __attribute__((vector_size(32)));

static inline words load(const void *p) {
    return (words)_mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, words x) {
    _mm256_storeu_si256((__m256i *)p, (__m256i)x);
}

/* Reverses the bytes of each word. */
static inline words swap(words x) {
    const __m128i order =
        _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return (words)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}

/* Word j of row i becomes word i of row j. */
static inline void transpose(words r[GROUP]) {
    __m256i even = _mm256_unpacklo_epi64((__m256i)r[0], (__m256i)r[1]);
    __m256i odd = _mm256_unpackhi_epi64((__m256i)r[0], (__m256i)r[1]);
    __m256i even2 = _mm256_unpacklo_epi64((__m256i)r[2], (__m256i)r[3]);
    __m256i odd2 = _mm256_unpackhi_epi64((__m256i)r[2], (__m256i)r[3]);
    r[0] = (words)_mm256_permute2x128_si256(even, even2, 0x20);
    r[1] = (words)_mm256_permute2x128_si256(odd, odd2, 0x20);
    r[2] = (words)_mm256_permute2x128_si256(even, even2, 0x31);
    r[3] = (words)_mm256_permute2x128_si256(odd, odd2, 0x31);
}

/* Lanes that are not used repeat the first one, so that nothing else is read. */
static inline void load_blocks(words w[16], const uint8_t *blocks, size_t used) {
    for (size_t i = 0; i < 16; i += 4) {
        for (size_t j = 0; j < GROUP; j++) {
            const uint8_t *block = blocks + (j < used ? j : 0) * KB_SHA512_BLOCK_BYTES;
            w[i + j] = swap(load(block + 8 * i));
        }
        transpose(w + i);
    }
}

/* Of up to four blocks. */
static void compress(uint64_t (*states)[8], const uint8_t *blocks, size_t used) {
    words s[8], w[16];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    load_blocks(w, blocks, used);
    for (size_t j = 0; j < GROUP; j++) {
        s[j] = load(states[j < used ? j : 0]);
        s[j + 4] = load(states[j < used ? j : 0] + 4);
    }
    transpose(s);
    transpose(s + 4);
    KB_SHA2_ALL_ROUNDS(512, words, kb_sha2_k512, 80, s, w);
    transpose(s);
    transpose(s + 4);
    for (size_t j = 0; j < used; j++) {
        store(states[j], s[j]);
        store(states[j] + 4, s[j + 4]);
    }
}

static void finish(uint8_t *const *out, size_t count, const uint64_t start[8],
                   const uint8_t *blocks, size_t used) {
    words s[8], w[16];
    KB_WIPE_AT_END(w);
    KB_WIPE_AT_END(s);
    load_blocks(w, blocks, used);
    for (size_t i = 0; i < 8; i++) {
        s[i] = (words)_mm256_set1_epi64x((long long)start[i]);
    }
    KB_SHA2_ALL_ROUNDS(512, words, kb_sha2_k512, 80, s, w);
    transpose(s);
    transpose(s + 4);
    for (size_t j = 0; j < used; j++) {
        words both[2] = {swap(s[j]), swap(s[j + 4])};
        KB_WIPE_AT_END(both);
        if (count == 3) { /* the usual numbers without a call */
            memcpy(out[j], both, 24);
        } else if (count == 4) {
            memcpy(out[j], both, 32);
        } else {
            memcpy(out[j], both, 8 * count);
        }
    }
}

static void finish_one(uint8_t *out, size_t count, const uint64_t start[8],
                       const uint8_t *block) {
    uint64_t state[8];
    KB_WIPE_AT_END(state);
    memcpy(state, start, sizeof state);
    kb_sha2_compress512_avx2(state, block, 1);
    for (size_t i = 0; i < count; i++) {
        kb_store_be64(out + 8 * i, state[i]);
    }
}

void kb_sha2_compress512_x8_avx2(uint64_t states[KB_SHA2_LANE_COUNT][8],
                                 const uint8_t *blocks, size_t used) {
    for (size_t n; used > 0; used -= n) {
        n = used < WORTHWHILE ? 1 : used < GROUP ? used : GROUP;
        if (n == 1) {
            kb_sha2_compress512_avx2(states[0], blocks, 1);
        } else {
            compress(states, blocks, n);
        }
        states += n;
        blocks += n * KB_SHA512_BLOCK_BYTES;
    }
}

void kb_sha2_finish512_x8_avx2(uint8_t *const *out, size_t count, const uint64_t start[8],
                               const uint8_t *blocks, size_t used) {
    for (size_t n; used > 0; used -= n) {
        n = used < WORTHWHILE ? 1 : used < GROUP ? used : GROUP;
        if (n == 1) {
            finish_one(out[0], count, start, blocks);
        } else {
            finish(out, count, start, blocks, n);
        }
        out += n;
        blocks += n * KB_SHA512_BLOCK_BYTES;
    }
}
