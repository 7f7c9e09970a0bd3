/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What is kept of a result folder to compare a later one with it: for each family its
 * environment, and for each operation the median and blocks of calls (sides.h); and the
 * SHA-256 of its manifest. A folder that was compared keeps it as records/baseline.json.
 *
 *   {"kind": "baseline", "manifest_sha256", "families": [{"family", "environment",
 *    "ops": [{"alg", "to", "bytes", "op", "class", "n", "p50_ns",
 *             "least_ns", "share", "hash_ns": [...], "blocks": [[trial, median, lower quartile], ...]}]}]}
 */
#ifndef KB_BENCH_BASELINE_H
#define KB_BENCH_BASELINE_H

#include "folder.h"
#include "result.h"

#define KB_BENCH_BASELINE_NAME KB_BENCH_RECORDS "/baseline.json"

/* What is kept of the result folder earlier. */
KB_MUST_USE kb_status kb_bench_baseline_of(json_t **out, const char *earlier);
/* What is kept of one family, whose samples are there; *out may be set on failure, too. */
KB_MUST_USE kb_status kb_bench_baseline_of_family(json_t **out,
                                                  const kb_bench_family_result *family);
/* Writes it into DIR. */
KB_MUST_USE kb_status kb_bench_baseline_write(const char *dir, const char *earlier);
/* Whether DIR keeps exactly what earlier gives. */
KB_MUST_USE kb_status kb_bench_baseline_matches(bool *out, const char *dir,
                                                const char *earlier);

/* The family of that name in what is kept; NULL when it has none. */
const json_t *kb_bench_baseline_family(const json_t *baseline, const char *family);

#endif
