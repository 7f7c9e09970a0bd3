/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sixteen bytes at a time in the vector types that gcc and clang have on every target:
 * no intrinsics, no instruction-set flags, no dispatch. Where the baseline has vector
 * registers (SSE2, NEON) each operator is one or two of their instructions at every
 * optimisation level; a comparison gives a mask per lane, not a branch. Elsewhere the
 * compiler takes the lanes apart, and may choose how a comparison is made: such a target
 * needs its own constant-time run.
 *
 * A vector is two 64-bit words. Casts between the types split each word into smaller
 * fields, the lowest bits of the word being its first byte in memory; which field has
 * which index depends on the machine, so an index is used on kb_u64x2 only.
 */
#ifndef KB_CORE_LANES_H
#define KB_CORE_LANES_H

#include "core/bytes.h"

typedef uint8_t kb_u8x16 __attribute__((vector_size(16)));
typedef int8_t kb_s8x16 __attribute__((vector_size(16)));
typedef uint16_t kb_u16x8 __attribute__((vector_size(16)));
typedef uint32_t kb_u32x4 __attribute__((vector_size(16)));
typedef uint64_t kb_u64x2 __attribute__((vector_size(16)));

static inline kb_u64x2 kb_load_lanes(const void *p) {
    kb_u64x2 x;
    memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    x = (kb_u64x2){KB_TO_LE64(x[0]), KB_TO_LE64(x[1])};
#endif
    return x;
}

static inline void kb_store_lanes(void *p, kb_u64x2 x) {
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    x = (kb_u64x2){KB_TO_LE64(x[0]), KB_TO_LE64(x[1])};
#endif
    memcpy(p, &x, sizeof x);
}

/* All ones in each byte that is above k; both are taken as signed. */
static inline kb_u8x16 kb_lanes_above(kb_u8x16 x, int8_t k) {
    return (kb_u8x16)((kb_s8x16)x > k);
}

/* All ones in each byte that is k. */
static inline kb_u8x16 kb_lanes_equal(kb_u8x16 x, uint8_t k) {
    return (kb_u8x16)(x == k);
}

/* All ones in each byte from first to last, which are constants: moved to the upper end
 * of the signed numbers, the range takes one comparison. */
static inline kb_u8x16 kb_lanes_in(kb_u8x16 x, uint8_t first, uint8_t last) {
    return kb_lanes_above(x + (uint8_t)(127 - last), (int8_t)(126 - (last - first)));
}

#endif
