/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of ML-DSA; for ops_ref.c, which lists them. */
#ifndef KB_SIG_MLDSA_OPS_REF_H
#define KB_SIG_MLDSA_OPS_REF_H

#include "sig/mldsa/ops.h"

void kb_mldsa_ntt_ref(kb_mldsa_poly *p);
void kb_mldsa_inverse_ntt_ref(kb_mldsa_poly *p);
void kb_mldsa_dot_ref(kb_mldsa_poly *out, const kb_mldsa_packed *a,
                      const kb_mldsa_poly *b, size_t count, const kb_mldsa_poly *x,
                      const kb_mldsa_poly *y);
size_t kb_mldsa_reject_ref(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                           size_t len);
size_t kb_mldsa_reject_small_ref(kb_mldsa_small *out, size_t have, const uint8_t *in,
                                 size_t len, int32_t eta);
void kb_mldsa_unpack_mask_ref(kb_mldsa_poly *out, const uint8_t *in, unsigned bits);
void kb_mldsa_pack_mask_ref(uint8_t *out, const kb_mldsa_poly *z, unsigned bits);
void kb_mldsa_pack_w1_ref(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high);
void kb_mldsa_unpack_t1_ref(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]);
void kb_mldsa_pack_t0_ref(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0);
void kb_mldsa_unpack_t0_ref(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]);
void kb_mldsa_pack_small_ref(uint8_t *out, const kb_mldsa_small *s, int32_t eta);
uint32_t kb_mldsa_unpack_small_ref(kb_mldsa_small *s, const uint8_t *in, int32_t eta);
void kb_mldsa_power2round_ref(uint8_t t1[KB_MLDSA_T1_BYTES], kb_mldsa_t0 *t0,
                              const kb_mldsa_poly *t, const kb_mldsa_small *s2);
void kb_mldsa_decompose_ref(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high);
void kb_mldsa_use_hint_ref(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w, int32_t high);
uint32_t kb_mldsa_exceeds_ref(const kb_mldsa_poly *p, int32_t bound);
uint32_t kb_mldsa_add_product_ref(kb_mldsa_poly *p, int32_t sign,
                                  const kb_mldsa_challenge *challenge,
                                  const kb_mldsa_small *s, int32_t bound);
uint32_t kb_mldsa_make_hint_ref(uint8_t hint[KB_MLDSA_N], uint32_t *count,
                                const kb_mldsa_poly *low,
                                const kb_mldsa_challenge *challenge,
                                const kb_mldsa_t0 *t0, int32_t gamma2);

#endif
