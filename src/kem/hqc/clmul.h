/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Arithmetic of GF(2)[X] / (X^n - 1) by carry-less multiplication: the text that
 * poly_avx2.c and poly_vpclmul.c share. The file that includes this one defines before
 * how the words of two vectors are multiplied: LOW_PRODUCT those in the low halves of
 * both lanes of 128 bits, HIGH_PRODUCT those in the high halves.
 *
 * A factor is a polynomial in z = X^64 with words as coefficients. Nine neighbouring
 * words are a polynomial of degree 2 in z^3 whose coefficients are polynomials of degree
 * 2 in z; Karatsuba's identity for three parts, applied to both, makes 36 products of
 * them. So the product of two factors of 9 m words is 36 products of polynomials of m
 * words in z^9. A vector holds words of four of the 36 at the same power of z^9, and no
 * word changes its place until the products are known: each xor works for all four.
 *
 * Carry-less multiplication takes the same time for all operands, and nothing here looks
 * at a value.
 */
#ifndef KB_KEM_HQC_CLMUL_H
#define KB_KEM_HQC_CLMUL_H

#include "core/secret.h"
#include "kem/hqc/ops_ref.h"

#include <immintrin.h>
#include <stdbool.h>

/* Without optimisation every variable of an inlined function would have a place of its
 * own on the stack. */
#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static
#endif

#define M_MAX     34 /* words of one of the 36 */
#define BLOCK_MAX (9 * M_MAX)
#define BLOCKS    3 /* at most, of a factor */

static_assert(BLOCKS * BLOCK_MAX <= KB_HQC_MAX_WORDS, "blocks are read in place");

/* The product of the low words of two vectors and that of the high words. */
typedef struct coefficient {
    __m256i low, high;
} coefficient;

/* Work area of one product; all of it depends on the secret factor. */
typedef struct work_area {
    uint64_t product[2 * BLOCKS * BLOCK_MAX];
    /* Of a product of blocks, by powers of z; each overlaps the next by a word. */
    __m128i sum[18 * M_MAX];
    __m256i a[3][M_MAX], b[3][M_MAX];
    coefficient products[3][2 * M_MAX - 1];
    struct {
        __m256i x[17], y[17];
        coefficient middle[33];
    } first;
    struct {
        __m256i x[9], y[9];
        coefficient middle[17];
    } second;
} work_area;

INLINE __m256i add_vectors(__m256i x, __m256i y) {
    return _mm256_xor_si256(x, y);
}

INLINE coefficient add(coefficient x, coefficient y) {
    return (coefficient){add_vectors(x.low, y.low), add_vectors(x.high, y.high)};
}

/* Karatsuba's identity for two parts of h and l coefficients, l = h or h - 1: r holds the
 * product of the low parts and, 2 h above, that of the high parts; middle is that of the
 * sums. */
INLINE void join_2(coefficient *restrict r, const coefficient *restrict middle, size_t h,
                   size_t l) {
    coefficient *high = r + 2 * h;
    coefficient centre = add(middle[h - 1], r[h - 1]);
    r[2 * h - 1] = h < 2 * l ? add(centre, high[h - 1]) : centre;
    for (size_t i = 0; i + 1 < h; i++) {
        coefficient both = add(r[h + i], high[i]);
        coefficient upper = add(both, middle[h + i]);
        r[h + i] = add(add(both, middle[i]), r[i]);
        high[i] = h + i < 2 * l - 1 ? add(upper, high[h + i]) : upper;
    }
}

/* The same for three parts of t coefficients: r holds the products of the parts 0 and,
 * 4 t above, 2; s01, s02 and s12 are those of the sums. */
INLINE void join_3(coefficient *restrict r, const coefficient *restrict one,
                   const coefficient *restrict s01, const coefficient *restrict s02,
                   const coefficient *restrict s12, size_t t) {
    for (size_t i = 0; i < t; i++) {
        coefficient p0 = r[i], p1 = one[i], p2 = r[4 * t + i];
        coefficient c01 = add(p0, p1), c12 = add(p1, p2);
        coefficient x = add(c01, s01[i]), z = add(c12, s12[i]);
        coefficient y = add(add(c01, p2), s02[i]);
        if (i + 1 < t) { /* the upper half of each product meets the next lower half */
            coefficient q0 = r[t + i], q1 = one[t + i], q2 = r[5 * t + i];
            coefficient d01 = add(q0, q1), d12 = add(q1, q2);
            x = add(x, q0);
            y = add(y, add(d01, s01[t + i]));
            z = add(z, add(add(d01, q2), s02[t + i]));
            r[4 * t + i] = add(p2, add(d12, s12[t + i]));
        }
        r[t + i] = x;
        r[2 * t + i] = y;
        r[3 * t + i] = z;
    }
}

