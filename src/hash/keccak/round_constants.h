/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What iota adds in each round of Keccak-f[1600]. */
#ifndef KB_HASH_KECCAK_ROUND_CONSTANTS_H
#define KB_HASH_KECCAK_ROUND_CONSTANTS_H

#include <stdint.h>

extern const uint64_t kb_keccak_round_constant[24];

#endif
