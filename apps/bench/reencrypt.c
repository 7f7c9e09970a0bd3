/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Family reencrypt: tokens moved to another key, file to file, in constant memory. */
#include "suites.h"

#include <inttypes.h>
#include <keybraid/policy.h>

#define MIB       (UINT64_C(1) << 20)
#define PAIRS_MAX 64

static const uint64_t sizes[] = {5 * MIB, 10 * MIB};
static const uint64_t long_sizes[] = {100 * MIB, 1024 * MIB};

/* From the smallest to the largest pair, between curves, between families, and back. */
static const char *const crossings[][2] = {
    {"X25519+ML-KEM-768", "P-521+ML-KEM-1024"},
    {"P-256+ML-KEM-768", "X25519+HQC-128"},
    {"X448+HQC-256", "X25519+ML-KEM-768"},
    {"P-384+HQC-192", "P-384+ML-KEM-1024"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static size_t add(kb_bench_row *out, size_t n, size_t cap, const char *from,
                  const char *to, uint64_t bytes) {
    if (n < cap) {
        kb_bench_row_set(&out[n++], "reencrypt", from, to, bytes);
    }
    return n;
}

static size_t rows(kb_bench_row *out, size_t cap, const kb_bench_options *options) {
    kb_pair pairs[PAIRS_MAX];
    char name[KB_BENCH_NAME_BYTES];
    const uint64_t *wanted = options->bytes != 0 ? &options->bytes : sizes;
    size_t wanted_count = options->bytes != 0 ? 1 : COUNT(sizes);
    size_t n = 0, count = kb_policy_pairs(NULL, pairs, PAIRS_MAX);
    for (size_t i = 0; i < count && i < PAIRS_MAX; i++) {
        (void)snprintf(name, sizeof name, "%s+%s", pairs[i].classical->name,
                       pairs[i].pqc->name);
        for (size_t k = 0; k < wanted_count; k++) {
            n = add(out, n, cap, name, name, wanted[k]);
        }
    }
    for (size_t i = 0; i < COUNT(crossings); i++) {
        n = add(out, n, cap, crossings[i][0], crossings[i][1], wanted[0]);
    }
    for (size_t i = 0; options->is_full && options->bytes == 0 && i < COUNT(long_sizes);
         i++) {
        n = add(out, n, cap, "X25519+ML-KEM-768", "X25519+ML-KEM-768", long_sizes[i]);
    }
    return n;
}

static const kb_bench_subject *subject(const kb_bench_row *row) {
    (void)row;
    return &kb_bench_reencrypt_subject;
}

static void csv(FILE *out, const kb_bench_record *r) {
    char classical[KB_BENCH_NAME_BYTES], pqc[KB_BENCH_NAME_BYTES];
    const kb_bench_op *op = kb_bench_record_op(r, "REENC");
    const kb_bench_derived *d = kb_bench_numbers(op);
    kb_bench_row_halves(classical, pqc, r->row.alg);
    (void)fprintf(out, "%s,%s,%" PRIu64, classical, pqc, r->row.bytes);
    kb_bench_cell_ms(out, op, d->ns.p50);
    kb_bench_cell_ms(out, op, d->cpu_ns);
    kb_bench_cell_kib(out, op, d->heap_peak_bytes);
    kb_bench_row_halves(classical, pqc, r->row.to);
    (void)fprintf(out, ",%s,%s,%s", classical, pqc, kb_bench_class_name(r->class));
    kb_bench_cell_count(out, op, (double)d->ns.n);
    kb_bench_cell_count(out, op, (double)kb_bench_record_size(r, "token_bytes"));
    kb_bench_cell_ms(out, op, d->ns.min);
    kb_bench_cell_ms(out, op, d->ns.p95);
    kb_bench_cell_ms(out, op, d->ns.p99);
    kb_bench_cell_ms(out, op, d->ns.mean);
    kb_bench_cell_ms(out, op, d->ns.mad);
    kb_bench_cell_ms(out, op, d->ns.low);
    kb_bench_cell_ms(out, op, d->ns.high);
    kb_bench_cell_count(
        out, op,
        d->ns.p50 > 0 ? (double)r->row.bytes * 1e9 / (double)MIB / d->ns.p50 : 0);
    kb_bench_cell_count(out, op, d->heap_calls);
    kb_bench_cell_count(out, op, d->stack_bytes);
    kb_bench_cell_kib(out, op, d->rss_base_bytes);
    kb_bench_cell_kib(out, op, d->rss_peak_bytes);
    kb_bench_cell_count(out, op, d->disturbed);
    (void)fputc('\n', out);
}

static const char *const shown[] = {
    "CLASSICAL",    "PQC",    "BYTES", "REENC_MS", "CPU_REENC_MS", "REENC_MEM_KIB",
    "TO_CLASSICAL", "TO_PQC", "CLASS", "N",        "RSS_PEAK_KIB", NULL};

const kb_bench_suite kb_bench_reencrypt = {
    .name = "reencrypt",
    .summary = "Tokens moved from key to key, 5 MiB and more, file to file",
    .title = "Streaming re-encryption, file to file",
    .rows = rows,
    .subject = subject,
    .csv_header = "CLASSICAL,PQC,BYTES,REENC_MS,CPU_REENC_MS,REENC_MEM_KIB,"
                  "TO_CLASSICAL,TO_PQC,CLASS,N,TOKEN_BYTES,MIN_MS,P95_MS,P99_MS,MEAN_MS,"
                  "MAD_MS,LOW_MS,HIGH_MS,MIB_S,HEAP_CALLS,STACK_BYTES,RSS_BASE_KIB,"
                  "RSS_PEAK_KIB,DISTURBED",
    .csv = csv,
    .shown = shown,
    .has_payload = true,
};
