/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sixteen residues in a vector: what the AVX2 kernels of DKEM share. */
#ifndef KB_KEM_DKEM_AVX2_H
#define KB_KEM_DKEM_AVX2_H

#include "kem/dkem/poly.h"

#include <immintrin.h>

/* Sixteen bytes, in each half of the register. */
#define KB_DKEM_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

static inline __m256i kb_dkem_load(const void *p) {
    return _mm256_loadu_si256((const __m256i_u *)p);
}

static inline void kb_dkem_store(void *p, __m256i x) {
    _mm256_storeu_si256((__m256i_u *)p, x);
}

/* Sixteen bytes each at low and at high, in the two halves. */
static inline __m256i kb_dkem_load_halves(const uint8_t *low, const uint8_t *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i_u *)low)),
        _mm_loadu_si128((const __m128i_u *)high), 1);
}

/* x, of which the compiler does not know how it came about: gcc takes sums apart again
 * that were made to be used twice. No instruction. */
static inline __m256i kb_dkem_as_it_is(__m256i x) {
    __asm__("" : "+x"(x));
    return x;
}

/* a * b / 2^16 mod 7681 as kb_dkem_mul computes it: any a, |b| <= q/2, |result| <= |a| q
 * / 2^17 + q/2. */
static inline __m256i kb_dkem_mul16(__m256i a, __m256i b, __m256i b_twisted) {
    __m256i high = _mm256_mulhi_epi16(a, b);
    __m256i low = _mm256_mullo_epi16(a, b_twisted);
    low = _mm256_mulhi_epi16(low, _mm256_set1_epi16(KB_DKEM_Q512));
    return kb_dkem_as_it_is(_mm256_sub_epi16(high, low));
}

/* a mod q, nearest to zero, as kb_dkem_reduce: any a. The rounding multiplication by 32
 * adds 512 and shifts by ten. */
static inline __m256i kb_dkem_reduce16(__m256i a, __m256i q, __m256i barrett) {
    __m256i t = _mm256_mulhi_epi16(a, barrett);
    t = _mm256_mulhrs_epi16(t, _mm256_set1_epi16(32));
    return _mm256_sub_epi16(a, _mm256_mullo_epi16(t, q));
}

static inline __m256i kb_dkem_reduce16_q512(__m256i a) {
    return kb_dkem_reduce16(a, _mm256_set1_epi16(KB_DKEM_Q512), _mm256_set1_epi16(8737));
}

static inline __m256i kb_dkem_add_q16_if_negative(__m256i a, __m256i q) {
    return _mm256_add_epi16(a, _mm256_and_si256(_mm256_srai_epi16(a, 15), q));
}

/* The eight 13-bit fields of thirteen bytes, one in 32 bits; reads sixteen bytes, from
 * three bytes before the fields on when `back` is 3, else from their beginning. */
static inline __m256i kb_dkem_fields13(const uint8_t *in, int back) {
    const __m256i down = _mm256_setr_epi32(0, 5, 2, 7, 4, 1, 6, 3);
    const __m256i bytes =
        _mm256_setr_epi8(0, 1, 2, -1, 1, 2, 3, -1, 3, 4, 5, -1, 4, 5, 6, -1, 6, 7, 8, -1,
                         8, 9, 10, -1, 9, 10, 11, -1, 11, 12, -1, -1);
    const __m256i later =
        _mm256_setr_epi8(3, 4, 5, -1, 4, 5, 6, -1, 6, 7, 8, -1, 7, 8, 9, -1, 9, 10, 11,
                         -1, 11, 12, 13, -1, 12, 13, 14, -1, 14, 15, -1, -1);
    __m256i x =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i_u *)(in - back)));
    x = _mm256_srlv_epi32(_mm256_shuffle_epi8(x, back == 3 ? later : bytes), down);
    return _mm256_and_si256(x, _mm256_set1_epi32(0x1fff));
}

/* Sixteen of them, of 26 bytes, in order; reads no byte beyond those. */
static inline __m256i kb_dkem_fields13_x16(const uint8_t *in) {
    __m256i x =
        _mm256_packus_epi32(kb_dkem_fields13(in, 0), kb_dkem_fields13(in + 13, 3));
    return _mm256_permute4x64_epi64(x, 0xd8);
}

#endif
