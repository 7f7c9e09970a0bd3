/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of Keccak; for ops_ref.c, which lists them. */
#ifndef KB_HASH_KECCAK_OPS_REF_H
#define KB_HASH_KECCAK_OPS_REF_H

#include "hash/keccak/ops.h"

void kb_keccak_permute_ref(uint64_t lanes[KB_KECCAK_LANE_COUNT]);
void kb_keccak_permute_x4_ref(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
void kb_keccak_permute_x4_to_ref(uint64_t (*out)[4], size_t words,
                                 uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used);
void kb_keccak_absorb_x4_ref(uint64_t lanes[KB_KECCAK_LANE_COUNT][4],
                             const uint8_t *const in[4], size_t words, unsigned fresh);
void kb_keccak_squeeze_x4_ref(uint8_t *const out[4],
                              uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t words);

#endif
