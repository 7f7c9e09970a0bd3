/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Short messages with a common beginning, in groups of as many as the kernels take. */
#include "hash/sha2/many.h"

#include "core/bytes.h"
#include "hash/hash_count.h"
#include "hash/sha2/sha2_core.h"

#define LANES KB_SHA2_LANE_COUNT

void kb_sha2_midstate256(uint32_t out[8], const uint8_t *blocks, size_t count) {
    KB_HASH_SCOPE(KB_HASH_FN_SHA256, count * KB_SHA256_BLOCK_BYTES, 0, 1);
    memcpy(out, kb_sha2_initial256, sizeof kb_sha2_initial256);
    KB_HASH_COUNT_SHA256(count, 0);
    kb_sha2_ops_get()->compress256(out, blocks, count);
}

void kb_sha2_midstate512(uint64_t out[8], const uint8_t *blocks, size_t count) {
    KB_HASH_SCOPE(KB_HASH_FN_SHA512, count * KB_SHA512_BLOCK_BYTES, 0, 1);
    memcpy(out, kb_sha2_initial512, sizeof kb_sha2_initial512);
    KB_HASH_COUNT_SHA512(count, 0);
    kb_sha2_ops_get()->compress512(out, blocks, count);
}

/* The bit 1, zeros, the length in bits in the last eight bytes; what is above 2^64 of a
 * longer field is zero. */
static void pad(uint8_t *block, size_t size, size_t have, uint64_t total) {
    block[have++] = 0x80;
    while (have < size - 8) {
        block[have++] = 0;
    }
    kb_store_be64(block + size - 8, total << 3);
}

void kb_sha2_pad256(uint8_t block[KB_SHA256_BLOCK_BYTES], size_t have, uint64_t total) {
    pad(block, KB_SHA256_BLOCK_BYTES, have, total);
}

void kb_sha2_pad512(uint8_t block[KB_SHA512_BLOCK_BYTES], size_t have, uint64_t total) {
    pad(block, KB_SHA512_BLOCK_BYTES, have, total);
}

static size_t point(uint8_t *at[LANES], uint8_t *out, size_t stride, size_t count) {
    size_t used = count < LANES ? count : LANES;
    for (size_t j = 0; j < used; j++) {
        at[j] = out + j * stride;
    }
    return used;
}

void kb_sha2_finish256(uint8_t *out, size_t stride, size_t words, const uint32_t start[8],
                       const uint8_t *blocks, size_t count) {
    KB_HASH_SCOPE(KB_HASH_FN_SHA256, KB_SHA256_BLOCK_BYTES, 4 * words, count);
    const kb_sha2_ops *ops = kb_sha2_ops_get();
    uint8_t *at[LANES];
    for (size_t used; count > 0; count -= used) {
        used = point(at, out, stride, count);
        KB_HASH_COUNT_SHA256(0, 1);
        KB_HASH_COUNT_SHA256_LANES(used);
        ops->finish256_x8(at, words, start, blocks, used);
        out += used * stride;
        blocks += used * KB_SHA256_BLOCK_BYTES;
    }
}

void kb_sha2_finish512(uint8_t *out, size_t stride, size_t words, const uint64_t start[8],
                       const uint8_t *blocks, size_t count) {
    KB_HASH_SCOPE(KB_HASH_FN_SHA512, KB_SHA512_BLOCK_BYTES, 8 * words, count);
    const kb_sha2_ops *ops = kb_sha2_ops_get();
    uint8_t *at[LANES];
    for (size_t used; count > 0; count -= used) {
        used = point(at, out, stride, count);
        KB_HASH_COUNT_SHA512(0, 1);
        KB_HASH_COUNT_SHA512_LANES(used);
        ops->finish512_x8(at, words, start, blocks, used);
        out += used * stride;
        blocks += used * KB_SHA512_BLOCK_BYTES;
    }
}
