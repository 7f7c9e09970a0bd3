/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix and of the short vectors, the mask, the challenge. */
#include "sig/mldsa/sample.h"

#include "core/bytes.h"
#include "core/ct.h"
#include "core/secret.h"
#include "hash/keccak/keccak.h"
#include "sig/mldsa/ops_ref.h"

/* Five blocks hold 280 candidates, enough for a polynomial but in one of 10^23 cases. */
#define MATRIX_BYTES (5 * KB_SHAKE128_RATE_BYTES)
static_assert(KB_SHAKE128_RATE_BYTES % 3 == 0, "no candidate crosses a block");

size_t kb_mldsa_reject_ref(kb_mldsa_packed *out, size_t have, const uint8_t *in,
                           size_t len) {
    for (size_t i = 0; i < len && have < KB_MLDSA_N; i += 3) {
        int32_t candidate = in[i] | in[i + 1] << 8 | (in[i + 2] & 127) << 16;
        /* Written in any case, counted only when it is below q. */
        out->b[3 * have] = in[i];
        out->b[3 * have + 1] = in[i + 1];
        out->b[3 * have + 2] = in[i + 2] & 127;
        have += candidate < KB_MLDSA_Q;
    }
    return have;
}

/* `used` polynomials side by side, each from its own 34 bytes of input. */
static void matrix_side_by_side(kb_mldsa_packed *a, size_t used,
                                uint8_t in[4][KB_MLDSA_RHO_BYTES + 2]) {
    uint8_t stream[4][MATRIX_BYTES];
    const uint8_t *in_at[4] = {in[0], in[1], in[2], in[3]};
    uint8_t *stream_at[4] = {stream[0], stream[1], stream[2], stream[3]};
    kb_keccak_x4 sponge;
    kb_keccak_x4_absorb_all(&sponge, KB_SHAKE128_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE,
                            in_at, used, sizeof in[0]);
    size_t have[4] = {0}, len = MATRIX_BYTES, missing = used;
    while (missing > 0) {
        kb_keccak_x4_squeeze(&sponge, stream_at, len);
        missing = 0;
        for (size_t j = 0; j < used; j++) {
            have[j] = kb_mldsa_ops_get()->reject(&a[j], have[j], stream[j], len);
            missing += have[j] < KB_MLDSA_N;
        }
        len = KB_SHAKE128_RATE_BYTES;
    }
}

void kb_mldsa_sample_matrix(kb_mldsa_packed *a, size_t k, size_t l,
                            const uint8_t rho[KB_MLDSA_RHO_BYTES]) {
    uint8_t in[4][KB_MLDSA_RHO_BYTES + 2];
    size_t used = 0;
    for (size_t row = 0; row < k; row++) {
        for (size_t column = 0; column < l; column++) {
            memcpy(in[used], rho, KB_MLDSA_RHO_BYTES);
            in[used][KB_MLDSA_RHO_BYTES] = (uint8_t)column;
            in[used][KB_MLDSA_RHO_BYTES + 1] = (uint8_t)row;
            used++;
            if (used == 4 || (row == k - 1 && column == l - 1)) {
                matrix_side_by_side(a, used, in);
                a += used;
                used = 0;
            }
        }
    }
}

/* Starts up to four SHAKE256 of seed and a two-byte nonce each (little-endian). */
static void begin_side_by_side(kb_keccak_x4 *sponge, size_t used, const uint8_t seed[64],
                               size_t nonce) {
    uint8_t in[4][64 + 2];
    KB_WIPE_AT_END(in);
    const uint8_t *in_at[4] = {in[0], in[1], in[2], in[3]};
    for (size_t j = 0; j < used; j++) {
        memcpy(in[j], seed, 64);
        in[j][64] = (uint8_t)(nonce + j);
        in[j][65] = (uint8_t)((nonce + j) >> 8);
    }
    kb_keccak_x4_absorb_all(sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE, in_at,
                            used, sizeof in[0]);
}

#define SMALL_BYTES KB_MLDSA_SMALL_STREAM_BYTES
static_assert(SMALL_BYTES == 2 * KB_SHAKE256_RATE_BYTES, "whole blocks");

