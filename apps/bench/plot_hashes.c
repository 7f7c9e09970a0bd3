/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the time of an operation is divided into: hashing by kind, and the rest. */
#include "plots.h"

#include <keybraid/catalog.h>
#include <string.h>

#define ROW_HEIGHT 31.0
#define TOP        28.0
#define BOTTOM     34.0
#define LEFT       4.0
#define RIGHT      (KB_BENCH_PANEL_WIDTH - 6)
#define ROWS_MAX   64

/* Colour and filling of each share, so that they differ in print too. */
static const struct {
    const char *classes, *name;
} looks[KB_BENCH_SHARE_COUNT + 1] = {
    [KB_BENCH_SHARE_KECCAK] = {"c1 fl", "Keccak (SHA-3)"},
    [KB_BENCH_SHARE_SHA2] = {"c3 ar", "SHA-2"},
    [KB_BENCH_SHARE_SM3] = {"c4 dots", "SM3"},
    [KB_BENCH_SHARE_XOF] = {"c2 hatch", "XOF (SHAKE, SM3)"},
    [KB_BENCH_SHARE_RNG] = {"c5 fl", "random numbers"},
    [KB_BENCH_SHARE_COUNT] = {"c0 ar", "all else"},
};

typedef struct rows {
    struct {
        const char *alg;
        const kb_bench_profile *profile;
    } row[ROWS_MAX];
    size_t count;
} rows;

static void look(rows *out, const kb_bench_family_result *family, const char *only,
                 const char *op) {
    out->count = 0;
    for (size_t i = 0; i < family->count && out->count < ROWS_MAX; i++) {
        const kb_bench_record *r = &family->records[i];
        const kb_alg *alg = kb_catalog_find(r->row.alg);
        const kb_bench_op *o = kb_bench_record_op(r, op);
        bool is_meant = only == NULL || (alg != NULL && strcmp(alg->family, only) == 0);
        if (is_meant && o != NULL && kb_bench_class_is_good(o->class) &&
            o->profile.calls != 0) {
            out->row[out->count].alg = r->row.alg;
            out->row[out->count++].profile = &o->profile;
        }
    }
}

static void bar(kb_bench_doc *doc, const kb_bench_scale *x, double y, const char *alg,
                const kb_bench_profile *p) {
    char text[64];
    double from = x->from, done = 0;
    for (int i = 0; i <= KB_BENCH_SHARE_COUNT; i++) {
        double part = i == KB_BENCH_SHARE_COUNT
                          ? 100 - done
                          : 100 * (double)kb_bench_profile_share(p, (kb_bench_share)i) /
                                (double)p->ticks;
        part = part < 100 - done ? part : 100 - done;
        done += part;
        double to = kb_bench_scale_at(x, done);
        if (to - from > 0.2) {
            kb_bench_svg_bar(doc, from, y + 14, to - from, 10, looks[i].classes);
        }
        from = to;
        if (i == KB_BENCH_SHARE_COUNT) {
            (void)snprintf(text, sizeof text, "hashing %.0f %%",
                           100 - part -
                               100 *
                                   (double)kb_bench_profile_share(p, KB_BENCH_SHARE_RNG) /
                                   (double)p->ticks);
        }
    }
    kb_bench_svg_text(doc, LEFT, y + 10, "halo", alg);
    kb_bench_svg_text(doc, RIGHT, y + 10, "b e halo", text);
}

static const char *percent(char out[KB_BENCH_NUMBER_BYTES], double value) {
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.0f %%", value);
    return out;
}

static void panel(kb_bench_doc *doc, const rows *r, const char *op) {
    kb_bench_ticks ticks;
    double bottom = TOP + ROW_HEIGHT * (double)r->count;
    kb_bench_scale x = {false, 0, 100, LEFT, RIGHT};
    kb_bench_ticks_of(&ticks, &x, 5);
    kb_bench_panel_begin(doc, bottom + BOTTOM, op,
                         "A bar for each algorithm, divided by kinds of hashing; "
                         "hash-shares.csv has the numbers.");
    kb_bench_svg_axis_x(doc, &x, &ticks, TOP - 4, bottom, percent);
    kb_bench_svg_text(doc, (LEFT + RIGHT) / 2, bottom + 29, "s m",
                      "share of the time of a call");
    for (size_t i = 0; i < r->count; i++) {
        bar(doc, &x, TOP + ROW_HEIGHT * (double)i, r->row[i].alg, r->row[i].profile);
    }
    kb_bench_panel_end(doc);
}

void kb_bench_plot_hashes(kb_bench_doc *doc, const kb_bench_family_result *family,
                          const char *only) {
    static const char *const ops[] = {"KEYGEN", "ENCAPS", "DECAPS", "SIGN", "VERIFY"};
    rows r;
    size_t sum = 0;
    for (size_t i = 0; i < 5; i++) {
        look(&r, family, only, ops[i]);
        sum += r.count;
    }
    if (sum == 0) {
        return;
    }
    kb_bench_figure_begin(
        doc, "Where the time goes",
        "Time inside the hash layer, from counters in a build of the same sources made "
        "for it; a call inside another is part of it. Counting takes time of its own, "
        "which falls to all else.");
    kb_bench_figure_legend_begin(doc);
    for (size_t i = 0; i <= KB_BENCH_SHARE_COUNT; i++) {
        kb_bench_figure_legend_bar(doc, looks[i].classes, looks[i].name);
    }
    kb_bench_figure_legend_end(doc);
    kb_bench_figure_panels(doc);
    for (size_t i = 0; i < 5; i++) {
        look(&r, family, only, ops[i]);
        if (r.count != 0) {
            panel(doc, &r, ops[i]);
        }
    }
    kb_bench_figure_end(doc);
}
