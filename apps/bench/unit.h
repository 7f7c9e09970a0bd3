/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A unit: the operations of a row that are measured in the same processes. Starts its
 * trials and puts what they print into the row's record.
 */
#ifndef KB_BENCH_UNIT_H
#define KB_BENCH_UNIT_H

#include "options.h"
#include "record.h"

typedef struct kb_bench_unit {
    kb_bench_record *record; /* of the row */
    const kb_bench_subject *subject;
    unsigned ops; /* bit k: operation k */
    kb_bench_plan plan;
} kb_bench_unit;

/* Where trials run. program may be another build of keybraid-bench: its trials can then
 * be interleaved with ours. */
typedef struct kb_bench_runner {
    char *program;
    char *profiler; /* keybraid-bench-profile, or NULL */
    const kb_bench_options *options;
    int cpu;
} kb_bench_runner;

/* Enters the unit's operations into its record, with the plan so far. */
void kb_bench_unit_enter(kb_bench_unit *unit);
/* Plans: by options alone for a quick run of one program, else by a short process. A process
 * that fails gives its class to the operations. */
KB_MUST_USE kb_status kb_bench_unit_plan(kb_bench_unit *unit,
                                         const kb_bench_runner *runner);
/* Nanoseconds that the trials will take by the plan. */
double kb_bench_unit_cost(const kb_bench_unit *unit);
/* Runs trial number, again when it was disturbed, and adds the least disturbed to the
 * record. */
KB_MUST_USE kb_status kb_bench_unit_trial(kb_bench_unit *unit,
                                          const kb_bench_runner *runner, unsigned number);
/* Runs the profiler, where there is one, and enters what it counted. */
KB_MUST_USE kb_status kb_bench_unit_profile(kb_bench_unit *unit,
                                            const kb_bench_runner *runner);
/* Whether more trials make sense: nothing failed so far. */
bool kb_bench_unit_is_good(const kb_bench_unit *unit);

#endif
