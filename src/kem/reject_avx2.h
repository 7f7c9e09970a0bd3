/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sampling by rejection for AVX2: the candidates below q, of sixteen. They are public, so
 * that they may choose rows of a table. */
#ifndef KB_KEM_REJECT_AVX2_H
#define KB_KEM_REJECT_AVX2_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

/* Row m has, from its low byte on, twice the number of each bit that is set in m: where
 * the words lie that are kept. AT7 makes the rows without and with bit 7, each of them
 * through AT6 with its bits above, and so on. */
#define ROW(v)      (v)
#define PUT(v, bit) ((v) << 8 | UINT64_C(2) * (bit))
#define AT0(v)      ROW(v), ROW(PUT(v, 0))
#define AT1(v)      AT0(v), AT0(PUT(v, 1))
#define AT2(v)      AT1(v), AT1(PUT(v, 2))
#define AT3(v)      AT2(v), AT2(PUT(v, 3))
#define AT4(v)      AT3(v), AT3(PUT(v, 4))
#define AT5(v)      AT4(v), AT4(PUT(v, 5))
#define AT6(v)      AT5(v), AT5(PUT(v, 6))
#define AT7(v)      AT6(v), AT6(PUT(v, 7))
static const uint64_t kb_reject_kept[256] = {AT7(UINT64_C(0))};
#undef ROW
#undef PUT
#undef AT0
#undef AT1
#undef AT2
#undef AT3
#undef AT4
#undef AT5
#undef AT6
#undef AT7

static inline __m256i kb_reject_kept_words(uint32_t low, uint32_t high) {
    __m256i even = _mm256_set_epi64x(0, (long long)kb_reject_kept[high], 0,
                                     (long long)kb_reject_kept[low]);
    return _mm256_unpacklo_epi8(even, _mm256_add_epi8(even, _mm256_set1_epi8(1)));
}

/* Appends those of sixteen candidates that are below q; writes eight coefficients from
 * each of two places of which the second is at most eight behind the first. */
static inline size_t kb_reject_x16(int16_t *c, size_t have, __m256i candidates,
                                   int16_t q) {
    __m256i good = _mm256_cmpgt_epi16(_mm256_set1_epi16(q), candidates);
    good = _mm256_packs_epi16(good, good);
    uint32_t mask = (uint32_t)_mm256_movemask_epi8(good);
    uint32_t low = mask & 0xff, high = mask >> 16 & 0xff;
    __m256i x = _mm256_shuffle_epi8(candidates, kb_reject_kept_words(low, high));
    _mm_storeu_si128((__m128i_u *)(c + have), _mm256_castsi256_si128(x));
    have += (size_t)_mm_popcnt_u32(low);
    _mm_storeu_si128((__m128i_u *)(c + have), _mm256_extracti128_si256(x, 1));
    return have + (size_t)_mm_popcnt_u32(high);
}

#endif
