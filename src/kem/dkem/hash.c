/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The two hash suites: SM3 with the layer of the submission, SHAKE and SHA-3. */
#include "kem/dkem/hash.h"

#include "core/bytes.h"
#include "core/secret.h"

#define S_MAX KB_DKEM_SEED_MAX_BYTES

void kb_dkem_hash_g(const kb_dkem_params *params, uint8_t *out, const uint8_t *d) {
    size_t s = params->seed_bytes;
    if (params->suite == KB_DKEM_SM3) {
        kb_sm3_xof(out, 2 * s, d, s);
    } else if (s == 32) {
        kb_sha3_512(out, d, s);
    } else {
        kb_shake128(out, 2 * s, d, s);
    }
}

void kb_dkem_hash_j(const kb_dkem_params *params, uint8_t *out, const uint8_t *m,
                    const uint8_t *rho) {
    size_t s = params->seed_bytes;
    KB_SECRET_LOCAL(in, 2 * S_MAX);
    memcpy(in, m, s);
    memcpy(in + s, rho, s);
    if (params->suite == KB_DKEM_SM3) {
        kb_sm3_xof(out, 2 * s, in, 2 * s);
    } else {
        kb_shake128(out, 2 * s, in, 2 * s);
    }
}

void kb_dkem_hash_kdf(const kb_dkem_params *params, uint8_t *out, const uint8_t *in,
                      size_t len) {
    size_t s = params->seed_bytes;
    if (params->suite == KB_DKEM_SM3 && s == 32) {
        kb_sm3_hash(out, in, len);
    } else if (params->suite == KB_DKEM_SM3) {
        kb_sm3_pseudohash512(out, in, len);
    } else if (s == 32) {
        kb_sha3_256(out, in, len);
    } else {
        kb_shake256(out, s, in, len);
    }
}

void kb_dkem_seed_init(kb_dkem_seed *out, const kb_dkem_params *params,
                       const uint8_t *seed) {
    out->suite = params->suite;
    out->len = params->seed_bytes;
    memcpy(out->bytes, seed, out->len);
    /* A seed of 64 bytes is compressed here, once for all streams. */
    kb_sm3_init(&out->begun);
    if (out->suite == KB_DKEM_SM3) {
        kb_sm3_absorb(&out->begun, seed, out->len);
    }
}

void kb_dkem_streams_begin(kb_dkem_streams *streams, const kb_dkem_seed *seed,
                           uint8_t suffix[KB_DKEM_LANE_COUNT][2], size_t suffix_len,
                           size_t used) {
    streams->seed = seed;
    streams->suffix_len = suffix_len;
    streams->used = used;
    streams->counter = 1;
    for (size_t j = 0; j < used; j++) {
        memcpy(streams->suffix[j], suffix[j], suffix_len);
    }
    if (seed->suite == KB_DKEM_SHAKE) {
        uint8_t in[KB_DKEM_LANE_COUNT][S_MAX + 2];
        KB_WIPE_AT_END(in);
        const uint8_t *in_at[KB_DKEM_LANE_COUNT] = {in[0], in[1], in[2], in[3]};
        for (size_t j = 0; j < used; j++) {
            memcpy(in[j], seed->bytes, seed->len);
            memcpy(in[j] + seed->len, suffix[j], suffix_len);
        }
        kb_keccak_x4_absorb_all(&streams->sponge, KB_SHAKE128_RATE_BYTES,
                                KB_KECCAK_DOMAIN_SHAKE, in_at, used,
                                seed->len + suffix_len);
    }
}

/* Every block of every stream is a message of its own with the seed as its beginning:
 * eight at a time, whichever streams they belong to. */
static void read_sm3(kb_dkem_streams *streams, uint8_t *const out[KB_DKEM_LANE_COUNT],
                     size_t len) {
    uint8_t tail[KB_SM3_LANE_COUNT][KB_SM3_TAIL_MAX_BYTES];
    uint8_t *out_at[KB_SM3_LANE_COUNT] = {0};
    size_t tail_len = streams->suffix_len + 4, used = 0;
    for (size_t j = 0; j < streams->used; j++) {
        uint32_t counter = streams->counter;
        for (size_t at = 0; at < len; at += KB_SM3_BYTES, counter++) {
            memcpy(tail[used], streams->suffix[j], streams->suffix_len);
            kb_store_be32(tail[used] + streams->suffix_len, counter);
            out_at[used++] = out[j] + at;
            bool is_last = j == streams->used - 1 && at + KB_SM3_BYTES == len;
            if (used == KB_SM3_LANE_COUNT || is_last) {
                kb_sm3_finish_x8(out_at, &streams->seed->begun, tail, tail_len, used);
                used = 0;
            }
        }
    }
    streams->counter += (uint32_t)(len / KB_SM3_BYTES);
}

void kb_dkem_streams_read(kb_dkem_streams *streams,
                          uint8_t *const out[KB_DKEM_LANE_COUNT], size_t len) {
    if (streams->seed->suite == KB_DKEM_SM3) {
        read_sm3(streams, out, len);
    } else {
        kb_keccak_x4_squeeze(&streams->sponge, out, len);
    }
}
