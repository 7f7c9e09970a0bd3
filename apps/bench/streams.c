/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family streams: tokens from file to file; the memory must not grow with the payload. */
#include "suites.h"

#include <inttypes.h>

#define MIB (UINT64_C(1) << 20)

static const uint64_t sizes[] = {5 * MIB, 64 * MIB};
static const uint64_t long_sizes[] = {1024 * MIB};

/* The recommended pair, and the largest. */
static const char *const pairs[] = {"X25519+ML-KEM-768", "P-521+ML-KEM-1024"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static size_t rows(kb_bench_row *out, size_t cap, const kb_bench_options *options) {
    size_t n = 0;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const uint64_t *wanted = options->bytes != 0 ? &options->bytes : sizes;
        size_t count = options->bytes != 0 ? 1 : COUNT(sizes);
        for (size_t k = 0; k < count && n < cap; k++) {
            kb_bench_row_set(&out[n++], "streams", pairs[i], NULL, wanted[k]);
        }
    }
    for (size_t k = 0; options->is_full && options->bytes == 0 && k < COUNT(long_sizes);
         k++) {
        if (n < cap) {
            kb_bench_row_set(&out[n++], "streams", pairs[0], NULL, long_sizes[k]);
        }
    }
    return n;
}

static const kb_bench_subject *subject(const kb_bench_row *row) {
    (void)row;
    return &kb_bench_stream_subject;
}

static void line(FILE *out, const kb_bench_record *r, const kb_bench_op *op) {
    char classical[KB_BENCH_NAME_BYTES], pqc[KB_BENCH_NAME_BYTES];
    const kb_bench_derived *d = &op->derived;
    const kb_bench_stats *s = &d->ns;
    kb_bench_class class =
        kb_bench_class_is_good(op->class) ? r->kat : op->class; /* of this line alone */
    kb_bench_row_halves(classical, pqc, r->row.alg);
    (void)fprintf(out, "%s,%s,%" PRIu64 ",%s,%s", classical, pqc, r->row.bytes, op->name,
                  kb_bench_class_name(class));
    kb_bench_cell_count(out, op, (double)s->n);
    kb_bench_cell_ms(out, op, s->p50);
    kb_bench_cell_ms(out, op, d->cpu_ns);
    kb_bench_cell_count(
        out, op, s->p50 > 0 ? (double)r->row.bytes * 1e9 / (double)MIB / s->p50 : 0);
    kb_bench_cell_kib(out, op, d->heap_peak_bytes);
    kb_bench_cell_count(out, op, d->heap_calls);
    kb_bench_cell_count(out, op, d->stack_bytes);
    kb_bench_cell_kib(out, op, d->rss_base_bytes);
    kb_bench_cell_kib(out, op, d->rss_peak_bytes);
    const double times[] = {s->min, s->p95, s->p99, s->mean, s->mad, s->low, s->high};
    for (size_t i = 0; i < COUNT(times); i++) {
        kb_bench_cell_ms(out, op, times[i]);
    }
    kb_bench_cell_count(out, op, d->disturbed);
    (void)fputc('\n', out);
}

static void csv(FILE *out, const kb_bench_record *r) {
    for (size_t i = 0; i < r->op_count; i++) {
        line(out, r, &r->ops[i]);
    }
}

static const char *const shown[] = {
    "CLASSICAL",  "PQC",         "BYTES",        "OPERATION",    "CLASS",
    "N",          "MS",          "CPU_MS",       "MIB_S",        "MEM_KIB",
    "HEAP_CALLS", "STACK_BYTES", "RSS_BASE_KIB", "RSS_PEAK_KIB", NULL};

const kb_bench_suite kb_bench_streams = {
    .name = "streams",
    .summary = "Tokens file to file, 5 MiB to 1 GiB (--full): time, memory that stays",
    .title = "Streams, file to file",
    .rows = rows,
    .subject = subject,
    .csv_header = "CLASSICAL,PQC,BYTES,OPERATION,CLASS,N,MS,CPU_MS,MIB_S,MEM_KIB,"
                  "HEAP_CALLS,STACK_BYTES,RSS_BASE_KIB,RSS_PEAK_KIB,MIN_MS,P95_MS,P99_MS,"
                  "MEAN_MS,MAD_MS,LOW_MS,HIGH_MS,DISTURBED",
    .csv = csv,
    .shown = shown,
    .has_payload = true,
};
