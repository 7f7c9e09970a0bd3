/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The shortened Reed-Solomon code, portable: bytes in lanes of 64-bit words, the same
 * steps for every input. Byte i of a codeword is the coefficient of x^i; the generator's
 * roots are alpha^1 .. alpha^(2 delta), alpha = z.
 */
#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "kem/hqc/code.h"
#include "kem/hqc/gf.h"
#include "kem/hqc/ops_ref.h"

#define PARITY_WORDS  8 /* 2 delta = 58 lanes */
#define LOCATOR_WORDS 4 /* delta + 1 = 30 lanes */
#define MESSAGE_WORDS 4

static_assert(2 * KB_HQC_DELTA_MAX <= 8 * PARITY_WORDS, "syndromes");
static_assert(KB_HQC_DELTA_MAX + 1 <= 8 * LOCATOR_WORDS, "locator");
static_assert(KB_HQC_K_MAX_BYTES <= 8 * MESSAGE_WORDS, "message");

static size_t words_of(size_t lanes) {
    return (lanes + 7) / 8;
}

static uint64_t lane(const uint64_t *words, size_t i) {
    return kb_ct_barrier64(words[i / 8] >> 8 * (i % 8) & 0xff);
}

void kb_hqc_rs_encode(const kb_hqc_params *params, uint8_t *symbols,
                      const uint8_t *message) {
    size_t parity = 2 * params->delta, words = words_of(parity);
    uint64_t state[PARITY_WORDS] = {0}, g[PARITY_WORDS];
    KB_WIPE_AT_END(state);
    for (size_t i = 0; i < words; i++) {
        g[i] = kb_load_le64(params->generator + 8 * i);
    }
    /* Division by the generator: the highest coefficient of the message comes first. */
    for (size_t j = params->k; j-- > 0;) {
        uint64_t factor = kb_hqc_gf_spread(message[j] ^ lane(state, parity - 1));
        for (size_t i = words; i-- > 0;) {
            uint64_t below = i > 0 ? state[i - 1] >> 56 : 0;
            state[i] = (state[i] << 8 | below) ^ kb_hqc_gf_multiply(factor, g[i]);
        }
    }
    for (size_t i = 0; i < parity; i++) {
        symbols[i] = (uint8_t)lane(state, i);
    }
    memcpy(symbols + parity, message, params->k);
}

/* What decoding works on; all of it depends on the key. Lane i - 1 of s is syndrome i. */
typedef struct decoder {
    uint64_t s[PARITY_WORDS];
    uint64_t locator[LOCATOR_WORDS], previous[LOCATOR_WORDS], evaluator[LOCATOR_WORDS];
    /* The syndromes in rising and falling order, with zeros on the sides where the sums
     * below run over their ends. */
    uint8_t rising[8 * LOCATOR_WORDS + 8 * PARITY_WORDS];
    uint8_t falling[8 * PARITY_WORDS + 8 * LOCATOR_WORDS];
} decoder;

/* Value of the received word at alpha^1 .. alpha^(2 delta), by Horner's rule. */
static void find_syndromes(const kb_hqc_params *params, decoder *d,
                           const uint8_t *symbols) {
    size_t parity = 2 * params->delta, words = words_of(parity);
    uint8_t powers[8 * PARITY_WORDS] = {0};
    uint64_t power = 1;
    for (size_t i = 0; i < parity; i++) {
        power = kb_hqc_gf_double(power);
        powers[i] = (uint8_t)power;
    }
    for (size_t i = 0; i < words; i++) {
        uint64_t point = kb_load_le64(powers + 8 * i), value = 0;
        for (size_t j = params->n1; j-- > 0;) {
            value = kb_hqc_gf_multiply(value, point) ^ kb_hqc_gf_spread(symbols[j]);
        }
        d->s[i] = value;
    }
    for (size_t i = 0; i < parity; i++) {
        uint8_t value = (uint8_t)lane(d->s, i);
        d->rising[8 * LOCATOR_WORDS + i] = value;
        d->falling[parity - 1 - i] = value;
    }
}

/* Berlekamp and Massey without inversion; locator becomes a nonzero multiple of the error
 * locator. */
