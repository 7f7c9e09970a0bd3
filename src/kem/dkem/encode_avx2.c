/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing, rounding and reconciliation, sixteen coefficients at a time. */
#include "core/secret.h"
#include "kem/dkem/avx2.h"
#include "kem/dkem/ops_avx2.h"

#include <stdbool.h>
#include <string.h>

#define N KB_DKEM_N_MAX

/* Of a step's output only the first bytes of each half are of use. The bytes behind them
 * are written again by the next step; the last one has no next. */
static inline void store_halves(uint8_t *out, __m256i x, size_t half, bool is_last) {
    __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);
    if (!is_last) {
        _mm_storeu_si128((__m128i_u *)out, low);
        _mm_storeu_si128((__m128i_u *)(out + half), high);
        return;
    }
    KB_SECRET_LOCAL(end, 32);
    _mm_storeu_si128((__m128i_u *)end, low);
    _mm_storeu_si128((__m128i_u *)(end + half), high);
    memcpy(out, end, 2 * half);
}

/* Joins the two fields of each 64 bits that start at bit 0 and bit 32 and have `bits`
 * bits. */
static inline __m256i join32(__m256i x, int bits) {
    __m256i shifts = _mm256_set1_epi64x(32 - bits);
    return _mm256_srli_epi64(_mm256_sllv_epi32(x, shifts), 32 - bits);
}

/* The 4 * bits of four fields end in the middle of a byte: the upper four are moved up by
 * half a byte, and meet the lower four in byte `bits` / 2 of the half. */
static inline __m256i join_halves(__m256i x, __m256i lower, __m256i middle) {
    x = _mm256_sllv_epi64(x, _mm256_setr_epi64x(0, 4, 0, 4));
    return _mm256_or_si256(_mm256_shuffle_epi8(x, lower), _mm256_shuffle_epi8(x, middle));
}

