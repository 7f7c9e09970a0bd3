/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What has changed between two measurements. */
#include "plots.h"

#include <string.h>

#define ROW_HEIGHT       28.0
#define TOP              28.0
#define BOTTOM           34.0
#define LEFT             6.0
#define RIGHT            (KB_BENCH_PANEL_WIDTH - 6)
#define PER_PANEL        16
#define NAME_MAX_LETTERS 36

/* Slower, faster, neither: series, so that mark and colour tell them apart. */
enum { SLOWER = 5, FASTER = 3, SAME = 1 };

static unsigned series_of(const kb_bench_change *c) {
    return c->verdict == KB_BENCH_SLOWER   ? SLOWER
           : c->verdict == KB_BENCH_FASTER ? FASTER
                                           : SAME;
}

static const char *times(char out[KB_BENCH_NUMBER_BYTES], double value) {
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.3g \u00d7", value);
    return out;
}

static void strip(kb_bench_doc *doc, const kb_bench_scale *x, double y,
                  const kb_bench_change *c) {
    char text[200], name[176], size[KB_BENCH_NUMBER_BYTES], classes[16];
    bool is_crossing = c->row.to[0] != '\0' && strcmp(c->row.alg, c->row.to) != 0;
    (void)snprintf(name, sizeof name, "%s%s%s, %s", c->row.alg, is_crossing ? " > " : "",
                   is_crossing ? c->row.to : "",
                   kb_bench_number_bytes(size, (double)c->row.bytes));
    /* What does not fit is in the table. */
    (void)snprintf(text, sizeof text, "%s %.*s%s", c->op, NAME_MAX_LETTERS, name,
                   strlen(name) > NAME_MAX_LETTERS ? "\u2026" : "");
    kb_bench_svg_text(doc, LEFT, y + 10, "halo", text);
    (void)snprintf(text, sizeof text, "%.2f \u00d7", c->ratio);
    kb_bench_svg_text(doc, RIGHT, y + 10, "b e halo", text);
    unsigned series = series_of(c);
    (void)snprintf(classes, sizeof classes, "c%u tk", series);
    kb_bench_svg_line(doc, kb_bench_scale_at(x, c->low), y + 18,
                      kb_bench_scale_at(x, c->high), y + 18, classes);
    kb_bench_svg_mark(doc, kb_bench_scale_at(x, c->ratio), y + 18, series, NULL);
}

static void panel(kb_bench_doc *doc, const kb_bench_scale *x,
                  const kb_bench_change *changes, size_t first, size_t n,
                  const char *const names[2]) {
    char title[64], below[96];
    kb_bench_ticks ticks;
    double bottom = TOP + ROW_HEIGHT * (double)n, one = kb_bench_scale_at(x, 1);
    (void)snprintf(title, sizeof title, "Changes %zu to %zu", first + 1, first + n);
    kb_bench_panel_begin(
        doc, bottom + BOTTOM, title,
        "Ratios of medians with their bounds; the table has the numbers.");
    kb_bench_ticks_of(&ticks, x, 6);
    kb_bench_svg_axis_x(doc, x, &ticks, TOP - 4, bottom, times);
    kb_bench_svg_line(doc, one, TOP - 4, one, bottom, "one");
    (void)snprintf(below, sizeof below, "median %.20s / median %.20s, logarithmic",
                   names[1], names[0]);
    kb_bench_svg_text(doc, (LEFT + RIGHT) / 2, bottom + 29, "s m", below);
    for (size_t i = 0; i < n; i++) {
        strip(doc, x, TOP + ROW_HEIGHT * (double)i, &changes[first + i]);
    }
    kb_bench_panel_end(doc);
}

void kb_bench_plot_changes(kb_bench_doc *doc, const kb_bench_change *changes,
                           size_t count, const char *const names[2]) {
    char note[160];
    kb_bench_scale x = {true, 0.95, 1.05, LEFT, RIGHT};
    for (size_t i = 0; i < count; i++) {
        x.min = changes[i].low < x.min ? changes[i].low : x.min;
        x.max = changes[i].high > x.max ? changes[i].high : x.max;
    }
    (void)snprintf(note, sizeof note,
                   "Left of 1 %.20s is faster. The line spans the bounds of the ratio.",
                   names[1]);
    kb_bench_figure_begin(doc, "What has changed most surely", note);
    kb_bench_figure_legend_begin(doc);
    kb_bench_figure_legend_mark(doc, SLOWER, "slower: both bounds are beyond 5 %");
    kb_bench_figure_legend_mark(doc, FASTER, "faster: both bounds are beyond 5 %");
    kb_bench_figure_legend_mark(doc, SAME, "neither");
    kb_bench_figure_legend_end(doc);
    kb_bench_figure_panels(doc);
    for (size_t i = 0; i < count; i += PER_PANEL) {
        panel(doc, &x, changes, i, count - i < PER_PANEL ? count - i : PER_PANEL, names);
    }
    kb_bench_figure_end(doc);
}