INLINE void add_halves(__m256i *restrict sum, const __m256i *restrict a, size_t h,
                       size_t l) {
    for (size_t i = 0; i < l; i++) {
        sum[i] = add_vectors(a[i], a[h + i]);
    }
    if (l < h) {
        sum[l] = a[l];
    }
}

/* multiply_N: the 2 N - 1 coefficients of the product of two polynomials of N. */
INLINE void multiply_1(coefficient *r, const __m256i *a, const __m256i *b) {
    r->low = LOW_PRODUCT(*a, *b);
    r->high = HIGH_PRODUCT(*a, *b);
}

/* N = h + l, the sums in variables. */
#define MULTIPLY_SMALL(kind, n, h, l)                                                    \
    kind void multiply_##n(coefficient *restrict r, const __m256i *a,                    \
                           const __m256i *b) {                                           \
        __m256i x[h], y[h];                                                              \
        coefficient middle[2 * (h)-1];                                                   \
        add_halves(x, a, h, l);                                                          \
        add_halves(y, b, h, l);                                                          \
        multiply_##h(middle, x, y);                                                      \
        multiply_##h(r, a, b);                                                           \
        multiply_##l(r + 2 * (h), a + (h), b + (h));                                     \
        join_2(r, middle, h, l);                                                         \
    }

/* N = 3 t. */
#define MULTIPLY_3(kind, n, t)                                                           \
    kind void multiply_##n(coefficient *restrict r, const __m256i *a,                    \
                           const __m256i *b) {                                           \
        __m256i x[t], y[t];                                                              \
        coefficient one[2 * (t)-1], sums[3][2 * (t)-1];                                  \
        multiply_##t(r, a, b);                                                           \
        multiply_##t(one, a + (t), b + (t));                                             \
        multiply_##t(r + 4 * (t), a + 2 * (t), b + 2 * (t));                             \
        for (size_t i = 0; i < 3; i++) {                                                 \
            size_t from = i == 2 ? (t) : 0, to = i == 0 ? (t) : 2 * (t);                 \
            for (size_t j = 0; j < (t); j++) {                                           \
                x[j] = add_vectors(a[from + j], a[to + j]);                              \
                y[j] = add_vectors(b[from + j], b[to + j]);                              \
            }                                                                            \
            multiply_##t(sums[i], x, y);                                                 \
        }                                                                                \
        join_3(r, one, sums[0], sums[1], sums[2], t);                                    \
    }

/* N = h + l, the sums in the work area. */
#define MULTIPLY_LARGE(n, h, l, place, multiply_h, multiply_l)                           \
    static void multiply_##n(work_area *work, coefficient *restrict r, const __m256i *a, \
                             const __m256i *b) {                                         \
        add_halves(work->place.x, a, h, l);                                              \
        add_halves(work->place.y, b, h, l);                                              \
        multiply_h(work->place.middle, work->place.x, work->place.y);                    \
        multiply_h(r, a, b);                                                             \
        multiply_l(r + 2 * (h), a + (h), b + (h));                                       \
        join_2(r, work->place.middle, h, l);                                             \
    }
#define MULTIPLY_16(r, a, b) multiply_16(work, r, a, b)
#define MULTIPLY_17(r, a, b) multiply_17(work, r, a, b)

MULTIPLY_SMALL(INLINE, 2, 1, 1)
MULTIPLY_SMALL(INLINE, 4, 2, 2)
MULTIPLY_SMALL(static __attribute__((noinline)), 8, 4, 4)
MULTIPLY_3(INLINE, 3, 1)
MULTIPLY_3(static __attribute__((noinline)), 9, 3)
MULTIPLY_LARGE(16, 8, 8, second, multiply_8, multiply_8)
MULTIPLY_LARGE(17, 9, 8, second, multiply_9, multiply_8)
MULTIPLY_LARGE(32, 16, 16, first, MULTIPLY_16, MULTIPLY_16)
MULTIPLY_LARGE(34, 17, 17, first, MULTIPLY_17, MULTIPLY_17)

/* A block, or the sum of two. */
typedef struct block {
    const uint64_t *one, *other; /* other: NULL when there is none */
} block;

/* Two words of a block, from a given one on. */
INLINE __m128i load_2(block from, size_t at, bool is_sum) {
    __m128i x = _mm_loadu_si128((const void *)(from.one + at));
    if (is_sum) {
        x = _mm_xor_si128(x, _mm_loadu_si128((const void *)(from.other + at)));
    }
    return x;
}

