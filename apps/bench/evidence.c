/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family evidence: every KEM and signature, with the columns an evaluation page has. */
#include "suites.h"

#include <inttypes.h>
#include <keybraid/catalog.h>
#include <string.h>

#define MSG_BYTES 64

static size_t rows(kb_bench_row *out, size_t cap, const kb_bench_options *options) {
    size_t count, n = 0;
    const kb_alg *algs = kb_catalog(&count);
    (void)options;
    for (size_t i = 0; i < count && n < cap; i++) {
        if ((algs[i].kind == KB_ALG_KEM || algs[i].kind == KB_ALG_SIG) &&
            algs[i].status != KB_STATUS_LEGACY) {
            kb_bench_row_set(&out[n++], "evidence", algs[i].id, NULL,
                             algs[i].kind == KB_ALG_SIG ? MSG_BYTES : 0);
        }
    }
    return n;
}

static const kb_bench_subject *subject(const kb_bench_row *row) {
    const kb_alg *alg = kb_catalog_find(row->alg);
    return alg == NULL               ? NULL
           : alg->kind == KB_ALG_KEM ? &kb_bench_kem_subject
           : alg->kind == KB_ALG_SIG ? &kb_bench_sig_subject
                                     : NULL;
}

static void line(FILE *out, const kb_bench_record *r, const kb_bench_op *op) {
    const kb_bench_derived *d = &op->derived;
    kb_bench_class class =
        kb_bench_class_is_good(op->class) ? r->kat : op->class; /* of this line alone */
    (void)fprintf(out, "%s,%s,%s", r->row.alg, op->name, kb_bench_class_name(class));
    kb_bench_cell_count(out, op, d->cycles > 0 ? d->cycles : -1);
    kb_bench_cell_us(out, op, d->ns.mean);
    kb_bench_cell_count(out, op, d->ops_per_s);
    kb_bench_cell_us(out, op, d->trial_mean_ns);
    kb_bench_cell_count(out, op, (double)d->ns.n);
    kb_bench_cell_count(out, op, (double)op->trial_count);
    kb_bench_cell_us(out, op, d->ns.p50);
    kb_bench_cell_us(out, op, d->ns.low);
    kb_bench_cell_us(out, op, d->ns.high);
    kb_bench_cell_us(out, op, d->ns.p99);
    kb_bench_cell_kib(out, op, d->rss_base_bytes);
    kb_bench_cell_kib(out, op, d->rss_peak_bytes);
    kb_bench_cell_count(out, op, d->heap_calls);
    kb_bench_cell_count(out, op, d->heap_peak_bytes);
    kb_bench_cell_count(out, op, d->stack_bytes);
    kb_bench_cell_count(out, op, d->failures);
    kb_bench_cell_count(out, op, d->disturbed);
    uint64_t ct = kb_bench_record_size(r, "ct_bytes");
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
                  kb_bench_record_size(r, "pk_bytes"),
                  kb_bench_record_size(r, "sk_bytes"),
                  ct != 0 ? ct : kb_bench_record_size(r, "sig_bytes"),
                  kb_bench_record_size(r, "ss_bytes"));
}

static void csv(FILE *out, const kb_bench_record *r) {
    for (size_t i = 0; i < r->op_count; i++) {
        line(out, r, &r->ops[i]);
    }
}

static const char *const shown[] = {"ALG",     "OPERATION", "CLASS",         "CYCLES",
                                    "MEAN_US", "OPS_S",     "TRIAL_MEAN_US", "N",
                                    "TRIALS",  NULL};

const kb_bench_suite kb_bench_evidence = {
    .name = "evidence",
    .summary = "Every KEM and signature, in the sections of an evaluation page",
    .title = "Evidence for each algorithm",
    .rows = rows,
    .subject = subject,
    .csv_header =
        "ALG,OPERATION,CLASS,CYCLES,MEAN_US,OPS_S,TRIAL_MEAN_US,N,TRIALS,P50_US,"
        "LOW_US,HIGH_US,P99_US,RSS_BASE_KIB,RSS_PEAK_KIB,HEAP_CALLS,"
        "HEAP_PEAK_BYTES,STACK_BYTES,FAILURES,DISTURBED,PK_BYTES,SK_BYTES,"
        "OUTPUT_BYTES,SS_BYTES",
    .csv = csv,
    .shown = shown,
    .has_profile = true,
};
