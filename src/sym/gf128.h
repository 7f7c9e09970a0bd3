/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Arithmetic of GF(2^128) in the bit order of GCM, constant-time; for a few products per
 * message, not for bulk data. */
#ifndef KB_SYM_GF128_H
#define KB_SYM_GF128_H

#include "core/bytes.h"

/* The polynomial's coefficient of x^0 is the top bit of hi (SP 800-38D, section 6.3). */
typedef struct kb_gf128 {
    uint64_t hi;
    uint64_t lo;
} kb_gf128;

static inline kb_gf128 kb_gf128_load(const uint8_t block[16]) {
    return (kb_gf128){kb_load_be64(block), kb_load_be64(block + 8)};
}

static inline void kb_gf128_store(uint8_t block[16], kb_gf128 a) {
    kb_store_be64(block, a.hi);
    kb_store_be64(block + 8, a.lo);
}

static inline kb_gf128 kb_gf128_add(kb_gf128 a, kb_gf128 b) {
    return (kb_gf128){a.hi ^ b.hi, a.lo ^ b.lo};
}

/* a * b, in time that depends on neither. */
kb_gf128 kb_gf128_mul(kb_gf128 a, kb_gf128 b);
/* a^n; n is public. */
kb_gf128 kb_gf128_pow(kb_gf128 a, uint64_t n);

#endif
