/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector kernels of HQC; for ops_avx2.c and ops_vpclmul.c, which list them. */
#ifndef KB_KEM_HQC_OPS_AVX2_H
#define KB_KEM_HQC_OPS_AVX2_H

#include "kem/hqc/ops_ref.h"

void kb_hqc_multiply_avx2(const kb_hqc_params *params, kb_hqc_vec *out,
                          const kb_hqc_vec *a, const kb_hqc_vec *b);
void kb_hqc_multiply_vpclmul(const kb_hqc_params *params, kb_hqc_vec *out,
                             const kb_hqc_vec *a, const kb_hqc_vec *b);

#endif
