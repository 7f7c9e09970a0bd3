/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The families that are measured row by row. */
#include "suites.h"

#include <string.h>

const kb_bench_suite *const kb_bench_suites[] = {
    &kb_bench_composite, &kb_bench_reencrypt, &kb_bench_primitives,
    &kb_bench_evidence,  &kb_bench_streams,   NULL};

const kb_bench_suite *kb_bench_suite_find(const char *name) {
    for (size_t i = 0; kb_bench_suites[i] != NULL; i++) {
        if (strcmp(kb_bench_suites[i]->name, name) == 0) {
            return kb_bench_suites[i];
        }
    }
    return NULL;
}