size_t kb_mldsa_reject_small_ref(kb_mldsa_small *out, size_t have, const uint8_t *in,
                                 size_t len, int32_t eta) {
    int8_t value[2 * SMALL_BYTES];
    uint8_t is_accepted[2 * SMALL_BYTES];
    KB_WIPE_AT_END(value);
    int32_t limit = eta == 2 ? 15 : 9;
    for (size_t i = 0; i < 2 * len; i++) {
        int32_t half = in[i / 2] >> 4 * (i % 2) & 15;
        is_accepted[i] = (uint8_t)((uint32_t)(half - limit) >> 31);
        /* half mod 5 for eta 2: 13 / 64 is near enough to 1/5 for half < 16. */
        int32_t residue = eta == 2 ? half - (half * 13 >> 6) * 5 : half;
        value[i] = (int8_t)(eta - residue);
    }
    /* Whether a candidate is accepted tells nothing about the value of an accepted one:
     * they are independent outputs of SHAKE256. */
    KB_CT_PUBLIC(is_accepted, sizeof is_accepted);
    for (size_t i = 0; i < 2 * len && have < KB_MLDSA_N; i++) {
        out->c[have] = value[i];
        have += is_accepted[i];
    }
    return have;
}

void kb_mldsa_sample_small(kb_mldsa_small *s, size_t count, int32_t eta,
                           const uint8_t seed[64]) {
    uint8_t stream[4][SMALL_BYTES];
    KB_WIPE_AT_END(stream);
    uint8_t *stream_at[4] = {stream[0], stream[1], stream[2], stream[3]};
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    for (size_t first = 0; first < count; first += 4) {
        size_t used = count - first < 4 ? count - first : 4;
        begin_side_by_side(&sponge, used, seed, first);
        size_t have[4] = {0}, len = SMALL_BYTES, missing = used;
        while (missing > 0) {
            kb_keccak_x4_squeeze(&sponge, stream_at, len);
            missing = 0;
            for (size_t j = 0; j < used; j++) {
                have[j] = kb_mldsa_ops_get()->reject_small(&s[first + j], have[j],
                                                           stream[j], len, eta);
                missing += have[j] < KB_MLDSA_N;
            }
            len = KB_SHAKE256_RATE_BYTES;
        }
    }
}

void kb_mldsa_sample_mask(uint8_t *const out[4], unsigned mask_bits,
                          const uint8_t seed[64], uint16_t nonce) {
    kb_keccak_x4 sponge;
    KB_WIPE_AT_END(sponge);
    begin_side_by_side(&sponge, 4, seed, nonce);
    kb_keccak_x4_squeeze(&sponge, out, (size_t)32 * mask_bits);
}

void kb_mldsa_sample_challenge(kb_mldsa_challenge *out, size_t tau, const uint8_t *tilde,
                               size_t tilde_len) {
    /* term[i] is 1 and the number of the term at place i, or 0. */
    uint8_t term[KB_MLDSA_N] = {0}, block[KB_SHAKE256_RATE_BYTES];
    kb_keccak sponge;
    kb_keccak_init(&sponge, KB_SHAKE256_RATE_BYTES, KB_KECCAK_DOMAIN_SHAKE);
    kb_keccak_absorb(&sponge, tilde, tilde_len);
    kb_keccak_pad(&sponge);
    kb_keccak_squeeze(&sponge, block, sizeof block);
    uint64_t sign_bits = kb_load_le64(block);
    size_t at = 8;
    out->tau = 0;
    for (size_t i = KB_MLDSA_N - tau; i < KB_MLDSA_N; i++) {
        size_t j;
        do {
            if (at == sizeof block) {
                kb_keccak_squeeze(&sponge, block, sizeof block);
                at = 0;
            }
            j = block[at++];
        } while (j > i);
        uint16_t sign = (uint16_t)((sign_bits & 1) * KB_MLDSA_N);
        sign_bits >>= 1;
        size_t last = out->tau++;
        if (term[j] == 0) {
            out->shift[last] = (uint16_t)(j + sign);
            term[j] = (uint8_t)out->tau;
        } else {
            /* The term of place j moves to place i with its sign. */
            uint16_t *moved = &out->shift[term[j] - 1];
            out->shift[last] = (uint16_t)(i + (*moved & KB_MLDSA_N));
            term[i] = (uint8_t)out->tau;
            *moved = (uint16_t)(j + sign);
        }
    }
}

void kb_mldsa_challenge_poly(kb_mldsa_poly *out, const kb_mldsa_challenge *challenge) {
    *out = (kb_mldsa_poly){{0}};
    for (size_t j = 0; j < challenge->tau; j++) {
        size_t shift = challenge->shift[j];
        out->c[shift % KB_MLDSA_N] = shift < KB_MLDSA_N ? 1 : -1;
    }
}
