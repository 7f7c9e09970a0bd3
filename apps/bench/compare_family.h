/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench compare A B: two result folders, or two builds of this program. */
#ifndef KB_BENCH_COMPARE_FAMILY_H
#define KB_BENCH_COMPARE_FAMILY_H

#include "family.h"

extern const kb_bench_family kb_bench_compare_family;

#endif
