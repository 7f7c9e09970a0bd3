/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What plots look up. */
#include "plots.h"

#include <string.h>

const kb_bench_record *kb_bench_family_record(const kb_bench_family_result *family,
                                              const char *alg, uint64_t bytes) {
    for (size_t i = 0; i < family->count; i++) {
        const kb_bench_row *row = &family->records[i].row;
        if (strcmp(row->alg, alg) == 0 && row->bytes == bytes) {
            return &family->records[i];
        }
    }
    return NULL;
}

const kb_bench_family_result *kb_bench_result_family(const kb_bench_result *result,
                                                     const char *name) {
    for (size_t i = 0; i < result->count; i++) {
        if (strcmp(result->families[i].suite->name, name) == 0) {
            return &result->families[i];
        }
    }
    return NULL;
}

const kb_bench_derived *kb_bench_shown_numbers(const kb_bench_record *record,
                                               const char *op) {
    const kb_bench_op *o = record == NULL ? NULL : kb_bench_record_op(record, op);
    return o == NULL || !kb_bench_class_is_good(o->class) ||
                   !kb_bench_class_is_good(record->class) || o->derived.ns.n == 0
               ? NULL
               : &o->derived;
}
