/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is sent against how long it takes. */
#include "plots.h"

#include <keybraid/catalog.h>
#include <string.h>

#define HEIGHT       290.0
#define POINTS_MAX   64
#define LETTER_WIDTH 6.1 /* of the labels, about */

typedef struct point {
    const char *alg;
    char label[KB_BENCH_NAME_BYTES];
    unsigned series;
    double bytes, ns, x, y;
} point;

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct plot {
    point points[POINTS_MAX];
    size_t count;
    const char *families[KB_BENCH_SERIES_MAX];
    size_t family_count;
    box taken[2 * POINTS_MAX]; /* marks first, then labels */
    size_t taken_count;
} plot;

static const char *family_of(const char *id) {
    const kb_alg *alg = kb_catalog_find(id);
    return alg == NULL ? "RSA" : alg->family;
}

/* Series of a family, from 1; 0 when there are too many. */
static unsigned series_of(plot *p, const char *family) {
    for (size_t i = 0; i < p->family_count; i++) {
        if (strcmp(p->families[i], family) == 0) {
            return (unsigned)i + 1;
        }
    }
    if (p->family_count == KB_BENCH_SERIES_MAX) {
        return 0;
    }
    p->families[p->family_count++] = family;
    return (unsigned)p->family_count;
}

/* What is left of the name beside that of its family: "768" of ML-KEM-768. */
static void label_of(char out[KB_BENCH_NAME_BYTES], const char *id, const char *family) {
    const kb_alg *alg = kb_catalog_find(id);
    const char *name = alg == NULL ? id : alg->name;
    size_t len = strlen(family);
    if (strncmp(name, family, len) == 0 && name[len] == '-') {
        name += len + 1;
    }
    (void)snprintf(out, KB_BENCH_NAME_BYTES, "%s", name);
}

/* Whether a record is of a KEM, or else of a signature. */
static bool is_kem(const kb_bench_record *r) {
    return kb_bench_record_size(r, "ct_bytes") != 0;
}

static void look(plot *p, const kb_bench_family_result *family, bool kems,
                 const char *op) {
    *p = (plot){.count = 0};
    for (size_t i = 0; i < family->count && p->count < POINTS_MAX; i++) {
        const kb_bench_record *r = &family->records[i];
        if (is_kem(r) != kems) {
            continue;
        }
        const char *name = family_of(r->row.alg);
        const kb_bench_derived *d = kb_bench_shown_numbers(r, op);
        unsigned series = series_of(p, name);
        double bytes = (double)(kb_bench_record_size(r, "pk_bytes") +
                                kb_bench_record_size(r, kems ? "ct_bytes" : "sig_bytes"));
        if (d != NULL && series != 0 && bytes > 0 && d->ns.p50 > 0) {
            point *at = &p->points[p->count++];
            *at = (point){
                .alg = r->row.alg, .series = series, .bytes = bytes, .ns = d->ns.p50};
            label_of(at->label, r->row.alg, name);
        }
    }
}

static bool is_free(const plot *p, const box *b, const box *own) {
    if (b->left < 44 || b->right > KB_BENCH_PANEL_WIDTH - 2 || b->top < 38 ||
        b->bottom > HEIGHT - 38) {
        return false;
    }
    for (size_t i = 0; i < p->taken_count; i++) {
        const box *t = &p->taken[i];
        if (t != own && b->left < t->right && b->right > t->left && b->top < t->bottom &&
            b->bottom > t->top) {
            return false;
        }
    }
    return true;
}

/* Writes the label beside its mark where nothing else is; a crowded one is left out. */
static void place(kb_bench_doc *doc, plot *p, size_t i) {
    const point *at = &p->points[i];
    double width = LETTER_WIDTH * (double)strlen(at->label);
    double middle = at->x - width / 2 < 44 ? 44 : at->x - width / 2;
    const double lefts[] = {at->x + 7, at->x - 7 - width, middle,
                            middle,    at->x + 5,         at->x + 5};
    const double tops[] = {at->y - 6, at->y - 6,  at->y - 18,
                           at->y + 6, at->y - 15, at->y + 4};
    for (size_t k = 0; k < 6; k++) {
        box b = {lefts[k], tops[k], lefts[k] + width, tops[k] + 12};
        if (is_free(p, &b, &p->taken[i])) {
            p->taken[p->taken_count++] = b;
            kb_bench_svg_text(doc, b.left, b.top + 9.5, "t", at->label);
            return;
        }
    }
}

