/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of DKEM that exist in more than one form, and the choice among them: the
 * ring n = 512, q = 7681, and the signal in both rings.
 *
 * Not here: the ring n = 256, q = 3329 runs on the table of ML-KEM (ring.c).
 */
#ifndef KB_KEM_DKEM_OPS_H
#define KB_KEM_DKEM_OPS_H

#include "core/ops.h"
#include "kem/dkem/params.h"

typedef struct kb_dkem_ops {
    kb_ops head;
    /* ring.h states what these compute. */
    void (*ntt)(int16_t *p);
    void (*inverse_ntt)(int16_t *p);
    void (*odd_zeta)(int16_t *odd, const int16_t *b, size_t k);
    void (*dot)(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                const int16_t *odd, size_t k);
    void (*times_r_plus)(int16_t *p, const int16_t *plus);
    size_t (*reject)(int16_t *out, size_t have, const uint8_t *in, size_t len);
    void (*encode13)(uint8_t *out, const int16_t *p);
    void (*decode13)(int16_t *p, const uint8_t *in);
    /* The rounding is the submission's: not exact for three residues. */
    void (*compress11)(uint8_t *out, const int16_t *p, const int16_t *plus);
    void (*decompress11)(int16_t *p, const uint8_t *in);
    /* Of kappa = 2 (p + plus), in the ring of params: the signal of kappa less the bits of
     * dither, packed, and the S bytes that kappa reconciles to. |p| < q; |plus| <= 3. */
    void (*signal)(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                   const int16_t *p, const int16_t *plus, const uint8_t *dither);
    /* The S bytes that kappa = 2p reconciles to with a packed signal. |p| < q. */
    void (*reconcile)(const kb_dkem_params *params, uint8_t *kk, const int16_t *p,
                      const uint8_t *w);
} kb_dkem_ops;

extern const kb_dkem_ops kb_dkem_ops_ref;
#ifdef KB_SIMD
extern const kb_dkem_ops kb_dkem_ops_avx2;
#endif

extern kb_ops_family kb_dkem_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_dkem_ops *kb_dkem_ops_get(void) {
    return (const kb_dkem_ops *)kb_ops_get(&kb_dkem_family);
}

#endif
