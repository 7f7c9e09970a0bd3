/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A family that the harness measures row by row: which rows, what to time in each, and
 * how its table looks. campaign.c does the rest.
 *
 * To add a family: one of these, a line in suites.c, and subjects for its rows.
 */
#ifndef KB_BENCH_SUITE_H
#define KB_BENCH_SUITE_H

#include "options.h"
#include "record.h"

#include <stdio.h>

typedef struct kb_bench_suite {
    const char *name; /* of the family, its CSV file and its records */
    const char *summary;
    const char *title; /* in reports */
    /* Writes the rows, at most cap, and returns how many there are. */
    size_t (*rows)(kb_bench_row *out, size_t cap, const kb_bench_options *options);
    /* What to time; NULL for a row that is none of this family. */
    const kb_bench_subject *(*subject)(const kb_bench_row *row);
    const char *csv_header; /* without line feed */
    /* Writes the lines of one record, each with its line feed. Cells without a number are
     * empty. */
    void (*csv)(FILE *out, const kb_bench_record *record);
    /* Columns of the CSV that the console and report.md show, in order; NULL at the end. */
    const char *const *shown;
    bool has_profile; /* a hash profile is taken of every operation */
    bool takes_peers; /* --peer-csv */
    bool has_payload; /* rows follow kb_bench_options.bytes */
} kb_bench_suite;

#define KB_BENCH_ROWS_MAX 1024

/* All of them, NULL at the end. */
extern const kb_bench_suite *const kb_bench_suites[];
/* Finds one by name; NULL when there is none. */
const kb_bench_suite *kb_bench_suite_find(const char *name);

/* Cells of a CSV line, each with a comma before it; empty when op is NULL, its class is not
 * good, or the number is negative, which means unknown. */
void kb_bench_cell_ms(FILE *out, const kb_bench_op *op, double ns);
void kb_bench_cell_us(FILE *out, const kb_bench_op *op, double ns);
void kb_bench_cell_kib(FILE *out, const kb_bench_op *op, double bytes);
void kb_bench_cell_count(FILE *out, const kb_bench_op *op, double value);
/* What was derived for op; zeros for NULL. */
const kb_bench_derived *kb_bench_numbers(const kb_bench_op *op);

#endif
