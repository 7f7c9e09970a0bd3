/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Statistics of samples: quantiles, mean, median absolute deviation, bootstrap intervals.
 *
 * Everything here is a pure function: the same samples give the same digits, bootstrap
 * included, which is how `bench check` can recompute them.
 */
#ifndef KB_BENCH_STATS_H
#define KB_BENCH_STATS_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#define KB_BENCH_BOOTSTRAP_COUNT 2000

typedef struct kb_bench_stats {
    size_t n;
    double min, p1, p25, p50, p75, p95, p99, p999, max, mean;
    double mad;       /* median of |x - median|, not scaled */
    double low, high; /* 95 % bootstrap interval of the median */
} kb_bench_stats;

/* Returns the quantile q (0..1) of n >= 1 ascending values, linear between neighbours:
 * the value at position (n - 1) q, counted from 0. */
double kb_bench_quantile(const double *ascending, size_t n, double q);

/* Sorts the n >= 1 values ascending in place. */
void kb_bench_sort(double *values, size_t n);

/* Sorts values in place and computes everything. KB_ERR_ARGUMENT for n = 0,
 * KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_stats_of(kb_bench_stats *out, double *values, size_t n);

/* Half the width of the shortest interval that holds half of n >= 1 ascending values, so
 * scaled that it is the standard deviation of a normal distribution: what is far off from
 * most does not count. */
double kb_bench_spread(const double *ascending, size_t n);

/* The next 64 bits of the sequence that the bootstrap draws from. */
uint64_t kb_bench_random_word(uint64_t *state);

#endif
