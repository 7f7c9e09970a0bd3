/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family primitives: every KEM and signature of the catalog alone, and RSA beside them. */
#include "suites.h"

#include <inttypes.h>
#include <keybraid/catalog.h>
#include <string.h>

#define MSG_BYTES 64

static size_t rows(kb_bench_row *out, size_t cap, const kb_bench_options *options) {
    static const char *const rsa[] = {"RSA-2048", "RSA-3072"};
    size_t count, n = 0;
    const kb_alg *algs = kb_catalog(&count);
    (void)options;
    for (size_t i = 0; i < count && n < cap; i++) {
        /* Legacy ones, such as the RSA keys that are imported, make and sign nothing. */
        if ((algs[i].kind == KB_ALG_KEM || algs[i].kind == KB_ALG_SIG) &&
            algs[i].status != KB_STATUS_LEGACY) {
            kb_bench_row_set(&out[n++], "primitives", algs[i].id, NULL,
                             algs[i].kind == KB_ALG_SIG ? MSG_BYTES : 0);
        }
    }
    for (size_t i = 0; i < sizeof rsa / sizeof rsa[0] && n < cap; i++) {
        kb_bench_row_set(&out[n++], "primitives", rsa[i], NULL, MSG_BYTES);
    }
    return n;
}

static const kb_bench_subject *subject(const kb_bench_row *row) {
    const kb_alg *alg = kb_catalog_find(row->alg);
    if (alg == NULL) {
        return strncmp(row->alg, "RSA-", 4) == 0 ? &kb_bench_rsa_subject : NULL;
    }
    if (strcmp(alg->family, "ML-KEM") == 0 || strcmp(alg->family, "HQC") == 0) {
        return &kb_bench_kept_kem_subject;
    }
    if (strcmp(alg->family, "DKEM") == 0) {
        return &kb_bench_batch_kem_subject;
    }
    if (strcmp(alg->family, "ML-DSA") == 0) {
        return &kb_bench_kept_sig_subject;
    }
    if (strcmp(alg->family, "SLH-DSA") == 0) {
        return &kb_bench_slhdsa_subject;
    }
    return alg->kind == KB_ALG_KEM   ? &kb_bench_kem_subject
           : alg->kind == KB_ALG_SIG ? &kb_bench_sig_subject
                                     : NULL;
}

static void line(FILE *out, const kb_bench_record *r, const kb_bench_op *op) {
    const kb_bench_derived *d = &op->derived;
    const kb_bench_stats *s = &d->ns;
    kb_bench_class class =
        kb_bench_class_is_good(op->class) ? r->kat : op->class; /* of this line alone */
    (void)fprintf(out, "%s,%s,%s", r->row.alg, op->name, kb_bench_class_name(class));
    const double times[] = {s->p50, s->low, s->high, s->min,  s->p1,   s->p25,
                            s->p75, s->p95, s->p99,  s->p999, s->mean, s->mad};
    kb_bench_cell_count(out, op, (double)s->n);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        kb_bench_cell_us(out, op, times[i]);
    }
    kb_bench_cell_us(out, op, d->trial_mean_ns);
    kb_bench_cell_count(out, op, d->ops_per_s);
    kb_bench_cell_count(out, op, d->cycles > 0 ? d->cycles : -1);
    kb_bench_cell_count(out, op, d->heap_calls);
    kb_bench_cell_count(out, op, d->heap_peak_bytes);
    kb_bench_cell_count(out, op, d->stack_bytes);
    kb_bench_cell_kib(out, op, d->rss_base_bytes);
    kb_bench_cell_kib(out, op, d->rss_peak_bytes);
    kb_bench_cell_count(out, op, d->failures);
    kb_bench_cell_count(out, op, d->disturbed);
    kb_bench_cell_us(out, op, d->floor_ns > 0 ? d->floor_ns : -1);
    uint64_t sent = kb_bench_record_size(r, "ct_bytes");
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
                  kb_bench_record_size(r, "pk_bytes"),
                  kb_bench_record_size(r, "sk_bytes"),
                  sent != 0 ? sent : kb_bench_record_size(r, "sig_bytes"));
}

static void csv(FILE *out, const kb_bench_record *r) {
    for (size_t i = 0; i < r->op_count; i++) {
        line(out, r, &r->ops[i]);
    }
}

static const char *const shown[] = {
    "ALG",    "OPERATION", "CLASS",   "N",     "P50_US",      "LOW_US",     "HIGH_US",
    "P95_US", "P99_US",    "P999_US", "OPS_S", "STACK_BYTES", "HEAP_CALLS", NULL};

const kb_bench_suite kb_bench_primitives = {
    .name = "primitives",
    .summary = "Every KEM and signature alone, RSA and curves beside them",
    .title = "Algorithms alone",
    .rows = rows,
    .subject = subject,
    .csv_header =
        "ALG,OPERATION,CLASS,N,P50_US,LOW_US,HIGH_US,MIN_US,P1_US,P25_US,P75_US,"
        "P95_US,P99_US,P999_US,MEAN_US,MAD_US,TRIAL_MEAN_US,OPS_S,CYCLES,"
        "HEAP_CALLS,HEAP_PEAK_BYTES,STACK_BYTES,RSS_BASE_KIB,RSS_PEAK_KIB,"
        "FAILURES,DISTURBED,FLOOR_US,PK_BYTES,SK_BYTES,OUTPUT_BYTES",
    .csv = csv,
    .shown = shown,
    .has_profile = true,
    .takes_peers = true,
};
