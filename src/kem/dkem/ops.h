/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of the ring n = 512, q = 7681 that may exist in more than one form, and the
 * choice among them.
 *
 * Not here: the ring n = 256, q = 3329 runs on the table of ML-KEM (ring.c).
 */
#ifndef KB_KEM_DKEM_OPS_H
#define KB_KEM_DKEM_OPS_H

#include "core/ops.h"
#include "kem/dkem/params.h"

/* ring.h states what each computes. */
typedef struct kb_dkem_ops {
    kb_ops head;
    void (*ntt)(int16_t *p);
    void (*inverse_ntt)(int16_t *p);
    void (*odd_zeta)(int16_t *odd, const int16_t *b, size_t k);
    void (*dot)(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                const int16_t *odd, size_t k);
    size_t (*reject)(int16_t *out, size_t have, const uint8_t *in, size_t len);
} kb_dkem_ops;

extern const kb_dkem_ops kb_dkem_ops_ref;

extern kb_ops_family kb_dkem_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_dkem_ops *kb_dkem_ops_get(void) {
    return (const kb_dkem_ops *)kb_ops_get(&kb_dkem_family);
}

#endif
