/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Packing of fields, eight or more at a time.
 *
 * Unpacking: a shuffle brings to each lane the four bytes that hold its field, a shift of
 * its own moves the field down. Packing: the fields of a pair of lanes are pushed together
 * by a shift within 64 bits, the pairs by another shift up to the next byte, and a
 * shuffle closes the gaps.
 */
#include "core/secret.h"
#include "sig/mldsa/ops_avx2.h"
#include "sig/mldsa/vector_avx2.h"

#include <string.h>

static inline __m256i halves(__m128i low, __m128i high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* ---- 18 and 20 bits ---- */

/* Eight fields of 18 or 20 bits at in; nothing behind them is read. */
static inline __m256i fields18(const uint8_t in[18]) {
    const __m256i bytes = _mm256_setr_epi8(
        0, 1, 2, -1, 2, 3, 4, -1, 4, 5, 6, -1, 6, 7, 8, -1, /* then from byte 2 on */
        7, 8, 9, -1, 9, 10, 11, -1, 11, 12, 13, -1, 13, 14, 15, -1);
    const __m256i shift = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    __m256i x = _mm256_shuffle_epi8(halves(load16(in), load16(in + 2)), bytes);
    return _mm256_and_si256(_mm256_srlv_epi32(x, shift), _mm256_set1_epi32(0x3ffff));
}

static inline __m256i fields20(const uint8_t in[20]) {
    const __m256i bytes = _mm256_setr_epi8(
        0, 1, 2, -1, 2, 3, 4, -1, 5, 6, 7, -1, 7, 8, 9, -1, /* then from byte 4 on */
        6, 7, 8, -1, 8, 9, 10, -1, 11, 12, 13, -1, 13, 14, 15, -1);
    const __m256i shift = _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4);
    __m256i x = _mm256_shuffle_epi8(halves(load16(in), load16(in + 4)), bytes);
    return _mm256_and_si256(_mm256_srlv_epi32(x, shift), _mm256_set1_epi32(0xfffff));
}

void kb_mldsa_unpack_mask_avx2(kb_mldsa_poly *out, const uint8_t *in, unsigned bits) {
    const __m256i gamma1 = _mm256_set1_epi32(1 << (bits - 1));
    if (bits == 18) {
        for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += 18) {
            store(out->c + i, _mm256_sub_epi32(gamma1, fields18(in)));
        }
    } else {
        for (size_t i = 0; i < KB_MLDSA_N; i += 8, in += 20) {
            store(out->c + i, _mm256_sub_epi32(gamma1, fields20(in)));
        }
    }
}

/* Fields of d bits in 32-bit lanes to 2d bits in 64-bit lanes. d is a constant where this
 * is called. */
static inline __m256i pairs(__m256i f, int d) {
    f = _mm256_sllv_epi32(f, _mm256_set1_epi64x(32 - d));
    return _mm256_srli_epi64(f, 32 - d);
}

/* Writes the low n bytes of each half, the low half's first; 8 < n < 16. */
static inline void put(uint8_t *out, __m256i x, int n) {
    __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);
    store16(out, low);
    /* Not beyond 2n bytes: the end of the low half is written again. */
    if (n == 10) {
        store16(out + 4, _mm_or_si128(_mm_srli_si128(low, 4), _mm_slli_si128(high, 6)));
    } else {
        store16(out + 2, _mm_or_si128(_mm_srli_si128(low, 2), _mm_slli_si128(high, 7)));
    }
}

void kb_mldsa_pack_mask_avx2(uint8_t *out, const kb_mldsa_poly *z, unsigned bits) {
    const __m256i gamma1 = _mm256_set1_epi32(1 << (bits - 1));
    if (bits == 18) {
        /* 36 bits end in the middle of a byte. */
        const __m256i up = _mm256_setr_epi64x(0, 4, 0, 4);
        const __m256i first =
            TWICE(0, 1, 2, 3, 4, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        const __m256i second =
            TWICE(-1, -1, -1, -1, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1, -1);
        for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += 18) {
            __m256i x = pairs(_mm256_sub_epi32(gamma1, load(z->c + i)), 18);
            x = _mm256_sllv_epi64(x, up);
            put(out,
                _mm256_or_si256(_mm256_shuffle_epi8(x, first),
                                _mm256_shuffle_epi8(x, second)),
                9);
        }
    } else {
        const __m256i close =
            TWICE(0, 1, 2, 3, 4, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1);
        for (size_t i = 0; i < KB_MLDSA_N; i += 8, out += 20) {
            __m256i x = pairs(_mm256_sub_epi32(gamma1, load(z->c + i)), 20);
            put(out, _mm256_shuffle_epi8(x, close), 10);
        }
    }
}

