/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What DKEM uses hash functions for, in either suite; callers never branch on the suite.
 *
 * Lengths follow from the set: S is params->seed_bytes.
 */
#ifndef KB_KEM_DKEM_HASH_H
#define KB_KEM_DKEM_HASH_H

#include "hash/keccak/keccak.h"
#include "hash/sm3/sm3.h"
#include "kem/dkem/params.h"

/* G: d to rho || sigma, S to 2S bytes. */
void kb_dkem_hash_g(const kb_dkem_params *params, uint8_t *out, const uint8_t *d);
/* J: m and rho to the coins of an encryption, 2S bytes. */
void kb_dkem_hash_j(const kb_dkem_params *params, uint8_t *out, const uint8_t *m,
                    const uint8_t *rho);
/* KDF: len bytes to a shared secret of S bytes. */
void kb_dkem_hash_kdf(const kb_dkem_params *params, uint8_t *out, const uint8_t *in,
                      size_t len);

/* The seed that many streams have in common. Wiped by its owner when it is a secret. */
typedef struct kb_dkem_seed {
    kb_dkem_suite suite;
    size_t len;
    uint8_t bytes[KB_DKEM_SEED_MAX_BYTES];
    kb_sm3 begun;
} kb_dkem_seed;

void kb_dkem_seed_init(kb_dkem_seed *out, const kb_dkem_params *params,
                       const uint8_t *seed);

#define KB_DKEM_LANE_COUNT 4

/* Up to four output streams X(seed || suffix) side by side. Wiped by their owner when the
 * seed is a secret. */
typedef struct kb_dkem_streams {
    const kb_dkem_seed *seed;
    uint8_t suffix[KB_DKEM_LANE_COUNT][2];
    size_t suffix_len; /* 1 or 2 */
    size_t used;       /* 1..4 */
    uint32_t counter;
    kb_keccak_x4 sponge;
} kb_dkem_streams;

void kb_dkem_streams_begin(kb_dkem_streams *streams, const kb_dkem_seed *seed,
                           uint8_t suffix[KB_DKEM_LANE_COUNT][2], size_t suffix_len,
                           size_t used);
/* Writes the next len bytes of each stream in use to its output. SM3: len is a multiple
 * of 32. SHAKE: of 168, or this is the last call. */
void kb_dkem_streams_read(kb_dkem_streams *streams,
                          uint8_t *const out[KB_DKEM_LANE_COUNT], size_t len);

#endif
