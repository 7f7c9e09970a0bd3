/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The yardstick: a plain, rolled loop of Keccak-f[1600], the same in every program that is
 * compared, which tells how fast the machine is just now. These two files need nothing
 * else, so that other programs can be built with them (doc/peer-csv.md).
 */
#ifndef KB_BENCH_YARDSTICK_H
#define KB_BENCH_YARDSTICK_H

#include <stdint.h>

#define KB_BENCH_YARDSTICK_PERMUTATIONS 16 /* of one burst */
#define KB_BENCH_YARDSTICK_BURSTS       3  /* whose least time counts */

/* Permutes the state so often, one after the other. */
void kb_bench_yardstick(uint64_t state[25], unsigned permutations);

#endif
