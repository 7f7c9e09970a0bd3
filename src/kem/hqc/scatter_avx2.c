/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Positions to coefficients with AVX2, and the comparisons among positions.
 *
 * An element is rows of 16 bytes. Of four positions, the byte of column j in any row is
 * one of 16 values: which, tells the set of those of the four that are in this row. So a
 * column of four positions is a table of 16 bytes, the sets of 32 rows are an index of
 * four bits each, and one shuffle looks all of them up, in registers.
 */
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>

#define GROUPS ((KB_HQC_ENC_WEIGHT_MAX + 3) / 4)
#define ROWS   32 /* that are made together */

typedef struct scatter_area {
    __m256i tables[GROUPS][8]; /* of 16 columns, two each */
    __m256i low[4 * GROUPS];   /* bit i % 4 of byte r: position i is in row r mod 32 */
    __m256i high[4 * GROUPS];  /* row / 32 of position i, in all bytes */
    __m256i sets[GROUPS];
    __m256i columns[16];
} scatter_area;

/* What does not depend on the row. Positions from count on are in no row. */
static void prepare(scatter_area *area, const uint32_t *positions, size_t count) {
    const __m256i rows =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                         19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    /* Bytes t with bit i set, for i = 0 to 3. */
    const __m256i members[4] = {_mm256_set1_epi16((int16_t)0xff00),
                                _mm256_set1_epi32((int)0xffff0000),
                                _mm256_set1_epi64x((int64_t)UINT64_C(0xffffffff00000000)),
                                _mm256_setr_epi64x(0, -1, 0, -1)};
    const __m256i next_column = _mm256_setr_epi64x(0, 0, INT64_C(0x0101010101010101),
                                                   INT64_C(0x0101010101010101));
    for (size_t group = 0; 4 * group < count; group++) {
        __m256i bit[4], byte[4];
        for (size_t i = 0; i < 4; i++) {
            size_t at = 4 * group + i;
            uint32_t position = at < count ? positions[at] : 0, row = position >> 7;
            __m256i here = _mm256_cmpeq_epi8(_mm256_set1_epi8((int8_t)(row & 31)), rows);
            area->low[at] = _mm256_and_si256(here, _mm256_set1_epi8((int8_t)(1 << i)));
            area->high[at] = _mm256_set1_epi8(at < count ? (int8_t)(row >> 5) : -1);
            byte[i] = _mm256_set1_epi8((int8_t)(position >> 3 & 15));
            bit[i] = _mm256_and_si256(
                _mm256_set1_epi8((int8_t)(UINT32_C(1) << (position & 7))), members[i]);
        }
        __m256i column = next_column;
        for (size_t j = 0; j < 16; j += 2) {
            __m256i table = _mm256_setzero_si256();
            for (size_t i = 0; i < 4; i++) {
                __m256i here = _mm256_cmpeq_epi8(byte[i], column);
                table = _mm256_xor_si256(table, _mm256_and_si256(here, bit[i]));
            }
            area->tables[group][j / 2] = table;
            column = _mm256_add_epi8(column, _mm256_set1_epi8(2));
        }
    }
}

/* Eight of the columns of 32 rows. */
static inline void make_columns(scatter_area *area, size_t groups, size_t first) {
    __m256i x[8];
    for (size_t j = 0; j < 8; j++) {
        x[j] = _mm256_setzero_si256();
    }
    for (size_t group = 0; group < groups; group++) {
        const __m128i *tables = (const __m128i *)area->tables[group];
        for (size_t j = 0; j < 8; j++) {
            __m256i table = _mm256_broadcastsi128_si256(tables[first + j]);
            x[j] = _mm256_xor_si256(x[j], _mm256_shuffle_epi8(table, area->sets[group]));
        }
    }
    for (size_t j = 0; j < 8; j++) {
        area->columns[first + j] = x[j];
    }
}

/* Columns to rows, in both lanes. */
static inline void transpose(__m256i x[16]) {
    for (unsigned step = 0; step < 4; step++) {
        __m256i y[16];
        for (size_t i = 0; i < 8; i++) {
            y[2 * i] = _mm256_unpacklo_epi8(x[i], x[i + 8]);
            y[2 * i + 1] = _mm256_unpackhi_epi8(x[i], x[i + 8]);
        }
        for (size_t i = 0; i < 16; i++) {
            x[i] = y[i];
        }
    }
}

static inline void add_row(uint64_t *to, __m128i row) {
    void *at = to;
    _mm_storeu_si128(at, _mm_xor_si128(_mm_loadu_si128(at), row));
}

