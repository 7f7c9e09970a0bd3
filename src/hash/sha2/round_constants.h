/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The round constants of SHA-2 (FIPS 180-4, 4.2.2 and 4.2.3), for every table. */
#ifndef KB_HASH_SHA2_ROUND_CONSTANTS_H
#define KB_HASH_SHA2_ROUND_CONSTANTS_H

#include <stdint.h>

/* Vector code loads four at once. */
extern const _Alignas(64) uint32_t kb_sha2_k256[64];
extern const _Alignas(64) uint64_t kb_sha2_k512[80];

#endif
