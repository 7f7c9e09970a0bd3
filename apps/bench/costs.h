/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a permutation or compression costs at least on this machine, now. */
#ifndef KB_BENCH_COSTS_H
#define KB_BENCH_COSTS_H

#include "clock.h"
#include "floors.h"

typedef struct kb_bench_costs {
    uint64_t ticks[KB_BENCH_UNIT_KINDS]; /* of KB_BENCH_COST_UNITS; 0: not measured yet */
} kb_bench_costs;

#define KB_BENCH_COST_UNITS 64

/* Times every table that this machine can run, single and side by side, and keeps the
 * least in *costs where it is less. Some milliseconds. */
void kb_bench_costs_measure(kb_bench_costs *costs, const kb_bench_clock *clock);

#endif
