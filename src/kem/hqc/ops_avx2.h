/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector kernels of HQC; for ops_avx2.c and ops_vpclmul.c, which list them. */
#ifndef KB_KEM_HQC_OPS_AVX2_H
#define KB_KEM_HQC_OPS_AVX2_H

#include "kem/hqc/ops_ref.h"

void kb_hqc_multiply_avx2(const kb_hqc_params *params, kb_hqc_vec *out,
                          const kb_hqc_vec *a, const kb_hqc_vec *b);
void kb_hqc_multiply_vpclmul(const kb_hqc_params *params, kb_hqc_vec *out,
                             const kb_hqc_vec *a, const kb_hqc_vec *b);
void kb_hqc_scatter_avx2(const kb_hqc_params *params, kb_hqc_vec *v,
                         const uint32_t *positions, size_t count);
void kb_hqc_replace_repeats_avx2(uint32_t *positions, size_t count);
uint32_t kb_hqc_take_avx2(uint32_t *positions, size_t weight, uint32_t held,
                          const uint32_t *candidates, size_t count, uint32_t n);
void kb_hqc_rm_decode_avx2(const kb_hqc_params *params, uint8_t *symbols,
                           const kb_hqc_vec *v);
void kb_hqc_rs_decode_avx2(const kb_hqc_params *params, uint8_t *message,
                           const uint8_t *symbols);

#endif
