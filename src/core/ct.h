/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Constant-time selection, and the marks of the valgrind run.
 *
 * A mask is all ones or all zeros. The barrier keeps the compiler from seeing that a
 * value can be only one of two, which is what lets it turn a select into a branch.
 */
#ifndef KB_CORE_CT_H
#define KB_CORE_CT_H

#include <stddef.h>
#include <stdint.h>

#ifdef KB_VALGRIND_MARKS
#include <valgrind/memcheck.h>
/* From here on the bytes count as secret: valgrind reports every branch and index on
 * them. */
#define KB_CT_SECRET(p, n) ((void)VALGRIND_MAKE_MEM_UNDEFINED((p), (n)))
/* From here on the bytes count as public. Each use says why that is allowed. */
#define KB_CT_PUBLIC(p, n) ((void)VALGRIND_MAKE_MEM_DEFINED((p), (n)))
#else
#define KB_CT_SECRET(p, n) ((void)(p), (void)(n))
#define KB_CT_PUBLIC(p, n) ((void)(p), (void)(n))
#endif

static inline uint64_t kb_ct_barrier64(uint64_t x) {
    __asm__("" : "+r"(x));
    return x;
}

static inline uint32_t kb_ct_barrier32(uint32_t x) {
    __asm__("" : "+r"(x));
    return x;
}

/* All ones when x != 0, else 0. */
static inline uint64_t kb_ct_mask_nonzero64(uint64_t x) {
    x = kb_ct_barrier64(x);
    /* The barrier behind it hides that the mask is one of two values. */
    return kb_ct_barrier64((uint64_t)0 - ((x | ((uint64_t)0 - x)) >> 63));
}

/* All ones when bit (0 or 1) is 1, else 0. */
static inline uint64_t kb_ct_mask_bit64(uint64_t bit) {
    return (uint64_t)0 - kb_ct_barrier64(bit);
}

static inline uint32_t kb_ct_mask_bit32(uint32_t bit) {
    return (uint32_t)0 - kb_ct_barrier32(bit);
}

/* a where mask is ones, b where it is zeros. */
static inline uint64_t kb_ct_select64(uint64_t mask, uint64_t a, uint64_t b) {
    return b ^ (kb_ct_barrier64(mask) & (a ^ b));
}

/* Returns the OR of the differences of n bytes: 0 exactly when they are equal. */
uint64_t kb_ct_diff(const void *a, const void *b, size_t n);

/* Copies n bytes of from to to where mask is ones, leaves to as it is where mask is
 * zeros. */
void kb_ct_copy_if(uint64_t mask, void *to, const void *from, size_t n);

#endif
