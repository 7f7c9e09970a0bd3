/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rounding, bounds, and products with the sparse challenge, eight values or more at a
 * time. */
#include "core/secret.h"
#include "sig/mldsa/ops_avx2.h"
#include "sig/mldsa/vector_avx2.h"

/*
 * Decompose as in poly.h. The products with a small constant that a shift follows are the
 * upper halves of 16-bit products: the factor is below 2^13 or 2^15 there, the upper half
 * of its lane zero.
 */
static inline __m256i decompose_8(__m256i *low, __m256i r, int32_t parts) {
    __m256i high, product, is_wrap;
    if (parts == 44) {
        high = _mm256_srli_epi32(_mm256_add_epi32(r, _mm256_set1_epi32(95231)), 11);
        high = _mm256_srli_epi32(_mm256_mulhi_epu16(high, _mm256_set1_epi32(5638)), 3);
        /* 190464 is 93 * 2^11. */
        product = _mm256_slli_epi32(_mm256_mullo_epi16(high, _mm256_set1_epi32(93)), 11);
    } else {
        high = _mm256_srli_epi32(_mm256_add_epi32(r, _mm256_set1_epi32(261887)), 9);
        high = _mm256_add_epi32(high, _mm256_set1_epi32(1));
        high = _mm256_srli_epi32(_mm256_mulhi_epu16(high, _mm256_set1_epi32(1025)), 4);
        /* 523776 is 1023 * 2^9. */
        product =
            _mm256_slli_epi32(_mm256_sub_epi32(_mm256_slli_epi32(high, 10), high), 9);
    }
    is_wrap = _mm256_cmpgt_epi32(high, _mm256_set1_epi32(parts - 1));
    *low = _mm256_add_epi32(_mm256_sub_epi32(r, product), is_wrap);
    return _mm256_andnot_si256(is_wrap, high);
}

static inline void decompose(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t parts) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i high[4];
        for (size_t j = 0; j < 4; j++) {
            int32_t *c = w->c + i + 8 * j;
            __m256i low;
            high[j] = decompose_8(&low, canonical(load(c)), parts);
            store(c, low);
        }
        store(out + i, low_bytes(high[0], high[1], high[2], high[3]));
    }
}

void kb_mldsa_decompose_avx2(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high) {
    if (high == 44) {
        decompose(out, w, 44);
    } else {
        decompose(out, w, 16);
    }
}

static inline void use_hint(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w,
                            int32_t parts) {
    const __m256i zero = _mm256_setzero_si256(),
                  last = _mm256_set1_epi8((int8_t)(parts - 1));
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i high[4], is_up[4];
        for (size_t j = 0; j < 4; j++) {
            __m256i low;
            high[j] = decompose_8(&low, canonical(load(w->c + i + 8 * j)), parts);
            is_up[j] = _mm256_srli_epi32(_mm256_cmpgt_epi32(low, zero), 31);
        }
        __m256i part = low_bytes(high[0], high[1], high[2], high[3]);
        __m256i up = low_bytes(is_up[0], is_up[1], is_up[2], is_up[3]);
        __m256i hint = load(out + i);
        /* 1 or -1 where there is a hint; then from -1 to the last, from beyond it to 0. */
        __m256i step = _mm256_sub_epi8(_mm256_add_epi8(up, up), _mm256_set1_epi8(1));
        part = _mm256_add_epi8(part, _mm256_sign_epi8(step, hint));
        part = _mm256_blendv_epi8(part, last, part);
        part = _mm256_andnot_si256(_mm256_cmpgt_epi8(part, last), part);
        store(out + i, part);
    }
}

void kb_mldsa_use_hint_avx2(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w,
                            int32_t high) {
    if (high == 44) {
        use_hint(out, w, 44);
    } else {
        use_hint(out, w, 16);
    }
}

/* Lanes of ones where |c| > below. */
static inline __m256i is_above(__m256i c, __m256i below) {
    return _mm256_cmpgt_epi32(_mm256_abs_epi32(c), below);
}

/* Nonzero when a lane of ones is there. */
static inline uint32_t any(__m256i is_found) {
    return (uint32_t)_mm256_movemask_epi8(is_found);
}

