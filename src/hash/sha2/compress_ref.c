/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 and SHA-512 of one block after the other, in portable C (FIPS 180-4, section
 * 6). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sha2/ops_ref.h"
#include "hash/sha2/round_constants.h"
#include "hash/sha2/rounds.h"

void kb_sha2_compress256_ref(uint32_t state[8], const uint8_t *blocks, size_t count) {
    uint32_t w[16];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += KB_SHA256_BLOCK_BYTES) {
        for (size_t i = 0; i < 16; i++) {
            w[i] = kb_load_be32(blocks + 4 * i);
        }
        KB_SHA2_ALL_ROUNDS(256, uint32_t, kb_sha2_k256, 64, state, w);
    }
}

void kb_sha2_compress512_ref(uint64_t state[8], const uint8_t *blocks, size_t count) {
    uint64_t w[16];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += KB_SHA512_BLOCK_BYTES) {
        for (size_t i = 0; i < 16; i++) {
            w[i] = kb_load_be64(blocks + 8 * i);
        }
        KB_SHA2_ALL_ROUNDS(512, uint64_t, kb_sha2_k512, 80, state, w);
    }
}

void kb_sha2_compress256_x8_ref(uint32_t states[KB_SHA2_LANE_COUNT][8],
                                const uint8_t *blocks, size_t used) {
    for (size_t j = 0; j < used; j++) {
        kb_sha2_compress256_ref(states[j], blocks + j * KB_SHA256_BLOCK_BYTES, 1);
    }
}

void kb_sha2_compress512_x8_ref(uint64_t states[KB_SHA2_LANE_COUNT][8],
                                const uint8_t *blocks, size_t used) {
    for (size_t j = 0; j < used; j++) {
        kb_sha2_compress512_ref(states[j], blocks + j * KB_SHA512_BLOCK_BYTES, 1);
    }
}

void kb_sha2_finish256_x8_ref(uint8_t *const *out, size_t words, const uint32_t start[8],
                              const uint8_t *blocks, size_t used) {
    uint32_t state[8];
    KB_WIPE_AT_END(state);
    for (size_t j = 0; j < used; j++) {
        memcpy(state, start, sizeof state);
        kb_sha2_compress256_ref(state, blocks + j * KB_SHA256_BLOCK_BYTES, 1);
        for (size_t i = 0; i < words; i++) {
            kb_store_be32(out[j] + 4 * i, state[i]);
        }
    }
}

void kb_sha2_finish512_x8_ref(uint8_t *const *out, size_t words, const uint64_t start[8],
                              const uint8_t *blocks, size_t used) {
    uint64_t state[8];
    KB_WIPE_AT_END(state);
    for (size_t j = 0; j < used; j++) {
        memcpy(state, start, sizeof state);
        kb_sha2_compress512_ref(state, blocks + j * KB_SHA512_BLOCK_BYTES, 1);
        for (size_t i = 0; i < words; i++) {
            kb_store_be64(out[j] + 8 * i, state[i]);
        }
    }
}
