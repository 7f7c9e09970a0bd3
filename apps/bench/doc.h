/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A document that is written once and comes out as Markdown or as a page of HTML.
 *
 * In texts `code` and **strong** are marks; all else is taken as it is and escaped. Plots
 * are for HTML alone: figure.h.
 */
#ifndef KB_BENCH_DOC_H
#define KB_BENCH_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct kb_bench_doc {
    FILE *out;
    bool is_html;
    size_t panels;      /* so far: they number the ids of plots */
    const char *aligns; /* of the table that is open: 'l', 'r' or, for long texts, 'w' */
    size_t column;
} kb_bench_doc;

#define KB_BENCH_PRINTF __attribute__((format(printf, 2, 3)))

/* The page around everything. */
void kb_bench_doc_begin(kb_bench_doc *doc, const char *title);
void kb_bench_doc_end(kb_bench_doc *doc);

/* Level 2 and more; anchor is the id in HTML. */
void kb_bench_doc_heading(kb_bench_doc *doc, int level, const char *anchor,
                          const char *text);
void kb_bench_doc_paragraph(kb_bench_doc *doc, const char *format, ...) KB_BENCH_PRINTF;

/* A list of short remarks. */
void kb_bench_doc_list_begin(kb_bench_doc *doc);
void kb_bench_doc_item(kb_bench_doc *doc, const char *format, ...) KB_BENCH_PRINTF;
void kb_bench_doc_list_end(kb_bench_doc *doc);

/* Small tables that stand side by side where there is room. */
void kb_bench_doc_group_begin(kb_bench_doc *doc);
void kb_bench_doc_group_end(kb_bench_doc *doc);

/* heads ends with NULL; aligns has a letter for each. Cells follow row by row. */
void kb_bench_doc_table_begin(kb_bench_doc *doc, const char *caption,
                              const char *const *heads, const char *aligns);
void kb_bench_doc_cell(kb_bench_doc *doc, const char *format, ...) KB_BENCH_PRINTF;
void kb_bench_doc_table_end(kb_bench_doc *doc);

/* Writes text for HTML: the four signs that mean something are escaped. */
void kb_bench_doc_escape(FILE *out, const char *text);

#endif
