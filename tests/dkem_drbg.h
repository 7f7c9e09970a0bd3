/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The deterministic generator that the known answers of DKEM are drawn from: Hash_DRBG
 * over SM3 without reseeding, with a seed of any length and no other input. For tests
 * only.
 *
 * Two calls never equal one longer call: the pattern of calls belongs to the answers.
 */
#ifndef KB_DKEM_DRBG_H
#define KB_DKEM_DRBG_H

#include "hash/sm3/sm3.h"

#include <string.h>

#define DRBG_STATE_BYTES 55 /* 440 bits, big-endian */

typedef struct dkem_drbg {
    uint8_t v[DRBG_STATE_BYTES], c[DRBG_STATE_BYTES];
    uint32_t counter;
} dkem_drbg;

/* out = the first 55 bytes of SM3(1 || 440 || in) || SM3(2 || 440 || in). */
static inline void drbg_derive(uint8_t out[DRBG_STATE_BYTES], const uint8_t *in,
                               size_t len) {
    uint8_t both[2 * KB_SM3_BYTES];
    for (uint8_t i = 0; i < 2; i++) {
        uint8_t head[5] = {(uint8_t)(i + 1), 0, 0, 440 >> 8, 440 & 255};
        kb_sm3 state;
        kb_sm3_init(&state);
        kb_sm3_absorb(&state, head, sizeof head);
        kb_sm3_absorb(&state, in, len);
        kb_sm3_finish(&state, both + i * KB_SM3_BYTES);
    }
    memcpy(out, both, DRBG_STATE_BYTES);
}

/* v += in, a big-endian number of at most 55 bytes, mod 2^440. */
static inline void drbg_add(uint8_t v[DRBG_STATE_BYTES], const uint8_t *in, size_t len) {
    unsigned carry = 0;
    for (size_t i = 1; i <= DRBG_STATE_BYTES; i++) {
        carry += v[DRBG_STATE_BYTES - i] + (i <= len ? in[len - i] : 0U);
        v[DRBG_STATE_BYTES - i] = (uint8_t)carry;
        carry >>= 8;
    }
}

static inline void dkem_drbg_init(dkem_drbg *drbg, const uint8_t *seed, size_t len) {
    uint8_t in[1 + DRBG_STATE_BYTES] = {0};
    drbg_derive(drbg->v, seed, len);
    memcpy(in + 1, drbg->v, DRBG_STATE_BYTES);
    drbg_derive(drbg->c, in, sizeof in);
    drbg->counter = 1;
}

static inline void dkem_drbg_get(dkem_drbg *drbg, uint8_t *out, size_t len) {
    static const uint8_t one[1] = {1};
    uint8_t data[DRBG_STATE_BYTES], in[1 + DRBG_STATE_BYTES] = {3}, digest[KB_SM3_BYTES];
    memcpy(data, drbg->v, sizeof data);
    for (size_t done = 0; done < len; done += sizeof digest) {
        kb_sm3_hash(digest, data, sizeof data);
        memcpy(out + done, digest,
               len - done < sizeof digest ? len - done : sizeof digest);
        drbg_add(data, one, sizeof one);
    }
    memcpy(in + 1, drbg->v, DRBG_STATE_BYTES);
    kb_sm3_hash(digest, in, sizeof in);
    drbg_add(drbg->v, digest, sizeof digest);
    drbg_add(drbg->v, drbg->c, sizeof drbg->c);
    uint8_t counter[4] = {(uint8_t)(drbg->counter >> 24), (uint8_t)(drbg->counter >> 16),
                          (uint8_t)(drbg->counter >> 8), (uint8_t)drbg->counter};
    drbg_add(drbg->v, counter, sizeof counter);
    drbg->counter++;
}

#endif
