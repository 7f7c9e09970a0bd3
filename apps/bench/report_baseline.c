/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A family beside the same family of an earlier result, and what comparisons share. */
#include "baseline.h"
#include "core/error.h"
#include "plots.h"
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_MAX 48

/* How far the nearer bound is beyond 1, as a logarithm; below 0 when 1 is between both. */
static double certainty(const kb_bench_change *c) {
    return kb_bench_verdict_has_ratio(c->verdict) ? fmax(log(c->low), -log(c->high))
                                                  : -INFINITY;
}

/* The surest change first, then as in tables; what has no ratio comes last. */
static int by_change(const void *a, const void *b) {
    const kb_bench_change *x = a, *y = b;
    double cx = certainty(x), cy = certainty(y);
    if (cx != cy) {
        return cx > cy ? -1 : 1;
    }
    int order = kb_bench_row_order(&x->row, &y->row);
    return order != 0 ? order : strcmp(x->op, y->op);
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

/* Of a logarithm; what is rounded to 0 has no sign. */
static double percent(double change) {
    double value = 100 * expm1(change);
    return fabs(value) < 0.05 ? 0 : value;
}

/* What the bounds are made of. */
static void explain(kb_bench_doc *doc, const kb_bench_changes *changes) {
    kb_bench_doc_paragraph(
        doc,
        "The bounds span two intervals of 95 %% each, that of the ratio of medians and "
        "that of the ratio of fast calls (lower quartiles), and the ratio of the least "
        "times: other load moves medians, a change of the code moves all three. The "
        "intervals come from a bootstrap that draws processes and, in each, blocks of "
        "calls "
        "in "
        "the order of time; calls of one process are alike. Where other load took the "
        "processor away from long calls, the bounds reach to their times without that. "
        "An "
        "operation is flagged when both bounds lie beyond 5 %%.");
    if (changes->noise <= 0) {
        kb_bench_doc_paragraph(
            doc, "The trials of both sides were interleaved and are drawn "
                 "in pairs; the bounds are widened for their small number.");
        return;
    }
    kb_bench_doc_paragraph(
        doc,
        "How far one process lies from the next without any change cannot be seen in so "
        "few of them: %.1f %% are added to both bounds as an independent error. %s; the "
        "hash functions that were timed in every process differ by %+.1f %%, which is "
        "part of it. A change of all operations by the same factor can still be the "
        "machine: interleave the two programs (`keybraid bench compare`) to tell.",
        100 * expm1(changes->noise),
        changes->is_noise_measured
            ? "They are the spread of the ratios of fast calls in this family"
            : "That is assumed, because there are too few operations to measure it",
        percent(changes->control));
}

static void count(kb_bench_doc *doc, const kb_bench_changes *changes, size_t shown) {
    const size_t *n = changes->by_verdict;
    kb_bench_doc_paragraph(
        doc,
        "Of %zu operations in both **%zu are slower and %zu faster** by more than 5 %%, "
        "%zu are the same within 5 %%, and %zu are open: their bounds reach beyond 5 %% "
        "on one side at least. %zu are on one side only, %zu failed on one. The %zu "
        "surest changes:",
        changes->compared, n[KB_BENCH_SLOWER], n[KB_BENCH_FASTER], n[KB_BENCH_SAME],
        n[KB_BENCH_OPEN], n[KB_BENCH_ONLY_A] + n[KB_BENCH_ONLY_B],
        n[KB_BENCH_FAILED_A] + n[KB_BENCH_FAILED_B], shown);
}

static void table(kb_bench_doc *doc, const kb_bench_change *changes, size_t count,
                  const char *const names[2]) {
    char id[KB_BENCH_ID_BYTES], text[KB_BENCH_NUMBER_BYTES], ratio[64];
    (void)snprintf(ratio, sizeof ratio, "%.20s / %.20s", names[1], names[0]);
    const char *const heads[] = {"row",  "operation", names[1], names[0], ratio,
                                 "from", "to",        "",       NULL};
    kb_bench_doc_table_begin(doc, "Ratios of medians and their bounds", heads,
                             "llrrrrrl");
    for (size_t i = 0; i < count; i++) {
        const kb_bench_change *c = &changes[i];
        kb_bench_row_id(id, &c->row);
        kb_bench_doc_cell(doc, "%s", id + strlen(c->row.family) + 1);
        kb_bench_doc_cell(doc, "%s", c->op);
        kb_bench_doc_cell(doc, "%s", kb_bench_number_time(text, c->now));
        kb_bench_doc_cell(doc, "%s", kb_bench_number_time(text, c->earlier));
        kb_bench_doc_cell(doc, "%.3f", c->ratio);
        kb_bench_doc_cell(doc, "%.3f", c->low);
        kb_bench_doc_cell(doc, "%.3f", c->high);
        kb_bench_doc_cell(doc, "%s", kb_bench_verdict_name(c->verdict));
    }
    kb_bench_doc_table_end(doc);
}

static kb_status differences(kb_bench_doc *doc, const json_t *kept,
                             const kb_bench_family_result *family,
                             const char *const names[2]) {
    json_t *list = NULL;
    KB_TRY(kb_bench_differences(&list, json_object_get(kept, "environment"),
                                family->environment, names[0], names[1]));
    if (json_array_size(list) != 0) {
        kb_bench_doc_paragraph(doc, "**What differs besides the code:**");
        kb_bench_doc_list_begin(doc);
        for (size_t i = 0; i < json_array_size(list); i++) {
            kb_bench_doc_item(doc, "%s", json_string_value(json_array_get(list, i)));
        }
        kb_bench_doc_list_end(doc);
    }
    json_decref(list);
    return KB_OK;
}

kb_status kb_bench_report_changes(kb_bench_doc *doc, const json_t *kept,
                                  const kb_bench_family_result *family,
                                  const kb_bench_changes *changes,
                                  const char *const names[2]) {
    size_t shown = changes->compared < SHOWN_MAX ? changes->compared : SHOWN_MAX;
    KB_TRY(differences(doc, kept, family, names));
    if (changes->compared == 0) {
        kb_bench_doc_paragraph(doc,
                               "The two have no operation of this family in common.");
        return KB_OK;
    }
    kb_bench_change *sorted = malloc(changes->count * sizeof *sorted);
    if (sorted == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu operations", changes->count);
    }
    memcpy(sorted, changes->change, changes->count * sizeof *sorted);
    qsort(sorted, changes->count, sizeof *sorted, by_change);
    explain(doc, changes);
    count(doc, changes, shown);
    if (doc->is_html) {
        kb_bench_plot_changes(doc, sorted, shown, names);
    }
    table(doc, sorted, shown, names);
    free(sorted);
    return KB_OK;
}

kb_status kb_bench_report_baseline(kb_bench_doc *doc, const json_t *baseline,
                                   const kb_bench_family_result *family) {
    static const char *const names[2] = {"then", "now"};
    kb_bench_changes changes;
    char anchor[KB_BENCH_NAME_BYTES + 16];
    if (baseline == NULL) {
        return KB_OK;
    }
    const json_t *kept = kb_bench_baseline_family(baseline, family->suite->name);
    const json_t *environment = json_object_get(kept, "environment");
    (void)snprintf(anchor, sizeof anchor, "%s-baseline", family->suite->name);
    kb_bench_doc_heading(doc, 3, anchor, "Comparison with an earlier result");
    if (kept == NULL) {
        kb_bench_doc_paragraph(doc, "The earlier result has nothing of this family.");
        return KB_OK;
    }
    kb_bench_doc_paragraph(
        doc,
        "Compared with commit `%s`, measured at %s on %s; SHA-256 of that manifest `%s`.",
        text_of(json_object_get(environment, "build"), "commit"),
        text_of(environment, "time_utc"),
        text_of(json_object_get(environment, "machine"), "cpu"),
        text_of(baseline, "manifest_sha256"));
    KB_TRY(kb_bench_changes_of(&changes, kept, family, false));
    kb_status status = kb_bench_report_changes(doc, kept, family, &changes, names);
    kb_bench_changes_free(&changes);
    return status;
}