/* ---- 13 and 10 bits ---- */

/* Sixteen fields of 13 bits at in to two vectors. */
static inline void fields13(__m256i *a, __m256i *b, const uint8_t in[26]) {
    const __m256i bytes_a = _mm256_setr_epi8(
        0, 1, -1, -1, 1, 2, 3, -1, 3, 4, -1, -1, 4, 5, 6, -1, /* fields 4 to 7 */
        6, 7, 8, -1, 8, 9, -1, -1, 9, 10, 11, -1, 11, 12, -1, -1);
    const __m256i bytes_b = _mm256_setr_epi8(
        3, 4, -1, -1, 4, 5, 6, -1, 6, 7, -1, -1, 7, 8, 9, -1, /* from byte 10 on */
        9, 10, 11, -1, 11, 12, -1, -1, 12, 13, 14, -1, 14, 15, -1, -1);
    const __m256i shift = _mm256_setr_epi32(0, 5, 2, 7, 4, 1, 6, 3);
    const __m256i mask = _mm256_set1_epi32(0x1fff);
    __m256i x = _mm256_broadcastsi128_si256(load16(in));
    __m256i y = _mm256_broadcastsi128_si256(load16(in + 10));
    x = _mm256_srlv_epi32(_mm256_shuffle_epi8(x, bytes_a), shift);
    y = _mm256_srlv_epi32(_mm256_shuffle_epi8(y, bytes_b), shift);
    *a = _mm256_and_si256(x, mask);
    *b = _mm256_and_si256(y, mask);
}

/* Two vectors of 32-bit lanes to 16-bit ones, in order. */
static inline __m256i narrow(__m256i a, __m256i b) {
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(a, b), 0xd8);
}

void kb_mldsa_unpack_t0_avx2(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 16, in += 26) {
        __m256i a, b;
        fields13(&a, &b, in);
        store(t0->c + i, _mm256_sub_epi16(_mm256_set1_epi16(4096), narrow(a, b)));
    }
}

/* Eight fields to 13 bytes. */
static inline __m128i pack13(__m256i f) {
    /* Pairs are 26 bits, and the second half begins at bit 52. */
    const __m256i up = _mm256_setr_epi64x(0, 2, 4, 6);
    const __m256i first =
        _mm256_setr_epi8(0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, -1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1);
    const __m256i second =
        _mm256_setr_epi8(-1, -1, -1, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, -1, -1, -1);
    __m256i x = _mm256_sllv_epi64(pairs(f, 13), up);
    x = _mm256_or_si256(_mm256_shuffle_epi8(x, first), _mm256_shuffle_epi8(x, second));
    return _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

void kb_mldsa_pack_t0_avx2(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0) {
    const __m256i top = _mm256_set1_epi32(4096);
    for (size_t i = 0; i < KB_MLDSA_N; i += 16, out += 26) {
        __m128i a =
            pack13(_mm256_sub_epi32(top, _mm256_cvtepi16_epi32(load16(t0->c + i))));
        __m128i b =
            pack13(_mm256_sub_epi32(top, _mm256_cvtepi16_epi32(load16(t0->c + i + 8))));
        store16(out, a);
        store16(out + 10, _mm_or_si128(_mm_srli_si128(a, 10), _mm_slli_si128(b, 3)));
    }
}

void kb_mldsa_unpack_t1_avx2(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]) {
    const __m256i bytes_a = _mm256_setr_epi8(
        0, 1, -1, -1, 1, 2, -1, -1, 2, 3, -1, -1, 3, 4, -1, -1, /* fields 4 to 7 */
        5, 6, -1, -1, 6, 7, -1, -1, 7, 8, -1, -1, 8, 9, -1, -1);
    const __m256i bytes_b = _mm256_setr_epi8(
        6, 7, -1, -1, 7, 8, -1, -1, 8, 9, -1, -1, 9, 10, -1, -1, /* from byte 4 on */
        11, 12, -1, -1, 12, 13, -1, -1, 13, 14, -1, -1, 14, 15, -1, -1);
    /* Up to bit 13 and no bit beyond 22. */
    const __m256i shift = _mm256_setr_epi32(13, 11, 9, 7, 13, 11, 9, 7);
    const __m256i mask = _mm256_set1_epi32(0x3ff << KB_MLDSA_D);
    for (size_t i = 0; i < KB_MLDSA_N; i += 16, in += 20) {
        __m256i x = _mm256_broadcastsi128_si256(load16(in));
        __m256i y = _mm256_broadcastsi128_si256(load16(in + 4));
        x = _mm256_sllv_epi32(_mm256_shuffle_epi8(x, bytes_a), shift);
        y = _mm256_sllv_epi32(_mm256_shuffle_epi8(y, bytes_b), shift);
        store(t1->c + i, _mm256_and_si256(x, mask));
        store(t1->c + i + 8, _mm256_and_si256(y, mask));
    }
}

