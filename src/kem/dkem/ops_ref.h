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
size_t kb_dkem_reject_ref(int16_t *out, size_t have, const uint8_t *in, size_t len);

#endif
