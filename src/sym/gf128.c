/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Multiplication in GF(2^128), one bit at a time with masks instead of branches. */
#include "sym/gf128.h"

#include "core/ct.h"

/* One step of SP 800-38D, algorithm 1: adds v to z where bit is set, multiplies v by x.
 */
static inline void step(kb_gf128 *z, kb_gf128 *v, uint64_t bit) {
    uint64_t take = kb_ct_mask_bit64(bit);
    z->hi ^= v->hi & take;
    z->lo ^= v->lo & take;
    uint64_t reduce = kb_ct_mask_bit64(v->lo & 1);
    v->lo = (v->lo >> 1) | (v->hi << 63);
    v->hi = (v->hi >> 1) ^ (reduce & ((uint64_t)0xe1 << 56));
}

kb_gf128 kb_gf128_mul(kb_gf128 a, kb_gf128 b) {
    kb_gf128 z = {0, 0};
    for (int i = 63; i >= 0; i--) {
        step(&z, &b, (a.hi >> i) & 1);
    }
    for (int i = 63; i >= 0; i--) {
        step(&z, &b, (a.lo >> i) & 1);
    }
    return z;
}

kb_gf128 kb_gf128_pow(kb_gf128 a, uint64_t n) {
    kb_gf128 result = {(uint64_t)1 << 63, 0};
    for (; n != 0; n >>= 1) {
        if ((n & 1) != 0) {
            result = kb_gf128_mul(result, a);
        }
        if (n > 1) {
            a = kb_gf128_mul(a, a);
        }
    }
    return result;
}
