/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Figures, panels, axes and marks. */
#include "svg.h"

#include <string.h>

static void put(kb_bench_doc *doc, const char *text) {
    (void)fputs(text, doc->out);
}

void kb_bench_figure_begin(kb_bench_doc *doc, const char *title, const char *caption) {
    put(doc, "<figure>\n<figcaption><b>");
    kb_bench_doc_escape(doc->out, title);
    put(doc, "</b>");
    kb_bench_doc_escape(doc->out, caption);
    put(doc, "</figcaption>\n");
}

void kb_bench_figure_legend_begin(kb_bench_doc *doc) {
    put(doc, "<ul class=\"legend\">\n");
}

static void swatch_begin(kb_bench_doc *doc) {
    put(doc, "<li><svg viewBox=\"0 0 30 14\" aria-hidden=\"true\">");
}

static void swatch_end(kb_bench_doc *doc, const char *text) {
    put(doc, "</svg>");
    kb_bench_doc_escape(doc->out, text);
    put(doc, "</li>\n");
}

void kb_bench_figure_legend_line(kb_bench_doc *doc, unsigned series, const char *text) {
    char classes[32];
    (void)snprintf(classes, sizeof classes, "c%u ln d%u", series, series);
    swatch_begin(doc);
    kb_bench_svg_line(doc, 1, 7, 29, 7, classes);
    kb_bench_svg_mark(doc, 15, 7, series, NULL);
    swatch_end(doc, text);
}

void kb_bench_figure_legend_mark(kb_bench_doc *doc, unsigned series, const char *text) {
    swatch_begin(doc);
    kb_bench_svg_mark(doc, 15, 7, series, NULL);
    swatch_end(doc, text);
}

void kb_bench_figure_legend_bar(kb_bench_doc *doc, const char *classes,
                                const char *text) {
    swatch_begin(doc);
    kb_bench_svg_bar(doc, 2, 2, 26, 10, classes);
    swatch_end(doc, text);
}

void kb_bench_figure_legend_end(kb_bench_doc *doc) {
    put(doc, "</ul>\n");
}

void kb_bench_figure_panels(kb_bench_doc *doc) {
    put(doc, "<div class=\"panels\">\n");
}

void kb_bench_figure_end(kb_bench_doc *doc) {
    put(doc, "</div>\n</figure>\n");
}

void kb_bench_panel_begin(kb_bench_doc *doc, double height, const char *title,
                          const char *description) {
    size_t id = ++doc->panels;
    (void)fprintf(doc->out,
                  "<svg class=\"panel\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" "
                  "aria-labelledby=\"t%zu d%zu\"><title id=\"t%zu\">",
                  KB_BENCH_PANEL_WIDTH, height, id, id, id);
    kb_bench_doc_escape(doc->out, title);
    (void)fprintf(doc->out, "</title><desc id=\"d%zu\">", id);
    kb_bench_doc_escape(doc->out, description);
    put(doc, "</desc>\n");
    kb_bench_svg_text(doc, 0, 14, "h", title);
}

void kb_bench_panel_end(kb_bench_doc *doc) {
    put(doc, "</svg>\n");
}

void kb_bench_svg_text(kb_bench_doc *doc, double x, double y, const char *classes,
                       const char *text) {
    (void)fprintf(doc->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, classes);
    kb_bench_doc_escape(doc->out, text);
    put(doc, "</text>\n");
}

void kb_bench_svg_line(kb_bench_doc *doc, double x1, double y1, double x2, double y2,
                       const char *classes) {
    (void)fprintf(
        doc->out,
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1,
        x2, y2, classes);
}

void kb_bench_svg_bar(kb_bench_doc *doc, double x, double y, double width, double height,
                      const char *classes) {
    (void)fprintf(
        doc->out,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", x,
        y, width < 0.5 ? 0.5 : width, height, classes);
}

void kb_bench_svg_mark(kb_bench_doc *doc, double x, double y, unsigned series,
                       const char *hint) {
    /* About the origin, all with about the same area. */
    static const char *const paths[KB_BENCH_SERIES_MAX] = {
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        "M-3.5-3.5h7v7h-7z",
        "M0-4.6L4.4 3.4H-4.4z",
        "M0-4.9L4.9 0L0 4.9L-4.9 0z",
        "M0 4.6L4.4-3.4H-4.4z",
        ("M-4.6-1.6H-1.6V-4.6H1.6V-1.6H4.6V1.6H1.6"
         "V4.6H-1.6V1.6H-4.6z")};
    (void)fprintf(doc->out,
                  "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" class=\"c%u mk\">",
                  x, y, paths[(series - 1) % KB_BENCH_SERIES_MAX], series);
    if (hint != NULL) {
        put(doc, "<title>");
        kb_bench_doc_escape(doc->out, hint);
        put(doc, "</title>");
    }
    put(doc, "</path>\n");
}

void kb_bench_svg_axis_x(kb_bench_doc *doc, const kb_bench_scale *x,
                         const kb_bench_ticks *ticks, double y1, double y2,
                         kb_bench_number number) {
    char text[KB_BENCH_NUMBER_BYTES];
    kb_bench_svg_line(doc, x->from, y2, x->to, y2, "axis");
    for (size_t i = 0; i < ticks->count; i++) {
        double at = kb_bench_scale_at(x, ticks->value[i]);
        kb_bench_svg_line(doc, at, y1, at, y2 + 3, "grid");
        number(text, ticks->value[i]);
        /* A label in the middle of a tick at an edge would stick out. */
        double half = 3.1 * (double)strlen(text);
        bool is_right = at + half > KB_BENCH_PANEL_WIDTH, is_left = at - half < 0;
        kb_bench_svg_text(doc,
                          is_right  ? KB_BENCH_PANEL_WIDTH
                          : is_left ? 0
                                    : at,
                          y2 + 14,
                          is_right  ? "t e"
                          : is_left ? "t"
                                    : "t m",
                          text);
    }
}

void kb_bench_svg_axis_y(kb_bench_doc *doc, const kb_bench_scale *y,
                         const kb_bench_ticks *ticks, double x1, double x2,
                         kb_bench_number number) {
    char text[KB_BENCH_NUMBER_BYTES];
    for (size_t i = 0; i < ticks->count; i++) {
        double at = kb_bench_scale_at(y, ticks->value[i]);
        kb_bench_svg_line(doc, x1, at, x2, at, "grid");
        kb_bench_svg_text(doc, x1 - 5, at + 3.5, "t e", number(text, ticks->value[i]));
    }
}
