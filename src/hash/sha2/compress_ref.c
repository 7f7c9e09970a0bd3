/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 and SHA-512 of one block after the other, in portable C (FIPS 180-4, section
 * 6). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sha2/ops_ref.h"
#include "hash/sha2/round_constants.h"

/* n is 1..31 and 1..63. */
#define ROTATE32(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define ROTATE64(x, n) (((x) >> (n)) | ((x) << (64 - (n))))

#define CHOOSE(x, y, z)   ((z) ^ ((x) & ((y) ^ (z))))
#define MAJORITY(x, y, z) (((x) & (y)) | ((z) & ((x) | (y))))

/* FIPS 180-4, 4.1.2 and 4.1.3. */
#define SUM_A_256(x)   (ROTATE32(x, 2) ^ ROTATE32(x, 13) ^ ROTATE32(x, 22))
#define SUM_E_256(x)   (ROTATE32(x, 6) ^ ROTATE32(x, 11) ^ ROTATE32(x, 25))
#define SIGMA_0_256(x) (ROTATE32(x, 7) ^ ROTATE32(x, 18) ^ ((x) >> 3))
#define SIGMA_1_256(x) (ROTATE32(x, 17) ^ ROTATE32(x, 19) ^ ((x) >> 10))
#define SUM_A_512(x)   (ROTATE64(x, 28) ^ ROTATE64(x, 34) ^ ROTATE64(x, 39))
#define SUM_E_512(x)   (ROTATE64(x, 14) ^ ROTATE64(x, 18) ^ ROTATE64(x, 41))
#define SIGMA_0_512(x) (ROTATE64(x, 1) ^ ROTATE64(x, 8) ^ ((x) >> 7))
#define SIGMA_1_512(x) (ROTATE64(x, 19) ^ ROTATE64(x, 61) ^ ((x) >> 6))

/* One round; the caller renames the variables instead of moving their values. */
#define ROUND(bits, a, b, c, d, e, f, g, h, kw)                                          \
    do {                                                                                 \
        h += SUM_E_##bits(e) + CHOOSE(e, f, g) + (kw);                                   \
        d += h;                                                                          \
        h += SUM_A_##bits(a) + MAJORITY(a, b, c);                                        \
    } while (0)

#define EIGHT_ROUNDS(bits, k, w, at)                                                     \
    do {                                                                                 \
        ROUND(bits, a, b, c, d, e, f, g, h, (k)[at] + (w)[(at) % 16]);                   \
        ROUND(bits, h, a, b, c, d, e, f, g, (k)[(at) + 1] + (w)[((at) + 1) % 16]);       \
        ROUND(bits, g, h, a, b, c, d, e, f, (k)[(at) + 2] + (w)[((at) + 2) % 16]);       \
        ROUND(bits, f, g, h, a, b, c, d, e, (k)[(at) + 3] + (w)[((at) + 3) % 16]);       \
        ROUND(bits, e, f, g, h, a, b, c, d, (k)[(at) + 4] + (w)[((at) + 4) % 16]);       \
        ROUND(bits, d, e, f, g, h, a, b, c, (k)[(at) + 5] + (w)[((at) + 5) % 16]);       \
        ROUND(bits, c, d, e, f, g, h, a, b, (k)[(at) + 6] + (w)[((at) + 6) % 16]);       \
        ROUND(bits, b, c, d, e, f, g, h, a, (k)[(at) + 7] + (w)[((at) + 7) % 16]);       \
    } while (0)

/* The next 16 words of the schedule replace the last 16. */
#define SCHEDULE(bits, w)                                                                \
    do {                                                                                 \
        for (size_t i = 0; i < 16; i++) {                                                \
            (w)[i] += SIGMA_0_##bits((w)[(i + 1) % 16]) + (w)[(i + 9) % 16] +            \
                      SIGMA_1_##bits((w)[(i + 14) % 16]);                                \
        }                                                                                \
    } while (0)

#define ADD_TO(state)                                                                    \
    do {                                                                                 \
        (state)[0] += a, (state)[1] += b, (state)[2] += c, (state)[3] += d;              \
        (state)[4] += e, (state)[5] += f, (state)[6] += g, (state)[7] += h;              \
    } while (0)

void kb_sha2_compress256_ref(uint32_t state[8], const uint8_t *blocks, size_t count) {
    uint32_t w[16];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += KB_SHA256_BLOCK_BYTES) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (size_t i = 0; i < 16; i++) {
            w[i] = kb_load_be32(blocks + 4 * i);
        }
        EIGHT_ROUNDS(256, kb_sha2_k256, w, 0);
        EIGHT_ROUNDS(256, kb_sha2_k256, w, 8);
        for (size_t at = 16; at < 64; at += 16) {
            SCHEDULE(256, w);
            EIGHT_ROUNDS(256, kb_sha2_k256 + at, w, 0);
            EIGHT_ROUNDS(256, kb_sha2_k256 + at, w, 8);
        }
        ADD_TO(state);
    }
}

void kb_sha2_compress512_ref(uint64_t state[8], const uint8_t *blocks, size_t count) {
    uint64_t w[16];
    KB_WIPE_AT_END(w);
    for (; count > 0; count--, blocks += KB_SHA512_BLOCK_BYTES) {
        uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (size_t i = 0; i < 16; i++) {
            w[i] = kb_load_be64(blocks + 8 * i);
        }
        EIGHT_ROUNDS(512, kb_sha2_k512, w, 0);
        EIGHT_ROUNDS(512, kb_sha2_k512, w, 8);
        for (size_t at = 16; at < 80; at += 16) {
            SCHEDULE(512, w);
            EIGHT_ROUNDS(512, kb_sha2_k512 + at, w, 0);
            EIGHT_ROUNDS(512, kb_sha2_k512 + at, w, 8);
        }
        ADD_TO(state);
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
