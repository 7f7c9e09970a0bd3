/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of HQC that exist in more than one form, and the choice among them. */
#ifndef KB_KEM_HQC_OPS_H
#define KB_KEM_HQC_OPS_H

#include "core/ops.h"
#include "kem/hqc/params.h"

typedef struct kb_hqc_ops {
    kb_ops head;
    /* The ring product out = a * b. a is public and may choose addresses, b is secret and
     * may not. out may be a. */
    void (*multiply)(const kb_hqc_params *params, kb_hqc_vec *out, const kb_hqc_vec *a,
                     const kb_hqc_vec *b);
    /* Flips the coefficients at `count` secret positions below n. */
    void (*scatter)(const kb_hqc_params *params, kb_hqc_vec *v, const uint32_t *positions,
                    size_t count);
    /* From the last position to the first: one that equals a later one becomes its own
     * index. */
    void (*replace_repeats)(uint32_t *positions, size_t count);
    /* Puts those of `count` secret candidates that are below n and not held yet into the
     * slots from `held` on, of which there are `weight`; returns how many are held then.
     * A slot that is not held has a value from n on. */
    uint32_t (*take)(uint32_t *positions, size_t weight, uint32_t held,
                     const uint32_t *candidates, size_t count, uint32_t n);
    /* Decodes n1 symbols of `copies` Reed-Muller codewords each. */
    void (*rm_decode)(const kb_hqc_params *params, uint8_t *symbols, const kb_hqc_vec *v);
    /* Message of the Reed-Solomon codeword within delta errors of n1 symbols; anything
     * when there is none. */
    void (*rs_decode)(const kb_hqc_params *params, uint8_t *message,
                      const uint8_t *symbols);
} kb_hqc_ops;

extern const kb_hqc_ops kb_hqc_ops_ref, kb_hqc_ops_avx2, kb_hqc_ops_vpclmul;

extern kb_ops_family kb_hqc_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_hqc_ops *kb_hqc_ops_get(void) {
    return (const kb_hqc_ops *)kb_ops_get(&kb_hqc_family);
}

#endif