void kb_hqc_scatter_avx2(const kb_hqc_params *params, kb_hqc_vec *v,
                         const uint32_t *positions, size_t count) {
    scatter_area area;
    KB_WIPE_AT_END(area);
    size_t groups = (count + 3) / 4, rows = params->padded_words / 2;
    prepare(&area, positions, count);
    for (size_t row = 0; row < rows; row += ROWS) {
        __m256i block = _mm256_set1_epi8((int8_t)(row / ROWS));
        for (size_t group = 0; group < groups; group++) {
            __m256i set = _mm256_setzero_si256();
            for (size_t i = 4 * group; i < 4 * group + 4; i++) {
                __m256i here = _mm256_cmpeq_epi8(area.high[i], block);
                set = _mm256_or_si256(set, _mm256_and_si256(here, area.low[i]));
            }
            area.sets[group] = set;
        }
        make_columns(&area, groups, 0);
        make_columns(&area, groups, 8);
        transpose(area.columns);
        for (size_t i = 0; i < 16; i++) {
            add_row(v->w + 2 * (row + i), _mm256_castsi256_si128(area.columns[i]));
            if (row + 16 < rows) {
                add_row(v->w + 2 * (row + 16 + i),
                        _mm256_extracti128_si256(area.columns[i], 1));
            }
        }
    }
}

/* Bit i of words: position i is to be replaced; see kb_hqc_replace_repeats_avx2. */
typedef struct bit_set {
    uint64_t words[3];
} bit_set;

static_assert(KB_HQC_ENC_WEIGHT_MAX <= 192, "bits of a set");

/* 1 when bit `at` is set; `at` is secret and may lie beyond all bits. */
static inline uint64_t bit_at(const bit_set *set, uint32_t at) {
    uint64_t found = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t here = kb_ct_barrier64((uint64_t)0 - ((((at >> 6) ^ i) - 1) >> 31));
        found |= here & set->words[i] >> (at & 63);
    }
    return found & 1;
}

/* A position is replaced when a later slot has it in the end. The later slots have in the
 * end every value that they began with, as the last one of equal ones keeps it, and the
 * indices of those that were replaced. So most of it is a comparison of what there is at
 * the beginning, in any order; in sequence come only the bits. */
void kb_hqc_replace_repeats_avx2(uint32_t *positions, size_t count) {
    __m256i x[(KB_HQC_ENC_WEIGHT_MAX + 7) / 8];
    bit_set replaced = {{0}};
    uint32_t is_repeated[KB_HQC_ENC_WEIGHT_MAX];
    KB_WIPE_AT_END(x);
    KB_WIPE_AT_END(replaced);
    KB_WIPE_AT_END(is_repeated);
    uint32_t *all = (uint32_t *)x;
    size_t vectors = (count + 7) / 8;
    for (size_t i = 0; i < 8 * vectors; i++) {
        all[i] = i < count ? positions[i] : UINT32_MAX; /* equal to no position */
    }
    for (size_t i = 0; i < count; i++) {
        __m256i own = _mm256_set1_epi32((int)positions[i]);
        __m256i later = _mm256_cmpgt_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                           _mm256_set1_epi32((int)(i % 8)));
        __m256i found = _mm256_and_si256(_mm256_cmpeq_epi32(x[i / 8], own), later);
        for (size_t j = i / 8 + 1; j < vectors; j++) {
            found = _mm256_or_si256(found, _mm256_cmpeq_epi32(x[j], own));
        }
        uint32_t mask = (uint32_t)_mm256_movemask_epi8(found);
        is_repeated[i] = (mask | (0 - mask)) >> 31;
    }
    for (size_t i = count; i-- > 0;) {
        uint32_t bit = is_repeated[i] | (uint32_t)bit_at(&replaced, positions[i]);
        replaced.words[i / 64] |= (uint64_t)bit << i % 64;
        positions[i] ^= kb_ct_mask_bit32(bit) & (positions[i] ^ (uint32_t)i);
    }
}

uint32_t kb_hqc_take_avx2(uint32_t *positions, size_t weight, uint32_t held,
                          const uint32_t *candidates, size_t count, uint32_t n) {
    const __m256i eight = _mm256_set1_epi32(8);
    __m256i x[(KB_HQC_WEIGHT_MAX + 7) / 8];
    KB_WIPE_AT_END(x);
    uint32_t *all = (uint32_t *)x;
    size_t vectors = (weight + 7) / 8;
    for (size_t i = 0; i < 8 * vectors; i++) {
        all[i] = i < weight ? positions[i] : UINT32_MAX;
    }
    for (size_t k = 0; k < count; k++) {
        __m256i own = _mm256_set1_epi32((int)candidates[k]);
        __m256i found = _mm256_setzero_si256();
        for (size_t j = 0; j < vectors; j++) {
            found = _mm256_or_si256(found, _mm256_cmpeq_epi32(x[j], own));
        }
        uint32_t bits = (uint32_t)_mm256_movemask_epi8(found);
        uint32_t repeated = (bits | (0 - bits)) >> 31;
        uint32_t good = (candidates[k] - n) >> 31 & (repeated ^ 1);
        /* A slot that does not exist when it is not to be taken. */
        __m256i slot = _mm256_set1_epi32((int)(held | (good - 1)));
        __m256i place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        for (size_t j = 0; j < vectors; j++) {
            x[j] = _mm256_blendv_epi8(x[j], own, _mm256_cmpeq_epi32(place, slot));
            place = _mm256_add_epi32(place, eight);
        }
        held += good;
    }
    for (size_t i = 0; i < weight; i++) {
        positions[i] = all[i];
    }
    return held;
}
