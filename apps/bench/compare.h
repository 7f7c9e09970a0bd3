/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Two whole results beside each other: compare.csv and a report, for `bench compare`.
 *
 * The folder of a comparison has no samples of its own: records/compare.json names the
 * two result folders, by their place in it or from the root, with the SHA-256 of their
 * manifests.
 */
#ifndef KB_BENCH_COMPARE_H
#define KB_BENCH_COMPARE_H

#include "changes.h"
#include "folder.h"
#include "publish.h"
#include "table.h"

#define KB_BENCH_COMPARE_NAME KB_BENCH_RECORDS "/compare.json"

/* A family on both sides; one of them may have nothing of it. */
typedef struct kb_bench_compared {
    const json_t *kept;            /* of A: baseline.h; NULL: nothing */
    kb_bench_family_result family; /* of B; belongs to the result */
    kb_bench_changes changes;
} kb_bench_compared;

typedef struct kb_bench_compare {
    bool is_interleaved;
    char name[2][KB_BENCH_PATH_BYTES]; /* of the folders, for people */
    char digest[2][65];                /* of their manifests */
    json_t *a;                         /* what is kept of it */
    kb_bench_result b;
    size_t count;
    kb_bench_compared family[KB_BENCH_FAMILIES_MAX];
} kb_bench_compare;

/* Reads both folders and compares. KB_ERR_ARGUMENT when one holds no records. */
KB_MUST_USE kb_status kb_bench_compare_open(kb_bench_compare *out, const char *a,
                                            const char *b, bool is_interleaved);
/* The same of the folder of a comparison; *is_same: both manifests are those it states. */
KB_MUST_USE kb_status kb_bench_compare_read(kb_bench_compare *out, bool *is_same,
                                            const char *dir);
void kb_bench_compare_free(kb_bench_compare *compare);

/* Whether DIR is the folder of a comparison. */
bool kb_bench_compare_is(const char *dir);
/* Paths of the two results that it names. */
KB_MUST_USE kb_status kb_bench_compare_paths(char out[2][KB_BENCH_PATH_BYTES],
                                             const char *dir);
/* Writes it, where the result folders are named as in names. */
KB_MUST_USE kb_status kb_bench_compare_write(const kb_bench_compare *compare,
                                             const char *dir, const char *const names[2]);
/* Writes its files anew from the results that it names. */
KB_MUST_USE kb_status kb_bench_compare_republish(const char *dir);

/* What follows from the two results: compare.csv, report.md, report.html. */
KB_MUST_USE kb_status kb_bench_compare_files(kb_bench_files *out,
                                             const kb_bench_compare *compare);
KB_MUST_USE kb_status kb_bench_compare_table(kb_bench_table *out,
                                             const kb_bench_compare *compare);
/* Columns that the console shows, NULL at the end. */
extern const char *const kb_bench_compare_shown[];

/* Sums over the families: rows, flagged, compared and by_verdict. */
kb_bench_changes kb_bench_compare_sum(const kb_bench_compare *compare);

/* The report; report_compare.c. */
KB_MUST_USE kb_status kb_bench_report_compare(FILE *out, bool is_html,
                                              const kb_bench_compare *compare);

#endif
