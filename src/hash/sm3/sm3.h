/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SM3 for callers inside the library: calls that cannot fail, a common beginning with
 * many endings, HMAC, and the layer that DKEM builds on it (pseudo-XOF, pseudo-hash).
 *
 * The order of calls is the caller's promise: init, absorb any number of times, finish.
 * A state is copied by assignment: the copy is the midstate from which other messages
 * with the same beginning go on. States that took in a secret are wiped by their owner.
 *
 * Not here: the checked public calls are in keybraid/hash.h.
 */
#ifndef KB_HASH_SM3_SM3_H
#define KB_HASH_SM3_SM3_H

#include "hash/sm3/ops.h"

#include <keybraid/hash.h>

#define KB_SM3_BLOCK_BYTES 64

void kb_sm3_absorb(kb_sm3 *state, const void *in, size_t len);
/* Writes the digest; the state is used up. */
void kb_sm3_finish(kb_sm3 *state, uint8_t out[KB_SM3_BYTES]);

/*
 * Finishes up to sixteen messages with a common beginning side by side: out[j] is the
 * digest of what state took in, then tail_len bytes, which are the upper ones of tail[j],
 * the uppermost first.
 * Beginning mod 64 + tail_len <= 55, so that one block is left; used is 1..16.
 */
void kb_sm3_finish_x16(uint8_t *const out[KB_SM3_LANE_COUNT], const kb_sm3 *state,
                       const uint64_t tail[KB_SM3_LANE_COUNT], size_t tail_len,
                       size_t used);

/* HMAC-SM3 (RFC 2104) of the two parts of a message, one after the other. */
void kb_sm3_hmac(uint8_t tag[KB_SM3_BYTES], const void *key, size_t key_len,
                 const void *first, size_t first_len, const void *second,
                 size_t second_len);

/* The key derivation function of GB/T 32918.4, 5.4.3, as an extendable output:
 * SM3(in || 1) || SM3(in || 2) || ..., counters of four bytes, big-endian. out_len is
 * below 2^37. */
void kb_sm3_xof(uint8_t *out, size_t out_len, const void *in, size_t len);

#define KB_SM3_PSEUDOHASH512_BYTES 64
/* The 512-bit hash that the call for proposals of DKEM offers in place of a real one:
 * h1 || h2 with h1 = SM3(in || 02 00), h2 = SM3(HMAC(K, 02 00 || in) || h1) and a fixed
 * K. A placeholder: nobody claims 512-bit security for it. */
void kb_sm3_pseudohash512(uint8_t out[KB_SM3_PSEUDOHASH512_BYTES], const void *in,
                          size_t len);

#endif
