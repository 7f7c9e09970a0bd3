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

#define KB_DKEM_STREAM_MAX 16

/* An output stream X(seed || suffix), read piece by piece. */
typedef struct kb_dkem_stream {
    uint8_t suffix[2]; /* one that is not used is zero */
    /* The piece that is wanted next: of the same length in all streams at first. SM3: a
     * multiple of 32. SHAKE: a multiple of 168, 168 behind the first, unless it is the
     * last one. */
    uint8_t *out;
    size_t len;
    /* Called when a piece is there. Returns whether the stream goes on: out and len, which
     * it changes, then say where. Without it the stream ends. */
    bool (*take)(struct kb_dkem_stream *stream);
    void *owner;      /* for take */
    size_t begun;     /* of kb_dkem_streams_read: bytes of the piece under way, */
    uint32_t counter; /* blocks so far */
} kb_dkem_stream;

/* Reads up to KB_DKEM_STREAM_MAX streams to their ends, as many blocks side by side as
 * there are lanes, whichever streams they belong to. suffix_len is 1 or 2. */
void kb_dkem_streams_read(const kb_dkem_seed *seed, kb_dkem_stream *streams, size_t count,
                          size_t suffix_len);

#endif
