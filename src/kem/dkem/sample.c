/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection sampling of the matrix, centred binomial sampling of noise. */
#include "kem/dkem/sample.h"

#include "core/bytes.h"
#include "core/secret.h"
#include "kem/dkem/hash.h"
#include "kem/dkem/ops_ref.h"
#include "kem/dkem/poly.h"
#include "kem/mlkem/ops.h"

/* What of a stream is read at first, and then block by block until the polynomial is full.
 * The first piece is enough in 97 of 100 cases or more, except for DKEM-256 with SM3: in
 * 74 of 100, and the blocks that sixteen polynomials miss are one batch. */
#define SM3_FIRST128_BYTES   (16 * KB_SM3_BYTES)
#define SM3_FIRST256_BYTES   (15 * KB_SM3_BYTES)
#define SM3_FIRST512_BYTES   (29 * KB_SM3_BYTES)
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
    bool is_wide = params->ring->n == KB_DKEM_N_MAX;
    if (params->suite == KB_DKEM_SHAKE) {
        return is_wide ? SHAKE_FIRST512_BYTES : SHAKE_FIRST256_BYTES;
    }
    return is_wide          ? SM3_FIRST512_BYTES
           : params->k == 2 ? SM3_FIRST128_BYTES
                            : SM3_FIRST256_BYTES;
}

/* A polynomial of the matrix, and the candidates that came last. */
typedef struct entry {
    const kb_dkem_ring *ring;
    int16_t *p;
    size_t have; /* coefficients */
    size_t
        rest; /* bytes of a group that the next piece completes, at the start of room */
    size_t more; /* bytes of the next piece */
    uint8_t room[13 + STREAM_MAX_BYTES];
} entry;

static bool take_candidates(kb_dkem_stream *stream) {
    entry *e = stream->owner;
    size_t len = e->rest + stream->len, whole = whole_groups(e->ring, len);
    e->have = e->ring->reject(e->p, e->have, e->room, whole);
    if (e->have == e->ring->n) {
        return false;
    }
    e->rest = len - whole;
    memmove(e->room, e->room + whole, e->rest);
    stream->out = e->room + e->rest;
    stream->len = e->more;
    return true;
}

static_assert(KB_DKEM_K_MAX * KB_DKEM_K_MAX <= KB_DKEM_STREAM_MAX, "all at once");

void kb_dkem_sample_matrix(const kb_dkem_params *params, int16_t *a, const uint8_t *rho) {
    kb_dkem_seed seed;
    kb_dkem_stream streams[KB_DKEM_STREAM_MAX];
    entry entries[KB_DKEM_STREAM_MAX];
    size_t k = params->k;
    kb_dkem_seed_init(&seed, params, rho);
    for (size_t i = 0; i < k * k; i++) {
        entry *e = &entries[i];
        e->ring = params->ring;
        e->p = a + i * params->ring->n;
        e->have = e->rest = 0;
        e->more = params->suite == KB_DKEM_SM3 ? KB_SM3_BYTES : KB_SHAKE128_RATE_BYTES;
        /* k is 2 or 4. Row by row: column, then row. */
        size_t row = k == 4 ? i / 4 : i / 2, column = i & (k - 1);
        streams[i] = (kb_dkem_stream){.suffix = {(uint8_t)column, (uint8_t)row},
                                      .out = e->room,
                                      .len = first_bytes(params),
                                      .take = take_candidates,
                                      .owner = e};
    }
    kb_dkem_streams_read(&seed, streams, k * k, 2);
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

static_assert(KB_DKEM_NOISE_MAX <= KB_DKEM_STREAM_MAX, "all at once");

void kb_dkem_sample_noise(const kb_dkem_params *params, int16_t *p, size_t count,
                          const uint8_t *seed_bytes, uint8_t nonce) {
    uint8_t bits[KB_DKEM_NOISE_MAX][KB_DKEM_N_MAX / 4 * 3];
    KB_WIPE_AT_END(bits);
    kb_dkem_seed seed;
    KB_WIPE_AT_END(seed);
    kb_dkem_stream streams[KB_DKEM_NOISE_MAX];
    kb_dkem_seed_init(&seed, params, seed_bytes);
    for (size_t i = 0; i < count; i++) {
        streams[i] = (kb_dkem_stream){.suffix = {(uint8_t)(nonce + i)},
                                      .out = bits[i],
                                      .len = params->ring->n / 4 * params->eta};
    }
    kb_dkem_streams_read(&seed, streams, count, 1);
    for (size_t i = 0; i < count; i++) {
        binomial(params, p + i * params->ring->n, bits[i]);
    }
}
