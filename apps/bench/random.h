/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Reproducible keys and payloads: between begin and end the library's randomness is a
 * stream that follows from seed and label, in this program only; otherwise it is the
 * kernel's.
 *
 * Key generation of RSA draws from libcrypto's own generator and stays random.
 */
#ifndef KB_BENCH_RANDOM_H
#define KB_BENCH_RANDOM_H

#include <stdint.h>

void kb_bench_random_begin(uint64_t seed, const char *label);
void kb_bench_random_end(void);

#endif
