/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The compression functions of SHA-2, which exist in more than one form, and the choice
 * among them. */
#ifndef KB_HASH_SHA2_OPS_H
#define KB_HASH_SHA2_OPS_H

#include "core/ops.h"

#define KB_SHA256_BLOCK_BYTES 64
#define KB_SHA512_BLOCK_BYTES 128
#define KB_SHA2_LANE_COUNT    8

typedef struct kb_sha2_ops {
    kb_ops head;
    /* SHA-256 of `count` blocks in sequence (FIPS 180-4, 6.2.2). */
    void (*compress256)(uint32_t state[8], const uint8_t *blocks, size_t count);
    /* SHA-512 likewise (6.4.2). */
    void (*compress512)(uint64_t state[8], const uint8_t *blocks, size_t count);
    /* One block for each of up to eight states side by side; the eight blocks lie one
     * after the other. States from `used` (1..8) on may be changed or left alone. */
    void (*compress256_x8)(uint32_t states[KB_SHA2_LANE_COUNT][8], const uint8_t *blocks,
                           size_t used);
    void (*compress512_x8)(uint64_t states[KB_SHA2_LANE_COUNT][8], const uint8_t *blocks,
                           size_t used);
    /* The last block of each of up to eight messages whose blocks before it led to the
     * same state: the first `words` (1..8) words of digest j, big-endian, go to out[j].
     * out[j] may lie in block j, where the next block of a chain is made of it. Only the
     * first `used` of out are looked at. */
    void (*finish256_x8)(uint8_t *const *out, size_t words, const uint32_t start[8],
                         const uint8_t *blocks, size_t used);
    /* Words of eight bytes. */
    void (*finish512_x8)(uint8_t *const *out, size_t words, const uint64_t start[8],
                         const uint8_t *blocks, size_t used);
} kb_sha2_ops;

extern const kb_sha2_ops kb_sha2_ops_ref;
/* SHA-256 with the SHA instructions, SHA-512 with AVX2. */
extern const kb_sha2_ops kb_sha2_ops_shani;
extern const kb_sha2_ops kb_sha2_ops_avx2;

extern kb_ops_family kb_sha2_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_sha2_ops *kb_sha2_ops_get(void) {
    return (const kb_sha2_ops *)kb_ops_get(&kb_sha2_family);
}

#endif
