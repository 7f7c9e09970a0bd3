/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 kernels of SM3; for ops_avx2.c, which lists them. */
#ifndef KB_HASH_SM3_OPS_AVX2_H
#define KB_HASH_SM3_OPS_AVX2_H

#include "hash/sm3/ops.h"

void kb_sm3_compress_x8_avx2(uint32_t state[KB_SM3_WORD_COUNT][KB_SM3_LANE_COUNT],
                             uint32_t block[KB_SM3_BLOCK_WORDS][KB_SM3_LANE_COUNT],
                             size_t used);

#endif
