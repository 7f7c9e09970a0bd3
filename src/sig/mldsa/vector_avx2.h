/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loads, stores and residues, eight 32-bit lanes at a time; for the _avx2 files. */
#ifndef KB_SIG_MLDSA_VECTOR_AVX2_H
#define KB_SIG_MLDSA_VECTOR_AVX2_H

#include "sig/mldsa/params.h"

#include <immintrin.h>

/* Sixteen bytes, in each half of the register. */
#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i_u *)p);
}

static inline void store(void *p, __m256i x) {
    _mm256_storeu_si256((__m256i_u *)p, x);
}

static inline __m128i load16(const void *p) {
    return _mm_loadu_si128((const __m128i_u *)p);
}

static inline void store16(void *p, __m128i x) {
    _mm_storeu_si128((__m128i_u *)p, x);
}

/* The odd lanes in the place of the even ones, which is where products read them. */
static inline __m256i odd(__m256i x) {
    return _mm256_srli_epi64(x, 32);
}

/* x mod q from 0 to q - 1. |x| < q. */
static inline __m256i canonical(__m256i x) {
    return _mm256_add_epi32(
        x, _mm256_and_si256(_mm256_srai_epi32(x, 31), _mm256_set1_epi32(KB_MLDSA_Q)));
}

/* The low bytes of 32 lanes below 256, in order. */
static inline __m256i low_bytes(__m256i a, __m256i b, __m256i c, __m256i d) {
    __m256i x = _mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    return _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

#endif
