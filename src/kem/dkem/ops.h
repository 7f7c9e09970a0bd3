/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of the ring n = 512, q = 7681 that may exist in more than one form, and the
 * choice among them.
 *
 * Not here: the ring n = 256, q = 3329 runs on the table of ML-KEM (ring.c).
 */
#ifndef KB_KEM_DKEM_OPS_H
#define KB_KEM_DKEM_OPS_H

#include "kem/dkem/params.h"

/* ring.h states what each computes. */
typedef struct kb_dkem_ops {
    const char *name;
    uint32_t needs; /* KB_CPU_ bits */
    void (*ntt)(int16_t *p);
    void (*inverse_ntt)(int16_t *p);
    void (*odd_zeta)(int16_t *odd, const int16_t *b, size_t k);
    void (*dot)(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                const int16_t *odd, size_t k);
    size_t (*reject)(int16_t *out, size_t have, const uint8_t *in, size_t len);
} kb_dkem_ops;

extern const kb_dkem_ops kb_dkem_ops_ref;

/* Returns the table in use; the first call chooses it. */
const kb_dkem_ops *kb_dkem_ops_get(void);

/* Returns all tables of this build, best first, and sets *count. The last is portable. */
const kb_dkem_ops *const *kb_dkem_ops_tables(size_t *count);

/* Returns the first of the tables that runs with these features and computes what the
 * portable one computes; the portable one when there is none. Adds to *dropped the tables
 * that computed something else. */
const kb_dkem_ops *kb_dkem_ops_pick(const kb_dkem_ops *const *tables, size_t count,
                                    uint32_t features, unsigned *dropped);

/* Returns how many tables failed their self-test when the choice was made. */
unsigned kb_dkem_ops_dropped(void);

#endif
