/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The shortened Reed-Solomon code with AVX2: the steps of rs.c with 32 bytes side by
 * side, syndromes as sums of rows of powers.
 */
#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>

#define LANES 32

static_assert(2 * KB_HQC_DELTA_MAX <= 2 * LANES, "syndromes in two vectors");
static_assert(KB_HQC_DELTA_MAX + 1 <= LANES, "locator in one");
static_assert(KB_HQC_K_MAX_BYTES <= LANES, "message in one");

static inline __m256i spread(uint8_t element) {
    return _mm256_set1_epi8((int8_t)element);
}

/* All ones in the bytes whose top bit is set. */
static inline __m256i top_bits(__m256i x) {
    return _mm256_cmpgt_epi8(_mm256_setzero_si256(), x);
}

/* z * x. */
static inline __m256i twice(__m256i x) {
    return _mm256_xor_si256(_mm256_add_epi8(x, x),
                            _mm256_and_si256(top_bits(x), spread(0x1d)));
}

/* x * y: the bits of y from the top, two chains of every other one side by side. */
static inline __m256i times(__m256i x, __m256i y) {
    __m256i odd = _mm256_setzero_si256(), even = odd, y2 = _mm256_add_epi8(y, y);
    for (unsigned i = 0; i < 4; i++) {
        odd = _mm256_xor_si256(i > 0 ? twice(twice(odd)) : odd,
                               _mm256_and_si256(top_bits(y), x));
        even = _mm256_xor_si256(i > 0 ? twice(twice(even)) : even,
                                _mm256_and_si256(top_bits(y2), x));
        y = _mm256_slli_epi16(y, 2);
        y2 = _mm256_slli_epi16(y2, 2);
    }
    return _mm256_xor_si256(twice(odd), even);
}

/* x z^i for i = 0 .. 7. */
static inline void shifts_of(__m256i shifts[8], __m256i x) {
    for (unsigned i = 0; i < 8; i++) {
        shifts[i] = x;
        x = twice(x);
    }
}

/* x * y, with the shifts of x. */
static inline __m256i pick(const __m256i shifts[8], __m256i y) {
    __m256i product = _mm256_and_si256(shifts[7], top_bits(y));
    for (int i = 0; i < 7; i++) {
        __m256i bit = top_bits(_mm256_slli_epi16(y, 7 - i));
        product = _mm256_xor_si256(product, _mm256_and_si256(shifts[i], bit));
    }
    return product;
}

/* The sum of the bytes of x, in all bytes. */
static inline __m256i sum_all(__m256i x) {
    x = _mm256_xor_si256(x, _mm256_permute2x128_si256(x, x, 1));
    x = _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0x4e));
    x = _mm256_xor_si256(x, _mm256_shuffle_epi32(x, 0xb1));
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
    x = _mm256_xor_si256(x, _mm256_srli_epi16(x, 8));
    return _mm256_shuffle_epi8(_mm256_permute2x128_si256(x, x, 0),
                               _mm256_setzero_si256());
}

/* All ones in the first n bytes, n < 128. */
static inline __m256i first_bytes(size_t n) {
    const __m256i places =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                         19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    return _mm256_cmpgt_epi8(spread((uint8_t)n), places);
}

/* x moved up by one byte, 0 at the bottom. */
static inline __m256i raise(__m256i x) {
    return _mm256_alignr_epi8(x, _mm256_permute2x128_si256(x, x, 0x08), 15);
}

/* 1 / x = x^254; 0 for 0. */
static inline __m256i invert(__m256i x) {
    __m256i x2 = times(x, x), x3 = times(x2, x), x6 = times(x3, x3), x12 = times(x6, x6);
    __m256i power = times(x12, x3), x14 = times(x12, x2);
    for (unsigned i = 0; i < 4; i++) {
        power = times(power, power);
    }
    return times(power, x14);
}

/* What decoding works on, as in rs.c; all of it depends on the key. */
typedef struct decoder {
    uint8_t coefficients[2][LANES]; /* of the locator and of the evaluator */
    uint8_t symbols[KB_HQC_N1_MAX + 4];
    /* The syndromes in rising and falling order, with zeros on the sides where the sums
     * below run over their ends. */
    uint8_t rising[LANES + 2 * LANES];
    uint8_t falling[2 * LANES + LANES];
} decoder;

static inline __m256i load(const uint8_t *p) {
    return _mm256_loadu_si256((const void *)p);
}

static inline void store(uint8_t *p, __m256i x) {
    _mm256_storeu_si256((void *)p, x);
}

/* alpha^from, alpha^(from + 1) and so on. Not secret. */
static __m256i powers(size_t from) {
    uint8_t p[LANES];
    unsigned power = 1;
    for (size_t i = 0; i < from + LANES; i++) {
        if (i >= from) {
            p[i - from] = (uint8_t)power;
        }
        power = power << 1 ^ (power >> 7) * 0x11d;
    }
    return load(p);
}

/* Values of the received word at alpha^(first + 1) and on, by Horner's rule for the
 * fourth power of the points in four sums. */
static __m256i syndromes(const kb_hqc_params *params, const decoder *d, size_t first) {
    __m256i point = powers(first + 1), point2 = times(point, point);
    __m256i point4 = times(point2, point2), sum[4];
    for (size_t i = 0; i < 4; i++) {
        sum[i] = _mm256_setzero_si256();
    }
    for (size_t j = (params->n1 + 3) / 4 * 4; j > 0; j -= 4) {
        for (size_t i = 0; i < 4; i++) {
            sum[i] =
                _mm256_xor_si256(times(point4, sum[i]), spread(d->symbols[j - 4 + i]));
        }
    }
    sum[0] = _mm256_xor_si256(sum[0], times(point, sum[1]));
    sum[2] = _mm256_xor_si256(sum[2], times(point, sum[3]));
    return _mm256_xor_si256(sum[0], times(point2, sum[2]));
}

