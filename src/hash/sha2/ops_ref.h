/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable kernels of SHA-2; for ops_ref.c, which lists them. */
#ifndef KB_HASH_SHA2_OPS_REF_H
#define KB_HASH_SHA2_OPS_REF_H

#include "hash/sha2/ops.h"

void kb_sha2_compress256_ref(uint32_t state[8], const uint8_t *blocks, size_t count);
void kb_sha2_compress512_ref(uint64_t state[8], const uint8_t *blocks, size_t count);
void kb_sha2_compress256_x8_ref(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                const uint8_t *blocks, size_t used);
void kb_sha2_compress512_x8_ref(uint64_t states[KB_SHA2_LANE_COUNT][8],
                                const uint8_t *blocks, size_t used);
void kb_sha2_finish256_x8_ref(uint8_t *const *out, size_t words, const uint32_t start[8],
                              const uint8_t *blocks, size_t used);
void kb_sha2_finish512_x8_ref(uint8_t *const *out, size_t words, const uint64_t start[8],
                              const uint8_t *blocks, size_t used);

#endif
