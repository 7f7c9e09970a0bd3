/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two programs measured in turn: A B, B A, A B, ..., a process per trial, with the same
 * rows, inputs and plans. */
#ifndef KB_BENCH_PAIRS_H
#define KB_BENCH_PAIRS_H

#include "suite.h"

/* Measures the suite's rows with both programs; options->out gets a result folder for each:
 * a, b. *is_good: every row may be shown. Without a seed in options it is 1. */
KB_MUST_USE kb_status kb_bench_pairs_run(bool *is_good, const kb_bench_suite *suite,
                                         const kb_bench_options *options,
                                         char *const programs[2]);

#endif
