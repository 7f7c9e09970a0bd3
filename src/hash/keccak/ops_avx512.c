/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table for AVX-512: the kernels of AVX2 but for four states. */
#include "hash/keccak/ops_avx512.h"

#include "core/cpu.h"
#include "hash/keccak/ops_avx2.h"

const kb_keccak_ops kb_keccak_ops_avx512 = {
    .head = {.name = "avx512", .needs = KB_CPU_AVX512VL | KB_CPU_AVX2 | KB_CPU_BMI2},
    .permute = kb_keccak_permute_avx2,
    .permute_x4 = kb_keccak_permute_x4_avx512,
    .permute_x4_to = kb_keccak_permute_x4_to_avx512,
    .absorb_x4 = kb_keccak_absorb_x4_avx2,
    .squeeze_x4 = kb_keccak_squeeze_x4_avx2,
    .is_wide = true,
};