static void find_syndromes(const kb_hqc_params *params, decoder *d) {
    size_t parity = 2 * params->delta;
    uint8_t value[2 * LANES] = {0};
    KB_WIPE_AT_END(value);
    for (size_t first = 0; first < parity; first += LANES) {
        store(value + first, syndromes(params, d, first));
    }
    for (size_t i = 0; i < parity; i++) {
        d->rising[LANES + i] = value[i];
        d->falling[parity - 1 - i] = value[i];
    }
}

/* Berlekamp and Massey without inversion; locator becomes a nonzero multiple of the error
 * locator. */
static void find_locator(const kb_hqc_params *params, decoder *d) {
    size_t rounds = 2 * params->delta;
    __m256i locator = _mm256_setr_epi64x(1, 0, 0, 0), previous = locator;
    __m256i gamma = spread(1), zero = _mm256_setzero_si256();
    uint64_t balance = 0;
    /* Of a word that cannot be corrected the locator would grow further; it is cut where
     * rs.c cuts it, at a multiple of 8 bytes, so that all tables compute the same. */
    __m256i kept = first_bytes((params->delta + 1 + 7) / 8 * 8);
    for (size_t round = 0; round < rounds; round++) {
        /* Sum of locator[i] * S[round + 1 - i]. */
        __m256i shifts[8], raised = _mm256_and_si256(raise(previous), kept);
        __m256i discrepancy =
            sum_all(times(locator, load(d->falling + (rounds - 1 - round))));
        shifts_of(shifts, raised);
        /* Nonzero discrepancy and balance >= 0: the old locator becomes the previous. */
        __m256i is_zero = _mm256_cmpeq_epi8(discrepancy, zero);
        uint64_t change = ~(uint64_t)(uint32_t)_mm256_movemask_epi8(is_zero);
        change = kb_ct_mask_bit64(change & 1) & ~kb_ct_mask_bit64(balance >> 63);
        __m256i mask = _mm256_set1_epi64x((int64_t)change);
        __m256i next = _mm256_xor_si256(times(locator, gamma), pick(shifts, discrepancy));
        previous = _mm256_blendv_epi8(raised, locator, mask);
        locator = next;
        gamma = _mm256_blendv_epi8(gamma, discrepancy, mask);
        balance = kb_ct_select64(change, ~balance, balance + 1);
    }
    store(d->coefficients[0], _mm256_and_si256(locator, first_bytes(params->delta + 1)));
}

/* evaluator[i] = sum of locator[j] * S[i - j + 1] for j <= i < delta. */
static void find_evaluator(const kb_hqc_params *params, decoder *d) {
    __m256i evaluator = _mm256_setzero_si256();
    for (size_t j = 0; j < params->delta; j++) {
        __m256i window = load(d->rising + LANES - j);
        evaluator =
            _mm256_xor_si256(evaluator, times(window, spread(d->coefficients[0][j])));
    }
    store(d->coefficients[1], _mm256_and_si256(evaluator, first_bytes(params->delta)));
}

/* Values at a point in each lane of the polynomials of the coefficients at even and at odd
 * places, of which there are `count` together; square is the square of the points. */
static inline void evaluate(__m256i *even, __m256i *odd, const uint8_t *coefficients,
                            size_t count, __m256i square) {
    *even = *odd = _mm256_setzero_si256();
    for (size_t i = (count + 1) / 2; i-- > 0;) {
        *even = _mm256_xor_si256(times(square, *even), spread(coefficients[2 * i]));
        *odd = _mm256_xor_si256(times(square, *odd), spread(coefficients[2 * i + 1]));
    }
}

/* Errors of the symbols whose positions p are given by point = alpha^-p (Forney). */
static __m256i errors_at(const kb_hqc_params *params, const decoder *d, __m256i point) {
    __m256i square = times(point, point), even, odd, value, rest;
    evaluate(&even, &odd, d->coefficients[0], params->delta + 1, square);
    evaluate(&value, &rest, d->coefficients[1], params->delta, square);
    value = _mm256_xor_si256(value, times(point, rest));
    odd = times(point, odd);
    value = times(times(value, point), invert(odd));
    /* The locator is even + odd; where it is zero, odd is point times its derivative. */
    return _mm256_and_si256(value, _mm256_cmpeq_epi8(even, odd));
}

void kb_hqc_rs_decode_avx2(const kb_hqc_params *params, uint8_t *message,
                           const uint8_t *symbols) {
    decoder d = {0};
    KB_WIPE_AT_END(d);
    memcpy(d.symbols, symbols, params->n1);
    find_syndromes(params, &d);
    find_locator(params, &d);
    find_evaluator(params, &d);

    /* Only the message is wanted: positions 2 delta .. n1 - 1, the last of them first.
     * alpha has order 255. */
    uint8_t errors[LANES];
    KB_WIPE_AT_END(errors);
    store(errors, errors_at(params, &d, powers(255 - params->n1 + 1)));
    for (size_t i = 0; i < params->k; i++) {
        message[i] =
            (uint8_t)(d.symbols[params->n1 - params->k + i] ^ errors[params->k - 1 - i]);
    }
}
