/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of HQC that exist in more than one form, and the choice among them. */
#ifndef KB_KEM_HQC_OPS_H
#define KB_KEM_HQC_OPS_H

#include "kem/hqc/params.h"

typedef struct kb_hqc_ops {
    const char *name;
    uint32_t needs; /* KB_CPU_ bits */
    /* Ring products out[i] = a[i] * b for i < count, which is 1 or 2. The a[i] are public
     * and may choose addresses, b is secret and may not. out[i] may be a[i]. */
    void (*multiply)(const kb_hqc_params *params, kb_hqc_vec *const out[],
                     const kb_hqc_vec *const a[], size_t count, const kb_hqc_vec *b);
    /* Flips the coefficients at `count` secret positions below n. */
    void (*scatter)(const kb_hqc_params *params, kb_hqc_vec *v, const uint32_t *positions,
                    size_t count);
    /* From the last position to the first: one that equals a later one becomes its own
     * index. */
    void (*replace_repeats)(uint32_t *positions, size_t count);
    /* Decodes n1 symbols of `copies` Reed-Muller codewords each. */
    void (*rm_decode)(const kb_hqc_params *params, uint8_t *symbols, const kb_hqc_vec *v);
    /* Message of the Reed-Solomon codeword within delta errors of n1 symbols; anything
     * when there is none. */
    void (*rs_decode)(const kb_hqc_params *params, uint8_t *message,
                      const uint8_t *symbols);
} kb_hqc_ops;

extern const kb_hqc_ops kb_hqc_ops_ref;

/* Returns the table in use; the first call chooses it. */
const kb_hqc_ops *kb_hqc_ops_get(void);

/* Returns all tables of this build, best first, and sets *count. The last is portable. */
const kb_hqc_ops *const *kb_hqc_ops_tables(size_t *count);

/* Returns the first of the tables that runs with these features and computes what the
 * portable one computes; the portable one when there is none. Adds to *dropped the tables
 * that computed something else. */
const kb_hqc_ops *kb_hqc_ops_pick(const kb_hqc_ops *const *tables, size_t count,
                                  uint32_t features, unsigned *dropped);

/* Returns how many tables failed their self-test when the choice was made. */
unsigned kb_hqc_ops_dropped(void);

#endif