/* One word of a block. */
INLINE __m128i load_1(block from, size_t at, bool is_sum) {
    __m128i x = _mm_loadl_epi64((const void *)(from.one + at));
    if (is_sum) {
        x = _mm_xor_si128(x, _mm_loadl_epi64((const void *)(from.other + at)));
    }
    return x;
}

/* The sum of both lanes. */
INLINE __m128i fold(__m256i x) {
    return _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

/* For a coefficient that begins at word `at`, of the outer combinations of a round: the
 * inner parts 0 and 1, and the inner part 2 in the low words. */
INLINE void load_outer(__m256i *p0_1, __m256i *p2, block from, size_t at, bool is_sum,
                       unsigned round) {
    __m128i outer2 = load_2(from, at + 6, is_sum), last = load_1(from, at + 8, is_sum);
    __m256i first =
        _mm256_set_m128i(load_2(from, at + 3, is_sum), load_2(from, at, is_sum));
    __m256i third =
        _mm256_set_m128i(load_2(from, at + 5, is_sum), load_2(from, at + 2, is_sum));
    if (round == 0) { /* 0, 1 */
        *p0_1 = first;
        *p2 = third;
    } else if (round == 1) { /* 2, 0 + 1 */
        *p0_1 = _mm256_set_m128i(fold(first), outer2);
        *p2 = _mm256_set_m128i(fold(third), last);
    } else { /* 0 + 2, 1 + 2 */
        *p0_1 = add_vectors(first, _mm256_broadcastsi128_si256(outer2));
        *p2 = add_vectors(third, _mm256_broadcastsi128_si256(last));
    }
}

/* The factors of the products of a round for each of the m powers of z^9: the inner parts
 * 0 and 1, 2 and 0 + 1, 0 + 2 and 1 + 2. */
INLINE void evaluate(__m256i out[3][M_MAX], block from, bool is_sum, size_t m,
                     unsigned round) {
    for (size_t i = 0; i < m; i++) {
        __m256i x, y;
        load_outer(&x, &y, from, 9 * i, is_sum, round);
        out[0][i] = x;
        out[1][i] =
            _mm256_unpacklo_epi64(y, add_vectors(x, _mm256_shuffle_epi32(x, 0x4e)));
        out[2][i] = add_vectors(x, _mm256_unpacklo_epi64(y, y));
    }
}

INLINE void add_1(__m128i *sum, __m128i x) {
    *sum = _mm_xor_si128(*sum, x);
}

/* Adds to the three places of one power of z^3: a row of five and what the row below has
 * left over; NULL for one that is not there. */
INLINE void add_row(__m128i *sum, const __m128i *below, const __m128i *row) {
    if (below == NULL) {
        add_1(&sum[0], row[0]);
        add_1(&sum[1], row[1]);
        add_1(&sum[2], row[2]);
    } else if (row == NULL) {
        add_1(&sum[0], below[3]);
        add_1(&sum[1], below[4]);
    } else {
        add_1(&sum[0], _mm_xor_si128(row[0], below[3]));
        add_1(&sum[1], _mm_xor_si128(row[1], below[4]));
        add_1(&sum[2], row[2]);
    }
}

/* Adds what the products of a round at one power of z^9 contribute to the sum. */
INLINE void add_outer(__m128i *sum, const __m256i inner[5], unsigned round) {
    __m128i low[5], high[5], both[5];
    for (size_t i = 0; i < 5; i++) {
        low[i] = _mm256_castsi256_si128(inner[i]);
        high[i] = _mm256_extracti128_si256(inner[i], 1);
        both[i] = _mm_xor_si128(low[i], high[i]);
    }
    if (round == 0) { /* 0, 1 */
        add_row(sum, NULL, low);
        add_row(sum + 3, low, both);
        add_row(sum + 6, both, both);
        add_row(sum + 9, both, high);
        add_row(sum + 12, high, NULL);
    } else if (round == 1) { /* 2, 0 + 1 */
        add_row(sum + 3, NULL, high);
        add_row(sum + 6, high, low);
        add_row(sum + 9, low, low);
        add_row(sum + 12, low, low);
        add_row(sum + 15, low, NULL);
    } else { /* 0 + 2, 1 + 2 */
        add_row(sum + 6, NULL, low);
        add_row(sum + 9, low, high);
        add_row(sum + 12, high, NULL);
    }
}

/* Adds the three products of a round to the sum. */
INLINE void interpolate(work_area *work, size_t m, unsigned round) {
    for (size_t i = 0; i < 2 * m - 1; i++) {
        coefficient p0_1 = work->products[0][i], p2_01 = work->products[1][i],
                    p02_12 = work->products[2][i];
        __m256i s01 = add_vectors(p0_1.low, p0_1.high),
                s12 = add_vectors(p0_1.high, p2_01.low);
        const __m256i inner[5] = {
            p0_1.low,
            add_vectors(p2_01.high, s01),
            add_vectors(add_vectors(p02_12.low, s01), p2_01.low),
            add_vectors(p02_12.high, s12),
            p2_01.low,
        };
        add_outer(work->sum + 9 * i, inner, round);
    }
}

#define ROUND(round)                                                                     \
    static void round_##round(work_area *work, block a, block b, size_t m) {             \
        if (a.other != NULL) {                                                           \
            evaluate(work->a, a, true, m, round);                                        \
            evaluate(work->b, b, true, m, round);                                        \
        } else {                                                                         \
            evaluate(work->a, a, false, m, round);                                       \
            evaluate(work->b, b, false, m, round);                                       \
        }                                                                                \
        for (size_t i = 0; i < 3; i++) {                                                 \
            if (m == 32) {                                                               \
                multiply_32(work, work->products[i], work->a[i], work->b[i]);            \
            } else {                                                                     \
                multiply_34(work, work->products[i], work->a[i], work->b[i]);            \
            }                                                                            \
        }                                                                                \
        interpolate(work, m, round);                                                     \
    }

