/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Counters of hash work, which the bench compares with what the standards make
 * unavoidable; they cost nothing unless built with KB_PROFILE.
 */
#ifndef KB_HASH_HASH_COUNT_H
#define KB_HASH_HASH_COUNT_H

#include <stdint.h>

/* Totals of all threads since the start or the last reset; zero without KB_PROFILE. */
typedef struct kb_hash_counts {
    uint64_t keccak_x1; /* single permutations */
    uint64_t keccak_x4; /* calls that permute four states side by side */
    uint64_t sm3_x1;    /* single compressions */
    uint64_t sm3_x8;    /* calls that compress up to eight blocks side by side */
    /* Own compressions of SHA-2; libcrypto's are not counted. */
    uint64_t sha256_x1; /* single blocks */
    uint64_t sha256_x8; /* calls that compress up to eight blocks side by side */
    uint64_t sha512_x1;
    uint64_t sha512_x8;
} kb_hash_counts;

void kb_hash_count_reset(void);
kb_hash_counts kb_hash_count_read(void);

#ifdef KB_PROFILE
void kb_hash_count_keccak(uint64_t x1, uint64_t x4);
void kb_hash_count_sm3(uint64_t x1, uint64_t x8);
void kb_hash_count_sha256(uint64_t x1, uint64_t x8);
void kb_hash_count_sha512(uint64_t x1, uint64_t x8);
#define KB_HASH_COUNT_KECCAK(x1, x4) kb_hash_count_keccak((x1), (x4))
#define KB_HASH_COUNT_SM3(x1, x8)    kb_hash_count_sm3((x1), (x8))
#define KB_HASH_COUNT_SHA256(x1, x8) kb_hash_count_sha256((x1), (x8))
#define KB_HASH_COUNT_SHA512(x1, x8) kb_hash_count_sha512((x1), (x8))
#else
#define KB_HASH_COUNT_KECCAK(x1, x4) ((void)0)
#define KB_HASH_COUNT_SM3(x1, x8)    ((void)0)
#define KB_HASH_COUNT_SHA256(x1, x8) ((void)0)
#define KB_HASH_COUNT_SHA512(x1, x8) ((void)0)
#endif

#endif
