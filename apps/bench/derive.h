/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The numbers of tables, computed from raw samples: the only place that does it, for the
 * measurement and for `bench check`.
 */
#ifndef KB_BENCH_DERIVE_H
#define KB_BENCH_DERIVE_H

#include "floors.h"
#include "stats.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct kb_bench_op;

typedef struct kb_bench_derived {
    kb_bench_stats ns;          /* wall time of a call, the clock's overhead subtracted */
    double trial_mean_ns;       /* median of the trials' means */
    double cpu_ns;              /* CPU time: median of the calls; 0 when not taken */
    double cycles;              /* median; 0 without a counter */
    double ops_per_s;           /* from the mean */
    double failures, disturbed; /* wrong results; disturbed trials that were kept */
    double heap_calls, heap_peak_bytes; /* most of the trials; -1 when not counted */
    double stack_bytes;
    double rss_base_bytes, rss_peak_bytes;
    double floor_ns; /* what its unavoidable hashing takes; 0 when there is none */
} kb_bench_derived;

/* Computes everything from op's trials, and the floor of its time from what hashing cost
 * in them. KB_ERR_ARGUMENT when there are no samples. */
KB_MUST_USE kb_status kb_bench_derive(kb_bench_derived *out, const struct kb_bench_op *op,
                                      const kb_bench_floor *floor);

/* All samples of op in nanoseconds, in the order taken; *n of them, released with free. */
KB_MUST_USE kb_status kb_bench_samples_ns(double **out, size_t *n,
                                          const struct kb_bench_op *op);

/* What a unit of hashing took at least, in ns: the least of op's trials. */
double kb_bench_unit_ns(const struct kb_bench_op *op, size_t kind);

/* As JSON, and back. A number that is missing is KB_ERR_FORMAT. */
KB_MUST_USE kb_status kb_bench_derived_to_json(json_t **out,
                                               const kb_bench_derived *derived);
KB_MUST_USE kb_status kb_bench_derived_from_json(kb_bench_derived *out,
                                                 const json_t *json);
/* Name of the first number in which two differ; NULL when they agree in every digit. */
const char *kb_bench_derived_difference(const kb_bench_derived *a,
                                        const kb_bench_derived *b);

#endif
