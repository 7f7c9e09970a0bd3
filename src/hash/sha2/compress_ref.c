/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-256 and SHA-512 of one block after the other, in portable C (FIPS 180-4, section
 * 6). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/sha2/ops_ref.h"

/* FIPS 180-4, 4.2.2. */
static const uint32_t k256[64] = {
    UINT32_C(0x428a2f98), UINT32_C(0x71374491), UINT32_C(0xb5c0fbcf),
    UINT32_C(0xe9b5dba5), UINT32_C(0x3956c25b), UINT32_C(0x59f111f1),
    UINT32_C(0x923f82a4), UINT32_C(0xab1c5ed5), UINT32_C(0xd807aa98),
    UINT32_C(0x12835b01), UINT32_C(0x243185be), UINT32_C(0x550c7dc3),
    UINT32_C(0x72be5d74), UINT32_C(0x80deb1fe), UINT32_C(0x9bdc06a7),
    UINT32_C(0xc19bf174), UINT32_C(0xe49b69c1), UINT32_C(0xefbe4786),
    UINT32_C(0x0fc19dc6), UINT32_C(0x240ca1cc), UINT32_C(0x2de92c6f),
    UINT32_C(0x4a7484aa), UINT32_C(0x5cb0a9dc), UINT32_C(0x76f988da),
    UINT32_C(0x983e5152), UINT32_C(0xa831c66d), UINT32_C(0xb00327c8),
    UINT32_C(0xbf597fc7), UINT32_C(0xc6e00bf3), UINT32_C(0xd5a79147),
    UINT32_C(0x06ca6351), UINT32_C(0x14292967), UINT32_C(0x27b70a85),
    UINT32_C(0x2e1b2138), UINT32_C(0x4d2c6dfc), UINT32_C(0x53380d13),
    UINT32_C(0x650a7354), UINT32_C(0x766a0abb), UINT32_C(0x81c2c92e),
    UINT32_C(0x92722c85), UINT32_C(0xa2bfe8a1), UINT32_C(0xa81a664b),
    UINT32_C(0xc24b8b70), UINT32_C(0xc76c51a3), UINT32_C(0xd192e819),
    UINT32_C(0xd6990624), UINT32_C(0xf40e3585), UINT32_C(0x106aa070),
    UINT32_C(0x19a4c116), UINT32_C(0x1e376c08), UINT32_C(0x2748774c),
    UINT32_C(0x34b0bcb5), UINT32_C(0x391c0cb3), UINT32_C(0x4ed8aa4a),
    UINT32_C(0x5b9cca4f), UINT32_C(0x682e6ff3), UINT32_C(0x748f82ee),
    UINT32_C(0x78a5636f), UINT32_C(0x84c87814), UINT32_C(0x8cc70208),
    UINT32_C(0x90befffa), UINT32_C(0xa4506ceb), UINT32_C(0xbef9a3f7),
    UINT32_C(0xc67178f2),
};

/* FIPS 180-4, 4.2.3. */
static const uint64_t k512[80] = {
    UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd),
    UINT64_C(0xb5c0fbcfec4d3b2f), UINT64_C(0xe9b5dba58189dbbc),
    UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019),
    UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118),
    UINT64_C(0xd807aa98a3030242), UINT64_C(0x12835b0145706fbe),
    UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
    UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1),
    UINT64_C(0x9bdc06a725c71235), UINT64_C(0xc19bf174cf692694),
    UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3),
    UINT64_C(0x0fc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65),
    UINT64_C(0x2de92c6f592b0275), UINT64_C(0x4a7484aa6ea6e483),
    UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
    UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210),
    UINT64_C(0xb00327c898fb213f), UINT64_C(0xbf597fc7beef0ee4),
    UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725),
    UINT64_C(0x06ca6351e003826f), UINT64_C(0x142929670a0e6e70),
    UINT64_C(0x27b70a8546d22ffc), UINT64_C(0x2e1b21385c26c926),
    UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
    UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8),
    UINT64_C(0x81c2c92e47edaee6), UINT64_C(0x92722c851482353b),
    UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001),
    UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30),
    UINT64_C(0xd192e819d6ef5218), UINT64_C(0xd69906245565a910),
    UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
    UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53),
    UINT64_C(0x2748774cdf8eeb99), UINT64_C(0x34b0bcb5e19b48a8),
    UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb),
    UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3),
    UINT64_C(0x748f82ee5defb2fc), UINT64_C(0x78a5636f43172f60),
    UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
    UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9),
    UINT64_C(0xbef9a3f7b2c67915), UINT64_C(0xc67178f2e372532b),
    UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207),
    UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178),
    UINT64_C(0x06f067aa72176fba), UINT64_C(0x0a637dc5a2c898a6),
    UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
    UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493),
    UINT64_C(0x3c9ebe0a15c9bebc), UINT64_C(0x431d67c49c100d4c),
    UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a),
    UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817),
};

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
        EIGHT_ROUNDS(256, k256, w, 0);
        EIGHT_ROUNDS(256, k256, w, 8);
        for (size_t at = 16; at < 64; at += 16) {
            SCHEDULE(256, w);
            EIGHT_ROUNDS(256, k256 + at, w, 0);
            EIGHT_ROUNDS(256, k256 + at, w, 8);
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
        EIGHT_ROUNDS(512, k512, w, 0);
        EIGHT_ROUNDS(512, k512, w, 8);
        for (size_t at = 16; at < 80; at += 16) {
            SCHEDULE(512, w);
            EIGHT_ROUNDS(512, k512 + at, w, 0);
            EIGHT_ROUNDS(512, k512 + at, w, 8);
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