/* Eight fields of 10 bits to 10 bytes, the rest zero. */
static inline __m128i pack10(__m256i f) {
    const __m256i up = _mm256_setr_epi64x(0, 4, 0, 4);
    const __m256i first =
        _mm256_setr_epi8(0, 1, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i second =
        _mm256_setr_epi8(-1, -1, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                         -1, -1, -1, -1, -1, -1, 8, 9, 10, -1, -1, -1, -1, -1, -1);
    __m256i x = _mm256_sllv_epi64(pairs(f, 10), up);
    x = _mm256_or_si256(_mm256_shuffle_epi8(x, first), _mm256_shuffle_epi8(x, second));
    return _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

/* Of eight coefficients of t and s2: the high part, and the low one in *low. */
static inline __m256i round_8(__m256i *low, const int32_t *t, const int8_t *s2) {
    const __m256i q = _mm256_set1_epi32(KB_MLDSA_Q);
    __m128i s = _mm_loadl_epi64((const __m128i_u *)s2);
    __m256i r = _mm256_add_epi32(canonical(load(t)), _mm256_cvtepi8_epi32(s));
    /* From (-q, 2q): once up, once down. */
    r = canonical(_mm256_sub_epi32(canonical(r), q));
    __m256i high = _mm256_srli_epi32(_mm256_add_epi32(r, _mm256_set1_epi32(4095)), 13);
    *low = _mm256_sub_epi32(r, _mm256_slli_epi32(high, 13));
    return high;
}

void kb_mldsa_power2round_avx2(uint8_t t1[KB_MLDSA_T1_BYTES], kb_mldsa_t0 *t0,
                               const kb_mldsa_poly *t, const kb_mldsa_small *s2) {
    for (size_t i = 0; i < KB_MLDSA_N; i += 16, t1 += 20) {
        __m256i low_a, low_b;
        __m128i a = pack10(round_8(&low_a, t->c + i, s2->c + i));
        __m128i b = pack10(round_8(&low_b, t->c + i + 8, s2->c + i + 8));
        store(t0->c + i, narrow(low_a, low_b));
        store16(t1, a);
        store16(t1 + 4, _mm_or_si128(_mm_srli_si128(a, 4), _mm_slli_si128(b, 6)));
    }
}

/* ---- 3, 4 and 6 bits ---- */

/* 32 fields of 4 bits in bytes to 16 bytes. */
static inline __m128i pack4(__m256i f) {
    __m256i x = _mm256_maddubs_epi16(f, _mm256_set1_epi16(0x1001));
    x = _mm256_permute4x64_epi64(_mm256_packus_epi16(x, x), 0xd8);
    return _mm256_castsi256_si128(x);
}

/* 32 fields of 3 bits in bytes to 6 bytes in each half. */
static inline __m256i pack3(__m256i f) {
    const __m256i close =
        TWICE(0, 1, 2, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i x = _mm256_maddubs_epi16(f, _mm256_set1_epi16(0x0801));
    x = _mm256_madd_epi16(x, _mm256_set1_epi32(0x00400001));
    return _mm256_shuffle_epi8(pairs(x, 12), close);
}

void kb_mldsa_pack_small_avx2(uint8_t *out, const kb_mldsa_small *s, int32_t eta) {
    const __m256i top = _mm256_set1_epi8((int8_t)eta);
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i f = _mm256_sub_epi8(top, load(s->c + i));
        if (eta == 4) {
            store16(out, pack4(f));
            out += 16;
        } else {
            __m256i x = pack3(f);
            __m128i low = _mm256_castsi256_si128(x),
                    high = _mm256_extracti128_si256(x, 1);
            low = _mm_or_si128(low, _mm_slli_si128(high, 6));
            memcpy(out, &low, 12);
            out += 12;
        }
    }
}

/* 32 fields of 3 bits in the low 12 bytes of x. */
static inline __m256i fields3(__m128i x) {
    const __m256i bytes_a =
        _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 1, 2, 1, 2, 1, 2, 2, 3, 2, 3, 3, 4, 3, 4, 3, 4,
                         4, 5, 4, 5, 4, 5, 5, 6, 5, 6);
    const __m256i bytes_b = _mm256_add_epi8(bytes_a, _mm256_set1_epi8(6));
    /* Up to the top of the 16 bits. */
    const __m256i up = _mm256_setr_epi16(
        1 << 13, 1 << 10, 1 << 7, 1 << 12, 1 << 9, 1 << 6, 1 << 11, 1 << 8, 1 << 13,
        1 << 10, 1 << 7, 1 << 12, 1 << 9, 1 << 6, 1 << 11, 1 << 8);
    __m256i both = _mm256_broadcastsi128_si256(x);
    __m256i a = _mm256_mullo_epi16(_mm256_shuffle_epi8(both, bytes_a), up);
    __m256i b = _mm256_mullo_epi16(_mm256_shuffle_epi8(both, bytes_b), up);
    a = _mm256_packus_epi16(_mm256_srli_epi16(a, 13), _mm256_srli_epi16(b, 13));
    return _mm256_permute4x64_epi64(a, 0xd8);
}

static inline __m256i fields4(__m128i x) {
    __m128i mask = _mm_set1_epi8(15);
    __m128i low = _mm_and_si128(x, mask),
            high = _mm_and_si128(_mm_srli_epi16(x, 4), mask);
    return halves(_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high));
}

