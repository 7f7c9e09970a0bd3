/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Statistics of samples.
 *
 * The bootstrap of a median needs no resampling: the median of n draws with replacement
 * is the sample at position floor(n U), where U is the middle order statistic of n uniform
 * numbers, which is Beta distributed. One such number per replicate has exactly the
 * distribution that n draws and a sort have, at a cost that does not grow with n.
 */
#include "stats.h"

#include "core/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INTERVAL_LOW  0.025
#define INTERVAL_HIGH 0.975

/* splitmix64: a fixed sequence for a fixed start. */
uint64_t kb_bench_random_word(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in (0, 1), never an end. */
static double next_uniform(uint64_t *state) {
    return ((double)(kb_bench_random_word(state) >> 11) + 0.5) * 0x1p-53;
}

/* Polar method; the second value of each pair is not used. */
static double next_normal(uint64_t *state) {
    for (;;) {
        double x = 2 * next_uniform(state) - 1, y = 2 * next_uniform(state) - 1;
        double s = x * x + y * y;
        if (s < 1 && s > 0) {
            return x * sqrt(-2 * log(s) / s);
        }
    }
}

/* Gamma(shape, 1) for shape >= 1 (Marsaglia and Tsang, 2000). */
static double next_gamma(uint64_t *state, double shape) {
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = next_normal(state), v = 1 + c * x;
        if (v > 0) {
            v = v * v * v;
            if (log(next_uniform(state)) < 0.5 * x * x + d - d * v + d * log(v)) {
                return d * v;
            }
        }
    }
}

static double at_fraction(const double *ascending, size_t n, double u) {
    size_t at = (size_t)(u * (double)n);
    return ascending[at < n ? at : n - 1];
}

/* The median of one bootstrap replicate. */
static double replicate(const double *ascending, size_t n, uint64_t *state) {
    size_t m = (n + 1) / 2; /* rank, from 1, of the (lower) middle */
    double a = next_gamma(state, (double)m);
    double u = a / (a + next_gamma(state, (double)(n + 1 - m)));
    double lower = at_fraction(ascending, n, u);
    if (n % 2 == 1) {
        return lower;
    }
    /* The next order statistic: the least of the n - m numbers above u. */
    double step = -expm1(log(next_uniform(state)) / (double)(n - m));
    return (lower + at_fraction(ascending, n, u + (1 - u) * step)) / 2;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void kb_bench_sort(double *values, size_t n) {
    qsort(values, n, sizeof *values, by_value);
}

double kb_bench_quantile(const double *ascending, size_t n, double q) {
    double at = (double)(n - 1) * q;
    size_t below = (size_t)at;
    if (below + 1 >= n) {
        return ascending[n - 1];
    }
    double part = at - (double)below;
    return ascending[below] + part * (ascending[below + 1] - ascending[below]);
}

static void interval(double *low, double *high, double *replicates) {
    kb_bench_sort(replicates, KB_BENCH_BOOTSTRAP_COUNT);
    *low = kb_bench_quantile(replicates, KB_BENCH_BOOTSTRAP_COUNT, INTERVAL_LOW);
    *high = kb_bench_quantile(replicates, KB_BENCH_BOOTSTRAP_COUNT, INTERVAL_HIGH);
}

kb_status kb_bench_stats_of(kb_bench_stats *out, double *values, size_t n) {
    double replicates[KB_BENCH_BOOTSTRAP_COUNT];
    uint64_t state = n;
    double sum = 0;
    if (n == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no samples");
    }
    double *distances = malloc(n * sizeof *distances);
    if (distances == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu samples", n);
    }
    kb_bench_sort(values, n);
    double median = kb_bench_quantile(values, n, 0.5);
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        distances[i] = fabs(values[i] - median);
    }
    kb_bench_sort(distances, n);
    for (size_t i = 0; i < KB_BENCH_BOOTSTRAP_COUNT; i++) {
        replicates[i] = replicate(values, n, &state);
    }
    *out = (kb_bench_stats){
        .n = n,
        .min = values[0],
        .p1 = kb_bench_quantile(values, n, 0.01),
        .p25 = kb_bench_quantile(values, n, 0.25),
        .p50 = median,
        .p75 = kb_bench_quantile(values, n, 0.75),
        .p95 = kb_bench_quantile(values, n, 0.95),
        .p99 = kb_bench_quantile(values, n, 0.99),
        .p999 = kb_bench_quantile(values, n, 0.999),
        .max = values[n - 1],
        .mean = sum / (double)n,
        .mad = kb_bench_quantile(distances, n, 0.5),
    };
    interval(&out->low, &out->high, replicates);
    free(distances);
    return KB_OK;
}

#define NORMAL_HALF 0.6744897501960817 /* half of a normal distribution is within */

double kb_bench_spread(const double *ascending, size_t n) {
    size_t half = n / 2;
    double least = ascending[n - 1] - ascending[0];
    for (size_t i = 0; i + half < n; i++) {
        least = fmin(least, ascending[i + half] - ascending[i]);
    }
    return least / 2 / NORMAL_HALF;
}
