/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sixteen residues in a vector: what the AVX2 kernels of ML-KEM share. */
#ifndef KB_KEM_MLKEM_AVX2_H
#define KB_KEM_MLKEM_AVX2_H

#include "kem/mlkem/params.h"

#include <immintrin.h>

#define KB_MLKEM_VECTORS (KB_MLKEM_N / 16)

/* Sixteen bytes, in each half of the register. */
#define KB_MLKEM_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

static inline __m256i kb_mlkem_load(const void *p) {
    return _mm256_loadu_si256((const __m256i_u *)p);
}

static inline void kb_mlkem_store(void *p, __m256i x) {
    _mm256_storeu_si256((__m256i_u *)p, x);
}

/* Sixteen bytes each at low and at high, in the two halves. */
static inline __m256i kb_mlkem_load_halves(const uint8_t *low, const uint8_t *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i_u *)low)),
        _mm_loadu_si128((const __m128i_u *)high), 1);
}

/* x, of which the compiler does not know how it came about: gcc takes sums apart again
 * that were made to be used twice. No instruction. */
static inline __m256i kb_mlkem_as_it_is(__m256i x) {
    __asm__("" : "+x"(x));
    return x;
}

/* a * b / 2^16 mod q as kb_mlkem_mul computes it: any a, |b| <= q/2, |result| < q. */
static inline __m256i kb_mlkem_mul16(__m256i a, __m256i b, __m256i b_twisted) {
    __m256i high = _mm256_mulhi_epi16(a, b);
    __m256i low = _mm256_mullo_epi16(a, b_twisted);
    low = _mm256_mulhi_epi16(low, _mm256_set1_epi16(KB_MLKEM_Q));
    return kb_mlkem_as_it_is(_mm256_sub_epi16(high, low));
}

/* a mod q, nearest to zero, as kb_mlkem_reduce: any a, |result| <= q/2. The rounding
 * multiplication by 32 adds 512 and shifts by ten. */
static inline __m256i kb_mlkem_reduce16(__m256i a) {
    __m256i t = _mm256_mulhi_epi16(a, _mm256_set1_epi16(20159));
    t = _mm256_mulhrs_epi16(t, _mm256_set1_epi16(32));
    return _mm256_sub_epi16(a, _mm256_mullo_epi16(t, _mm256_set1_epi16(KB_MLKEM_Q)));
}

/* a mod q, less near: the quotient is round(a / 3276.8), which is off by |a| / q * 0.016.
 * |result| <= q/2 + 0.016 |a|: 0.54q from 2q, 0.57q from 4q, 0.63q from 8q. */
static inline __m256i kb_mlkem_reduce16_roughly(__m256i a) {
    __m256i t = _mm256_mulhrs_epi16(a, _mm256_set1_epi16(10));
    return _mm256_sub_epi16(a, _mm256_mullo_epi16(t, _mm256_set1_epi16(KB_MLKEM_Q)));
}

/* The sixteen 12-bit fields of the first twelve bytes of the low half and the last twelve
 * of the high half. */
static inline __m256i kb_mlkem_fields12(__m256i in) {
    const __m256i words =
        _mm256_setr_epi8(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 4, 5, 5, 6, 7,
                         8, 8, 9, 10, 11, 11, 12, 13, 14, 14, 15);
    in = _mm256_shuffle_epi8(in, words);
    in = _mm256_blend_epi16(in, _mm256_srli_epi16(in, 4), 0xaa);
    return _mm256_and_si256(in, _mm256_set1_epi16(0x0fff));
}

#endif
