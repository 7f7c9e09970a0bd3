/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family composite: a token to each of the 20 pairs, from 1 KiB to 5 MiB. */
#include "suites.h"

#include <inttypes.h>
#include <keybraid/policy.h>

#define KIB       UINT64_C(1024)
#define PAIRS_MAX 64

static const uint64_t sizes[] = {1 * KIB,   5 * KIB,   10 * KIB,   50 * KIB,
                                 100 * KIB, 500 * KIB, 1024 * KIB, 5120 * KIB};

#define SIZE_COUNT (sizeof sizes / sizeof sizes[0])

static size_t rows(kb_bench_row *out, size_t cap, const kb_bench_options *options) {
    kb_pair pairs[PAIRS_MAX];
    char name[KB_BENCH_NAME_BYTES];
    size_t n = 0, count = kb_policy_pairs(NULL, pairs, PAIRS_MAX);
    for (size_t i = 0; i < count && i < PAIRS_MAX; i++) {
        (void)snprintf(name, sizeof name, "%s+%s", pairs[i].classical->name,
                       pairs[i].pqc->name);
        const uint64_t *wanted = options->bytes != 0 ? &options->bytes : sizes;
        size_t wanted_count = options->bytes != 0 ? 1 : SIZE_COUNT;
        for (size_t k = 0; k < wanted_count && n < cap; k++) {
            kb_bench_row_set(&out[n++], "composite", name, NULL, wanted[k]);
        }
    }
    return n;
}

static const kb_bench_subject *subject(const kb_bench_row *row) {
    (void)row;
    return &kb_bench_envelope_subject;
}

static void cells_of(FILE *out, const kb_bench_op *op, uint64_t bytes) {
    const kb_bench_derived *d = kb_bench_numbers(op);
    kb_bench_cell_ms(out, op, d->ns.min);
    kb_bench_cell_ms(out, op, d->ns.p95);
    kb_bench_cell_ms(out, op, d->ns.p99);
    kb_bench_cell_ms(out, op, d->ns.mean);
    kb_bench_cell_ms(out, op, d->ns.mad);
    kb_bench_cell_ms(out, op, d->ns.low);
    kb_bench_cell_ms(out, op, d->ns.high);
    kb_bench_cell_count(out, op,
                        d->ns.p50 > 0 ? (double)bytes * 1e9 / 1048576 / d->ns.p50 : 0);
    kb_bench_cell_count(out, op, d->heap_calls);
    kb_bench_cell_count(out, op, d->stack_bytes);
}

static void csv(FILE *out, const kb_bench_record *r) {
    char classical[KB_BENCH_NAME_BYTES], pqc[KB_BENCH_NAME_BYTES];
    const kb_bench_op *enc = kb_bench_record_op(r, "ENC");
    const kb_bench_op *dec = kb_bench_record_op(r, "DEC");
    const kb_bench_derived *e = kb_bench_numbers(enc), *d = kb_bench_numbers(dec);
    kb_bench_row_halves(classical, pqc, r->row.alg);
    (void)fprintf(out, "%s,%s,%" PRIu64, classical, pqc, r->row.bytes);
    kb_bench_cell_ms(out, enc, e->ns.p50);
    kb_bench_cell_ms(out, dec, d->ns.p50);
    kb_bench_cell_ms(out, enc, e->cpu_ns);
    kb_bench_cell_ms(out, dec, d->cpu_ns);
    kb_bench_cell_kib(out, enc, e->heap_peak_bytes);
    kb_bench_cell_kib(out, dec, d->heap_peak_bytes);
    (void)fprintf(out, ",%s", kb_bench_class_name(r->class));
    kb_bench_cell_count(out, enc, (double)e->ns.n);
    kb_bench_cell_count(out, enc, (double)kb_bench_record_size(r, "token_bytes"));
    cells_of(out, enc, r->row.bytes);
    cells_of(out, dec, r->row.bytes);
    kb_bench_cell_kib(out, enc, e->rss_base_bytes);
    kb_bench_cell_kib(out, enc, e->rss_peak_bytes);
    kb_bench_cell_count(out, enc, e->disturbed);
    (void)fputc('\n', out);
}

static const char *const shown[] = {
    "CLASSICAL",  "PQC",         "BYTES",       "ENC_MS", "DEC_MS", "CPU_ENC_MS",
    "CPU_DEC_MS", "ENC_MEM_KIB", "DEC_MEM_KIB", "CLASS",  "N",      NULL};

const kb_bench_suite kb_bench_composite = {
    .name = "composite",
    .summary = "Tokens to all 20 pairs, 1 KiB to 5 MiB: time, CPU time, memory",
    .title = "Composite encryption, memory to memory",
    .rows = rows,
    .subject = subject,
    .csv_header =
        "CLASSICAL,PQC,BYTES,ENC_MS,DEC_MS,CPU_ENC_MS,CPU_DEC_MS,ENC_MEM_KIB,DEC_MEM_KIB,"
        "CLASS,N,TOKEN_BYTES,"
        "ENC_MIN_MS,ENC_P95_MS,ENC_P99_MS,ENC_MEAN_MS,ENC_MAD_MS,ENC_LOW_MS,ENC_HIGH_MS,"
        "ENC_MIB_S,ENC_HEAP_CALLS,ENC_STACK_BYTES,"
        "DEC_MIN_MS,DEC_P95_MS,DEC_P99_MS,DEC_MEAN_MS,DEC_MAD_MS,DEC_LOW_MS,DEC_HIGH_MS,"
        "DEC_MIB_S,DEC_HEAP_CALLS,DEC_STACK_BYTES,"
        "RSS_BASE_KIB,RSS_PEAK_KIB,DISTURBED",
    .csv = csv,
    .shown = shown,
    .has_payload = true,
};
