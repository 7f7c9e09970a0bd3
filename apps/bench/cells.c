/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cells of CSV lines: one spelling of every kind of number. */
#include "suite.h"

static bool has_numbers(const kb_bench_op *op) {
    return op != NULL && kb_bench_class_is_good(op->class) && op->derived.ns.n != 0;
}

static void cell(FILE *out, const kb_bench_op *op, int digits, double value) {
    (void)fputc(',', out);
    if (has_numbers(op) && value >= 0) {
        (void)fprintf(out, "%.*f", digits, value);
    }
}

void kb_bench_cell_ms(FILE *out, const kb_bench_op *op, double ns) {
    cell(out, op, 6, ns / 1e6);
}

void kb_bench_cell_us(FILE *out, const kb_bench_op *op, double ns) {
    cell(out, op, 3, ns / 1e3);
}

void kb_bench_cell_kib(FILE *out, const kb_bench_op *op, double bytes) {
    cell(out, op, 1, bytes / 1024);
}

void kb_bench_cell_count(FILE *out, const kb_bench_op *op, double value) {
    cell(out, op, 0, value);
}

const kb_bench_derived *kb_bench_numbers(const kb_bench_op *op) {
    static const kb_bench_derived none;
    return op == NULL ? &none : &op->derived;
}
