/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 kernels of SM3; for ops_avx2.c, which lists them. */
#ifndef KB_HASH_SM3_OPS_AVX2_H
#define KB_HASH_SM3_OPS_AVX2_H

#include "hash/sm3/ops.h"

void kb_sm3_finish_x16_avx2(uint8_t *const out[KB_SM3_LANE_COUNT],
                            const kb_sm3_last *last, size_t at, size_t used);

#endif
