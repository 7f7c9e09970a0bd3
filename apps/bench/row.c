/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is measured, and how it ended. */
#include "row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const class_names[] = {"PASS",  "MISMATCH", "NOKAT",
                                          "CRASH", "TIMEOUT",  "TOOFAST"};

#define CLASS_COUNT (sizeof class_names / sizeof class_names[0])

void kb_bench_row_set(kb_bench_row *out, const char *family, const char *alg,
                      const char *to, uint64_t bytes) {
    (void)snprintf(out->family, sizeof out->family, "%s", family);
    (void)snprintf(out->alg, sizeof out->alg, "%s", alg);
    (void)snprintf(out->to, sizeof out->to, "%s", to == NULL ? "" : to);
    out->bytes = bytes;
}

void kb_bench_row_id(char out[KB_BENCH_ID_BYTES], const kb_bench_row *row) {
    (void)snprintf(out, KB_BENCH_ID_BYTES, "%.40s_%.63s%s%.63s_%" PRIu64, row->family,
                   row->alg, row->to[0] == '\0' ? "" : "_to_", row->to, row->bytes);
}

void kb_bench_row_halves(char classical[KB_BENCH_NAME_BYTES],
                         char pqc[KB_BENCH_NAME_BYTES], const char *pair) {
    size_t len = strcspn(pair, "+");
    (void)snprintf(classical, KB_BENCH_NAME_BYTES, "%.*s", (int)len, pair);
    (void)snprintf(pqc, KB_BENCH_NAME_BYTES, "%s",
                   pair[len] == '+' ? pair + len + 1 : "");
}

int kb_bench_row_order(const void *a, const void *b) {
    const kb_bench_row *x = a, *y = b;
    char xc[KB_BENCH_NAME_BYTES], xp[KB_BENCH_NAME_BYTES];
    char yc[KB_BENCH_NAME_BYTES], yp[KB_BENCH_NAME_BYTES];
    kb_bench_row_halves(xc, xp, x->alg);
    kb_bench_row_halves(yc, yp, y->alg);
    int order = strcmp(x->family, y->family);
    order = order != 0 ? order : strcmp(xc, yc);
    order = order != 0 ? order : strcmp(xp, yp);
    if (order == 0 && x->bytes != y->bytes) {
        order = x->bytes < y->bytes ? -1 : 1;
    }
    return order != 0 ? order : strcmp(x->to, y->to);
}

const char *kb_bench_class_name(kb_bench_class class) {
    return class_names[class];
}

bool kb_bench_class_from_name(kb_bench_class *out, const char *name) {
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        if (strcmp(name, class_names[i]) == 0) {
            *out = (kb_bench_class)i;
            return true;
        }
    }
    return false;
}

bool kb_bench_class_is_good(kb_bench_class class) {
    return class == KB_BENCH_PASS || class == KB_BENCH_NOKAT;
}
