/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table for AVX2 and BMI. */
#include "hash/keccak/ops_avx2.h"

#include "core/cpu.h"

const kb_keccak_ops kb_keccak_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2 | KB_CPU_BMI2},
    .permute = kb_keccak_permute_avx2,
    .permute_x4 = kb_keccak_permute_x4_avx2,
    .permute_x4_to = kb_keccak_permute_x4_to_avx2,
    .absorb_x4 = kb_keccak_absorb_x4_avx2,
    .squeeze_x4 = kb_keccak_squeeze_x4_avx2,
    .is_wide = true,
};