uint32_t kb_mldsa_exceeds_avx2(const kb_mldsa_poly *p, int32_t bound) {
    const __m256i below = _mm256_set1_epi32(bound - 1);
    __m256i is_found = _mm256_setzero_si256();
    for (size_t i = 0; i < KB_MLDSA_N; i += 8) {
        is_found = _mm256_or_si256(is_found, is_above(load(p->c + i), below));
    }
    return any(is_found);
}

/*
 * Products with the challenge as in poly.c: sums of windows of 256 coefficients in the
 * sequence p, -p, p. The coefficients of s fit 8 bits, and so do sums of 31 of them
 * (31 * 4 = 124): two such sums are enough for 60 terms. Those of t0 need 16 bits, for
 * sums of 7 (7 * 4096 < 2^15).
 */
#define SMALL_TERMS ((size_t)31)
#define T0_TERMS    ((size_t)7)

/* The sum of the terms from first up to end, eight vectors of it; bits is the width of
 * the coefficients, a constant where this is called. The sums have names of their own:
 * of an array the compiler keeps a copy in memory. */
static inline void sum_terms(void *out, const uint8_t *middle,
                             const kb_mldsa_challenge *challenge, size_t first,
                             size_t end, int bits) {
    __m256i s0 = _mm256_setzero_si256(), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0,
            s6 = s0, s7 = s0;
#define ADD(s, i)                                                                        \
    (s) = bits == 8 ? _mm256_add_epi8((s), load(from + 32 * (i)))                        \
                    : _mm256_add_epi16((s), load(from + 32 * (i)))
    for (size_t term = first; term < end; term++) {
        const uint8_t *from = middle - (size_t)(bits / 8) * challenge->shift[term];
        ADD(s0, 0);
        ADD(s1, 1);
        ADD(s2, 2);
        ADD(s3, 3);
        ADD(s4, 4);
        ADD(s5, 5);
        ADD(s6, 6);
        ADD(s7, 7);
    }
#undef ADD
    store((uint8_t *)out, s0);
    store((uint8_t *)out + 32, s1);
    store((uint8_t *)out + 64, s2);
    store((uint8_t *)out + 96, s3);
    store((uint8_t *)out + 128, s4);
    store((uint8_t *)out + 160, s5);
    store((uint8_t *)out + 192, s6);
    store((uint8_t *)out + 224, s7);
}

/* What an operation on s leaves on the stack: a secret. */
typedef struct small_room {
    int8_t sequence[3 * KB_MLDSA_N];
    int8_t sum[2][KB_MLDSA_N];
} small_room;

uint32_t kb_mldsa_add_product_avx2(kb_mldsa_poly *p, int32_t sign,
                                   const kb_mldsa_challenge *challenge,
                                   const kb_mldsa_small *s, int32_t bound) {
    small_room room;
    KB_WIPE_AT_END(room);
    const __m256i signs = _mm256_set1_epi32(sign), below = _mm256_set1_epi32(bound - 1);
    __m256i is_found = _mm256_setzero_si256();
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i x = load(s->c + i);
        store(room.sequence + i, x);
        store(room.sequence + KB_MLDSA_N + i, _mm256_sub_epi8(_mm256_setzero_si256(), x));
        store(room.sequence + 2 * KB_MLDSA_N + i, x);
    }
    size_t tau = challenge->tau, half = tau < SMALL_TERMS ? tau : SMALL_TERMS;
    const uint8_t *middle = (const uint8_t *)(room.sequence + 2 * KB_MLDSA_N);
    sum_terms(room.sum[0], middle, challenge, 0, half, 8);
    sum_terms(room.sum[1], middle, challenge, half, tau, 8);
    for (size_t i = 0; i < KB_MLDSA_N; i += 8) {
        __m128i a = _mm_loadl_epi64((const __m128i_u *)(room.sum[0] + i));
        __m128i b = _mm_loadl_epi64((const __m128i_u *)(room.sum[1] + i));
        __m256i product =
            _mm256_add_epi32(_mm256_cvtepi8_epi32(a), _mm256_cvtepi8_epi32(b));
        __m256i c = _mm256_add_epi32(load(p->c + i), _mm256_sign_epi32(product, signs));
        store(p->c + i, c);
        is_found = _mm256_or_si256(is_found, is_above(c, below));
    }
    return any(is_found);
}

