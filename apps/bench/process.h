/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs this program, or another build of it, as a child and takes what it prints. */
#ifndef KB_BENCH_PROCESS_H
#define KB_BENCH_PROCESS_H

#include "row.h"

#include <keybraid/status.h>

typedef struct kb_bench_output {
    char *text; /* terminated; released with free */
    size_t len;
    kb_bench_class class; /* PASS, CRASH or TIMEOUT */
    char detail[128];     /* why it is not PASS */
    uint64_t wall_ns;
} kb_bench_output;

/* Path of this program, for kb_bench_process_run. */
KB_MUST_USE kb_status kb_bench_process_self(char *out, size_t cap);

/*
 * Runs argv (NULL at the end) with the standard output taken; kills it after timeout_ns.
 * An exit code other than 0 and a signal are CRASH. KB_ERR_IO and KB_ERR_MEMORY are
 * troubles of our own.
 */
KB_MUST_USE kb_status kb_bench_process_run(kb_bench_output *out, char *const *argv,
                                           uint64_t timeout_ns);

#endif
