/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of HQC; for ops_ref.c, which lists them. */
#ifndef KB_KEM_HQC_OPS_REF_H
#define KB_KEM_HQC_OPS_REF_H

#include "kem/hqc/ops.h"

void kb_hqc_multiply_ref(const kb_hqc_params *params, kb_hqc_vec *out,
                         const kb_hqc_vec *a, const kb_hqc_vec *b);
void kb_hqc_scatter_ref(const kb_hqc_params *params, kb_hqc_vec *v,
                        const uint32_t *positions, size_t count);
void kb_hqc_replace_repeats_ref(uint32_t *positions, size_t count);
uint32_t kb_hqc_take_ref(uint32_t *positions, size_t weight, uint32_t held,
                         const uint32_t *candidates, size_t count, uint32_t n);
void kb_hqc_rm_decode_ref(const kb_hqc_params *params, uint8_t *symbols,
                          const kb_hqc_vec *v);
void kb_hqc_rs_decode_ref(const kb_hqc_params *params, uint8_t *message,
                          const uint8_t *symbols);

#endif
