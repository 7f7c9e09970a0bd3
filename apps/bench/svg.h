/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Pictures of plots: figures of panels, axes with ticks, marks. All are drawn in a width
 * that a telephone shows, and stand side by side where there is room.
 */
#ifndef KB_BENCH_SVG_H
#define KB_BENCH_SVG_H

#include "doc.h"
#include "number.h"

#define KB_BENCH_PANEL_WIDTH 360.0
#define KB_BENCH_SERIES_MAX  6

/* From values to places. */
typedef struct kb_bench_scale {
    bool is_log;
    double min, max; /* values; above 0 when logarithmic */
    double from, to; /* places of min and max */
} kb_bench_scale;

double kb_bench_scale_at(const kb_bench_scale *scale, double value);

#define KB_BENCH_TICKS_MAX 24

typedef struct kb_bench_ticks {
    double value[KB_BENCH_TICKS_MAX];
    size_t count;
} kb_bench_ticks;

/* Round values inside the scale, about most of them at the most. */
void kb_bench_ticks_of(kb_bench_ticks *out, const kb_bench_scale *scale, size_t most);
/* Widens a logarithmic scale so that its ends are round. */
void kb_bench_scale_round(kb_bench_scale *scale);

/* How ticks are written. */
typedef const char *(*kb_bench_number)(char out[KB_BENCH_NUMBER_BYTES], double value);

/* A figure: caption, legend, then panels. */
void kb_bench_figure_begin(kb_bench_doc *doc, const char *title, const char *caption);
void kb_bench_figure_legend_begin(kb_bench_doc *doc);
/* A line of series (1..6) with its dashes and mark; a bar that is filled so. */
void kb_bench_figure_legend_line(kb_bench_doc *doc, unsigned series, const char *text);
void kb_bench_figure_legend_mark(kb_bench_doc *doc, unsigned series, const char *text);
void kb_bench_figure_legend_bar(kb_bench_doc *doc, const char *classes, const char *text);
void kb_bench_figure_legend_end(kb_bench_doc *doc);
void kb_bench_figure_panels(kb_bench_doc *doc);
void kb_bench_figure_end(kb_bench_doc *doc);

/* A panel of the given height; description is what a reader hears who cannot see it. */
void kb_bench_panel_begin(kb_bench_doc *doc, double height, const char *title,
                          const char *description);
void kb_bench_panel_end(kb_bench_doc *doc);

/* classes are those of page.c: "h", "b", "s", "t" and "m" for middle, "e" for end,
 * "halo" where lines pass behind. */
void kb_bench_svg_text(kb_bench_doc *doc, double x, double y, const char *classes,
                       const char *text);
void kb_bench_svg_line(kb_bench_doc *doc, double x1, double y1, double x2, double y2,
                       const char *classes);
void kb_bench_svg_bar(kb_bench_doc *doc, double x, double y, double width, double height,
                      const char *classes);
/* The mark of a series: circle, square, triangle, diamond, and the two hollow. */
void kb_bench_svg_mark(kb_bench_doc *doc, double x, double y, unsigned series,
                       const char *hint);

/* Grid lines from y1 to y2 with labels below; the same from x1 to x2 with labels at the
 * left. */
void kb_bench_svg_axis_x(kb_bench_doc *doc, const kb_bench_scale *x,
                         const kb_bench_ticks *ticks, double y1, double y2,
                         kb_bench_number number);
void kb_bench_svg_axis_y(kb_bench_doc *doc, const kb_bench_scale *y,
                         const kb_bench_ticks *ticks, double x1, double x2,
                         kb_bench_number number);

#endif
