/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What a result folder keeps of an earlier one to be compared with: records/baseline.json
 * with the medians and their intervals, and the SHA-256 of the earlier manifest.
 */
#ifndef KB_BENCH_BASELINE_H
#define KB_BENCH_BASELINE_H

#include "folder.h"
#include "result.h"

#define KB_BENCH_BASELINE_NAME KB_BENCH_RECORDS "/baseline.json"

/* What is kept of the result folder earlier. */
KB_MUST_USE kb_status kb_bench_baseline_of(json_t **out, const char *earlier);
/* Writes it into DIR. */
KB_MUST_USE kb_status kb_bench_baseline_write(const char *dir, const char *earlier);
/* Whether DIR keeps exactly what earlier gives. */
KB_MUST_USE kb_status kb_bench_baseline_matches(bool *out, const char *dir,
                                                const char *earlier);

/* One operation now and then. */
typedef struct kb_bench_change {
    const kb_bench_row *row;
    const char *op;
    double now, earlier; /* medians in ns */
    double ratio;        /* now divided by earlier */
    double low, high;    /* of the ratio, from the ends of both intervals: cautious */
} kb_bench_change;

/* All operations of family that the baseline has too, released with free. */
KB_MUST_USE kb_status kb_bench_baseline_changes(kb_bench_change **out, size_t *count,
                                                const json_t *baseline,
                                                const kb_bench_family_result *family);

#endif
