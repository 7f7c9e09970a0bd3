/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packing of fields and rounding, sixteen coefficients at a time. */
#include "kem/mlkem/ops_avx2.h"

#include "kem/mlkem/avx2.h"

#include <stdbool.h>
#include <string.h>

/* Of a step's output only the first bytes of each half are of use. The bytes behind them
 * are written again by the next step; the last one has no next. */
static inline void store_halves(uint8_t *out, __m256i x, size_t half, bool is_last) {
    __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);
    if (!is_last) {
        _mm_storeu_si128((__m128i_u *)out, low);
        _mm_storeu_si128((__m128i_u *)(out + half), high);
        return;
    }
    uint8_t end[32];
    _mm_storeu_si128((__m128i_u *)end, low);
    _mm_storeu_si128((__m128i_u *)(end + half), high);
    memcpy(out, end, 2 * half);
}

static inline __m256i add_q_if_negative(__m256i c) {
    __m256i q = _mm256_and_si256(_mm256_srai_epi16(c, 15), _mm256_set1_epi16(KB_MLKEM_Q));
    return _mm256_add_epi16(c, q);
}

void kb_mlkem_encode12_avx2(uint8_t *out, const kb_mlkem_poly *p) {
    const __m256i order =
        KB_MLKEM_TWICE(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, out += 24) {
        __m256i c = add_q_if_negative(kb_mlkem_load(p->c + i));
        c = _mm256_madd_epi16(c, _mm256_set1_epi32(1 | 1 << 28));
        store_halves(out, _mm256_shuffle_epi8(c, order), 12, i == KB_MLKEM_N - 16);
    }
}

void kb_mlkem_decode12_avx2(kb_mlkem_poly *p, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, in += 24) {
        kb_mlkem_store(p->c + i, kb_mlkem_fields12(kb_mlkem_load_halves(in, in + 8)));
    }
}

/*
 * Compress_d of any c with |c| < 2q. round(x * 2^16 / q) is 20x - 20553x / 2^16, since
 * 2^32 / q is 20 * 2^16 - 20553 to the nearest; the upper d of its 16 bits, rounded, are
 * the result, and what runs over the 16 bits is a multiple of q taken off x. Right for
 * every |x| below 2079 and all d; the unit test compares each c.
 */
static inline __m256i compress16(__m256i c, unsigned d) {
    __m256i x = kb_mlkem_reduce16_roughly(c);
    __m256i y = _mm256_mullo_epi16(x, _mm256_set1_epi16(20));
    y = _mm256_add_epi16(y, _mm256_mulhi_epi16(x, _mm256_set1_epi16(-20553)));
    y = _mm256_add_epi16(y, _mm256_set1_epi16((int16_t)(1 << (15 - d))));
    return _mm256_srli_epi16(y, (int)(16 - d));
}

static inline __m256i compressed_sum(const kb_mlkem_poly *p, const kb_mlkem_poly *plus,
                                     size_t i, unsigned d) {
    return compress16(
        _mm256_add_epi16(kb_mlkem_load(p->c + i), kb_mlkem_load(plus->c + i)), d);
}

static void compress4(uint8_t *out, const kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i pairs = _mm256_set1_epi16(1 | 16 << 8);
    for (size_t i = 0; i < KB_MLKEM_N; i += 64, out += 32) {
        __m256i a = _mm256_packus_epi16(compressed_sum(p, plus, i, 4),
                                        compressed_sum(p, plus, i + 16, 4));
        __m256i b = _mm256_packus_epi16(compressed_sum(p, plus, i + 32, 4),
                                        compressed_sum(p, plus, i + 48, 4));
        a = _mm256_packus_epi16(_mm256_maddubs_epi16(a, pairs),
                                _mm256_maddubs_epi16(b, pairs));
        kb_mlkem_store(out, _mm256_permutevar8x32_epi32(a, order));
    }
}

/* Joins the two fields of each 64 bits that start at bit 0 and bit 32 and have `bits`
 * bits. */
static inline __m256i join32(__m256i x, int bits) {
    __m256i shifts = _mm256_set1_epi64x(32 - bits);
    return _mm256_srli_epi64(_mm256_sllv_epi32(x, shifts), 32 - bits);
}

