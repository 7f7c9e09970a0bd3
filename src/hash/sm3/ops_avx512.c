/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table for AVX-512. */
#include "hash/sm3/ops_avx512.h"

#include "core/cpu.h"
#include "hash/sm3/ops_ref.h"

const kb_sm3_ops kb_sm3_ops_avx512 = {
    .head = {.name = "avx512", .needs = KB_CPU_AVX512VL | KB_CPU_AVX2},
    .compress = kb_sm3_compress_ref,
    .finish_x16 = kb_sm3_finish_x16_avx512,
};
