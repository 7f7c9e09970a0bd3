/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The line on standard error that tells how far a measurement is. */
#ifndef KB_BENCH_PROGRESS_H
#define KB_BENCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kb_bench_progress {
    bool is_terminal;
    uint64_t began_ns, shown_ns;
    double total, done; /* in any unit of work */
} kb_bench_progress;

void kb_bench_progress_begin(kb_bench_progress *p, double total);
/* Adds work and shows what comes next, on a terminal at once, else every 30 s. */
void kb_bench_progress_step(kb_bench_progress *p, double work, const char *what);
/* Removes the line. */
void kb_bench_progress_end(kb_bench_progress *p);

#endif
