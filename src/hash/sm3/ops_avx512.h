/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX-512 kernel of SM3; for ops_avx512.c, which lists it. */
#ifndef KB_HASH_SM3_OPS_AVX512_H
#define KB_HASH_SM3_OPS_AVX512_H

#include "hash/sm3/ops.h"

void kb_sm3_finish_x16_avx512(uint8_t *const out[KB_SM3_LANE_COUNT],
                              const kb_sm3_last *last, size_t at, size_t used);

#endif