static void scales(const plot *p, kb_bench_scale *x, kb_bench_scale *y) {
    *x = (kb_bench_scale){true, p->points[0].bytes, p->points[0].bytes, 44,
                          KB_BENCH_PANEL_WIDTH - 8};
    *y = (kb_bench_scale){true, p->points[0].ns, p->points[0].ns, HEIGHT - 38, 44};
    for (size_t i = 1; i < p->count; i++) {
        const point *at = &p->points[i];
        x->min = at->bytes < x->min ? at->bytes : x->min;
        x->max = at->bytes > x->max ? at->bytes : x->max;
        y->min = at->ns < y->min ? at->ns : y->min;
        y->max = at->ns > y->max ? at->ns : y->max;
    }
    kb_bench_scale_round(x);
    kb_bench_scale_round(y);
}

static const char *plain(char out[KB_BENCH_NUMBER_BYTES], double value) {
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.0f", value);
    return out;
}

static void panel(kb_bench_doc *doc, plot *p, const char *op, bool kems) {
    kb_bench_scale x, y;
    kb_bench_ticks x_ticks, y_ticks;
    char text[160], number[KB_BENCH_NUMBER_BYTES];
    scales(p, &x, &y);
    kb_bench_ticks_of(&x_ticks, &x, 7);
    kb_bench_ticks_of(&y_ticks, &y, 8);
    kb_bench_panel_begin(doc, HEIGHT, op,
                         "A point for each parameter set; the table has the numbers.");
    kb_bench_svg_text(doc, 0, 32, "s", "median time of a call, logarithmic");
    kb_bench_svg_axis_x(doc, &x, &x_ticks, 40, y.from, plain);
    kb_bench_svg_axis_y(doc, &y, &y_ticks, x.from, x.to, kb_bench_number_tick);
    kb_bench_svg_text(doc, (x.from + x.to) / 2, HEIGHT - 5, "s m",
                      kems ? "public key and ciphertext, bytes, logarithmic"
                           : "public key and signature, bytes, logarithmic");
    for (size_t i = 0; i < p->count; i++) {
        point *at = &p->points[i];
        at->x = kb_bench_scale_at(&x, at->bytes);
        at->y = kb_bench_scale_at(&y, at->ns);
        p->taken[p->taken_count++] = (box){at->x - 5, at->y - 5, at->x + 5, at->y + 5};
        (void)snprintf(text, sizeof text, "%.60s: %.0f bytes, %s", at->alg, at->bytes,
                       kb_bench_number_time(number, at->ns));
        kb_bench_svg_mark(doc, at->x, at->y, at->series, text);
    }
    for (size_t i = 0; i < p->count; i++) {
        place(doc, p, i);
    }
    kb_bench_panel_end(doc);
}

static void figure(kb_bench_doc *doc, const kb_bench_family_result *family, bool kems,
                   const char *const *ops) {
    plot p;
    look(&p, family, kems, ops[0]);
    if (p.count == 0) {
        return;
    }
    kb_bench_figure_begin(
        doc,
        kems ? "Sizes of KEMs against their time"
             : "Sizes of signatures against their time",
        "Further left is less to send, further down is faster. Labels name the parameter "
        "set where there is room; every point names itself when pointed at, and the "
        "table "
        "below has all numbers.");
    kb_bench_figure_legend_begin(doc);
    for (size_t i = 0; i < p.family_count; i++) {
        kb_bench_figure_legend_mark(doc, (unsigned)i + 1, p.families[i]);
    }
    kb_bench_figure_legend_end(doc);
    kb_bench_figure_panels(doc);
    for (size_t i = 0; i < 3; i++) {
        look(&p, family, kems, ops[i]);
        if (p.count != 0) {
            panel(doc, &p, ops[i], kems);
        }
    }
    kb_bench_figure_end(doc);
}

void kb_bench_plot_sizes(kb_bench_doc *doc, const kb_bench_family_result *family) {
    static const char *const kem_ops[] = {"KEYGEN", "ENCAPS", "DECAPS"};
    static const char *const sig_ops[] = {"KEYGEN", "SIGN", "VERIFY"};
    figure(doc, family, true, kem_ops);
    figure(doc, family, false, sig_ops);
}