static void find_locator(const kb_hqc_params *params, decoder *d) {
    size_t rounds = 2 * params->delta, words = words_of(params->delta + 1);
    uint64_t gamma = kb_hqc_gf_spread(1), balance = 0;
    d->locator[0] = d->previous[0] = 1;
    for (size_t round = 0; round < rounds; round++) {
        /* Sum of locator[i] * S[round + 1 - i]. */
        uint64_t sum = 0;
        for (size_t i = 0; i < words; i++) {
            const uint8_t *window = d->falling + (rounds - 1 - round) + 8 * i;
            sum ^= kb_hqc_gf_multiply(d->locator[i], kb_load_le64(window));
        }
        sum ^= sum >> 32;
        sum ^= sum >> 16;
        sum ^= sum >> 8;
        uint64_t discrepancy = kb_hqc_gf_spread(kb_ct_barrier64(sum & 0xff));
        /* Nonzero discrepancy and balance >= 0: the old locator becomes the previous. */
        uint64_t change =
            kb_ct_mask_nonzero64(discrepancy) & ~kb_ct_mask_bit64(balance >> 63);
        uint64_t carry = 0;
        for (size_t i = 0; i < words; i++) {
            uint64_t raised = d->previous[i] << 8 | carry, old = d->locator[i];
            carry = d->previous[i] >> 56;
            d->locator[i] =
                kb_hqc_gf_multiply(gamma, old) ^ kb_hqc_gf_multiply(discrepancy, raised);
            d->previous[i] = kb_ct_select64(change, old, raised);
        }
        gamma = kb_ct_select64(change, discrepancy, gamma);
        balance = kb_ct_select64(change, ~balance, balance + 1);
    }
}

/* evaluator[i] = sum of locator[j] * S[i - j + 1] for j <= i. */
static void find_evaluator(const kb_hqc_params *params, decoder *d) {
    size_t words = words_of(params->delta);
    for (size_t j = 0; j < params->delta; j++) {
        uint64_t factor = kb_hqc_gf_spread(lane(d->locator, j));
        for (size_t i = 0; i < words; i++) {
            const uint8_t *window = d->rising + 8 * LOCATOR_WORDS - j + 8 * i;
            d->evaluator[i] ^= kb_hqc_gf_multiply(factor, kb_load_le64(window));
        }
    }
}

/* Values at the points of eight lanes of the polynomial whose `count` coefficients are
 * lanes first, first + step and so on (Horner's rule). */
static uint64_t evaluate(const uint64_t *coefficients, size_t first, size_t count,
                         size_t step, uint64_t point) {
    uint64_t value = 0;
    for (size_t i = count; i-- > 0;) {
        value = kb_hqc_gf_multiply(value, point) ^
                kb_hqc_gf_spread(lane(coefficients, first + i * step));
    }
    return value;
}

/* Errors of eight symbols whose positions p are given by point = alpha^-p (Forney). */
static uint64_t errors_at(const kb_hqc_params *params, const decoder *d, uint64_t point) {
    uint64_t square = kb_hqc_gf_multiply(point, point);
    uint64_t even = evaluate(d->locator, 0, params->delta / 2 + 1, 2, square);
    uint64_t odd = kb_hqc_gf_multiply(
        point, evaluate(d->locator, 1, (params->delta + 1) / 2, 2, square));
    uint64_t value = evaluate(d->evaluator, 0, params->delta, 1, point);
    value = kb_hqc_gf_multiply(kb_hqc_gf_multiply(value, point), kb_hqc_gf_inverse(odd));
    /* The locator is even + odd; where it is zero, odd is point times its derivative. */
    return value & kb_hqc_gf_is_zero(even ^ odd);
}

void kb_hqc_rs_decode_ref(const kb_hqc_params *params, uint8_t *message,
                          const uint8_t *symbols) {
    decoder d = {0};
    KB_WIPE_AT_END(d);
    find_syndromes(params, &d, symbols);
    find_locator(params, &d);
    find_evaluator(params, &d);

    /* Only the message is wanted: positions 2 delta .. n1 - 1. alpha has order 255. */
    uint8_t points[8 * MESSAGE_WORDS] = {0};
    uint64_t point = 1;
    for (size_t i = 255 - params->n1 + 1; i > 0; i--) {
        point = kb_hqc_gf_double(point);
    }
    for (size_t i = params->k; i-- > 0;) {
        points[i] = (uint8_t)point;
        point = kb_hqc_gf_double(point);
    }
    const uint8_t *received = symbols + 2 * params->delta;
    for (size_t i = 0; i < params->k; i += 8) {
        uint64_t errors = errors_at(params, &d, kb_load_le64(points + i));
        kb_store_le64(message + i, kb_load_le64(received + i) ^ errors);
    }
}