void kb_dkem_encode13_avx2(uint8_t *out, const int16_t *p) {
    const __m256i q = _mm256_set1_epi16(KB_DKEM_Q512);
    const __m256i lower =
        KB_DKEM_TWICE(0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, -1, -1, -1);
    const __m256i middle =
        KB_DKEM_TWICE(-1, -1, -1, -1, -1, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (size_t i = 0; i < N; i += 16, out += 26) {
        __m256i c = kb_dkem_add_q16_if_negative(kb_dkem_load(p + i), q);
        c = join32(_mm256_madd_epi16(c, _mm256_set1_epi32(1 | 1 << 29)), 26);
        store_halves(out, join_halves(c, lower, middle), 13, i == N - 16);
    }
}

void kb_dkem_decode13_avx2(int16_t *p, const uint8_t *in) {
    const __m256i q = _mm256_set1_epi16(KB_DKEM_Q512);
    for (size_t i = 0; i < N; i += 16, in += 26) {
        __m256i c = kb_dkem_fields13_x16(in);
        /* What is below q is large without sign when q is taken off. */
        kb_dkem_store(p + i, _mm256_min_epu16(c, _mm256_sub_epi16(c, q)));
    }
}

/*
 * (((x << 11) + 3840) * 279584) >> 31 is (8737 x + 16381.875) >> 15, as 279584 is 32 *
 * 8737. The rounding multiplication adds 16384 instead, which makes a difference for
 * one residue, 962. The unit test compares them all.
 */
static inline __m256i compress11_16(__m256i x) {
    const __m256i q = _mm256_set1_epi16(KB_DKEM_Q512);
    x = kb_dkem_add_q16_if_negative(kb_dkem_reduce16_q512(x), q);
    __m256i y = _mm256_mulhrs_epi16(x, _mm256_set1_epi16(8737));
    y = _mm256_add_epi16(y, _mm256_cmpeq_epi16(x, _mm256_set1_epi16(962)));
    return _mm256_and_si256(y, _mm256_set1_epi16(0x7ff));
}

void kb_dkem_compress11_avx2(uint8_t *out, const int16_t *p, const int16_t *plus) {
    const __m256i lower =
        KB_DKEM_TWICE(0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, -1, -1, -1, -1, -1);
    const __m256i middle =
        KB_DKEM_TWICE(-1, -1, -1, -1, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (size_t i = 0; i < N; i += 16, out += 22) {
        __m256i a =
            compress11_16(_mm256_add_epi16(kb_dkem_load(p + i), kb_dkem_load(plus + i)));
        a = join32(_mm256_madd_epi16(a, _mm256_set1_epi32(1 | 1 << 27)), 22);
        store_halves(out, join_halves(a, lower, middle), 11, i == N - 16);
    }
}

/* Fields y in bits 4 to 14: the rounding multiplication gives (16 y q + 2^14) / 2^15. */
void kb_dkem_decompress11_avx2(int16_t *p, const uint8_t *in) {
    /* Two fields in 32 bits; bytes 0 to 10, and bytes 6 to 21. */
    const __m256i bytes =
        _mm256_setr_epi8(0, 1, 2, 3, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, -1, 5, 6, 7, 8, 7,
                         8, 9, 10, 10, 11, 12, 13, 13, 14, 15, -1);
    const __m256i down = _mm256_setr_epi32(0, 6, 4, 2, 0, 6, 4, 2);
    for (size_t i = 0; i < N; i += 16, in += 22) {
        __m256i x = _mm256_shuffle_epi8(kb_dkem_load_halves(in, in + 6), bytes);
        x = _mm256_srlv_epi32(x, down);
        x = _mm256_blend_epi16(_mm256_slli_epi32(x, 4), _mm256_slli_epi32(x, 9), 0xaa);
        x = _mm256_and_si256(x, _mm256_set1_epi16(0x7ff0));
        kb_dkem_store(p + i, _mm256_mulhrs_epi16(x, _mm256_set1_epi16(KB_DKEM_Q512)));
    }
}

/* What the signal takes from a parameter set. */
typedef struct terms {
    __m256i q, barrett, step, addend, factor;
    __m128i up, down;
} terms;

static inline terms terms_of(const kb_dkem_params *params) {
    return (terms){
        .q = _mm256_set1_epi16(params->ring->q),
        .barrett = _mm256_set1_epi16((int16_t)params->ring->barrett),
        .step = _mm256_set1_epi16(params->step),
        .addend = _mm256_set1_epi32((int32_t)params->w.addend),
        .factor = _mm256_set1_epi32((int32_t)params->w.factor),
        .up = _mm_cvtsi32_si128((int32_t)params->w.bits),
        .down = _mm_cvtsi32_si128(32 - (int32_t)params->w.bits),
    };
}

/* Twice x, 0 <= result < q. */
static inline __m256i kappa_of(const terms *t, __m256i x) {
    x = kb_dkem_reduce16(_mm256_add_epi16(x, x), t->q, t->barrett);
    return kb_dkem_add_q16_if_negative(x, t->q);
}

/* Eight residues, one in 32 bits: ((x << bits) + addend) * factor mod 2^32, of which the
 * upper `bits` are the signal (32 - bits is the shift that params has). */
static inline __m256i round8(const terms *t, __m256i x) {
    x = _mm256_add_epi32(_mm256_sll_epi32(x, t->up), t->addend);
    return _mm256_srl_epi32(_mm256_mullo_epi32(x, t->factor), t->down);
}

/* The signal of kappa less sixteen bits. */
static inline __m256i signal16(const terms *t, __m256i kappa, const uint8_t *dither) {
    const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024,
                                          2048, 4096, 8192, 16384, INT16_MIN);
    int16_t word;
    memcpy(&word, dither, sizeof word);
    __m256i is_set = _mm256_and_si256(_mm256_set1_epi16(word), bit);
    is_set = _mm256_cmpeq_epi16(is_set, bit);
    /* Ones are -1. */
    __m256i x = kb_dkem_add_q16_if_negative(_mm256_add_epi16(kappa, is_set), t->q);
    __m256i zero = _mm256_setzero_si256();
    return _mm256_packus_epi32(round8(t, _mm256_unpacklo_epi16(x, zero)),
                               round8(t, _mm256_unpackhi_epi16(x, zero)));
}

/* The lowest bit of the representative of kappa - w * step nearest to zero, as the sign. */
static inline __m256i bit16(const terms *t, __m256i kappa, __m256i w) {
    __m256i x = _mm256_sub_epi16(kappa, _mm256_mullo_epi16(w, t->step));
    return _mm256_slli_epi16(kb_dkem_reduce16(x, t->q, t->barrett), 15);
}

static inline void store_bits(uint8_t *out, __m256i a, __m256i b) {
    __m256i bits = _mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xd8);
    uint32_t word = (uint32_t)_mm256_movemask_epi8(bits);
    memcpy(out, &word, sizeof word);
}

/* 32 fields of 4 or 5 bits to 4 * bits bytes; the others are written, too, unless it is
 * the last step. */
