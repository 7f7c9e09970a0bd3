/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The transform for n = 512, q = 7681 and products in its domain, sixteen coefficients at
 * a time.
 *
 * The order of coefficients is that of ntt.c, so that a pair of vectors is shuffled on its
 * way through the layers of short blocks and shuffled back behind them. Products take
 * pairs as they lie: VPMADDWD multiplies (a0, a1) by (b0, b1 zeta) and by (b1, b0), sums
 * of products stay in 32 bits, and there is one reduction for a whole sum.
 *
 * Not here: n = 256, q = 3329 is src/kem/mlkem/ntt_avx2.c.
 */
#include "kem/dkem/avx2.h"
#include "kem/dkem/ops_avx2.h"

#include <string.h>

#define N KB_DKEM_N_MAX

typedef struct factor {
    __m256i z, twisted;
} factor;

/* Factor i of kb_dkem_zeta sixteen times, twice eight of i and i + 1, and so on: how many
 * different ones are in a vector. */
static inline factor factor1(size_t i) {
    return (factor){_mm256_set1_epi16(kb_dkem_zeta[i]),
                    _mm256_set1_epi16(kb_dkem_zeta_twisted[i])};
}

static inline __m256i repeat2(const int16_t *z, __m256i order) {
    int32_t both;
    memcpy(&both, z, sizeof both);
    return _mm256_shuffle_epi8(_mm256_set1_epi32(both), order);
}

static inline __m256i repeat4(const int16_t *z, __m256i order) {
    int64_t four;
    memcpy(&four, z, sizeof four);
    return _mm256_shuffle_epi8(_mm256_set1_epi64x(four), order);
}

static inline __m256i repeat8(const int16_t *z, __m256i order) {
    return _mm256_shuffle_epi8(
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i_u *)z)), order);
}

#define FACTORS(repeat, i, order)                                                        \
    ((factor){repeat(kb_dkem_zeta + (i), order),                                         \
              repeat(kb_dkem_zeta_twisted + (i), order)})

/* The words a, b, c, d in a half, each twice. */
#define WORDS(a, b, c, d)                                                                \
    2 * (a), 2 * (a) + 1, 2 * (a), 2 * (a) + 1, 2 * (b), 2 * (b) + 1, 2 * (b),           \
        2 * (b) + 1, 2 * (c), 2 * (c) + 1, 2 * (c), 2 * (c) + 1, 2 * (d), 2 * (d) + 1,   \
        2 * (d), 2 * (d) + 1

static inline void forward(__m256i *low, __m256i *high, factor f) {
    __m256i t = kb_dkem_mul16(*high, f.z, f.twisted);
    *high = _mm256_sub_epi16(*low, t);
    *low = _mm256_add_epi16(*low, t);
}

static inline void inverse(__m256i *low, __m256i *high, factor f) {
    __m256i difference = kb_dkem_as_it_is(_mm256_sub_epi16(*high, *low));
    *low = _mm256_add_epi16(*low, *high);
    *high = kb_dkem_mul16(difference, f.z, f.twisted);
}

/* The three layers of the longest blocks on eight vectors, four apart. */
static inline void forward_long_layers(int16_t *c) {
    __m256i v[8];
    for (size_t i = 0; i < 8; i++) {
        v[i] = kb_dkem_load(c + 64 * i);
    }
    factor f = factor1(1);
    for (size_t i = 0; i < 4; i++) {
        forward(&v[i], &v[i + 4], f);
    }
    for (size_t block = 0; block < 2; block++) {
        f = factor1(2 + block);
        forward(&v[4 * block], &v[4 * block + 2], f);
        forward(&v[4 * block + 1], &v[4 * block + 3], f);
    }
    for (size_t block = 0; block < 4; block++) {
        forward(&v[2 * block], &v[2 * block + 1], factor1(4 + block));
    }
    for (size_t i = 0; i < 8; i++) {
        kb_dkem_store(c + 64 * i, v[i]);
    }
}