static void compress5(uint8_t *out, const kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    const __m256i order =
        KB_MLKEM_TWICE(0, 1, 2, 3, 4, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1);
    for (size_t i = 0; i < KB_MLKEM_N; i += 32, out += 20) {
        __m256i a = _mm256_packus_epi16(compressed_sum(p, plus, i, 5),
                                        compressed_sum(p, plus, i + 16, 5));
        a = _mm256_permute4x64_epi64(a, 0xd8);
        a = _mm256_maddubs_epi16(a, _mm256_set1_epi16(1 | 32 << 8));
        a = join32(_mm256_madd_epi16(a, _mm256_set1_epi32(1 | 1 << 26)), 20);
        store_halves(out, _mm256_shuffle_epi8(a, order), 10, i == KB_MLKEM_N - 32);
    }
}

static void compress10(uint8_t *out, const kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    const __m256i order =
        KB_MLKEM_TWICE(0, 1, 2, 3, 4, 8, 9, 10, 11, 12, -1, -1, -1, -1, -1, -1);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, out += 20) {
        __m256i a = compressed_sum(p, plus, i, 10);
        a = join32(_mm256_madd_epi16(a, _mm256_set1_epi32(1 | 1 << 26)), 20);
        store_halves(out, _mm256_shuffle_epi8(a, order), 10, i == KB_MLKEM_N - 16);
    }
}

/* The 44 bits of four fields end in the middle of a byte: the upper four are moved up by
 * half a byte, and meet the lower four in one. */
static void compress11(uint8_t *out, const kb_mlkem_poly *p, const kb_mlkem_poly *plus) {
    const __m256i lower =
        KB_MLKEM_TWICE(0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, -1, -1, -1, -1, -1);
    const __m256i middle =
        KB_MLKEM_TWICE(-1, -1, -1, -1, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i up = _mm256_setr_epi64x(0, 4, 0, 4);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, out += 22) {
        __m256i a = compressed_sum(p, plus, i, 11);
        a = join32(_mm256_madd_epi16(a, _mm256_set1_epi32(1 | 1 << 27)), 22);
        a = _mm256_sllv_epi64(a, up);
        a = _mm256_or_si256(_mm256_shuffle_epi8(a, lower),
                            _mm256_shuffle_epi8(a, middle));
        store_halves(out, a, 11, i == KB_MLKEM_N - 16);
    }
}

void kb_mlkem_compress_avx2(uint8_t *out, const kb_mlkem_poly *p,
                            const kb_mlkem_poly *plus, unsigned d) {
    switch (d) {
    case 4:
        compress4(out, p, plus);
        break;
    case 5:
        compress5(out, p, plus);
        break;
    case 10:
        compress10(out, p, plus);
        break;
    default:
        compress11(out, p, plus);
    }
}

/* Decompress_d of fields y that lie in bits 15 - d to 14: the rounding multiplication
 * gives (y * 2^(15-d) * q + 2^14) / 2^15. */
static inline void store_decompressed(int16_t *c, __m256i fields) {
    kb_mlkem_store(c, _mm256_mulhrs_epi16(fields, _mm256_set1_epi16(KB_MLKEM_Q)));
}

static void decompress4(int16_t *c, const uint8_t *in) {
    const __m256i bytes =
        _mm256_setr_epi8(0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1, 4, -1, 4,
                         -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, in += 8) {
        __m256i x = _mm256_broadcastsi128_si256(_mm_loadl_epi64((const __m128i_u *)in));
        x = _mm256_shuffle_epi8(x, bytes);
        x = _mm256_and_si256(x, _mm256_set1_epi32(0x00f0000f));
        store_decompressed(
            c + i, _mm256_mullo_epi16(x, _mm256_set1_epi32(1 << 11 | 1 << (7 + 16))));
    }
}

static void decompress5(int16_t *c, const uint8_t *in) {
    /* Bytes 0 to 4, and bytes 2 to 9, of which the first three are of the other half. */
    const __m256i bytes =
        _mm256_setr_epi8(0, -1, 0, 1, 1, -1, 1, 2, 2, 3, 3, -1, 3, 4, 4, -1, 3, -1, 3, 4,
                         4, -1, 4, 5, 5, 6, 6, -1, 6, 7, 7, -1);
    const __m256i fields = _mm256_setr_epi16(
        31, 31 << 5, 31 << 2, 31 << 7, 31 << 4, 31 << 1, 31 << 6, 31 << 3, 31, 31 << 5,
        31 << 2, 31 << 7, 31 << 4, 31 << 1, 31 << 6, 31 << 3);
    const __m256i shifts = _mm256_setr_epi16(
        1 << 10, 1 << 5, 1 << 8, 1 << 3, 1 << 6, 1 << 9, 1 << 4, 1 << 7, 1 << 10, 1 << 5,
        1 << 8, 1 << 3, 1 << 6, 1 << 9, 1 << 4, 1 << 7);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, in += 10) {
        __m256i x = _mm256_set_m128i(_mm_loadl_epi64((const __m128i_u *)(in + 2)),
                                     _mm_loadl_epi64((const __m128i_u *)in));
        x = _mm256_and_si256(_mm256_shuffle_epi8(x, bytes), fields);
        store_decompressed(c + i, _mm256_mullo_epi16(x, shifts));
    }
}

