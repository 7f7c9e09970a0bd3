/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of Keccak for AVX-512; for ops_avx512.c, which lists them. */
#ifndef KB_HASH_KECCAK_OPS_AVX512_H
#define KB_HASH_KECCAK_OPS_AVX512_H

#include "hash/keccak/ops.h"

void kb_keccak_permute_x4_avx512(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
void kb_keccak_permute_x4_to_avx512(uint64_t (*out)[4], size_t words,
                                    uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);

#endif
