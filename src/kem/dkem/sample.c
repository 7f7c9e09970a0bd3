/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix, centred binomial sampling of noise. */
#include "kem/dkem/sample.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "kem/dkem/hash.h"
#include "kem/dkem/ops_ref.h"
#include "kem/dkem/poly.h"
#include "kem/mlkem/ops.h"

#define LANES KB_DKEM_LANE_COUNT

/* What of a stream is read at first, and then at a time until the polynomial is full. The
 * first piece is enough in 99 of 100 cases, 80 of 100 for SM3 and q = 7681. */
#define SM3_FIRST256_BYTES   (16 * KB_SM3_BYTES)
#define SM3_FIRST512_BYTES   (28 * KB_SM3_BYTES)
#define SM3_MORE_BYTES       (2 * KB_SM3_BYTES)
#define SHAKE_FIRST256_BYTES (3 * KB_SHAKE128_RATE_BYTES)
#define SHAKE_FIRST512_BYTES (6 * KB_SHAKE128_RATE_BYTES)
#define STREAM_MAX_BYTES     SHAKE_FIRST512_BYTES

/* Eight candidates of 13 bits in each 13 bytes. */
size_t kb_dkem_reject_ref(int16_t *out, size_t have, const uint8_t *in, size_t len) {
    for (size_t i = 0; i < len; i += 13) {
        uint64_t low = kb_load_le64(in + i);
        uint64_t high = kb_load_le32(in + i + 8) | (uint64_t)in[i + 12] << 32;
        /* Bit 64 of the thirteen bytes stands in the middle of the fifth candidate. */
        uint64_t rest = low >> 52 | high << 12;
        for (unsigned j = 0; j < 8 && have < KB_DKEM_N_MAX; j++) {
            uint64_t x = (j < 4 ? low >> 13 * j : rest >> 13 * (j - 4)) & 0x1fff;
            /* Written in any case, counted only when it is below q. */
            out[have] = (int16_t)x;
            have += x < KB_DKEM_Q512;
        }
    }
    return have;
}

/* Whole groups in len bytes. */
static_assert(13 + STREAM_MAX_BYTES < 4096, "where group_inverse is exact");
static size_t whole_groups(const kb_dkem_ring *ring, size_t len) {
    return (len * ring->group_inverse >> 16) * ring->group_bytes;
}

static size_t first_bytes(const kb_dkem_params *params) {
    bool is_small = params->ring->n == 256;
    if (params->suite == KB_DKEM_SM3) {
        return is_small ? SM3_FIRST256_BYTES : SM3_FIRST512_BYTES;
    }
    return is_small ? SHAKE_FIRST256_BYTES : SHAKE_FIRST512_BYTES;
}

/* `used` polynomials side by side. */
static void sample_side_by_side(const kb_dkem_params *params, int16_t *a,
                                const kb_dkem_seed *seed, uint8_t suffix[LANES][2],
                                size_t used) {
    const kb_dkem_ring *ring = params->ring;
    uint8_t buffer[LANES][13 + STREAM_MAX_BYTES];
    kb_dkem_streams streams;
    kb_dkem_streams_begin(&streams, seed, suffix, 2, used);
    /* rest: bytes of a group that the next piece completes, at the start of a buffer. */
    size_t have[LANES] = {0}, len = first_bytes(params), rest = 0, missing = used;
    while (missing > 0) {
        uint8_t *const out[LANES] = {buffer[0] + rest, buffer[1] + rest, buffer[2] + rest,
                                     buffer[3] + rest};
        kb_dkem_streams_read(&streams, out, len);
        size_t whole = whole_groups(ring, rest + len);
        rest = rest + len - whole;
        missing = 0;
        for (size_t j = 0; j < used; j++) {
            have[j] = ring->reject(a + j * ring->n, have[j], buffer[j], whole);
            missing += have[j] < ring->n;
            memmove(buffer[j], buffer[j] + whole, rest);
        }
        len = params->suite == KB_DKEM_SM3 ? SM3_MORE_BYTES : KB_SHAKE128_RATE_BYTES;
    }
}

void kb_dkem_sample_matrix(const kb_dkem_params *params, int16_t *a, const uint8_t *rho) {
    kb_dkem_seed seed;
    uint8_t suffix[LANES][2];
    size_t used = 0, k = params->k;
    kb_dkem_seed_init(&seed, params, rho);
    for (size_t row = 0; row < k; row++) {
        for (size_t column = 0; column < k; column++) {
            suffix[used][0] = (uint8_t)column;
            suffix[used][1] = (uint8_t)row;
            used++;
            /* k is even, so four always fill up. */
            if (used == LANES) {
                sample_side_by_side(params, a, &seed, suffix, used);
                a += used * params->ring->n;
                used = 0;
            }
        }
    }
}

/* ML-KEM's kernels make 256 coefficients from the same bits in the same order. */
static void binomial(const kb_dkem_params *params, int16_t *p, const uint8_t *in) {
    const kb_mlkem_ops *ops = kb_mlkem_ops_get();
    for (size_t i = 0; i < params->ring->n; i += KB_MLKEM_N) {
        kb_mlkem_poly *part = (kb_mlkem_poly *)(p + i);
        if (params->eta == 2) {
            ops->cbd2(part, in + i / 4 * 2);
        } else {
            ops->cbd3(part, in + i / 4 * 3);
        }
    }
}

void kb_dkem_sample_noise(const kb_dkem_params *params, int16_t *p, size_t count,
                          const uint8_t *seed_bytes, uint8_t nonce) {
    uint8_t bits[LANES][KB_DKEM_N_MAX / 4 * 3], suffix[LANES][2] = {{0}};
    KB_WIPE_AT_END(bits);
    kb_dkem_seed seed;
    KB_WIPE_AT_END(seed);
    kb_dkem_streams streams;
    KB_WIPE_AT_END(streams);
    uint8_t *const out[LANES] = {bits[0], bits[1], bits[2], bits[3]};
    size_t n = params->ring->n;
    kb_dkem_seed_init(&seed, params, seed_bytes);
    for (size_t first = 0; first < count; first += LANES) {
        size_t used = count - first < LANES ? count - first : LANES;
        for (size_t j = 0; j < used; j++) {
            suffix[j][0] = (uint8_t)(nonce + first + j);
        }
        kb_dkem_streams_begin(&streams, &seed, suffix, 1, used);
        kb_dkem_streams_read(&streams, out, n / 4 * params->eta);
        for (size_t j = 0; j < used; j++) {
            binomial(params, p + (first + j) * n, bits[j]);
        }
    }
}
