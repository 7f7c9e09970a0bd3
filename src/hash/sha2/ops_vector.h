/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector kernels of SHA-2; for ops_vector.c, which lists them. */
#ifndef KB_HASH_SHA2_OPS_VECTOR_H
#define KB_HASH_SHA2_OPS_VECTOR_H

#include "hash/sha2/ops.h"

void kb_sha2_compress256_shani(uint32_t state[8], const uint8_t *blocks, size_t count);
void kb_sha2_compress256_x8_shani(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                  const uint8_t *blocks, size_t used);
void kb_sha2_finish256_x8_shani(uint8_t *const *out, size_t words,
                                const uint32_t start[8], const uint8_t *blocks,
                                size_t used);
void kb_sha2_compress256_x8_avx2(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                 const uint8_t *blocks, size_t used);
void kb_sha2_finish256_x8_avx2(uint8_t *const *out, size_t words, const uint32_t start[8],
                               const uint8_t *blocks, size_t used);
void kb_sha2_compress512_avx2(uint64_t state[8], const uint8_t *blocks, size_t count);
void kb_sha2_compress512_x8_avx2(uint64_t states[KB_SHA2_LANE_COUNT][8],
                                 const uint8_t *blocks, size_t used);
void kb_sha2_finish512_x8_avx2(uint8_t *const *out, size_t words, const uint64_t start[8],
                               const uint8_t *blocks, size_t used);

#endif
