/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tables of hash work: hashes.csv by shape, hash-shares.csv by operation. */
#ifndef KB_BENCH_HASHES_H
#define KB_BENCH_HASHES_H

#include "result.h"

#include <stdio.h>

/* A line for every shape: calls and microseconds of one call of the operation, and the
 * part of its time in percent. */
KB_MUST_USE kb_status kb_bench_hashes_csv(FILE *out, const kb_bench_result *result);
/* A line for every operation with a profile: what its time is divided into, and the
 * permutations and compressions that were counted beside those that are unavoidable. */
KB_MUST_USE kb_status kb_bench_hash_shares_csv(FILE *out, const kb_bench_result *result);

#endif
