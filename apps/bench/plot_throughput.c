/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Throughput against the size of the payload. */
#include "plots.h"

#include <stdlib.h>
#include <string.h>

#define HEIGHT    250.0
#define NAMES_MAX 8

typedef struct plot {
    const kb_bench_family_result *family;
    const char *op;
    char classical[NAMES_MAX][KB_BENCH_NAME_BYTES], pqc[NAMES_MAX][KB_BENCH_NAME_BYTES];
    size_t classical_count, pqc_count;
    kb_bench_scale x, y;
} plot;

static double rate_of(const kb_bench_record *r, const char *op) {
    const kb_bench_derived *d = kb_bench_shown_numbers(r, op);
    return d == NULL || d->ns.p50 <= 0 ? 0
                                       : (double)r->row.bytes * 1e9 / 1048576 / d->ns.p50;
}

/* The place of name in the list, where it is put when it is new. */
static size_t place_of(char list[NAMES_MAX][KB_BENCH_NAME_BYTES], size_t *count,
                       const char *name) {
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(list[i], name) == 0) {
            return i;
        }
    }
    if (*count == NAMES_MAX) {
        return NAMES_MAX;
    }
    (void)snprintf(list[*count], KB_BENCH_NAME_BYTES, "%s", name);
    return (*count)++;
}

/* Shorter first, so that 768 comes before 1024. */
static int by_name(const void *a, const void *b) {
    size_t x = strlen(a), y = strlen(b);
    return x != y ? (x < y ? -1 : 1) : strcmp(a, b);
}

static void look(plot *p) {
    bool is_first = true;
    for (size_t i = 0; i < p->family->count; i++) {
        const kb_bench_record *r = &p->family->records[i];
        char classical[KB_BENCH_NAME_BYTES], pqc[KB_BENCH_NAME_BYTES];
        double rate = rate_of(r, p->op), bytes = (double)r->row.bytes;
        if (rate <= 0 || bytes <= 0) {
            continue;
        }
        kb_bench_row_halves(classical, pqc, r->row.alg);
        (void)place_of(p->classical, &p->classical_count, classical);
        (void)place_of(p->pqc, &p->pqc_count, pqc);
        p->x.min = is_first || bytes < p->x.min ? bytes : p->x.min;
        p->x.max = is_first || bytes > p->x.max ? bytes : p->x.max;
        p->y.min = is_first || rate < p->y.min ? rate : p->y.min;
        p->y.max = is_first || rate > p->y.max ? rate : p->y.max;
        is_first = false;
    }
    qsort(p->pqc, p->pqc_count, sizeof p->pqc[0], by_name);
    kb_bench_scale_round(&p->y);
}

static const char *plain(char out[KB_BENCH_NUMBER_BYTES], double value) {
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.6g", value);
    return out;
}

/* One line: the records are in the order of their sizes. */
static void curve(kb_bench_doc *doc, const plot *p, const char *alg, unsigned series) {
    char text[128], rate_text[KB_BENCH_NUMBER_BYTES], size[KB_BENCH_NUMBER_BYTES];
    (void)fprintf(doc->out, "<path class=\"c%u ln d%u\" d=\"", series, series);
    bool is_first = true;
    for (int marks = 0; marks < 2; marks++) {
        for (size_t i = 0; i < p->family->count; i++) {
            const kb_bench_record *r = &p->family->records[i];
            double rate = strcmp(r->row.alg, alg) == 0 ? rate_of(r, p->op) : 0;
            if (rate <= 0) {
                continue;
            }
            double x = kb_bench_scale_at(&p->x, (double)r->row.bytes);
            double y = kb_bench_scale_at(&p->y, rate);
            if (marks == 0) {
                (void)fprintf(doc->out, "%c%.1f %.1f", is_first ? 'M' : 'L', x, y);
                is_first = false;
            } else {
                (void)snprintf(text, sizeof text, "%.60s, %s: %s MiB/s", alg,
                               kb_bench_number_bytes(size, (double)r->row.bytes),
                               kb_bench_number_plain(rate_text, rate));
                kb_bench_svg_mark(doc, x, y, series, text);
            }
        }
        (void)fputs(marks == 0 ? "\"/>\n" : "", doc->out);
    }
}

static void panel(kb_bench_doc *doc, const plot *p, const char *classical) {
    /* Sizes people know, of those the narrow axis has room for. */
    kb_bench_ticks x_ticks = {.count = 0}, y_ticks;
    char title[160], alg[2 * KB_BENCH_NAME_BYTES];
    for (double bytes = 1024; bytes <= 1e12 && x_ticks.count < 6; bytes *= 8) {
        if (bytes >= p->x.min && bytes <= p->x.max) {
            x_ticks.value[x_ticks.count++] = bytes;
        }
    }
    kb_bench_ticks_of(&y_ticks, &p->y, 8);
    (void)snprintf(title, sizeof title, "%s with %s", p->op, classical);
    kb_bench_panel_begin(
        doc, HEIGHT, title,
        "Throughput over payload, a line for each post-quantum half; the "
        "table has the times.");
    kb_bench_svg_text(doc, 0, 32, "s", "MiB/s, logarithmic");
    kb_bench_svg_axis_x(doc, &p->x, &x_ticks, 40, p->y.from, kb_bench_number_bytes);
    kb_bench_svg_axis_y(doc, &p->y, &y_ticks, p->x.from, p->x.to, plain);
    kb_bench_svg_text(doc, (p->x.from + p->x.to) / 2, HEIGHT - 5, "s m",
                      "payload, logarithmic");
    for (size_t i = 0; i < p->pqc_count; i++) {
        (void)snprintf(alg, sizeof alg, "%s+%s", classical, p->pqc[i]);
        curve(doc, p, alg, (unsigned)(i % KB_BENCH_SERIES_MAX) + 1);
    }
    kb_bench_panel_end(doc);
}

static void figure(kb_bench_doc *doc, const kb_bench_family_result *family,
                   const char *op, const char *title) {
    plot p = {.family = family,
              .op = op,
              .x = {true, 1, 1, 42, KB_BENCH_PANEL_WIDTH - 8},
              .y = {true, 1, 1, HEIGHT - 38, 44}};
    look(&p);
    if (p.classical_count == 0) {
        return;
    }
    kb_bench_figure_begin(
        doc, title,
        "Payload divided by the median time of a call. Small payloads pay "
        "for the two key encapsulations, large ones for the cipher.");
    kb_bench_figure_legend_begin(doc);
    for (size_t i = 0; i < p.pqc_count; i++) {
        kb_bench_figure_legend_line(doc, (unsigned)(i % KB_BENCH_SERIES_MAX) + 1,
                                    p.pqc[i]);
    }
    kb_bench_figure_legend_end(doc);
    kb_bench_figure_panels(doc);
    for (size_t i = 0; i < p.classical_count; i++) {
        panel(doc, &p, p.classical[i]);
    }
    kb_bench_figure_end(doc);
}

void kb_bench_plot_throughput(kb_bench_doc *doc, const kb_bench_family_result *family) {
    figure(doc, family, "ENC", "Throughput of encryption against size");
    figure(doc, family, "DEC", "Throughput of decryption against size");
}
