/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the constant-time programs share. */
#ifndef KB_CT_CT_H
#define KB_CT_CT_H

#include "core/ct.h"
#include "test.h"

/* Fills n bytes from number and marks them as secret. */
static inline void ct_make_secret(void *p, size_t n, unsigned number) {
    uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)(i * 29 + (i >> 8) * 7 + number * 101);
    }
    KB_CT_SECRET(p, n);
}

/* Returns whether n bytes are equal: the test may know, nobody else learns it. */
static inline bool ct_same(const void *a, const void *b, size_t n) {
    uint64_t diff = kb_ct_diff(a, b, n);
    KB_CT_PUBLIC(&diff, sizeof diff);
    return diff == 0;
}

/* Returns whether each of n bytes still counts as secret: the code under test has not
 * reached a clean run by unmarking what it computes. */
static inline bool ct_is_secret(const void *p, size_t n) {
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++) {
        uint8_t unknown = 0;
        if (VALGRIND_GET_VBITS(bytes + i, &unknown, 1) != 1 || unknown == 0) {
            return false;
        }
    }
    return true;
}

#endif
