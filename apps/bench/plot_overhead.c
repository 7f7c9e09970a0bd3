/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A composite beside its two halves alone. */
#include "plots.h"

#include <keybraid/catalog.h>
#include <string.h>

#define ROW_HEIGHT 33.0
#define TOP        28.0
#define BOTTOM     34.0
#define LEFT       4.0
#define RIGHT      (KB_BENCH_PANEL_WIDTH - 6)
#define ROWS_MAX   64

typedef struct row {
    const char *alg;
    double classical, pqc, composite; /* ns */
} row;

typedef struct rows {
    row row[ROWS_MAX];
    size_t count;
    uint64_t bytes;
    double most;
} rows;

/* Median of an operation of a half, which is named as people write it; 0 without one. */
static double half_of(const kb_bench_family_result *primitives, const char *name,
                      const char *op) {
    const kb_alg *alg = kb_catalog_find_name(name);
    const kb_bench_record *r =
        alg == NULL ? NULL : kb_bench_family_record(primitives, alg->id, 0);
    const kb_bench_derived *d = kb_bench_shown_numbers(r, op);
    return d == NULL ? 0 : d->ns.p50;
}

static void look(rows *out, const kb_bench_family_result *family,
                 const kb_bench_family_result *primitives, const char *op,
                 const char *half_op) {
    out->bytes = UINT64_MAX;
    for (size_t i = 0; i < family->count; i++) {
        uint64_t bytes = family->records[i].row.bytes;
        out->bytes = bytes < out->bytes ? bytes : out->bytes;
    }
    for (size_t i = 0; i < family->count && out->count < ROWS_MAX; i++) {
        const kb_bench_record *r = &family->records[i];
        const kb_bench_derived *d = kb_bench_shown_numbers(r, op);
        char classical[KB_BENCH_NAME_BYTES], pqc[KB_BENCH_NAME_BYTES];
        kb_bench_row_halves(classical, pqc, r->row.alg);
        row one = {r->row.alg, half_of(primitives, classical, half_op),
                   half_of(primitives, pqc, half_op), d == NULL ? 0 : d->ns.p50};
        if (r->row.bytes != out->bytes || one.classical <= 0 || one.pqc <= 0 ||
            one.composite <= 0) {
            continue;
        }
        double sum = one.classical + one.pqc;
        out->most = sum > out->most ? sum : out->most;
        out->most = one.composite > out->most ? one.composite : out->most;
        out->row[out->count++] = one;
    }
}

static void bars(kb_bench_doc *doc, const kb_bench_scale *x, double y, const row *r) {
    char text[128], number[KB_BENCH_NUMBER_BYTES];
    double split = kb_bench_scale_at(x, r->classical), zero = x->from;
    double sum = kb_bench_scale_at(x, r->classical + r->pqc);
    double all = kb_bench_scale_at(x, r->composite);
    kb_bench_svg_text(doc, LEFT, y + 10, "halo", r->alg);
    (void)snprintf(text, sizeof text, "%s = %.2f \u00d7 both halves",
                   kb_bench_number_time(number, r->composite),
                   r->composite / (r->classical + r->pqc));
    kb_bench_svg_text(doc, RIGHT, y + 10, "b e halo", text);
    kb_bench_svg_bar(doc, zero, y + 14, all - zero, 6, "c1 fl");
    kb_bench_svg_bar(doc, zero, y + 21.5, split - zero, 6, "c2 hatch");
    kb_bench_svg_bar(doc, split, y + 21.5, sum - split, 6, "c4 dots");
}

static void panel(kb_bench_doc *doc, const rows *r, const char *op) {
    char title[96], size[KB_BENCH_NUMBER_BYTES];
    kb_bench_ticks ticks;
    double bottom = TOP + ROW_HEIGHT * (double)r->count;
    kb_bench_scale x = {false, 0, r->most, LEFT, RIGHT};
    kb_bench_ticks_of(&ticks, &x, 5);
    (void)snprintf(title, sizeof title, "%s, %s", op,
                   kb_bench_number_bytes(size, (double)r->bytes));
    kb_bench_panel_begin(doc, bottom + BOTTOM, title,
                         "Bars of each pair and of its halves, with their ratio.");
    kb_bench_svg_axis_x(doc, &x, &ticks, TOP - 4, bottom, kb_bench_number_tick);
    kb_bench_svg_text(doc, (LEFT + RIGHT) / 2, bottom + 29, "s m",
                      "median time of a call");
    for (size_t i = 0; i < r->count; i++) {
        bars(doc, &x, TOP + ROW_HEIGHT * (double)i, &r->row[i]);
    }
    kb_bench_panel_end(doc);
}

void kb_bench_plot_overhead(kb_bench_doc *doc, const kb_bench_result *result,
                            const kb_bench_family_result *family) {
    const kb_bench_family_result *primitives =
        kb_bench_result_family(result, "primitives");
    rows enc = {.count = 0}, dec = {.count = 0};
    if (primitives != NULL) {
        look(&enc, family, primitives, "ENC", "ENCAPS");
        look(&dec, family, primitives, "DEC", "DECAPS");
    }
    if (enc.count == 0 && dec.count == 0) {
        kb_bench_doc_paragraph(
            doc, "No plot of pairs beside their halves: it needs the family `primitives` "
                 "with the algorithms of the pairs in the same folder.");
        return;
    }
    kb_bench_figure_begin(
        doc, "What a pair costs beside its halves",
        "The smallest payload, so that the cipher hardly counts. A whole token against "
        "the "
        "encapsulation (or decapsulation) of each half alone, one after the other.");
    kb_bench_figure_legend_begin(doc);
    kb_bench_figure_legend_bar(doc, "c1 fl", "token of the pair");
    kb_bench_figure_legend_bar(doc, "c2 hatch", "classical half alone");
    kb_bench_figure_legend_bar(doc, "c4 dots", "post-quantum half alone");
    kb_bench_figure_legend_end(doc);
    kb_bench_figure_panels(doc);
    if (enc.count != 0) {
        panel(doc, &enc, "ENC");
    }
    if (dec.count != 0) {
        panel(doc, &dec, "DEC");
    }
    kb_bench_figure_end(doc);
}
