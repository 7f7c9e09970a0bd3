/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keccak-f[1600] in portable C (FIPS 202, section 3). */
#include "core/bytes.h"
#include "core/secret.h"
#include "hash/keccak/ops_ref.h"
#include "hash/keccak/round_constants.h"

/* n is 1..63. */
#define ROTATE(x, n) (((x) << (n)) | ((x) >> (64 - (n))))

/*
 * Row y of the new state from the five lanes that pi brings there: theta adds the column
 * differences d, rho turns, chi combines. Lane (x, y) of the new state comes from lane
 * (x + 3y, x) of the old one, so the differences of row y start at d[3y mod 5].
 */
#define ROW(to, i0, i1, i2, i3, i4, v0, v1, v2, v3, v4)                                  \
    do {                                                                                 \
        uint64_t b0 = (v0), b1 = (v1), b2 = (v2), b3 = (v3), b4 = (v4);                  \
        to##i0 = b0 ^ (~b1 & b2);                                                        \
        to##i1 = b1 ^ (~b2 & b3);                                                        \
        to##i2 = b2 ^ (~b3 & b4);                                                        \
        to##i3 = b3 ^ (~b4 & b0);                                                        \
        to##i4 = b4 ^ (~b0 & b1);                                                        \
    } while (0)

#define ROUND(a, e, rc)                                                                  \
    do {                                                                                 \
        uint64_t c0 = a##0 ^ a##5 ^ a##10 ^ a##15 ^ a##20;                               \
        uint64_t c1 = a##1 ^ a##6 ^ a##11 ^ a##16 ^ a##21;                               \
        uint64_t c2 = a##2 ^ a##7 ^ a##12 ^ a##17 ^ a##22;                               \
        uint64_t c3 = a##3 ^ a##8 ^ a##13 ^ a##18 ^ a##23;                               \
        uint64_t c4 = a##4 ^ a##9 ^ a##14 ^ a##19 ^ a##24;                               \
        uint64_t d0 = c4 ^ ROTATE(c1, 1), d1 = c0 ^ ROTATE(c2, 1);                       \
        uint64_t d2 = c1 ^ ROTATE(c3, 1), d3 = c2 ^ ROTATE(c4, 1);                       \
        uint64_t d4 = c3 ^ ROTATE(c0, 1);                                                \
        ROW(e, 0, 1, 2, 3, 4, a##0 ^ d0, ROTATE(a##6 ^ d1, 44), ROTATE(a##12 ^ d2, 43),  \
            ROTATE(a##18 ^ d3, 21), ROTATE(a##24 ^ d4, 14));                             \
        e##0 ^= (rc);                                                                    \
        ROW(e, 5, 6, 7, 8, 9, ROTATE(a##3 ^ d3, 28), ROTATE(a##9 ^ d4, 20),              \
            ROTATE(a##10 ^ d0, 3), ROTATE(a##16 ^ d1, 45), ROTATE(a##22 ^ d2, 61));      \
        ROW(e, 10, 11, 12, 13, 14, ROTATE(a##1 ^ d1, 1), ROTATE(a##7 ^ d2, 6),           \
            ROTATE(a##13 ^ d3, 25), ROTATE(a##19 ^ d4, 8), ROTATE(a##20 ^ d0, 18));      \
        ROW(e, 15, 16, 17, 18, 19, ROTATE(a##4 ^ d4, 27), ROTATE(a##5 ^ d0, 36),         \
            ROTATE(a##11 ^ d1, 10), ROTATE(a##17 ^ d2, 15), ROTATE(a##23 ^ d3, 56));     \
        ROW(e, 20, 21, 22, 23, 24, ROTATE(a##2 ^ d2, 62), ROTATE(a##8 ^ d3, 55),         \
            ROTATE(a##14 ^ d4, 39), ROTATE(a##15 ^ d0, 41), ROTATE(a##21 ^ d1, 2));      \
    } while (0)

void kb_keccak_permute_ref(uint64_t s[KB_KECCAK_LANE_COUNT]) {
    uint64_t a0 = s[0], a1 = s[1], a2 = s[2], a3 = s[3], a4 = s[4];
    uint64_t a5 = s[5], a6 = s[6], a7 = s[7], a8 = s[8], a9 = s[9];
    uint64_t a10 = s[10], a11 = s[11], a12 = s[12], a13 = s[13], a14 = s[14];
    uint64_t a15 = s[15], a16 = s[16], a17 = s[17], a18 = s[18], a19 = s[19];
    uint64_t a20 = s[20], a21 = s[21], a22 = s[22], a23 = s[23], a24 = s[24];
    uint64_t e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12;
    uint64_t e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23, e24;
    /* Two rounds a turn, so that neither needs to copy its result back. */
    for (size_t round = 0; round < 24; round += 2) {
        ROUND(a, e, kb_keccak_round_constant[round]);
        ROUND(e, a, kb_keccak_round_constant[round + 1]);
    }
    s[0] = a0, s[1] = a1, s[2] = a2, s[3] = a3, s[4] = a4;
    s[5] = a5, s[6] = a6, s[7] = a7, s[8] = a8, s[9] = a9;
    s[10] = a10, s[11] = a11, s[12] = a12, s[13] = a13, s[14] = a14;
    s[15] = a15, s[16] = a16, s[17] = a17, s[18] = a18, s[19] = a19;
    s[20] = a20, s[21] = a21, s[22] = a22, s[23] = a23, s[24] = a24;
}

void kb_keccak_permute_x4_ref(uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used) {
    uint64_t one[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(one);
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            one[i] = lanes[i][j];
        }
        kb_keccak_permute_ref(one);
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            lanes[i][j] = one[i];
        }
    }
}

void kb_keccak_permute_x4_to_ref(uint64_t (*out)[4], size_t words,
                                 uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t used) {
    uint64_t one[KB_KECCAK_LANE_COUNT];
    KB_WIPE_AT_END(one);
    for (size_t j = 0; j < used; j++) {
        for (size_t i = 0; i < KB_KECCAK_LANE_COUNT; i++) {
            one[i] = lanes[i][j];
        }
        kb_keccak_permute_ref(one);
        for (size_t i = 0; i < words; i++) {
            out[i][j] = one[i];
        }
    }
}

void kb_keccak_absorb_x4_ref(uint64_t lanes[KB_KECCAK_LANE_COUNT][4],
                             const uint8_t *const in[4], size_t words, unsigned fresh) {
    for (size_t j = 0; j < 4; j++) {
        for (size_t i = 0; (fresh >> j & 1) != 0 && i < KB_KECCAK_LANE_COUNT; i++) {
            lanes[i][j] = 0;
        }
        for (size_t i = 0; i < words; i++) {
            lanes[i][j] ^= kb_load_le64(in[j] + 8 * i);
        }
    }
}

void kb_keccak_squeeze_x4_ref(uint8_t *const out[4],
                              uint64_t lanes[KB_KECCAK_LANE_COUNT][4], size_t words) {
    for (size_t j = 0; j < 4; j++) {
        for (size_t i = 0; i < words; i++) {
            kb_store_le64(out[j] + 8 * i, lanes[i][j]);
        }
    }
}
