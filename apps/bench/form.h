/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * In which form an operation is called, by its name: ENCAPS from bytes, ENCAPS_COLD and
 * ENCAPS_WARM with a handle, ENCAPS_B64 for 64 at once, with _T2 by two threads.
 */
#ifndef KB_BENCH_FORM_H
#define KB_BENCH_FORM_H

#include <stdbool.h>

#define KB_BENCH_BATCH_ITEMS 64

typedef struct kb_bench_form {
    char base[16]; /* "ENCAPS" */
    bool is_handle, is_warm;
    unsigned items;   /* of one call; numbers of tables are those of one item */
    unsigned threads; /* that work on it */
} kb_bench_form;

kb_bench_form kb_bench_form_of(const char *op);

#endif
