/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A word of eight messages in a vector: what the AVX2 kernels of SM3 share. */
#ifndef KB_HASH_SM3_AVX2_H
#define KB_HASH_SM3_AVX2_H

#include "hash/sm3/ops.h"

#include <immintrin.h>

typedef uint32_t kb_sm3_words __attribute__((vector_size(32)));

/* Turned left by 8: one instruction instead of three. */
static inline kb_sm3_words kb_sm3_left8(kb_sm3_words x) {
    const __m128i order =
        _mm_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    return (kb_sm3_words)_mm256_shuffle_epi8((__m256i)x,
                                             _mm256_broadcastsi128_si256(order));
}

/* States and blocks of the eight messages from number `first` on. */
static inline void kb_sm3_begin_eight(kb_sm3_words s[KB_SM3_WORD_COUNT],
                                      kb_sm3_words w[KB_SM3_BLOCK_WORDS],
                                      const kb_sm3_last *last, size_t at, size_t first) {
    for (size_t i = 0; i < KB_SM3_WORD_COUNT; i++) {
        s[i] = (kb_sm3_words)_mm256_set1_epi32((int)last->state[i]);
    }
    for (size_t i = 0; i < KB_SM3_BLOCK_WORDS; i++) {
        w[i] = (kb_sm3_words)_mm256_set1_epi32((int)last->block[i]);
    }
    for (size_t i = 0; i < KB_SM3_OWN_WORDS; i++) {
        const void *own = last->own[i] + first;
        w[at + i] |= (kb_sm3_words)_mm256_loadu_si256((const __m256i_u *)own);
    }
}

/* The digests of the first `used` of eight states. */
static inline void kb_sm3_end_eight(uint8_t *const *out,
                                    const kb_sm3_words s[KB_SM3_WORD_COUNT],
                                    size_t used) {
    const __m128i order =
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    __m256i pairs[8], fours[8];
    /* Words of messages 0, 1, 4 and 5, then of 2, 3, 6 and 7, by two words of a digest. */
    for (size_t i = 0; i < 4; i++) {
        __m256i a = (__m256i)s[2 * i], b = (__m256i)s[2 * i + 1];
        pairs[2 * i] = _mm256_unpacklo_epi32(a, b);
        pairs[2 * i + 1] = _mm256_unpackhi_epi32(a, b);
    }
    /* fours[h * 4 + j]: words 4h to 4h + 3 of messages j and j + 4. */
    for (size_t h = 0; h < 2; h++) {
        const __m256i *p = pairs + 4 * h;
        fours[4 * h] = _mm256_unpacklo_epi64(p[0], p[2]);
        fours[4 * h + 1] = _mm256_unpackhi_epi64(p[0], p[2]);
        fours[4 * h + 2] = _mm256_unpacklo_epi64(p[1], p[3]);
        fours[4 * h + 3] = _mm256_unpackhi_epi64(p[1], p[3]);
    }
    for (size_t j = 0; j < 8 && j < used; j++) {
        __m256i low = fours[j % 4], high = fours[4 + j % 4];
        /* Else clang puts pointers into vectors. */
        uint8_t *to = out[j];
        __asm__("" : "+r"(to));
        __m256i digest = j < 4 ? _mm256_permute2x128_si256(low, high, 0x20)
                               : _mm256_permute2x128_si256(low, high, 0x31);
        digest = _mm256_shuffle_epi8(digest, _mm256_broadcastsi128_si256(order));
        _mm256_storeu_si256((__m256i_u *)to, digest);
    }
}

/* Sixteen messages; sm3_x16_avx2.c. */
void kb_sm3_finish_sixteen(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3_last *last,
                           size_t at, size_t used);

#endif
