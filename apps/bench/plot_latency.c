/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The shape of every operation's samples. */
#include "core/error.h"
#include "plots.h"

#include <keybraid/catalog.h>
#include <stdlib.h>
#include <string.h>

#define ROW_HEIGHT 100.0
#define TOP        24.0
#define LEFT       4.0
#define RIGHT      (KB_BENCH_PANEL_WIDTH - 4)
#define BINS       58

/* The unit of the axis that is being drawn: ticks are plain numbers in it. */
static const char *plain(char out[KB_BENCH_NUMBER_BYTES], double value) {
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.6g", value);
    return out;
}

/* From the fastest call to p99, but not beyond one and a half medians, so that a few slow
 * calls do not flatten the rest. */
static kb_bench_scale scale_of(const kb_bench_stats *s, double unit_ns) {
    double low = s->min, high = s->p99 < 1.5 * s->p50 ? s->p99 : 1.5 * s->p50;
    double least = 0.02 * s->p50;
    if (high - low < least) {
        low -= least / 2;
        high += least / 2;
    }
    double room = 0.03 * (high - low);
    return (kb_bench_scale){false, (low - room) / unit_ns, (high + room) / unit_ns, LEFT,
                            RIGHT};
}

/* The area below the counts of BINS equal parts of the axis; returns how many calls took
 * longer than it shows. */
static size_t shape(kb_bench_doc *doc, const kb_bench_scale *x, double y, double height,
                    const double *ns, size_t n, double unit_ns) {
    size_t counts[BINS] = {0}, most = 1, beyond = 0;
    for (size_t i = 0; i < n; i++) {
        double part = (ns[i] / unit_ns - x->min) / (x->max - x->min);
        if (part >= 0 && part < 1) {
            size_t bin = (size_t)(part * BINS);
            counts[bin]++;
            most = counts[bin] > most ? counts[bin] : most;
        }
        beyond += part >= 1;
    }
    double step = (x->to - x->from) / BINS;
    (void)fprintf(doc->out, "<path class=\"c1 ar\" d=\"M%.1f %.1f", x->from, y);
    for (size_t i = 0; i < BINS; i++) {
        (void)fprintf(doc->out, "V%.1fH%.1f",
                      y - height * (double)counts[i] / (double)most,
                      x->from + step * (double)(i + 1));
    }
    (void)fprintf(doc->out, "V%.1fz\"/>\n", y);
    return beyond;
}

static void values(kb_bench_doc *doc, double y, const kb_bench_stats *s,
                   kb_bench_unit_of_time unit) {
    static const char *const names[] = {"p50", "p95", "p99", "p99.9"};
    const double ns[] = {s->p50, s->p95, s->p99, s->p999};
    char text[64], number[KB_BENCH_NUMBER_BYTES];
    for (size_t i = 0; i < 4; i++) {
        (void)snprintf(text, sizeof text, "%s %s", names[i],
                       kb_bench_number_plain(number, ns[i] / unit.ns));
        kb_bench_svg_text(doc, LEFT + 90 * (double)i, y, i == 0 ? "b" : "", text);
    }
}

static kb_status operation(kb_bench_doc *doc, double top, const kb_bench_op *op) {
    const kb_bench_stats *s = &op->derived.ns;
    kb_bench_unit_of_time unit = kb_bench_unit_for(s->p50);
    kb_bench_scale x = scale_of(s, unit.ns);
    kb_bench_ticks ticks;
    double *ns = NULL, base = top + 58;
    char text[64];
    size_t n;
    KB_TRY(kb_bench_samples_ns(&ns, &n, op));
    (void)snprintf(text, sizeof text, "%s, %s", op->name, unit.name);
    kb_bench_svg_text(doc, LEFT, top + 12, "b", text);
    kb_bench_ticks_of(&ticks, &x, 6);
    kb_bench_svg_axis_x(doc, &x, &ticks, top + 20, base, plain);
    size_t beyond = shape(doc, &x, base, 36, ns, n, unit.ns);
    free(ns);
    (void)snprintf(text, sizeof text, "n = %zu, %.1f %% beyond", n,
                   100 * (double)beyond / (double)n);
    kb_bench_svg_text(doc, RIGHT, top + 12, "s e", text);
    const double marks[] = {s->p50, s->p95, s->p99};
    static const char *const classes[] = {"c2 tk", "c2 th d5", "c2 th d3"};
    for (size_t i = 0; i < 3; i++) {
        if (marks[i] / unit.ns <= x.max) {
            double at = kb_bench_scale_at(&x, marks[i] / unit.ns);
            kb_bench_svg_line(doc, at, top + 18, at, base, classes[i]);
        }
    }
    values(doc, base + 31, s, unit);
    return KB_OK;
}

static kb_status panel(kb_bench_doc *doc, const kb_bench_record *record) {
    char what[1024];
    size_t used = 0, shown = 0;
    what[0] = '\0';
    for (size_t i = 0; i < record->op_count; i++) {
        char number[KB_BENCH_NUMBER_BYTES];
        const kb_bench_derived *d = kb_bench_shown_numbers(record, record->ops[i].name);
        if (d != NULL && used < sizeof what - 64) {
            shown++;
            used += (size_t)snprintf(what + used, sizeof what - used, "%s median %s. ",
                                     record->ops[i].name,
                                     kb_bench_number_time(number, d->ns.p50));
        }
    }
    if (shown == 0) {
        return KB_OK;
    }
    kb_bench_panel_begin(doc, TOP + ROW_HEIGHT * (double)shown, record->row.alg, what);
    double top = TOP;
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < record->op_count; i++) {
        if (kb_bench_shown_numbers(record, record->ops[i].name) != NULL) {
            status = operation(doc, top, &record->ops[i]);
            top += ROW_HEIGHT;
        }
    }
    kb_bench_panel_end(doc);
    return status;
}

static bool is_of(const kb_bench_record *record, const char *only) {
    const kb_alg *alg = kb_catalog_find(record->row.alg);
    return only == NULL || (alg != NULL && strcmp(alg->family, only) == 0);
}

kb_status kb_bench_plot_latency(kb_bench_doc *doc, const kb_bench_family_result *family,
                                const char *only) {
    kb_status status = KB_OK;
    kb_bench_figure_begin(
        doc, "How long single calls take",
        "Counts of calls over their time. Every axis has the unit that its heading "
        "names, "
        "begins at the fastest call and ends at p99 or at one and a half medians; the "
        "share of calls beyond its end is written at the right. The upright lines are "
        "p50 "
        "(solid), p95 (dashed) and p99 (dotted), where they are on the axis.");
    kb_bench_figure_panels(doc);
    for (size_t i = 0; status == KB_OK && i < family->count; i++) {
        if (is_of(&family->records[i], only)) {
            status = panel(doc, &family->records[i]);
        }
    }
    kb_bench_figure_end(doc);
    return status;
}
