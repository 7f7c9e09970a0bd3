/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A family beside the same family of an earlier result. */
#include "core/error.h"
#include "plots.h"
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_MAX 48

/* The farthest from 1 first, then as in tables. */
static int by_change(const void *a, const void *b) {
    const kb_bench_change *x = a, *y = b;
    double dx = fabs(log(x->ratio)), dy = fabs(log(y->ratio));
    if (dx != dy) {
        return dx > dy ? -1 : 1;
    }
    int order = kb_bench_row_order(x->row, y->row);
    return order != 0 ? order : strcmp(x->op, y->op);
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

static void introduce(kb_bench_doc *doc, const json_t *baseline, const char *family,
                      const kb_bench_change *changes, size_t count) {
    const json_t *families = json_object_get(baseline, "families"), *was = NULL;
    size_t slower = 0, faster = 0;
    for (size_t i = 0; i < json_array_size(families); i++) {
        const json_t *one = json_array_get(families, i);
        was = strcmp(text_of(one, "family"), family) == 0 ? one : was;
    }
    for (size_t i = 0; i < count; i++) {
        slower += changes[i].low > 1.05;
        faster += changes[i].high < 1 / 1.05;
    }
    kb_bench_doc_paragraph(doc,
                           "Compared with commit `%s`, measured at %s on %s; SHA-256 of "
                           "that manifest `%s`.",
                           text_of(was, "commit"), text_of(was, "time_utc"),
                           text_of(was, "cpu"), text_of(baseline, "manifest_sha256"));
    kb_bench_doc_paragraph(
        doc,
        "Of %zu operations %zu are slower by more than 5 %% and %zu "
        "faster by more than 5 %%, with both bounds beyond. The %zu that "
        "changed most:",
        count, slower, faster, count < SHOWN_MAX ? count : SHOWN_MAX);
}

static void table(kb_bench_doc *doc, const kb_bench_change *changes, size_t count) {
    static const char *const heads[] = {"row",        "operation", "now", "then",
                                        "now / then", "from",      "to",  NULL};
    char id[KB_BENCH_ID_BYTES], text[KB_BENCH_NUMBER_BYTES];
    kb_bench_doc_table_begin(doc, "Ratios of medians and their bounds", heads, "llrrrrr");
    for (size_t i = 0; i < count; i++) {
        const kb_bench_change *c = &changes[i];
        kb_bench_row_id(id, c->row);
        kb_bench_doc_cell(doc, "%s", id + strlen(c->row->family) + 1);
        kb_bench_doc_cell(doc, "%s", c->op);
        kb_bench_doc_cell(doc, "%s", kb_bench_number_time(text, c->now));
        kb_bench_doc_cell(doc, "%s", kb_bench_number_time(text, c->earlier));
        kb_bench_doc_cell(doc, "%.3f", c->ratio);
        kb_bench_doc_cell(doc, "%.3f", c->low);
        kb_bench_doc_cell(doc, "%.3f", c->high);
    }
    kb_bench_doc_table_end(doc);
}

kb_status kb_bench_report_baseline(kb_bench_doc *doc, const json_t *baseline,
                                   const kb_bench_family_result *family) {
    kb_bench_change *changes = NULL;
    char anchor[KB_BENCH_NAME_BYTES + 16];
    size_t count = 0;
    if (baseline == NULL) {
        return KB_OK;
    }
    (void)snprintf(anchor, sizeof anchor, "%s-baseline", family->suite->name);
    kb_bench_doc_heading(doc, 3, anchor, "Comparison with an earlier result");
    kb_status status = kb_bench_baseline_changes(&changes, &count, baseline, family);
    if (status == KB_OK && count == 0) {
        kb_bench_doc_paragraph(doc,
                               "The earlier result has no operation of this family in "
                               "common.");
    } else if (status == KB_OK) {
        qsort(changes, count, sizeof *changes, by_change);
        introduce(doc, baseline, family->suite->name, changes, count);
        size_t shown = count < SHOWN_MAX ? count : SHOWN_MAX;
        if (doc->is_html) {
            kb_bench_plot_baseline(doc, changes, shown);
        }
        table(doc, changes, shown);
    }
    free(changes);
    return status;
}
