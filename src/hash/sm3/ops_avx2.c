/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 table. */
#include "hash/sm3/ops_avx2.h"

#include "core/cpu.h"
#include "hash/sm3/ops_ref.h"

const kb_sm3_ops kb_sm3_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .compress = kb_sm3_compress_ref,
    .finish_x16 = kb_sm3_finish_x16_avx2,
};