/* What an operation on t0 leaves on the stack. */
typedef struct t0_room {
    int16_t sequence[3 * KB_MLDSA_N];
    int16_t sum[KB_MLDSA_N / 2];
    kb_mldsa_poly product;
} t0_room;

/* Adds the terms from first up to end to half of the product, 128 coefficients. */
static inline void add_t0(t0_room *room, const kb_mldsa_challenge *challenge, size_t half,
                          size_t first, size_t end) {
    const int16_t *middle = room->sequence + 2 * KB_MLDSA_N + 128 * half;
    sum_terms(room->sum, (const uint8_t *)middle, challenge, first, end, 16);
    for (size_t i = 0; i < KB_MLDSA_N / 2; i += 8) {
        int32_t *c = room->product.c + 128 * half + i;
        __m256i sum = _mm256_cvtepi16_epi32(load16(room->sum + i));
        store(c, first == 0 ? sum : _mm256_add_epi32(load(c), sum));
    }
}

static inline void times_t0(t0_room *room, const kb_mldsa_challenge *challenge,
                            const kb_mldsa_t0 *t0) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 16) {
        __m256i x = load(t0->c + i);
        store(room->sequence + i, x);
        store(room->sequence + KB_MLDSA_N + i,
              _mm256_sub_epi16(_mm256_setzero_si256(), x));
        store(room->sequence + 2 * KB_MLDSA_N + i, x);
    }
    for (size_t half = 0; half < 2; half++) {
        size_t tau = challenge->tau;
        for (size_t first = 0; first < tau; first += T0_TERMS) {
            size_t end = tau - first < T0_TERMS ? tau : first + T0_TERMS;
            add_t0(room, challenge, half, first, end);
        }
    }
}

uint32_t kb_mldsa_make_hint_avx2(uint8_t hint[KB_MLDSA_N], uint32_t *count,
                                 const kb_mldsa_poly *low,
                                 const kb_mldsa_challenge *challenge,
                                 const kb_mldsa_t0 *t0, int32_t gamma2) {
    t0_room room;
    KB_WIPE_AT_END(room);
    const __m256i top = _mm256_set1_epi32(gamma2), bottom = _mm256_set1_epi32(-gamma2);
    const __m256i zero = _mm256_setzero_si256(), below = _mm256_set1_epi32(gamma2 - 1);
    __m256i is_found = zero, ones = zero;
    times_t0(&room, challenge, t0);
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i is_out[4], is_bottom[4];
        for (size_t j = 0; j < 4; j++) {
            __m256i product = load(room.product.c + i + 8 * j);
            __m256i r = _mm256_add_epi32(product, load(low->c + i + 8 * j));
            is_found = _mm256_or_si256(is_found, is_above(product, below));
            is_out[j] = _mm256_srli_epi32(_mm256_or_si256(_mm256_cmpgt_epi32(r, top),
                                                          _mm256_cmpgt_epi32(bottom, r)),
                                          31);
            is_bottom[j] = _mm256_srli_epi32(_mm256_cmpeq_epi32(r, bottom), 31);
        }
        __m256i out = low_bytes(is_out[0], is_out[1], is_out[2], is_out[3]);
        __m256i touches =
            low_bytes(is_bottom[0], is_bottom[1], is_bottom[2], is_bottom[3]);
        __m256i is_zero = _mm256_cmpeq_epi8(load(hint + i), zero);
        out = _mm256_or_si256(out, _mm256_andnot_si256(is_zero, touches));
        store(hint + i, out);
        ones = _mm256_add_epi64(ones, _mm256_sad_epu8(out, zero));
    }
    __m128i sum =
        _mm_add_epi64(_mm256_castsi256_si128(ones), _mm256_extracti128_si256(ones, 1));
    *count += (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(sum, _mm_srli_si128(sum, 8)));
    return any(is_found);
}