/* The last three layers on pair number `pair` of vectors. In comments, the pairs of
 * coefficients of the low half after each shuffle; those of the first vector are 0 to 7,
 * of which 0 to 3 are in the low half. The high half holds the same pairs of the second
 * vector. */
static inline void forward_short_layers(int16_t *c, __m256i a, __m256i b, size_t pair) {
    const __m256i twice8 = _mm256_setr_epi8(WORDS(0, 0, 0, 0), WORDS(1, 1, 1, 1));
    const __m256i each4 = _mm256_setr_epi8(WORDS(0, 0, 1, 1), WORDS(2, 2, 3, 3));
    const __m256i each2 = _mm256_setr_epi8(WORDS(0, 1, 2, 3), WORDS(4, 5, 6, 7));
    __m256i x = _mm256_permute2x128_si256(a, b, 0x20); /* 0 1 2 3 */
    __m256i y = _mm256_permute2x128_si256(a, b, 0x31); /* 4 5 6 7 */
    forward(&x, &y, FACTORS(repeat2, 32 + 2 * pair, twice8));
    a = _mm256_unpacklo_epi64(x, y); /* 0 1 4 5 */
    b = _mm256_unpackhi_epi64(x, y); /* 2 3 6 7 */
    forward(&a, &b, FACTORS(repeat4, 64 + 4 * pair, each4));
    x = _mm256_blend_epi32(a, _mm256_slli_epi64(b, 32), 0xaa); /* 0 2 4 6 */
    y = _mm256_blend_epi32(_mm256_srli_epi64(a, 32), b, 0xaa); /* 1 3 5 7 */
    forward(&x, &y, FACTORS(repeat8, 128 + 8 * pair, each2));
    x = kb_dkem_reduce16_q512(x);
    y = kb_dkem_reduce16_q512(y);
    a = _mm256_unpacklo_epi32(x, y); /* 0 1 2 3 */
    b = _mm256_unpackhi_epi32(x, y); /* 4 5 6 7 */
    kb_dkem_store(c, _mm256_permute2x128_si256(a, b, 0x20));
    kb_dkem_store(c + 16, _mm256_permute2x128_si256(a, b, 0x31));
}

/*
 * A layer adds to |c| a product of at most |c| q / 2^17 + q/2: from q - 1 the five layers
 * of blocks of whole vectors lead to 11971, 16514, 21323, 26413 and 31801, just below
 * 2^15. Reduced to q/2, the other three lead to 16767. All of these take the larger bound
 * for every lane. The portable transform, in three steps of vectors, reduces after three
 * layers and after six.
 */
void kb_dkem_ntt_avx2(int16_t *p) {
    for (size_t i = 0; i < 64; i += 16) {
        forward_long_layers(p + i);
    }
    for (size_t block = 0; block < 8; block++) {
        int16_t *c = p + 64 * block;
        __m256i v[4];
        for (size_t i = 0; i < 4; i++) {
            v[i] = kb_dkem_load(c + 16 * i);
        }
        factor f = factor1(8 + block);
        forward(&v[0], &v[2], f);
        forward(&v[1], &v[3], f);
        for (size_t i = 0; i < 2; i++) {
            forward(&v[2 * i], &v[2 * i + 1], factor1(16 + 2 * block + i));
            v[2 * i] = kb_dkem_reduce16_q512(v[2 * i]);
            v[2 * i + 1] = kb_dkem_reduce16_q512(v[2 * i + 1]);
            forward_short_layers(c + 32 * i, v[2 * i], v[2 * i + 1], 2 * block + i);
        }
    }
}

/* Layers 2, 4 and 8 on a pair of vectors, and the sums' reduction in between. Factors
 * count down. */
