/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of a family: one CSV text, and its other shapes made from that same text. */
#ifndef KB_BENCH_TABLE_H
#define KB_BENCH_TABLE_H

#include "suite.h"

typedef struct kb_bench_table {
    char *csv; /* the file's content, header first */
    size_t csv_len;
    size_t columns, rows; /* rows without the header */
    char *text;           /* what the cells point into */
    const char **cells;   /* (rows + 1) times columns, the header first */
} kb_bench_table;

/* Makes the table of records that are in row order. */
KB_MUST_USE kb_status kb_bench_table_of(kb_bench_table *out, const kb_bench_suite *suite,
                                        const kb_bench_record *records, size_t count);
/* The same of a CSV text, which belongs to the table from then on, also on failure. */
KB_MUST_USE kb_status kb_bench_table_from_csv(kb_bench_table *out, char *csv, size_t len);
void kb_bench_table_free(kb_bench_table *table);

/* The cell of a row (0 is the first after the header) in a column of that name; NULL when
 * there is no such column. */
const char *kb_bench_table_cell(const kb_bench_table *table, size_t row,
                                const char *column);

/* Whether the column of that name holds numbers only, which stand at the right. */
bool kb_bench_table_is_right(const kb_bench_table *table, const char *column);

/* The columns in shown, aligned. */
void kb_bench_table_console(FILE *out, const kb_bench_table *table,
                            const char *const *shown);
/* All columns: an array of objects with the header's names; empty cells are null. */
void kb_bench_table_json(FILE *out, const kb_bench_table *table);

#endif