static inline void pack32(uint8_t *out, __m256i a, __m256i b, unsigned bits,
                          bool is_last) {
    a = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8);
    if (bits == 4) {
        a = _mm256_maddubs_epi16(a, _mm256_set1_epi16(1 | 16 << 8));
        a = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, a), 0xd8);
        _mm_storeu_si128((__m128i_u *)out, _mm256_castsi256_si128(a));
        return;
    }
    const __m256i order =
        KB_DKEM_TWICE(0, 1, 2, 3, 4, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1);
    a = _mm256_maddubs_epi16(a, _mm256_set1_epi16(1 | 32 << 8));
    a = join32(_mm256_madd_epi16(a, _mm256_set1_epi32(1 | 1 << 26)), 20);
    store_halves(out, _mm256_shuffle_epi8(a, order), 10, is_last);
}

static inline void signal_of(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                             const int16_t *p, const int16_t *plus, const uint8_t *dither,
                             size_t n, unsigned bits) {
    const terms t = terms_of(params);
    for (size_t i = 0; i < n; i += 32, w += 4 * bits, kk += 4, dither += 4) {
        __m256i kappa[2], signal[2];
        for (size_t j = 0; j < 2; j++) {
            size_t at = i + 16 * j;
            kappa[j] = kappa_of(
                &t, _mm256_add_epi16(kb_dkem_load(p + at), kb_dkem_load(plus + at)));
            signal[j] = signal16(&t, kappa[j], dither + 2 * j);
        }
        pack32(w, signal[0], signal[1], bits, i == n - 32);
        store_bits(kk, bit16(&t, kappa[0], signal[0]), bit16(&t, kappa[1], signal[1]));
    }
}

void kb_dkem_signal_avx2(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                         const int16_t *p, const int16_t *plus, const uint8_t *dither) {
    if (params->w.bits == 4) {
        signal_of(params, w, kk, p, plus, dither, params->ring->n, 4);
    } else {
        signal_of(params, w, kk, p, plus, dither, params->ring->n, 5);
    }
}

static inline __m256i unpack4(const uint8_t *in) {
    const __m256i bytes =
        _mm256_setr_epi8(0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1, 4, -1, 4,
                         -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1);
    __m256i x = _mm256_broadcastsi128_si256(_mm_loadl_epi64((const __m128i_u *)in));
    x = _mm256_shuffle_epi8(x, bytes);
    x = _mm256_mullo_epi16(x, _mm256_set1_epi32(16 | 1 << 16));
    return _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi16(15));
}

static inline __m256i unpack5(const uint8_t *in) {
    /* Bytes 0 to 4, and bytes 2 to 9, of which the first three are of the other half. The
     * field is moved to the upper end of its two bytes. */
    const __m256i bytes =
        _mm256_setr_epi8(0, -1, 0, 1, 1, -1, 1, 2, 2, 3, 3, -1, 3, 4, 4, -1, 3, -1, 3, 4,
                         4, -1, 4, 5, 5, 6, 6, -1, 6, 7, 7, -1);
    const __m256i shifts = _mm256_setr_epi16(
        1 << 11, 1 << 6, 1 << 9, 1 << 4, 1 << 7, 1 << 10, 1 << 5, 1 << 8, 1 << 11, 1 << 6,
        1 << 9, 1 << 4, 1 << 7, 1 << 10, 1 << 5, 1 << 8);
    __m256i x = _mm256_set_m128i(_mm_loadl_epi64((const __m128i_u *)(in + 2)),
                                 _mm_loadl_epi64((const __m128i_u *)in));
    x = _mm256_mullo_epi16(_mm256_shuffle_epi8(x, bytes), shifts);
    return _mm256_srli_epi16(x, 11);
}

void kb_dkem_reconcile_avx2(const kb_dkem_params *params, uint8_t *kk, const int16_t *p,
                            const uint8_t *w) {
    const terms t = terms_of(params);
    unsigned bits = params->w.bits;
    for (size_t i = 0; i < params->ring->n; i += 32, w += 4 * bits, kk += 4) {
        __m256i bit[2];
        for (size_t j = 0; j < 2; j++) {
            const uint8_t *in = w + 2 * bits * j;
            bit[j] = bit16(&t, kappa_of(&t, kb_dkem_load(p + i + 16 * j)),
                           bits == 4 ? unpack4(in) : unpack5(in));
        }
        store_bits(kk, bit[0], bit[1]);
    }
}
