/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Products of transformed polynomials, sixteen coefficients at a time.
 *
 * Pairs are taken as they lie: VPMADDWD multiplies (a0, a1) by (b0, b1 zeta) and by
 * (b1, b0), sums of products stay in 32 bits, and there is one reduction for a whole sum.
 */
#include "kem/mlkem/ops_avx2.h"

#include "kem/mlkem/avx2.h"

/* Those of b, in turn, and the same divided by q mod 2^16. */
static const int16_t odd_factors[16][2][16] __attribute__((aligned(32))) = {
    {{-1044, -1103, -1044, 1103, -1044, 430, -1044, -430, -1044, 555, -1044, -555, -1044,
      843, -1044, -843},
     {-20, -335, -20, 335, -20, 11182, -20, -11182, -20, -11477, -20, 11477, -20, 13387,
      -20, -13387}},
    {{-1044, -1251, -1044, 1251, -1044, 871, -1044, -871, -1044, 1550, -1044, -1550,
      -1044, 105, -1044, -105},
     {-20, -32227, -20, 32227, -20, -14233, -20, 14233, -20, 20494, -20, -20494, -20,
      -21655, -20, 21655}},
    {{-1044, 422, -1044, -422, -1044, 587, -1044, -587, -1044, 177, -1044, -177, -1044,
      -235, -1044, 235},
     {-20, -27738, -20, 27738, -20, 13131, -20, -13131, -20, 945, -20, -945, -20, -4587,
      -20, 4587}},
    {{-1044, -291, -1044, 291, -1044, -460, -1044, 460, -1044, 1574, -1044, -1574, -1044,
      1653, -1044, -1653},
     {-20, -14883, -20, 14883, -20, 23092, -20, -23092, -20, 6182, -20, -6182, -20, 5493,
      -20, -5493}},
    {{-1044, -246, -1044, 246, -1044, 778, -1044, -778, -1044, 1159, -1044, -1159, -1044,
      -147, -1044, 147},
     {-20, 32010, -20, -32010, -20, -32502, -20, 32502, -20, 10631, -20, -10631, -20,
      30317, -20, -30317}},
    {{-1044, -777, -1044, 777, -1044, 1483, -1044, -1483, -1044, -602, -1044, 602, -1044,
      1119, -1044, -1119},
     {-20, 29175, -20, -29175, -20, -18741, -20, 18741, -20, -28762, -20, 28762, -20,
      12639, -20, -12639}},
    {{-1044, -1590, -1044, 1590, -1044, 644, -1044, -644, -1044, -872, -1044, 872, -1044,
      349, -1044, -349},
     {-20, -18486, -20, 18486, -20, 20100, -20, -20100, -20, 17560, -20, -17560, -20,
      18525, -20, -18525}},
    {{-1044, 418, -1044, -418, -1044, 329, -1044, -329, -1044, -156, -1044, 156, -1044,
      -75, -1044, 75},
     {-20, -14430, -20, 14430, -20, 19529, -20, -19529, -20, -5276, -20, 5276, -20,
      -12619, -20, 12619}},
    {{-1044, 817, -1044, -817, -1044, 1097, -1044, -1097, -1044, 603, -1044, -603, -1044,
      610, -1044, -610},
     {-20, -31183, -20, 31183, -20, 20297, -20, -20297, -20, 25435, -20, -25435, -20,
      2146, -20, -2146}},
    {{-1044, 1322, -1044, -1322, -1044, -1285, -1044, 1285, -1044, -1465, -1044, 1465,
      -1044, 384, -1044, -384},
     {-20, -7382, -20, 7382, -20, 15355, -20, -15355, -20, 24391, -20, -24391, -20,
      -32384, -20, 32384}},
    {{-1044, -1215, -1044, 1215, -1044, -136, -1044, 136, -1044, 1218, -1044, -1218,
      -1044, -1335, -1044, 1335},
     {-20, -20927, -20, 20927, -20, -6280, -20, 6280, -20, 10946, -20, -10946, -20,
      -14903, -20, 14903}},
    {{-1044, -874, -1044, 874, -1044, 220, -1044, -220, -1044, -1187, -1044, 1187, -1044,
      -1659, -1044, 1659},
     {-20, 24214, -20, -24214, -20, -11044, -20, 11044, -20, 16989, -20, -16989, -20,
      14469, -20, -14469}},
    {{-1044, -1185, -1044, 1185, -1044, -1530, -1044, 1530, -1044, -1278, -1044, 1278,
      -1044, 794, -1044, -794},
     {-20, 10335, -20, -10335, -20, -21498, -20, 21498, -20, -7934, -20, 7934, -20,
      -20198, -20, 20198}},
    {{-1044, -1510, -1044, 1510, -1044, -854, -1044, 854, -1044, -870, -1044, 870, -1044,
      478, -1044, -478},
     {-20, -22502, -20, 22502, -20, 23210, -20, -23210, -20, 10906, -20, -10906, -20,
      -17442, -20, 17442}},
    {{-1044, -108, -1044, 108, -1044, -308, -1044, 308, -1044, 996, -1044, -996, -1044,
      991, -1044, -991},
     {-20, 31636, -20, -31636, -20, -23860, -20, 23860, -20, 28644, -20, -28644, -20,
      -20257, -20, 20257}},
    {{-1044, 958, -1044, -958, -1044, -1460, -1044, 1460, -1044, 1522, -1044, -1522,
      -1044, 1628, -1044, -1628},
     {-20, 23998, -20, -23998, -20, 7756, -20, -7756, -20, -17422, -20, 17422, -20, 23132,
      -20, -23132}},
};

