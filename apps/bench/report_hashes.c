/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hash work in the report: shares, and what was counted beside what is unavoidable. */
#include "plots.h"
#include "report.h"

#include <keybraid/catalog.h>
#include <string.h>

/* "43.1 of 43": the mean of what was counted, and the floor. */
static void units_cell(kb_bench_doc *doc, const kb_bench_op *op,
                       const kb_bench_floor *floor) {
    static const char *const names[KB_BENCH_UNIT_KINDS] = {"Keccak-f", "SHA-256",
                                                           "SHA-512", "SM3"};
    char text[192] = "";
    size_t used = 0;
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        double mean = (double)op->profile.units[i].sum / (double)op->profile.calls;
        if (mean > 0 && used < sizeof text) {
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "%s%s %.1f (floor %.0f)", used == 0 ? "" : ", ",
                                     names[i], mean, floor->least[i]);
        }
    }
    kb_bench_doc_cell(doc, "%s", text);
}

static void row(kb_bench_doc *doc, const kb_bench_record *r, const kb_bench_op *op) {
    const kb_bench_profile *p = &op->profile;
    kb_bench_floor floor;
    uint64_t named = 0;
    kb_bench_floor_of_row(&floor, &r->row, op->name);
    kb_bench_doc_cell(doc, "%s", r->row.alg);
    kb_bench_doc_cell(doc, "%s", op->name);
    for (int i = 0; i < KB_BENCH_SHARE_COUNT; i++) {
        uint64_t ticks = kb_bench_profile_share(p, (kb_bench_share)i);
        named += ticks;
        kb_bench_doc_cell(doc, "%.1f %%", 100 * (double)ticks / (double)p->ticks);
    }
    kb_bench_doc_cell(doc, "%.1f %%",
                      100 * (double)(p->ticks > named ? p->ticks - named : 0) /
                          (double)p->ticks);
    units_cell(doc, op, &floor);
}

void kb_bench_report_hashes(kb_bench_doc *doc, const kb_bench_family_result *family,
                            const char *only) {
    static const char *const heads[] = {
        "algorithm", "operation", "Keccak",
        "SHA-2",     "SM3",       "XOF",
        "RNG",       "all else",  "permutations and compressions of a call",
        NULL};
    bool is_open = false;
    for (size_t i = 0; i < family->count; i++) {
        const kb_bench_record *r = &family->records[i];
        const kb_alg *alg = kb_catalog_find(r->row.alg);
        if (only != NULL && (alg == NULL || strcmp(alg->family, only) != 0)) {
            continue;
        }
        for (size_t k = 0; k < r->op_count; k++) {
            const kb_bench_op *op = &r->ops[k];
            if (op->profile.calls == 0 || !kb_bench_class_is_good(op->class)) {
                continue;
            }
            if (!is_open) {
                kb_bench_doc_table_begin(
                    doc, "Shares of time; hashes.csv has the calls by shape", heads,
                    "llrrrrrrw");
                is_open = true;
            }
            row(doc, r, op);
        }
    }
    if (is_open) {
        kb_bench_doc_table_end(doc);
        if (doc->is_html) {
            kb_bench_plot_hashes(doc, family, only);
        }
    }
}
