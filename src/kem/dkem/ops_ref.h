/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of DKEM; for ops_ref.c, which lists them. */
#ifndef KB_KEM_DKEM_OPS_REF_H
#define KB_KEM_DKEM_OPS_REF_H

#include "kem/dkem/ops.h"

void kb_dkem_ntt_ref(int16_t *p);
void kb_dkem_inverse_ntt_ref(int16_t *p);
void kb_dkem_odd_zeta_ref(int16_t *odd, const int16_t *b, size_t k);
void kb_dkem_dot_ref(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                     const int16_t *odd, size_t k);
void kb_dkem_times_r_plus_ref(int16_t *p, const int16_t *plus);
size_t kb_dkem_reject_ref(int16_t *out, size_t have, const uint8_t *in, size_t len);
void kb_dkem_encode13_ref(uint8_t *out, const int16_t *p);
void kb_dkem_decode13_ref(int16_t *p, const uint8_t *in);
void kb_dkem_compress11_ref(uint8_t *out, const int16_t *p, const int16_t *plus);
void kb_dkem_decompress11_ref(int16_t *p, const uint8_t *in);
void kb_dkem_signal_ref(const kb_dkem_params *params, uint8_t *w, uint8_t *kk,
                        const int16_t *p, const int16_t *plus, const uint8_t *dither);
void kb_dkem_reconcile_ref(const kb_dkem_params *params, uint8_t *kk, const int16_t *p,
                           const uint8_t *w);

#endif
