/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The duplicated Reed-Muller code RM(1, 7) with AVX2: one codeword at a time, its 128
 * values in registers from the first bit to the symbol.
 */
#include "core/secret.h"
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>

/* Values in the order of their coordinates: 32 bytes in each of four, 16 words in each of
 * eight. */
typedef __m256i bytes[4];
typedef __m256i shorts[8];

/* f[j] = number of copies with a 1 at coordinate j, less `offset`. */
static inline void count_ones(bytes f, const uint64_t *words, size_t copies,
                              int8_t offset) {
    const __m256i spread =
        _mm256_setr_epi64x(0, INT64_C(0x0101010101010101), INT64_C(0x0202020202020202),
                           INT64_C(0x0303030303030303));
    const __m256i bit = _mm256_set1_epi64x(INT64_MIN | INT64_C(0x0040201008040201));
    for (size_t i = 0; i < 4; i++) {
        f[i] = _mm256_set1_epi8((int8_t)-offset);
        for (size_t copy = 0; copy < copies; copy++) {
            uint32_t part = (uint32_t)(words[2 * copy + i / 2] >> 32 * (i % 2));
            __m256i x = _mm256_shuffle_epi8(_mm256_set1_epi32((int)part), spread);
            f[i] =
                _mm256_sub_epi8(f[i], _mm256_cmpeq_epi8(_mm256_and_si256(x, bit), bit));
        }
    }
}

/* A step of the Walsh-Hadamard transform on the top bit of the index in a lane. The bit
 * that tells the two registers apart becomes the lowest in the lane, and the transformed
 * one takes its place. */
static inline void step_bytes(__m256i *x, __m256i *y) {
    __m256i low = _mm256_unpacklo_epi8(*x, *y), high = _mm256_unpackhi_epi8(*x, *y);
    *x = _mm256_add_epi8(low, high);
    *y = _mm256_sub_epi8(low, high);
}

static inline void step_shorts(__m256i *x, __m256i *y) {
    __m256i sum = _mm256_add_epi16(*x, *y);
    *y = _mm256_sub_epi16(*x, *y);
    *x = sum;
}

/* With 2^5 times the largest |f| below 128: after five steps each of the five bits is in
 * its place again, the fifth being the one that told the registers apart. */
static inline void transform(shorts g, bytes f) {
    for (unsigned step = 0; step < 5; step++) {
        step_bytes(&f[0], &f[1]);
        step_bytes(&f[2], &f[3]);
    }
    for (size_t i = 0; i < 4; i++) {
        g[2 * i] = _mm256_cvtepi8_epi16(_mm256_castsi256_si128(f[i]));
        g[2 * i + 1] = _mm256_cvtepi8_epi16(_mm256_extracti128_si256(f[i], 1));
    }
    for (size_t i = 0; i < 8; i += 2) {
        step_shorts(&g[i], &g[i + 1]);
    }
    for (size_t i = 0; i < 4; i++) {
        step_shorts(&g[i], &g[i + 4]);
    }
}

/* The index of the largest |g|, the smallest such index, plus 0x80 if that g is positive.
 * Each value becomes a key that is larger the better it is: |g|, of which the lowest bit
 * is the same for all and left out, then 127 minus the index. As the copies are odd in
 * number the largest |g| is at least 6 (Parseval), so the key of the best is its own. */
static inline uint8_t find_peak(const shorts g) {
    const __m256i even = _mm256_set1_epi16(~1);
    const __m256i first = _mm256_setr_epi16(127, 126, 125, 124, 123, 122, 121, 120, 119,
                                            118, 117, 116, 115, 114, 113, 112);
    shorts keys;
    __m256i best = _mm256_setzero_si256();
    for (size_t i = 0; i < 8; i++) {
        __m256i size = _mm256_and_si256(_mm256_abs_epi16(g[i]), even);
        __m256i rest = _mm256_sub_epi16(first, _mm256_set1_epi16((int16_t)(16 * i)));
        keys[i] = _mm256_or_si256(_mm256_slli_epi16(size, 6), rest);
        best = _mm256_max_epu16(best, keys[i]);
    }
    __m128i half =
        _mm_max_epu16(_mm256_castsi256_si128(best), _mm256_extracti128_si256(best, 1));
    /* The smallest of the complements. */
    half = _mm_minpos_epu16(_mm_xor_si128(half, _mm_set1_epi16(-1)));
    uint32_t key = ~(uint32_t)_mm_cvtsi128_si32(half) & 0xffff;
    __m256i all = _mm256_set1_epi16((int16_t)key), sign = _mm256_setzero_si256();
    for (size_t i = 0; i < 8; i++) {
        sign = _mm256_or_si256(sign,
                               _mm256_and_si256(_mm256_cmpeq_epi16(keys[i], all), g[i]));
    }
    /* The sign is the top bit of the only pair of bytes that is not zero. */
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(sign) & UINT32_C(0xaaaaaaaa);
    uint32_t negative = (bits | (0 - bits)) >> 31;
    return (uint8_t)((127 - (key & 127)) | (negative ^ 1) << 7);
}

void kb_hqc_rm_decode_avx2(const kb_hqc_params *params, uint8_t *symbols,
                           const kb_hqc_vec *v) {
    /* In the middle of 0 .. copies: 1 or 2, so that |f| is at most 3. */
    size_t copies = params->copies, offset = copies / 2;
    bytes f;
    shorts g;
    KB_WIPE_AT_END(f);
    KB_WIPE_AT_END(g);
    /* What a transform of counts has at index 0 without a codeword. */
    __m256i zero_index = _mm256_setr_epi16((int16_t)(64 * copies - 128 * offset), 0, 0, 0,
                                           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    for (size_t i = 0; i < params->n1; i++) {
        count_ones(f, v->w + 2 * copies * i, copies, (int8_t)offset);
        transform(g, f);
        g[0] = _mm256_sub_epi16(g[0], zero_index);
        symbols[i] = find_peak(g);
    }
}
