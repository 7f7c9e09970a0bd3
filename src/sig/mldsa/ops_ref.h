/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of ML-DSA; for ops_ref.c, which lists them. */
#ifndef KB_SIG_MLDSA_OPS_REF_H
#define KB_SIG_MLDSA_OPS_REF_H

#include "sig/mldsa/ops.h"

void kb_mldsa_ntt_ref(kb_mldsa_poly *p);
void kb_mldsa_inverse_ntt_ref(kb_mldsa_poly *p);
void kb_mldsa_dot_ref(kb_mldsa_poly *out, const kb_mldsa_poly *a, const kb_mldsa_poly *b,
                      size_t count);
size_t kb_mldsa_reject_ref(kb_mldsa_poly *out, size_t have, const uint8_t *in,
                           size_t len);
void kb_mldsa_unpack_mask_ref(kb_mldsa_poly *out, const uint8_t *in, unsigned bits);
void kb_mldsa_times_small_ref(int16_t out[KB_MLDSA_N],
                              const kb_mldsa_challenge *challenge,
                              const kb_mldsa_small *s);
void kb_mldsa_times_t0_ref(int32_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
                           const kb_mldsa_t0 *t);
void kb_mldsa_decompose_ref(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high);

#endif
