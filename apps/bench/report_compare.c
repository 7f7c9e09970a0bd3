/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The report of a comparison. */
#include "compare.h"

#include "core/error.h"
#include "number.h"
#include "report.h"

#include <string.h>

static const char *const names[2] = {"A", "B"};

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "unknown" : text;
}

static void contents(kb_bench_doc *doc, const kb_bench_compare *c) {
    static const char *const heads[] = {"family",   "rows",   "flagged", "operations",
                                        "slower",   "faster", "same",    "open",
                                        "one side", "failed", NULL};
    kb_bench_doc_table_begin(doc, "Contents", heads, "lrrrrrrrrr");
    for (size_t i = 0; i < c->count; i++) {
        const kb_bench_changes *one = &c->family[i].changes;
        const size_t *n = one->by_verdict;
        const size_t cells[] = {one->rows,
                                one->flagged,
                                one->count,
                                n[KB_BENCH_SLOWER],
                                n[KB_BENCH_FASTER],
                                n[KB_BENCH_SAME],
                                n[KB_BENCH_OPEN],
                                n[KB_BENCH_ONLY_A] + n[KB_BENCH_ONLY_B],
                                n[KB_BENCH_FAILED_A] + n[KB_BENCH_FAILED_B]};
        kb_bench_doc_cell(doc, "%s", c->family[i].family.suite->title);
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
            kb_bench_doc_cell(doc, "%zu", cells[k]);
        }
    }
    kb_bench_doc_table_end(doc);
}

static void side(kb_bench_doc *doc, const kb_bench_compare *c, size_t i,
                 const json_t *environment) {
    kb_bench_doc_item(
        doc,
        "%s: %s, commit `%s`, measured from %s to %s; load %s before and %s "
        "after; SHA-256 of its manifest `%s`",
        names[i], c->name[i], text_of(json_object_get(environment, "build"), "commit"),
        text_of(environment, "time_utc"), text_of(environment, "end_utc"),
        text_of(environment, "load_before"), text_of(environment, "load_after"),
        c->digest[i]);
}

/* A number, or an empty cell. */
static void cell(kb_bench_doc *doc, bool is_known, int digits, double value) {
    char text[KB_BENCH_NUMBER_BYTES] = "";
    if (is_known) {
        (void)snprintf(text, sizeof text, "%.*f", digits, value);
    }
    kb_bench_doc_cell(doc, "%s", text);
}

static void all_rows(kb_bench_doc *doc, const kb_bench_compared *one) {
    static const char *const heads[] = {
        "row", "operation", "A in ms", "B in ms", "B / A", "from", "to", "", NULL};
    char id[KB_BENCH_ID_BYTES];
    kb_bench_doc_table_begin(doc, "All operations; compare.csv has more columns", heads,
                             "llrrrrrl");
    for (size_t i = 0; i < one->changes.count; i++) {
        const kb_bench_change *c = &one->changes.change[i];
        bool has_ratio = kb_bench_verdict_has_ratio(c->verdict);
        const double times[] = {c->earlier / 1e6, c->now / 1e6};
        const double factors[] = {c->ratio, c->low, c->high};
        kb_bench_row_id(id, &c->row);
        kb_bench_doc_cell(doc, "%s", id + strlen(c->row.family) + 1);
        kb_bench_doc_cell(doc, "%s", c->op);
        for (size_t k = 0; k < 2; k++) {
            cell(doc, times[k] > 0, 6, times[k]);
        }
        for (size_t k = 0; k < 3; k++) {
            cell(doc, has_ratio, 4, factors[k]);
        }
        kb_bench_doc_cell(doc, "%s", kb_bench_verdict_name(c->verdict));
    }
    kb_bench_doc_table_end(doc);
}

static kb_status family_part(kb_bench_doc *doc, const kb_bench_compare *c, size_t i) {
    const kb_bench_compared *one = &c->family[i];
    const kb_bench_suite *suite = one->family.suite;
    const json_t *environment = json_object_get(one->kept, "environment");
    kb_bench_doc_heading(doc, 2, suite->name, suite->title);
    if (one->kept == NULL || one->family.environment == NULL) {
        kb_bench_doc_paragraph(doc, "Only %s has this family.",
                               names[one->kept == NULL ? 1 : 0]);
        return KB_OK;
    }
    kb_bench_doc_list_begin(doc);
    side(doc, c, 0, environment);
    side(doc, c, 1, one->family.environment);
    kb_bench_doc_list_end(doc);
    KB_TRY(kb_bench_report_changes(doc, one->kept, &one->family, &one->changes, names));
    all_rows(doc, one);
    return KB_OK;
}

kb_status kb_bench_report_compare(FILE *out, bool is_html,
                                  const kb_bench_compare *compare) {
    kb_bench_doc doc = {.out = out, .is_html = is_html};
    kb_status status = KB_OK;
    kb_bench_doc_begin(&doc, "Comparison of two measurements of Keybraid");
    kb_bench_doc_paragraph(
        &doc,
        "B beside A%s. Times are medians of single calls, ratios those "
        "of B divided by A.",
        compare->is_interleaved ? ": one trial of each in turn, A B B A"
                                : ", measured one after the other");
    contents(&doc, compare);
    for (size_t i = 0; status == KB_OK && i < compare->count; i++) {
        status = family_part(&doc, compare, i);
    }
    kb_bench_doc_end(&doc);
    return status;
}
