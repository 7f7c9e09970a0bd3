/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table for processors with AVX2 and PCLMULQDQ. */
#include "kem/hqc/ops_avx2.h"

#include "core/cpu.h"

const kb_hqc_ops kb_hqc_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2 | KB_CPU_PCLMUL},
    .multiply = kb_hqc_multiply_avx2,
    .scatter = kb_hqc_scatter_avx2,
    .replace_repeats = kb_hqc_replace_repeats_avx2,
    .take = kb_hqc_take_avx2,
    .rm_decode = kb_hqc_rm_decode_avx2,
    .rs_decode = kb_hqc_rs_decode_avx2,
};
