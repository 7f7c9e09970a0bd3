/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of SM3; for ops_ref.c, which lists them. */
#ifndef KB_HASH_SM3_OPS_REF_H
#define KB_HASH_SM3_OPS_REF_H

#include "hash/sm3/ops.h"

void kb_sm3_compress_ref(uint32_t state[KB_SM3_WORD_COUNT], const uint8_t *blocks,
                         size_t count);
void kb_sm3_finish_x16_ref(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3_last *last,
                           size_t at, size_t used);

#endif
