/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The sponge for callers inside the library: any rate and domain byte, one input or four
 * side by side.
 *
 * None of these calls can fail; their order is the caller's promise: init, absorb any
 * number of times, pad, squeeze any number of times. States that took in a secret are
 * wiped by the caller.
 *
 * Not here: the checked public calls of SHA-3 and SHAKE, in sha3.c.
 */
#ifndef KB_HASH_KECCAK_KECCAK_H
#define KB_HASH_KECCAK_KECCAK_H

#include <keybraid/hash.h>
#include <stdalign.h>

#define KB_SHA3_224_RATE_BYTES   144
#define KB_SHA3_256_RATE_BYTES   136
#define KB_SHA3_384_RATE_BYTES   104
#define KB_SHA3_512_RATE_BYTES   72
#define KB_SHAKE128_RATE_BYTES   168
#define KB_SHAKE256_RATE_BYTES   136
#define KB_KECCAK_MAX_RATE_BYTES 168

/* Domain suffix, then the first 1 of pad10*1 (FIPS 202, 6.1 and 6.2; SP 800-185, 3.3). */
#define KB_KECCAK_DOMAIN_SHA3   0x06
#define KB_KECCAK_DOMAIN_SHAKE  0x1f
#define KB_KECCAK_DOMAIN_CSHAKE 0x04

/* rate: a multiple of 8, at most KB_KECCAK_MAX_RATE_BYTES. */
void kb_keccak_init(kb_keccak *sponge, size_t rate, uint8_t domain);
void kb_keccak_absorb(kb_keccak *sponge, const void *in, size_t len);
/* Ends the input. */
void kb_keccak_pad(kb_keccak *sponge);
void kb_keccak_squeeze(kb_keccak *sponge, void *out, size_t len);
/* Fills the rest of the block with zeros (bytepad of SP 800-185, 2.3.3); nothing to do at
 * the start of a block. */
void kb_keccak_absorb_zeros_to_block(kb_keccak *sponge);
/* What the sponge is ready for; both false for a state that is zero. */
bool kb_keccak_is_absorbing(const kb_keccak *sponge);
bool kb_keccak_is_squeezing(const kb_keccak *sponge);

/* Of states side by side: vectors that cross cache lines cost the permutation a tenth. */
#define KB_KECCAK_ALIGNED alignas(32)

/* Up to four sponges of one rate side by side; lanes[i][j] is lane i of sponge j. */
typedef struct kb_keccak_x4 {
    KB_KECCAK_ALIGNED uint64_t lanes[25][4];
    size_t rate;
    size_t used; /* sponges in use, 1..4 */
} kb_keccak_x4;

/* Starts `used` sponges, absorbs the whole of their inputs of len bytes each, and pads.
 */
void kb_keccak_x4_absorb_all(kb_keccak_x4 *sponge, size_t rate, uint8_t domain,
                             const uint8_t *const in[4], size_t used, size_t len);
/* The same for four inputs of `words` 64-bit words each and a suffix that all have, of
 * suffix_len bytes (0..7), the first of them lowest; together they are less than a block.
 * For many outputs of few seeds. */
void kb_keccak_x4_absorb_seeds(kb_keccak_x4 *sponge, size_t rate, uint8_t domain,
                               const uint8_t *const seed[4], size_t words,
                               uint64_t suffix, size_t suffix_len);
/* Writes len bytes of each sponge in use to its output; every call begins a fresh block,
 * so a next call continues the stream only after a multiple of the rate. */
void kb_keccak_x4_squeeze(kb_keccak_x4 *sponge, uint8_t *const out[4], size_t len);

#endif
