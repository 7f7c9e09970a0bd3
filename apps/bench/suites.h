/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The families that are measured row by row, one per file of the same name. */
#ifndef KB_BENCH_SUITES_H
#define KB_BENCH_SUITES_H

#include "suite.h"

extern const kb_bench_suite kb_bench_composite, kb_bench_reencrypt, kb_bench_primitives,
    kb_bench_evidence, kb_bench_streams;

#endif