ROUND(0)
ROUND(1)
ROUND(2)

/* The product of two blocks of 9 m words, in work->sum. */
static void multiply_blocks(work_area *work, block a, block b, size_t m) {
    for (size_t i = 0; i < 18 * m; i++) {
        work->sum[i] = _mm_setzero_si128();
    }
    round_0(work, a, b, m);
    round_1(work, a, b, m);
    round_2(work, a, b, m);
    /* To words: the low word of each and the high word of the one before. */
    uint64_t *words = (uint64_t *)work->sum;
    uint64_t high = 0;
    for (size_t i = 0; i < 18 * m; i++) {
        uint64_t low = words[2 * i];
        uint64_t next = words[2 * i + 1];
        words[i] = low ^ high;
        high = next;
    }
}

/* Adds the product of blocks at the given places, in blocks. */
static void add_product(work_area *work, size_t m, size_t first, size_t last) {
    const uint64_t *words = (const uint64_t *)work->sum;
    for (size_t at = first; at <= last; at++) {
        uint64_t *to = work->product + 9 * m * at;
        for (size_t i = 0; i < 18 * m; i++) {
            to[i] ^= words[i];
        }
    }
}

/* Karatsuba's identity for `count` parts: the product of parts i stands at i to
 * i + count - 1, that of the sums of i and j at i + j. */
static void multiply_all(work_area *work, const uint64_t *a, const uint64_t *b,
                         size_t count, size_t m) {
    size_t words = 9 * m;
    for (size_t i = 0; i < 2 * count * words; i++) {
        work->product[i] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        multiply_blocks(work, (block){a + i * words, NULL}, (block){b + i * words, NULL},
                        m);
        add_product(work, m, i, i + count - 1);
        for (size_t j = 0; j < i; j++) {
            multiply_blocks(work, (block){a + i * words, a + j * words},
                            (block){b + i * words, b + j * words}, m);
            add_product(work, m, i + j, i + j);
        }
    }
}

/* product mod X^n - 1. n is no multiple of 64. */
static void reduce(const kb_hqc_params *params, kb_hqc_vec *out,
                   const uint64_t *product) {
    size_t words = params->words;
    unsigned over = params->n % 64;
    for (size_t i = 0; i < words; i++) {
        out->w[i] = product[i] ^ product[i + words - 1] >> over ^
                    product[i + words] << (64 - over);
    }
    out->w[words - 1] &= (UINT64_C(1) << over) - 1;
    for (size_t i = words; i < params->padded_words; i++) {
        out->w[i] = 0;
    }
}

static void multiply_by_blocks(const kb_hqc_params *params, kb_hqc_vec *out,
                               const kb_hqc_vec *a, const kb_hqc_vec *b) {
    work_area work;
    KB_WIPE_AT_END(work);
    size_t blocks = params->words <= 288 ? 1 : params->words <= 576 ? 2 : 3;
    multiply_all(&work, a->w, b->w, blocks, blocks < 3 ? 32 : 34);
    reduce(params, out, work.product);
}

#endif
