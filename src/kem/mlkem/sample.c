/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix, centred binomial sampling of noise. */
#include "kem/mlkem/sample.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "hash/keccak/keccak.h"
#include "kem/mlkem/ops_ref.h"

/* Three blocks hold 336 candidates, enough for a polynomial in 99 of 100 cases. */
#define FIRST_BYTES (3 * KB_SHAKE128_RATE_BYTES)
static_assert(KB_SHAKE128_RATE_BYTES % 3 == 0, "no candidate crosses a block");

size_t kb_mlkem_reject_ref(kb_mlkem_poly *out, size_t have, const uint8_t *in,
                           size_t len) {
    for (size_t i = 0; i < len && have < KB_MLKEM_N; i += 3) {
        int first = in[i] | (in[i + 1] & 15) << 8;
        int second = in[i + 1] >> 4 | in[i + 2] << 4;
        /* Written in any case, counted only when it is below q. */
        out->c[have] = (int16_t)first;
        have += first < KB_MLKEM_Q;
        if (have < KB_MLKEM_N) {
            out->c[have] = (int16_t)second;
            have += second < KB_MLKEM_Q;
        }
    }
    return have;
}

/* `used` polynomials side by side, each from its own 34 bytes of input. */
static void sample_side_by_side(kb_mlkem_poly *a, size_t used,
                                uint8_t in[4][KB_MLKEM_SYM_BYTES + 2]) {
    uint8_t stream[4][FIRST_BYTES];
    const uint8_t *in_at[4] = {in[0], in[1], in[2], in[3]};
    uint8_t *stream_at[4] = {stream[0], stream[1], stream[2], stream[3]};
    kb_keccak_x4 sponge;
    kb_keccak_x4_absorb_all(&sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                            in_at, used, sizeof in[0]);
    size_t have[4] = {0}, len = FIRST_BYTES, missing = used;
    while (missing > 0) {
        kb_keccak_x4_squeeze(&sponge, stream_at, len);
        missing = 0;
        for (size_t j = 0; j < used; j++) {
            have[j] = kb_mlkem_ops_get()->reject(&a[j], have[j], stream[j], len);
            missing += have[j] < KB_MLKEM_N;
        }
        len = KB_SHAKE128_RATE_BYTES;
    }
}

void kb_mlkem_sample_matrix(kb_mlkem_poly *a, size_t k,
                            const uint8_t rho[KB_MLKEM_SYM_BYTES]) {
    uint8_t in[4][KB_MLKEM_SYM_BYTES + 2];
    size_t used = 0;
    for (size_t row = 0; row < k; row++) {
        for (size_t column = 0; column < k; column++) {
            memcpy(in[used], rho, KB_MLKEM_SYM_BYTES);
            in[used][KB_MLKEM_SYM_BYTES] = (uint8_t)column;
            in[used][KB_MLKEM_SYM_BYTES + 1] = (uint8_t)row;
            used++;
            if (used == 4 || (row == k - 1 && column == k - 1)) {
                sample_side_by_side(a, used, in);
                a += used;
                used = 0;
            }
        }
    }
}

/* Bits 4i, 4i+1 are x, bits 4i+2, 4i+3 are y of coefficient i; their sums side by side.
 */
void kb_mlkem_cbd2_ref(kb_mlkem_poly *out, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N / 8; i++) {
        uint32_t bits = kb_load_le32(in + 4 * i);
        uint32_t sums =
            (bits & UINT32_C(0x55555555)) + (bits >> 1 & UINT32_C(0x55555555));
        for (size_t j = 0; j < 8; j++) {
            int x = (int)(sums >> 4 * j & 3), y = (int)(sums >> (4 * j + 2) & 3);
            out->c[8 * i + j] = (int16_t)(x - y);
        }
    }
}

/* Bits 6i .. 6i+2 are x, bits 6i+3 .. 6i+5 are y. */
void kb_mlkem_cbd3_ref(kb_mlkem_poly *out, const uint8_t *in) {
    for (size_t i = 0; i < KB_MLKEM_N / 4; i++) {
        uint32_t bits =
            in[3 * i] | (uint32_t)in[3 * i + 1] << 8 | (uint32_t)in[3 * i + 2] << 16;
        uint32_t sums = (bits & UINT32_C(0x249249)) + (bits >> 1 & UINT32_C(0x249249)) +
                        (bits >> 2 & UINT32_C(0x249249));
        for (size_t j = 0; j < 4; j++) {
            int x = (int)(sums >> 6 * j & 7), y = (int)(sums >> (6 * j + 3) & 7);
            out->c[4 * i + j] = (int16_t)(x - y);
        }
    }
}

void kb_mlkem_sample_noise(kb_mlkem_poly *p, size_t count, unsigned eta,
                           const uint8_t seed[KB_MLKEM_SYM_BYTES], uint8_t nonce) {
    uint8_t in[4][KB_MLKEM_SYM_BYTES + 1], stream[4][64 * 3];
    KB_WIPE_AT_END(in);
    KB_WIPE_AT_END(stream);
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    const uint8_t *in_at[4] = {in[0], in[1], in[2], in[3]};
    uint8_t *stream_at[4] = {stream[0], stream[1], stream[2], stream[3]};
    for (size_t first = 0; first < count; first += 4) {
        size_t used = count - first < 4 ? count - first : 4;
        for (size_t j = 0; j < used; j++) {
            memcpy(in[j], seed, KB_MLKEM_SYM_BYTES);
            in[j][KB_MLKEM_SYM_BYTES] = (uint8_t)(nonce + first + j);
        }
        kb_keccak_x4_absorb_all(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                                in_at, used, sizeof in[0]);
        kb_keccak_x4_squeeze(&sponge, stream_at, (size_t)64 * eta);
        for (size_t j = 0; j < used; j++) {
            if (eta == 2) {
                kb_mlkem_ops_get()->cbd2(&p[first + j], stream[j]);
            } else {
                kb_mlkem_ops_get()->cbd3(&p[first + j], stream[j]);
            }
        }
    }
}
