/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What differs between two measurements of a family: the earlier one, or A, as baseline.h
 * keeps it, and a later one, or B, from its records. The only place that compares.
 *
 * Two measurements at different times lie apart by more than their trials show: pages,
 * frequency, other load. How much is taken from the family itself: the spread of the
 * ratios of fast calls about where most of them are, which holds as long as half of the
 * operations did not change, or all did alike. Hash functions timed in every process tell
 * whether the machine as a whole was faster; the least of their shifts is added. Trials
 * that were interleaved need neither.
 */
#ifndef KB_BENCH_CHANGES_H
#define KB_BENCH_CHANGES_H

#include "result.h"
#include "sides.h"

#define KB_BENCH_FLAGGED     1.05 /* an interval beyond, or below its inverse, is flagged */
#define KB_BENCH_NOISE_OPS   20   /* operations that show how far runs lie apart */
#define KB_BENCH_NOISE_FEW   0.05 /* assumed for fewer, as a logarithm */
#define KB_BENCH_NOISE_LEAST 0.01

typedef enum kb_bench_verdict {
    KB_BENCH_SAME,   /* the interval lies within 5 % */
    KB_BENCH_OPEN,   /* it reaches beyond, but not with both ends */
    KB_BENCH_SLOWER, /* both ends are beyond */
    KB_BENCH_FASTER,
    KB_BENCH_ONLY_A, /* from here on there is no ratio */
    KB_BENCH_ONLY_B,
    KB_BENCH_FAILED_A, /* measured there, with a class that has no numbers */
    KB_BENCH_FAILED_B,
    KB_BENCH_FAILED /* on both */
} kb_bench_verdict;

/* One operation on both sides, or on one. */
typedef struct kb_bench_change {
    kb_bench_row row;
    char op[16];
    kb_bench_verdict verdict;
    double earlier, now; /* medians in ns; 0: none */
    double ratio;        /* now divided by earlier */
    double fast;         /* that of fast calls */
    double low, high;    /* 95 % */
    size_t n[2], trials[2];
} kb_bench_change;

typedef struct kb_bench_changes {
    kb_bench_change *change; /* in row order; a row's operations in their order */
    size_t count;
    size_t rows, compared; /* rows on either side; operations with a ratio */
    size_t flagged;        /* rows with a slower or faster operation */
    size_t by_verdict[KB_BENCH_FAILED + 1]; /* operations */
    bool is_paired;
    bool is_noise_measured;
    double noise;   /* that was added, as a logarithm */
    double control; /* of it: shift of the hash functions */
} kb_bench_changes;

const char *kb_bench_verdict_name(kb_bench_verdict verdict);
bool kb_bench_verdict_has_ratio(kb_bench_verdict verdict);

/* Compares a family of what is kept (its JSON) with its records, whose samples are there.
 * Released with kb_bench_changes_free. KB_ERR_FORMAT when what is kept is damaged. */
KB_MUST_USE kb_status kb_bench_changes_of(kb_bench_changes *out, const json_t *kept,
                                          const kb_bench_family_result *family,
                                          bool is_paired);
void kb_bench_changes_free(kb_bench_changes *changes);

/* What the two were measured on and with, as far as it differs and makes the comparison
 * unfair: an array of texts, a new reference. first and second name the sides. */
KB_MUST_USE kb_status kb_bench_differences(json_t **out, const json_t *a, const json_t *b,
                                           const char *first, const char *second);

#endif