static void decompress10(int16_t *c, const uint8_t *in) {
    /* Bytes 0 to 9, and bytes 4 to 19. */
    const __m256i bytes =
        _mm256_setr_epi8(0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 6, 7, 7, 8, 8, 9,
                         9, 10, 11, 12, 12, 13, 13, 14, 14, 15);
    const __m256i shifts = _mm256_set1_epi64x(INT64_C(0x0001000400100040));
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, in += 20) {
        __m256i x = _mm256_shuffle_epi8(kb_mlkem_load_halves(in, in + 4), bytes);
        x = _mm256_srli_epi16(_mm256_mullo_epi16(x, shifts), 1);
        store_decompressed(c + i, _mm256_and_si256(x, _mm256_set1_epi16(0x7fe0)));
    }
}

static void decompress11(int16_t *c, const uint8_t *in) {
    /* Two fields in 32 bits; bytes 0 to 10, and bytes 6 to 21. */
    const __m256i bytes =
        _mm256_setr_epi8(0, 1, 2, 3, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, -1, 5, 6, 7, 8, 7,
                         8, 9, 10, 10, 11, 12, 13, 13, 14, 15, -1);
    const __m256i down = _mm256_setr_epi32(0, 6, 4, 2, 0, 6, 4, 2);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, in += 22) {
        __m256i x = _mm256_shuffle_epi8(kb_mlkem_load_halves(in, in + 6), bytes);
        x = _mm256_srlv_epi32(x, down);
        x = _mm256_blend_epi16(_mm256_slli_epi32(x, 4), _mm256_slli_epi32(x, 9), 0xaa);
        store_decompressed(c + i, _mm256_and_si256(x, _mm256_set1_epi16(0x7ff0)));
    }
}

void kb_mlkem_decompress_avx2(kb_mlkem_poly *p, const uint8_t *in, unsigned d) {
    switch (d) {
    case 4:
        decompress4(p->c, in);
        break;
    case 5:
        decompress5(p->c, in);
        break;
    case 10:
        decompress10(p->c, in);
        break;
    default:
        decompress11(p->c, in);
    }
}

/* All ones where Compress_1(a - b) is 1: where the residue nearest to zero is farther
 * from zero than a quarter of q. */
static inline __m256i is_one(const int16_t *a, const int16_t *b) {
    __m256i x = kb_mlkem_reduce16(_mm256_sub_epi16(kb_mlkem_load(a), kb_mlkem_load(b)));
    return _mm256_cmpgt_epi16(_mm256_abs_epi16(x), _mm256_set1_epi16(832));
}

void kb_mlkem_to_message_avx2(uint8_t *m, const kb_mlkem_poly *a,
                              const kb_mlkem_poly *b) {
    for (size_t i = 0; i < KB_MLKEM_N; i += 32, m += 4) {
        __m256i bits = _mm256_packs_epi16(is_one(a->c + i, b->c + i),
                                          is_one(a->c + i + 16, b->c + i + 16));
        bits = _mm256_permute4x64_epi64(bits, 0xd8);
        uint32_t word = (uint32_t)_mm256_movemask_epi8(bits);
        memcpy(m, &word, sizeof word);
    }
}

void kb_mlkem_add_message_avx2(kb_mlkem_poly *p, const uint8_t *m) {
    const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024,
                                          2048, 4096, 8192, 16384, INT16_MIN);
    for (size_t i = 0; i < KB_MLKEM_N; i += 16, m += 2) {
        int16_t word;
        memcpy(&word, m, sizeof word);
        __m256i ones = _mm256_and_si256(_mm256_set1_epi16(word), bit);
        ones = _mm256_cmpeq_epi16(ones, bit);
        ones = _mm256_and_si256(ones, _mm256_set1_epi16((KB_MLKEM_Q + 1) / 2));
        kb_mlkem_store(p->c + i, _mm256_add_epi16(kb_mlkem_load(p->c + i), ones));
    }
}
