/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Percentiles of pairs below each other. */
#include "plots.h"

#include <inttypes.h>
#include <string.h>

#define ROW_HEIGHT 28.0
#define TOP        28.0
#define BOTTOM     34.0
#define LEFT       4.0
#define RIGHT      (KB_BENCH_PANEL_WIDTH - 6)

/* Rows of one payload and what they have in common. */
typedef struct selection {
    const kb_bench_family_result *family;
    const char *op;
    uint64_t bytes;
    size_t count;
    double low, high;
} selection;

static const kb_bench_stats *stats_of(const selection *s, size_t i) {
    const kb_bench_record *r = &s->family->records[i];
    const kb_bench_derived *d =
        r->row.bytes == s->bytes ? kb_bench_shown_numbers(r, s->op) : NULL;
    return d == NULL ? NULL : &d->ns;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static void look(selection *s) {
    s->count = 0;
    for (size_t i = 0; i < s->family->count; i++) {
        const kb_bench_stats *t = stats_of(s, i);
        if (t != NULL) {
            s->low = s->count == 0 ? t->p1 : least(s->low, t->p1);
            s->high = s->count == 0 ? t->p999 : -least(-s->high, -t->p999);
            s->count++;
        }
    }
}

static void strip(kb_bench_doc *doc, const kb_bench_scale *x, double y,
                  const kb_bench_row *row, const kb_bench_stats *t) {
    char text[160], number[KB_BENCH_NUMBER_BYTES];
    bool is_crossing = row->to[0] != '\0' && strcmp(row->alg, row->to) != 0;
    (void)snprintf(text, sizeof text, "%s%s%s", row->alg, is_crossing ? " \u2192 " : "",
                   is_crossing ? row->to : "");
    kb_bench_svg_text(doc, LEFT, y + 10, "halo", text);
    kb_bench_svg_text(doc, RIGHT, y + 10, "b e halo",
                      kb_bench_number_time(number, t->p50));
    double p1 = kb_bench_scale_at(x, t->p1), p25 = kb_bench_scale_at(x, t->p25);
    double p75 = kb_bench_scale_at(x, t->p75), p99 = kb_bench_scale_at(x, t->p99);
    double p50 = kb_bench_scale_at(x, t->p50), middle = y + 18.5;
    kb_bench_svg_line(doc, p1, middle, p99, middle, "c1 th");
    kb_bench_svg_line(doc, p99, middle - 3, p99, middle + 3, "c1 th");
    kb_bench_svg_bar(doc, p25, middle - 3.5, p75 - p25, 7, "c1 bx");
    kb_bench_svg_line(doc, p50, middle - 4.5, p50, middle + 4.5, "c2 tk");
    (void)fprintf(doc->out,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" class=\"c1 mk\"/>\n",
                  kb_bench_scale_at(x, t->p999), middle);
}

static void panel(kb_bench_doc *doc, selection *s) {
    char title[96], what[160], size[KB_BENCH_NUMBER_BYTES];
    kb_bench_ticks ticks;
    double y = TOP, bottom = TOP + ROW_HEIGHT * (double)s->count;
    kb_bench_scale x = {true, s->low, s->high, LEFT, RIGHT};
    kb_bench_scale_round(&x);
    kb_bench_ticks_of(&ticks, &x, 6);
    (void)snprintf(title, sizeof title, "%s, %s", s->op,
                   kb_bench_number_bytes(size, (double)s->bytes));
    (void)snprintf(what, sizeof what,
                   "Percentiles of %zu rows; the table has the numbers.", s->count);
    kb_bench_panel_begin(doc, bottom + BOTTOM, title, what);
    kb_bench_svg_axis_x(doc, &x, &ticks, TOP - 4, bottom, kb_bench_number_tick);
    kb_bench_svg_text(doc, (LEFT + RIGHT) / 2, bottom + 29, "s m",
                      "time of a call, logarithmic");
    for (size_t i = 0; i < s->family->count; i++) {
        const kb_bench_stats *t = stats_of(s, i);
        if (t != NULL) {
            strip(doc, &x, y, &s->family->records[i].row, t);
            y += ROW_HEIGHT;
        }
    }
    kb_bench_panel_end(doc);
}

static void panels_of(kb_bench_doc *doc, const kb_bench_family_result *family,
                      uint64_t bytes) {
    for (size_t k = 0; k < family->records[0].op_count; k++) {
        selection s = {
            .family = family, .op = family->records[0].ops[k].name, .bytes = bytes};
        look(&s);
        if (s.count != 0) {
            panel(doc, &s);
        }
    }
}

void kb_bench_plot_spread(kb_bench_doc *doc, const kb_bench_family_result *family) {
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < family->count; i++) {
        uint64_t bytes = family->records[i].row.bytes;
        low = bytes < low ? bytes : low;
        high = bytes > high ? bytes : high;
    }
    if (family->count == 0) {
        return;
    }
    kb_bench_figure_begin(
        doc, "How long single calls take",
        "The smallest and the largest payload. The box spans p25 to p75, "
        "the upright stroke is p50, also written at the right; the line "
        "goes from p1 to p99 with an end stroke, the ring is p99.9.");
    kb_bench_figure_panels(doc);
    panels_of(doc, family, low);
    if (high != low) {
        panels_of(doc, family, high);
    }
    kb_bench_figure_end(doc);
}