uint32_t kb_mldsa_unpack_small_avx2(kb_mldsa_small *s, const uint8_t *in, int32_t eta) {
    const __m256i top = _mm256_set1_epi8((int8_t)eta);
    __m256i highest = _mm256_setzero_si256();
    for (size_t i = 0; i < KB_MLDSA_N; i += 32) {
        __m256i f;
        if (eta == 4) {
            f = fields4(load16(in));
            in += 16;
        } else {
            uint8_t piece[16] = {0};
            memcpy(piece, in, 12);
            f = fields3(load16(piece));
            in += 12;
        }
        highest = _mm256_max_epu8(highest, f);
        store(s->c + i, _mm256_sub_epi8(top, f));
    }
    __m256i is_bad = _mm256_cmpgt_epi8(highest, _mm256_add_epi8(top, top));
    return (uint32_t)_mm256_movemask_epi8(is_bad);
}

void kb_mldsa_pack_w1_avx2(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high) {
    if (high == 16) {
        for (size_t i = 0; i < KB_MLDSA_N; i += 32, out += 16) {
            store16(out, pack4(load(w1 + i)));
        }
        return;
    }
    const __m256i close = TWICE(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    for (size_t i = 0; i < KB_MLDSA_N; i += 32, out += 24) {
        __m256i x = _mm256_maddubs_epi16(load(w1 + i), _mm256_set1_epi16(0x4001));
        x = _mm256_madd_epi16(x, _mm256_set1_epi32(0x10000001));
        x = _mm256_shuffle_epi8(x, close);
        __m128i a = _mm256_castsi256_si128(x), b = _mm256_extracti128_si256(x, 1);
        store16(out, a);
        store16(out + 8, _mm_or_si128(_mm_srli_si128(a, 8), _mm_slli_si128(b, 4)));
    }
}