static inline void inverse_short_layers(__m256i *first, __m256i *second, size_t pair) {
    const __m256i twice8 = _mm256_setr_epi8(WORDS(1, 1, 1, 1), WORDS(0, 0, 0, 0));
    const __m256i each4 = _mm256_setr_epi8(WORDS(3, 3, 2, 2), WORDS(1, 1, 0, 0));
    const __m256i each2 = _mm256_setr_epi8(WORDS(7, 6, 5, 4), WORDS(3, 2, 1, 0));
    __m256i x = _mm256_permute2x128_si256(*first, *second, 0x20); /* 0 1 2 3 */
    __m256i y = _mm256_permute2x128_si256(*first, *second, 0x31); /* 4 5 6 7 */
    __m256 xf = _mm256_castsi256_ps(x), yf = _mm256_castsi256_ps(y);
    __m256i a = _mm256_castps_si256(_mm256_shuffle_ps(xf, yf, 0x88)); /* 0 2 4 6 */
    __m256i b = _mm256_castps_si256(_mm256_shuffle_ps(xf, yf, 0xdd)); /* 1 3 5 7 */
    inverse(&a, &b, FACTORS(repeat8, 248 - 8 * pair, each2));
    x = _mm256_blend_epi32(a, _mm256_slli_epi64(b, 32), 0xaa); /* 0 1 4 5 */
    y = _mm256_blend_epi32(_mm256_srli_epi64(a, 32), b, 0xaa); /* 2 3 6 7 */
    inverse(&x, &y, FACTORS(repeat4, 124 - 4 * pair, each4));
    x = kb_dkem_reduce16_q512(x);
    a = _mm256_unpacklo_epi64(x, y); /* 0 1 2 3 */
    b = _mm256_unpackhi_epi64(x, y); /* 4 5 6 7 */
    inverse(&a, &b, FACTORS(repeat2, 62 - 2 * pair, twice8));
    *first = _mm256_permute2x128_si256(a, b, 0x20);
    *second = _mm256_permute2x128_si256(a, b, 0x31);
}

/* Layers 64, 128 and 256 on eight vectors, four apart. */
static inline void inverse_long_layers(int16_t *c) {
    /* Of the last layer: zeta[1] / 256 and 1 / 256, times 2^32. */
    const factor last = {_mm256_set1_epi16(-894), _mm256_set1_epi16(-16254)};
    const factor scale = {_mm256_set1_epi16(1912), _mm256_set1_epi16(-2184)};
    __m256i v[8];
    for (size_t i = 0; i < 8; i++) {
        v[i] = kb_dkem_load(c + 64 * i);
    }
    for (size_t block = 0; block < 4; block++) {
        inverse(&v[2 * block], &v[2 * block + 1], factor1(7 - block));
        v[2 * block] = kb_dkem_reduce16_q512(v[2 * block]);
    }
    for (size_t block = 0; block < 2; block++) {
        factor f = factor1(3 - block);
        inverse(&v[4 * block], &v[4 * block + 2], f);
        inverse(&v[4 * block + 1], &v[4 * block + 3], f);
    }
    for (size_t i = 0; i < 4; i++) {
        inverse(&v[i], &v[i + 4], last);
        v[i] = kb_dkem_mul16(v[i], scale.z, scale.twisted);
    }
    for (size_t i = 0; i < 8; i++) {
        kb_dkem_store(c + 64 * i, v[i]);
    }
}

/*
 * A layer doubles what it adds up, and the differences must stay in 16 bits, too. A
 * product is at most |difference| q / 2^17 + q/2: below 5642 from 4q, which is the largest
 * difference here. Sums start at q and are 2q, 4q, then reduced to q/2; those of the next
 * two layers take in products as well and are at most 4 * 5642, reduced again; likewise
 * the two after those. The last two lead to 4 * 5642 again, and the last products below q.
 */
void kb_dkem_inverse_ntt_avx2(int16_t *p) {
    for (size_t block = 0; block < 8; block++) {
        int16_t *c = p + 64 * block;
        __m256i v[4];
        for (size_t i = 0; i < 4; i++) {
            v[i] = kb_dkem_load(c + 16 * i);
        }
        for (size_t i = 0; i < 2; i++) {
            inverse_short_layers(&v[2 * i], &v[2 * i + 1], 2 * block + i);
            inverse(&v[2 * i], &v[2 * i + 1], factor1(31 - 2 * block - i));
            v[2 * i] = kb_dkem_reduce16_q512(v[2 * i]);
        }
        factor f = factor1(15 - block);
        inverse(&v[0], &v[2], f);
        inverse(&v[1], &v[3], f);
        for (size_t i = 0; i < 4; i++) {
            kb_dkem_store(c + 16 * i, v[i]);
        }
    }
    for (size_t i = 0; i < 64; i += 16) {
        inverse_long_layers(p + i);
    }
}

