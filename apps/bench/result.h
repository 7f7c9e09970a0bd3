/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A result folder in memory: what reports, `bench check` and comparisons read.
 *
 *   DIR/records/FAMILY.environment.json, FAMILY.known-answers.json, FAMILY_ROW.json
 *   DIR/FAMILY.csv, DIR/report.md, DIR/manifest.json
 */
#ifndef KB_BENCH_RESULT_H
#define KB_BENCH_RESULT_H

#include "peers.h"
#include "suite.h"

#define KB_BENCH_FAMILIES_MAX 8

typedef struct kb_bench_family_result {
    const kb_bench_suite *suite;
    json_t *environment, *known_answers; /* environment.h, gate.h */
    kb_bench_record *records;            /* in row order */
    size_t count;
} kb_bench_family_result;

typedef struct kb_bench_result {
    kb_bench_family_result families[KB_BENCH_FAMILIES_MAX];
    size_t count;
    json_t *baseline;     /* baseline.h; NULL when the folder keeps none */
    kb_bench_peers peers; /* peers.h; none likewise */
} kb_bench_result;

/* Called for every record with its raw samples, which are released afterwards. */
typedef kb_status (*kb_bench_visit)(void *self, const char *name,
                                    kb_bench_record *record);

/* Reads all families that have records in DIR. visit may be NULL; with keep the samples
 * stay in the records. KB_ERR_IO, KB_ERR_FORMAT with the file's name. */
KB_MUST_USE kb_status kb_bench_result_read(kb_bench_result *out, const char *dir,
                                           bool keep, kb_bench_visit visit, void *self);
void kb_bench_result_free(kb_bench_result *result);

/* Names of a family's two other records, relative to DIR. */
void kb_bench_environment_name(char out[KB_BENCH_ID_BYTES], const char *family);
void kb_bench_known_answers_name(char out[KB_BENCH_ID_BYTES], const char *family);
void kb_bench_record_name(char out[KB_BENCH_ID_BYTES + 16], const kb_bench_row *row);

#endif
