/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The round constants of SM3, for every table. */
#ifndef KB_HASH_SM3_ROUND_CONSTANTS_H
#define KB_HASH_SM3_ROUND_CONSTANTS_H

#include <stdint.h>

/* T_j turned left by j mod 32 (GB/T 32905, 5.3.3), written out, so that no round turns by
 * 0. */
/* Hidden, so that its address is not loaded from a table: what checks kernels sees a load
 * there. */
extern const uint32_t kb_sm3_round_constant[64] __attribute__((visibility("hidden")));

#endif