/* Pairs (b0, b1 zeta): the factor of b0 is 1. */
void kb_mlkem_odd_zeta_avx2(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k) {
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < KB_MLKEM_VECTORS; i++) {
            __m256i x = kb_mlkem_mul16(kb_mlkem_load(b[j].c + 16 * i),
                                       kb_mlkem_load(odd_factors[i][0]),
                                       kb_mlkem_load(odd_factors[i][1]));
            kb_mlkem_store(odd[j].c + 16 * i, x);
        }
    }
}

/* The 2k products of a sum stay below 8 * 4095 * q < q * 2^15, as in ntt.c. The low
 * halves of a sum and of the multiple of q that is taken from it are equal, so the high
 * halves are subtracted without a borrow. */
static inline void dot(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                       const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k) {
    const __m256i swap =
        KB_MLKEM_TWICE(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16) {
        __m256i even = _mm256_setzero_si256(), uneven = _mm256_setzero_si256();
        for (size_t j = 0; j < k; j++) {
            __m256i pairs = kb_mlkem_load(a[j * stride].c + i);
            __m256i swapped = _mm256_shuffle_epi8(kb_mlkem_load(b[j].c + i), swap);
            even = _mm256_add_epi32(
                even, _mm256_madd_epi16(pairs, kb_mlkem_load(odd[j].c + i)));
            uneven = _mm256_add_epi32(uneven, _mm256_madd_epi16(pairs, swapped));
        }
        __m256i low = _mm256_blend_epi16(even, _mm256_slli_epi32(uneven, 16), 0xaa);
        __m256i high = _mm256_blend_epi16(_mm256_srli_epi32(even, 16), uneven, 0xaa);
        low = _mm256_mullo_epi16(low, _mm256_set1_epi16(-3327));
        low = _mm256_mulhi_epi16(low, _mm256_set1_epi16(KB_MLKEM_Q));
        kb_mlkem_store(out->c + i, _mm256_sub_epi16(high, low));
    }
}

void kb_mlkem_dot_avx2(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                       const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k) {
    /* A fixed count lets the compiler unroll the sum. */
    if (k == 2) {
        dot(out, a, stride, b, odd, 2);
    } else if (k == 3) {
        dot(out, a, stride, b, odd, 3);
    } else {
        dot(out, a, stride, b, odd, 4);
    }
}

void kb_mlkem_times_r_plus_avx2(kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    for (size_t i = 0; i < KB_MLKEM_N; i += 16) {
        /* 1353 is 2^32 mod q, 20553 is 1353 / q mod 2^16. */
        __m256i c = kb_mlkem_mul16(kb_mlkem_load(p->c + i), _mm256_set1_epi16(1353),
                                   _mm256_set1_epi16(20553));
        c = _mm256_add_epi16(c, kb_mlkem_load(plus->c + i));
        kb_mlkem_store(p->c + i, kb_mlkem_reduce16(c));
    }
}
