/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The report: what it holds, in order. */
#include "report.h"

#include "core/error.h"
#include "plots.h"
#include "table.h"

#include <string.h>

#define COLUMNS_MAX 64

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

static void lead(kb_bench_doc *doc) {
    kb_bench_doc_paragraph(
        doc,
        "Times are medians of single calls. LOW and HIGH bound the median with 95 %% "
        "confidence (bootstrap); p95, p99 and p99.9 are percentiles; MAD is the median "
        "distance from the median. MEM is the peak of the heap during one call. Every "
        "timed result was checked, and nothing was timed before the known answers came "
        "out. NOKAT: no known answer is at hand, but results agreed with themselves.");
    kb_bench_doc_paragraph(
        doc,
        "The raw samples are in `records/`. `keybraid bench check DIR` recomputes every "
        "number and this report from them, to the byte; `manifest.json` has the SHA-256 "
        "of every file.");
}

static void overview(kb_bench_doc *doc, const kb_bench_result *result) {
    static const char *const heads[] = {"family", "rows",          "PASS",   "NOKAT",
                                        "failed", "known answers", "commit", NULL};
    kb_bench_doc_table_begin(doc, "Contents", heads, "lrrrrll");
    for (size_t i = 0; i < result->count; i++) {
        const kb_bench_family_result *f = &result->families[i];
        const json_t *build = json_object_get(f->environment, "build");
        size_t pass = 0, unknown = 0;
        for (size_t k = 0; k < f->count; k++) {
            pass += f->records[k].class == KB_BENCH_PASS;
            unknown += f->records[k].class == KB_BENCH_NOKAT;
        }
        kb_bench_doc_cell(doc, "%s", f->suite->title);
        kb_bench_doc_cell(doc, "%zu", f->count);
        kb_bench_doc_cell(doc, "%zu", pass);
        kb_bench_doc_cell(doc, "%zu", unknown);
        kb_bench_doc_cell(doc, "%zu", f->count - pass - unknown);
        kb_bench_doc_cell(doc, "%s", text_of(f->known_answers, "class"));
        kb_bench_doc_cell(doc, "%s", text_of(build, "commit"));
    }
    kb_bench_doc_table_end(doc);
}

/* The columns of the CSV that the family shows. */
static kb_status numbers(kb_bench_doc *doc, const kb_bench_family_result *family) {
    kb_bench_table table;
    char aligns[COLUMNS_MAX + 1], caption[96];
    size_t n = 0;
    KB_TRY(kb_bench_table_of(&table, family->suite, family->records, family->count));
    while (n < COLUMNS_MAX && family->suite->shown[n] != NULL) {
        aligns[n] = kb_bench_table_is_right(&table, family->suite->shown[n]) ? 'r' : 'l';
        n++;
    }
    aligns[n] = '\0';
    (void)snprintf(caption, sizeof caption, "All rows; %s.csv has more columns",
                   family->suite->name);
    kb_bench_doc_table_begin(doc, caption, family->suite->shown, aligns);
    for (size_t row = 0; row < table.rows; row++) {
        for (size_t k = 0; k < n; k++) {
            kb_bench_doc_cell(doc, "%s",
                              kb_bench_table_cell(&table, row, family->suite->shown[k]));
        }
    }
    kb_bench_doc_table_end(doc);
    kb_bench_table_free(&table);
    return KB_OK;
}

static kb_status plots(kb_bench_doc *doc, const kb_bench_result *result,
                       const kb_bench_family_result *family) {
    const char *name = family->suite->name;
    bool is_composite = strcmp(name, "composite") == 0;
    if (is_composite) {
        kb_bench_plot_throughput(doc, family);
        kb_bench_plot_overhead(doc, result, family);
    }
    if (strcmp(name, "streams") == 0) {
        return KB_OK; /* a table of few rows says it all */
    }
    if (is_composite || strcmp(name, "reencrypt") == 0) {
        kb_bench_plot_spread(doc, family);
        return KB_OK;
    }
    kb_bench_plot_sizes(doc, family);
    return kb_bench_plot_latency(doc, family, NULL);
}

static kb_status family_part(kb_bench_doc *doc, const kb_bench_result *result, size_t i) {
    const kb_bench_family_result *family = &result->families[i];
    const json_t *gate = family->known_answers;
    kb_bench_doc_heading(doc, 2, family->suite->name, family->suite->title);
    kb_bench_report_conditions(doc, family);
    kb_bench_doc_paragraph(doc,
                           "Known answers before the timing: %zu, %s; SHA-256 of their "
                           "list `%s`.",
                           json_array_size(json_object_get(gate, "answers")),
                           text_of(gate, "class"), text_of(gate, "sha256"));
    if (strcmp(family->suite->name, "evidence") == 0) {
        KB_TRY(kb_bench_report_evidence(doc, family));
    } else if (doc->is_html) {
        KB_TRY(plots(doc, result, family));
    }
    if (strcmp(family->suite->name, "evidence") != 0) {
        kb_bench_report_hashes(doc, family, NULL);
    }
    KB_TRY(numbers(doc, family));
    KB_TRY(kb_bench_report_baseline(doc, result->baseline, family));
    char anchor[KB_BENCH_NAME_BYTES + 16];
    (void)snprintf(anchor, sizeof anchor, "%s-environment", family->suite->name);
    kb_bench_doc_heading(doc, 3, anchor, "Environment");
    kb_bench_report_environment(doc, family,
                                i == 0 ? NULL : result->families[i - 1].environment);
    return KB_OK;
}

static kb_status write(kb_bench_doc *doc, const kb_bench_result *result) {
    kb_status status = KB_OK;
    kb_bench_doc_begin(doc, "Measurements of Keybraid");
    lead(doc);
    overview(doc, result);
    for (size_t i = 0; status == KB_OK && i < result->count; i++) {
        status = family_part(doc, result, i);
    }
    kb_bench_doc_end(doc);
    return status;
}

kb_status kb_bench_report_markdown(FILE *out, const kb_bench_result *result) {
    return write(&(kb_bench_doc){.out = out}, result);
}

kb_status kb_bench_report_html(FILE *out, const kb_bench_result *result) {
    return write(&(kb_bench_doc){.out = out, .is_html = true}, result);
}
