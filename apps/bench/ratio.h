/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family ratio: tokens from memory to memory beside the cipher alone. */
#ifndef KB_BENCH_RATIO_H
#define KB_BENCH_RATIO_H

#include "family.h"

extern const kb_bench_family kb_bench_ratio;

#endif
