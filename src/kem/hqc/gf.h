/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GF(2^8) modulo z^8 + z^4 + z^3 + z^2 + 1, eight elements side by side in a word; no
 * tables. Element i is in bits 8i.. of the word. */
#ifndef KB_KEM_HQC_GF_H
#define KB_KEM_HQC_GF_H

#include <stdint.h>

#define KB_HQC_GF_LANES UINT64_C(0x0101010101010101)

/* The same element in all lanes. */
static inline uint64_t kb_hqc_gf_spread(uint64_t element) {
    return element * KB_HQC_GF_LANES;
}

/* z * x. */
static inline uint64_t kb_hqc_gf_double(uint64_t x) {
    uint64_t high = x >> 7 & KB_HQC_GF_LANES;
    return (x & ~(KB_HQC_GF_LANES << 7)) << 1 ^ high * 0x1d;
}

/* x * y. */
static inline uint64_t kb_hqc_gf_multiply(uint64_t x, uint64_t y) {
    uint64_t product = 0;
    for (unsigned bit = 0; bit < 8; bit++) {
        product ^= x & (y >> bit & KB_HQC_GF_LANES) * 0xff;
        x = kb_hqc_gf_double(x);
    }
    return product;
}

/* 1 / x = x^254; 0 for 0. */
static inline uint64_t kb_hqc_gf_inverse(uint64_t x) {
    uint64_t x2 = kb_hqc_gf_multiply(x, x);
    uint64_t x3 = kb_hqc_gf_multiply(x2, x);
    uint64_t x6 = kb_hqc_gf_multiply(x3, x3);
    uint64_t x12 = kb_hqc_gf_multiply(x6, x6);
    uint64_t x14 = kb_hqc_gf_multiply(x12, x2);
    uint64_t power = kb_hqc_gf_multiply(x12, x3);
    for (unsigned i = 0; i < 4; i++) {
        power = kb_hqc_gf_multiply(power, power);
    }
    return kb_hqc_gf_multiply(power, x14);
}

/* Lanes of ones where x is 0, of zeros elsewhere. */
static inline uint64_t kb_hqc_gf_is_zero(uint64_t x) {
    x |= x >> 4 & KB_HQC_GF_LANES * 0x0f;
    x |= x >> 2 & KB_HQC_GF_LANES * 0x3f;
    x |= x >> 1 & KB_HQC_GF_LANES * 0x7f;
    return (~x & KB_HQC_GF_LANES) * 0xff;
}

#endif
