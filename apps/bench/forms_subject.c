/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The algorithms of the family primitives whose keys are kept in handles or whose
 * operations run in batches: calls with bytes are those of the other families' subjects.
 */
#include "forms.h"

#include "core/error.h"

#include <stdlib.h>

typedef struct forms {
    const kb_bench_subject *bytes; /* or NULL */
    const kb_bench_part *part;
    void *self; /* of either */
} forms;

/* One operation a process: ops has one bit. */
static kb_status open_one(forms *f, kb_bench_info *info, const kb_bench_row *row,
                          unsigned ops, const kb_bench_subject *all,
                          const kb_bench_subject *bytes) {
    size_t op = 0;
    const kb_alg *alg = kb_catalog_find(row->alg);
    while (op < all->op_count && ops != 1U << op) {
        op++;
    }
    if (op == all->op_count || alg == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s: one operation at a time", row->alg);
    }
    if (op < bytes->op_count) {
        f->bytes = bytes;
        return bytes->open(&f->self, info, row, ops);
    }
    kb_bench_form form = kb_bench_form_of(all->ops[op]);
    f->part = form.is_handle ? &kb_bench_handle_part : &kb_bench_batch_part;
    return f->part->open(&f->self, info, alg, &form);
}

static kb_status open_forms(void **self, kb_bench_info *info, const kb_bench_row *row,
                            unsigned ops, const kb_bench_subject *all,
                            const kb_bench_subject *bytes) {
    forms *f = calloc(1, sizeof *f);
    *self = f;
    if (f == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "subject");
    }
    return open_one(f, info, row, ops, all, bytes);
}

static kb_status call(void *self, size_t op, size_t i) {
    forms *f = self;
    return f->bytes != NULL ? f->bytes->call(f->self, op, i) : f->part->call(f->self, i);
}

static kb_status check(void *self, size_t op, size_t i) {
    forms *f = self;
    return f->bytes != NULL ? f->bytes->check(f->self, op, i)
                            : f->part->check(f->self, i);
}

static void close_forms(void *self) {
    forms *f = self;
    if (f == NULL) {
        return;
    }
    if (f->bytes != NULL) {
        f->bytes->close(f->self);
    } else if (f->part != NULL) {
        f->part->close(f->self);
    }
    free(f);
}

/* The first operations are those of the subject of calls with bytes, in its order. */
#define FORMS(name, of_bytes, ...)                                                       \
    static kb_status open_##name(void **self, kb_bench_info *info,                       \
                                 const kb_bench_row *row, unsigned ops) {                \
        return open_forms(self, info, row, ops, &kb_bench_##name##_subject,              \
                          &(of_bytes));                                                  \
    }                                                                                    \
    const kb_bench_subject kb_bench_##name##_subject = {                                 \
        .ops = {__VA_ARGS__},                                                            \
        .op_count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),         \
        .open = open_##name,                                                             \
        .call = call,                                                                    \
        .check = check,                                                                  \
        .close = close_forms};

#define KEM_BATCHES                                                                      \
    "KEYGEN_B64", "ENCAPS_B64", "DECAPS_B64", "KEYGEN_B64_T2", "ENCAPS_B64_T2",          \
        "DECAPS_B64_T2"

FORMS(kept_kem, kb_bench_kem_subject, "KEYGEN", "ENCAPS", "DECAPS", "ENCAPS_COLD",
      "DECAPS_COLD", "ENCAPS_WARM", "DECAPS_WARM", KEM_BATCHES)
FORMS(batch_kem, kb_bench_kem_subject, "KEYGEN", "ENCAPS", "DECAPS", KEM_BATCHES)
FORMS(kept_sig, kb_bench_sig_subject, "KEYGEN", "SIGN", "VERIFY", "SIGN_COLD",
      "VERIFY_COLD", "SIGN_WARM", "VERIFY_WARM", "KEYGEN_B64", "SIGN_B64", "VERIFY_B64",
      "KEYGEN_B64_T2", "SIGN_B64_T2", "VERIFY_B64_T2")
FORMS(slhdsa, kb_bench_sig_subject, "KEYGEN", "SIGN", "VERIFY", "SIGN_COLD", "SIGN_WARM",
      "SIGN_WARM_T2")
