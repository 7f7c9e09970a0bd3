/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling by shuffles, binomial sampling in vectors. */
#include "kem/mlkem/ops_avx2.h"

#include "kem/mlkem/avx2.h"
#include "kem/mlkem/ops_ref.h"
#include "kem/reject_avx2.h"

#include <string.h>

static inline size_t append24(int16_t *c, size_t have, const uint8_t *in) {
    return kb_reject_x16(c, have, kb_mlkem_fields12(kb_mlkem_load_halves(in, in + 8)),
                         KB_MLKEM_Q);
}

/* What is enough for most polynomials, without a branch that depends on the candidates:
 * the processor could not foresee it. */
#define FIRST_STEPS 21

static size_t reject_first(kb_mlkem_poly *out, const uint8_t *in) {
    int16_t room[16 * FIRST_STEPS];
    size_t have = 0;
    for (size_t i = 0; i < FIRST_STEPS; i++) {
        have = append24(room, have, in + 24 * i);
    }
    size_t used = have < KB_MLKEM_N ? have : KB_MLKEM_N;
    if (used < KB_MLKEM_N) {
        memcpy(out->c, room, used * sizeof room[0]);
    } else {
        memcpy(out->c, room, sizeof out->c);
    }
    return used;
}

/* The candidates are public, so that they may choose rows of the table. */
size_t kb_mlkem_reject_avx2(kb_mlkem_poly *out, size_t have, const uint8_t *in,
                            size_t len) {
    if (have == 0 && len >= (size_t)24 * FIRST_STEPS) {
        have = reject_first(out, in);
        in += 24 * FIRST_STEPS;
        len -= (size_t)24 * FIRST_STEPS;
    }
    for (; len >= 24 && have <= KB_MLKEM_N - 16; len -= 24, in += 24) {
        have = append24(out->c, have, in);
    }
    return have < KB_MLKEM_N ? kb_mlkem_reject_ref(out, have, in, len) : have;
}

/* Nibbles hold x0 + 2 x1 + ... : the sums of pairs of bits, then their difference plus
 * three. */
void kb_mlkem_cbd2_avx2(kb_mlkem_poly *out, const uint8_t *in) {
    const __m256i bits1 = _mm256_set1_epi8(0x55), bits2 = _mm256_set1_epi8(0x33),
                  nibble = _mm256_set1_epi8(0x0f), three = _mm256_set1_epi8(3);
    for (size_t i = 0; i < KB_MLKEM_N; i += 64, in += 32) {
        __m256i x = kb_mlkem_load(in);
        x = _mm256_add_epi8(_mm256_and_si256(x, bits1),
                            _mm256_and_si256(_mm256_srli_epi16(x, 1), bits1));
        __m256i y = _mm256_and_si256(_mm256_srli_epi16(x, 2), bits2);
        x = _mm256_add_epi8(_mm256_and_si256(x, bits2), bits2);
        x = _mm256_sub_epi8(x, y);
        __m256i even = _mm256_sub_epi8(_mm256_and_si256(x, nibble), three);
        __m256i odd =
            _mm256_sub_epi8(_mm256_and_si256(_mm256_srli_epi16(x, 4), nibble), three);
        __m256i low = _mm256_unpacklo_epi8(even, odd);
        __m256i high = _mm256_unpackhi_epi8(even, odd);
        int16_t *c = out->c + i;
        kb_mlkem_store(c, _mm256_cvtepi8_epi16(_mm256_castsi256_si128(low)));
        kb_mlkem_store(c + 16, _mm256_cvtepi8_epi16(_mm256_castsi256_si128(high)));
        kb_mlkem_store(c + 32, _mm256_cvtepi8_epi16(_mm256_extracti128_si256(low, 1)));
        kb_mlkem_store(c + 48, _mm256_cvtepi8_epi16(_mm256_extracti128_si256(high, 1)));
    }
}

/* Three bytes make four coefficients, and have 32 bits to themselves. */
void kb_mlkem_cbd3_avx2(kb_mlkem_poly *out, const uint8_t *in) {
    const __m256i groups =
        _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 4, 5, 6,
                         -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1);
    const __m256i bits = _mm256_set1_epi32(0x249249), sums = _mm256_set1_epi32(0x1c71c7),
                  three = _mm256_set1_epi32(0x0c30c3);
    for (size_t i = 0; i < KB_MLKEM_N; i += 32, in += 24) {
        __m256i x = _mm256_shuffle_epi8(kb_mlkem_load_halves(in, in + 8), groups);
        __m256i y = _mm256_add_epi32(_mm256_and_si256(x, bits),
                                     _mm256_and_si256(_mm256_srli_epi32(x, 1), bits));
        x = _mm256_add_epi32(y, _mm256_and_si256(_mm256_srli_epi32(x, 2), bits));
        /* Fields of six bits: x - y + 3. */
        y = _mm256_and_si256(_mm256_srli_epi32(x, 3), sums);
        x = _mm256_add_epi32(_mm256_and_si256(x, sums), three);
        x = _mm256_sub_epi32(x, y);
        /* Two fields in 32 bits: the first two, then the last two. */
        const __m256i first = _mm256_set1_epi32(0x3f),
                      second = _mm256_set1_epi32(0x3f0000);
        y = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi32(x, 12), first),
                            _mm256_and_si256(_mm256_srli_epi32(x, 2), second));
        x = _mm256_or_si256(_mm256_and_si256(x, first),
                            _mm256_and_si256(_mm256_slli_epi32(x, 10), second));
        x = _mm256_sub_epi16(x, _mm256_set1_epi16(3));
        y = _mm256_sub_epi16(y, _mm256_set1_epi16(3));
        __m256i low = _mm256_unpacklo_epi32(x, y), high = _mm256_unpackhi_epi32(x, y);
        kb_mlkem_store(out->c + i, _mm256_permute2x128_si256(low, high, 0x20));
        kb_mlkem_store(out->c + i + 16, _mm256_permute2x128_si256(low, high, 0x31));
    }
}
