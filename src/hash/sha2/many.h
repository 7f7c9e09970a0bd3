/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Any number of short messages that begin with the same blocks and have one block left:
 * one compression each, side by side. All memory is the caller's; it writes the blocks
 * where they are compressed, and a digest may go straight into the block that comes next:
 *
 *     kb_sha2_midstate256(start, seed_block, 1);           once for all messages
 *     ... each block: what differs, then kb_sha2_pad256()  padding stays between uses
 *     kb_sha2_finish256(leaves, 16, 4, start, blocks, count);
 *
 * and a step of `count` hash chains whose value lies at byte 22 of each block is
 *
 *     kb_sha2_finish256(blocks + 22, 64, n / 4, start, blocks, count);
 *
 * Groups of eight are best. With the SHA instructions a rest takes about as long per
 * message from three on; with AVX2 three take as long as eight, and with SHA-512 as long
 * as four. Callers whose digests go to scattered
 * places use finish256_x8 of ops.h.
 *
 * Constant time in blocks and states. Blocks and digests that are secret are wiped by
 * their owner.
 *
 * Not here: messages of several blocks that differ: compress256_x8 in ops.h, sha2_core.h.
 */
#ifndef KB_HASH_SHA2_MANY_H
#define KB_HASH_SHA2_MANY_H

#include "hash/sha2/ops.h"

/* The state after `count` blocks of the beginning. */
void kb_sha2_midstate256(uint32_t out[8], const uint8_t *blocks, size_t count);
void kb_sha2_midstate512(uint64_t out[8], const uint8_t *blocks, size_t count);

/* Pads a last block that holds `have` bytes of a message of `total` bytes in all (FIPS
 * 180-4, 5.1): have <= 55 and <= 111, total < 2^61. */
void kb_sha2_pad256(uint8_t block[KB_SHA256_BLOCK_BYTES], size_t have, uint64_t total);
void kb_sha2_pad512(uint8_t block[KB_SHA512_BLOCK_BYTES], size_t have, uint64_t total);

/* Writes the first `words` (1..8; of four and of eight bytes) words of digest j to
 * out + j * stride. Blocks lie one after the other. A digest may lie in its own block;
 * otherwise out and blocks are apart. */
void kb_sha2_finish256(uint8_t *out, size_t stride, size_t words, const uint32_t start[8],
                       const uint8_t *blocks, size_t count);
void kb_sha2_finish512(uint8_t *out, size_t stride, size_t words, const uint64_t start[8],
                       const uint8_t *blocks, size_t count);

#endif
