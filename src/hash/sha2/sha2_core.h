/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SHA-2 for callers inside the library that hash many short strings: no heap, no failure,
 * states that can be copied by assignment.
 *
 * Order of the calls: init, absorb any number of times, final, which wipes the state. A
 * state that took in a secret and is given up earlier is wiped by its owner.
 *
 * Not here: the checked public calls over libcrypto, in sha2.c; the compression functions
 * themselves, in ops.h.
 */
#ifndef KB_HASH_SHA2_SHA2_CORE_H
#define KB_HASH_SHA2_SHA2_CORE_H

#include "hash/sha2/ops.h"

#define KB_SHA2_CORE_MAX_BYTES 64

typedef enum kb_sha2_core_alg {
    KB_SHA2_CORE_224,
    KB_SHA2_CORE_256,
    KB_SHA2_CORE_384,
    KB_SHA2_CORE_512,
    KB_SHA2_CORE_512_224,
    KB_SHA2_CORE_512_256
} kb_sha2_core_alg;

typedef struct kb_sha2_core {
    union {
        uint32_t w32[8];
        uint64_t w64[8];
    } state;
    uint8_t block[KB_SHA512_BLOCK_BYTES];
    size_t have; /* bytes in block, fewer than block_bytes */
    size_t block_bytes;
    size_t digest_bytes;
    uint64_t total; /* bytes of input so far */
} kb_sha2_core;

/* What SHA-256 and SHA-512 start from, for callers that keep the state after a first
 * block. */
extern const uint32_t kb_sha2_initial256[8];
extern const uint64_t kb_sha2_initial512[8];

void kb_sha2_core_init(kb_sha2_core *hash, kb_sha2_core_alg alg);
void kb_sha2_core_absorb(kb_sha2_core *hash, const void *in, size_t len);
/* Writes digest_bytes bytes. */
void kb_sha2_core_final(kb_sha2_core *hash, uint8_t *out);
/* The same for a message that goes on for 0 to 7 bits, at the upper end of last; the rest
 * of last does not count. Only vector sets have such messages. */
void kb_sha2_core_final_bits(kb_sha2_core *hash, uint8_t *out, uint8_t last,
                             unsigned bits);

#endif
