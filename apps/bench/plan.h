/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How often something is called: from the time of one call to trials, calls per trial and
 * warm-up calls.
 */
#ifndef KB_BENCH_PLAN_H
#define KB_BENCH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#define KB_BENCH_TRIALS            5
#define KB_BENCH_TRIALS_MAX        64
#define KB_BENCH_TRIAL_NS          UINT64_C(1000000000) /* what a trial aims at */
#define KB_BENCH_CALLS_MIN         100                  /* of all trials together */
#define KB_BENCH_TRIAL_CALLS_MAX   20000
#define KB_BENCH_BUDGET_NS         (900 * UINT64_C(1000000000))
#define KB_BENCH_QUICK_CALLS_MIN   3
#define KB_BENCH_QUICK_NS          UINT64_C(600000000) /* leaves room for the preparation */
#define KB_BENCH_PAIRS             8 /* even: as many begin with A as with B */
#define KB_BENCH_PAIR_NS           UINT64_C(400000000)
#define KB_BENCH_PAIR_QUICK_NS     UINT64_C(80000000)
#define KB_BENCH_DISTURBED_BELOW   0.95
#define KB_BENCH_DISTURBED_RETRIES 2
#define KB_BENCH_DISTURBED_NS      UINT64_C(10000000) /* shorter trials are never repeated */

typedef struct kb_bench_plan {
    uint64_t call_ns; /* of the calibration; 0 in a quick plan */
    unsigned trials, warmups;
    uint64_t calls; /* of one trial; 0: as many as target_ns allows, 3 at least */
    uint64_t target_ns;
    unsigned retries_max;
    uint64_t timeout_ns; /* of one trial's process */
} kb_bench_plan;

/* What the user asked for instead; 0 means nothing, warmups below 0 too. */
typedef struct kb_bench_counts {
    unsigned trials;
    uint64_t calls;
    long warmups;
} kb_bench_counts;

/* The rule of the full measurement, for call_ns per call and setup_ns of preparation. */
kb_bench_plan kb_bench_plan_full(uint64_t call_ns, uint64_t setup_ns,
                                 const kb_bench_counts *wanted);
/* Short trials in number, to be interleaved with those of another program, which gets the
 * same plan. */
kb_bench_plan kb_bench_plan_pairs(uint64_t call_ns, uint64_t setup_ns, bool is_quick,
                                  const kb_bench_counts *wanted);
/* One trial that times itself. */
kb_bench_plan kb_bench_plan_quick(const kb_bench_counts *wanted);
/* Calls of a self-timing trial: as many as fit into target_ns, within the bounds. */
uint64_t kb_bench_plan_fit(uint64_t call_ns, uint64_t target_ns);
/* Whether a trial must be repeated: share of the clock, or of the processor, that it got
 * in wall_ns. */
bool kb_bench_plan_is_disturbed(double share, uint64_t wall_ns);

#endif
