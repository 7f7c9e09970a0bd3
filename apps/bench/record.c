/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Records in memory. Their JSON form is record_json.c. */
#include "record.h"

#include "core/error.h"
#include "form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const kb_bench_op *kb_bench_record_op(const kb_bench_record *record, const char *name) {
    for (size_t i = 0; i < record->op_count; i++) {
        if (strcmp(record->ops[i].name, name) == 0) {
            return &record->ops[i];
        }
    }
    return NULL;
}

uint64_t kb_bench_record_size(const kb_bench_record *record, const char *name) {
    for (size_t i = 0; i < record->info.size_count; i++) {
        if (strcmp(record->info.sizes[i].name, name) == 0) {
            return record->info.sizes[i].value;
        }
    }
    return 0;
}

kb_status kb_bench_op_add(kb_bench_op *op, const kb_bench_trial *trial) {
    kb_bench_trial *trials =
        realloc(op->trials, (op->trial_count + 1) * sizeof *op->trials);
    if (trials == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu trials", op->trial_count + 1);
    }
    op->trials = trials;
    trials[op->trial_count++] = *trial;
    return KB_OK;
}

/* MISMATCH, CRASH and TIMEOUT are worse than NOKAT, and that than PASS; of two bad ones
 * the first stays. */
static kb_bench_class worse(kb_bench_class a, kb_bench_class b) {
    if (!kb_bench_class_is_good(a)) {
        return a;
    }
    return b == KB_BENCH_PASS ? a : b;
}

/* Refuses what cannot be: numbers that are below the floor. */
static void refuse_too_fast(kb_bench_op *op, const kb_bench_floor *floor) {
    const kb_bench_profile *p = &op->profile;
    double ns = op->derived.ns.p50, least = op->derived.floor_ns;
    double items = kb_bench_form_of(op->name).items;
    op->detail[0] = '\0';
    if (ns < least) {
        (void)snprintf(op->detail, sizeof op->detail,
                       "median of %.0f ns, unavoidable hashing takes %.0f ns", ns, least);
    }
    for (size_t i = 0; p->calls != 0 && i < KB_BENCH_UNIT_KINDS; i++) {
        double seen = items * (floor->least[i] - floor->unseen[i]);
        if ((double)p->units[i].least < seen) {
            (void)snprintf(op->detail, sizeof op->detail,
                           "%llu calls of %s counted, %.0f are unavoidable",
                           (unsigned long long)p->units[i].least, kb_bench_unit_names[i],
                           seen);
        }
    }
    if (op->detail[0] != '\0') {
        op->class = KB_BENCH_TOOFAST;
        op->derived = (kb_bench_derived){.cpu_ns = 0};
        op->bracketed = (kb_bench_bracketed){.n = 0};
    }
}

kb_status kb_bench_record_derive(kb_bench_record *record) {
    record->class = record->kat;
    for (size_t i = 0; i < record->op_count; i++) {
        kb_bench_op *op = &record->ops[i];
        op->derived = (kb_bench_derived){.cpu_ns = 0};
        op->bracketed = (kb_bench_bracketed){.n = 0};
        for (size_t t = 0; t < op->trial_count; t++) {
            if (op->trials[t].failures != 0) {
                op->class = worse(op->class, KB_BENCH_MISMATCH);
            }
        }
        if (kb_bench_class_is_good(op->class) && op->trial_count == 0) {
            op->class = KB_BENCH_CRASH; /* nothing came back */
        }
        if (kb_bench_class_is_good(op->class)) {
            kb_bench_floor floor;
            kb_bench_floor_of_row(&floor, &record->row, op->name);
            KB_TRY(kb_bench_derive(&op->derived, op, &floor));
            KB_TRY(kb_bench_bracketed_of(&op->bracketed, op));
            refuse_too_fast(op, &floor);
        }
        record->class = worse(record->class, op->class);
    }
    return KB_OK;
}

void kb_bench_record_drop(kb_bench_record *record) {
    for (size_t i = 0; i < record->op_count; i++) {
        kb_bench_op *op = &record->ops[i];
        for (size_t t = 0; t < op->trial_count; t++) {
            free(op->trials[t].ticks);
            free(op->trials[t].cpu_ns);
            free(op->trials[t].cycles);
            kb_bench_rounds_free(&op->trials[t].rounds);
        }
        kb_bench_profile_free(&op->profile);
        free(op->trials);
        op->trials = NULL;
        op->trial_count = 0;
    }
}
