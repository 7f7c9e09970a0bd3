/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The derived files of a result folder, each a function of its records alone. */
#ifndef KB_BENCH_PUBLISH_H
#define KB_BENCH_PUBLISH_H

#include "result.h"

#include <stdio.h>

#define KB_BENCH_DERIVED_MAX (KB_BENCH_FAMILIES_MAX + 8)

typedef struct kb_bench_file {
    char name[KB_BENCH_NAME_BYTES]; /* "composite.csv" */
    char *text;
    size_t len;
} kb_bench_file;

typedef struct kb_bench_files {
    kb_bench_file file[KB_BENCH_DERIVED_MAX];
    size_t count;
} kb_bench_files;

/* Opens a further file, in memory, for writing. */
KB_MUST_USE kb_status kb_bench_file_begin(kb_bench_files *files, FILE **to,
                                          const char *name);
/* Closes it, also after a failure; returns status, or why closing failed. to may be NULL. */
KB_MUST_USE kb_status kb_bench_file_end(kb_bench_files *files, FILE *to,
                                        kb_status status);

/* Makes every derived file in memory: the tables and the reports. */
KB_MUST_USE kb_status kb_bench_files_of(kb_bench_files *out,
                                        const kb_bench_result *result);
void kb_bench_files_free(kb_bench_files *files);

/* Reads the records of DIR, writes the derived files and then the manifest. */
KB_MUST_USE kb_status kb_bench_publish(const char *dir);

#endif