/* Pairs (b0, b1 zeta) of n numbers for each polynomial, |b1 zeta| <= 4066. Factor 2i is
 * mod X^2 - zeta[128 + i], factor 2i + 1 mod X^2 + zeta[128 + i]. */
void kb_dkem_odd_zeta_avx2(int16_t *odd, const int16_t *b, size_t k) {
    const __m256i each4 = _mm256_setr_epi8(WORDS(0, 0, 1, 1), WORDS(2, 2, 3, 3));
    const __m256i signs =
        _mm256_setr_epi16(1, 1, 1, -1, 1, 1, 1, -1, 1, 1, 1, -1, 1, 1, 1, -1);
    for (size_t i = 0; i < N / 16; i++) {
        factor f = FACTORS(repeat4, 128 + 4 * i, each4);
        f.z = _mm256_sign_epi16(f.z, signs);
        f.twisted = _mm256_sign_epi16(f.twisted, signs);
        for (size_t j = 0; j < k; j++) {
            __m256i x = kb_dkem_load(b + j * N + 16 * i);
            kb_dkem_store(odd + j * N + 16 * i,
                          _mm256_blend_epi16(x, kb_dkem_mul16(x, f.z, f.twisted), 0xaa));
        }
    }
}

/* A sum of k <= 4 stays below 4 * 7680 * (3840 + 4066) < q * 2^15, as in ntt.c. The low
 * halves of a sum and of the multiple of q that is taken from it are equal, so the high
 * halves are subtracted without a borrow. */
static inline void dot(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                       const int16_t *odd, size_t k) {
    const __m256i swap =
        KB_DKEM_TWICE(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    for (size_t i = 0; i < N; i += 16) {
        __m256i even = _mm256_setzero_si256(), uneven = _mm256_setzero_si256();
        for (size_t j = 0; j < k; j++) {
            __m256i pairs = kb_dkem_load(a + j * stride * N + i);
            __m256i swapped = _mm256_shuffle_epi8(kb_dkem_load(b + j * N + i), swap);
            even = _mm256_add_epi32(
                even, _mm256_madd_epi16(pairs, kb_dkem_load(odd + j * N + i)));
            uneven = _mm256_add_epi32(uneven, _mm256_madd_epi16(pairs, swapped));
        }
        __m256i low = _mm256_blend_epi16(even, _mm256_slli_epi32(uneven, 16), 0xaa);
        __m256i high = _mm256_blend_epi16(_mm256_srli_epi32(even, 16), uneven, 0xaa);
        low = _mm256_mullo_epi16(low, _mm256_set1_epi16(-7679));
        low = _mm256_mulhi_epi16(low, _mm256_set1_epi16(KB_DKEM_Q512));
        kb_dkem_store(out + i, _mm256_sub_epi16(high, low));
    }
}

void kb_dkem_dot_avx2(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                      const int16_t *odd, size_t k) {
    /* A fixed count lets the compiler unroll the sum. */
    if (k == 4) {
        dot(out, a, stride, b, odd, 4);
    } else {
        dot(out, a, stride, b, odd, k);
    }
}

void kb_dkem_times_r_plus_avx2(int16_t *p, const int16_t *plus) {
    for (size_t i = 0; i < N; i += 16) {
        /* 2^32 mod q, and the same divided by q mod 2^16. */
        __m256i c = kb_dkem_mul16(kb_dkem_load(p + i), _mm256_set1_epi16(-2112),
                                  _mm256_set1_epi16(30656));
        c = _mm256_add_epi16(c, kb_dkem_load(plus + i));
        kb_dkem_store(p + i, kb_dkem_reduce16_q512(c));
    }
}
