/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The line on standard error. */
#include "progress.h"

#include "clock.h"

#include <stdio.h>
#include <unistd.h>

#define SILENCE_NS UINT64_C(30000000000)

void kb_bench_progress_begin(kb_bench_progress *p, double total) {
    *p = (kb_bench_progress){.is_terminal = isatty(STDERR_FILENO) == 1,
                             .began_ns = kb_bench_wall_ns(),
                             .total = total};
    p->shown_ns = p->began_ns;
}

void kb_bench_progress_step(kb_bench_progress *p, double work, const char *what) {
    uint64_t now = kb_bench_wall_ns();
    p->done += work;
    if (!p->is_terminal && now - p->shown_ns < SILENCE_NS) {
        return;
    }
    p->shown_ns = now;
    double spent = (double)(now - p->began_ns) / 1e9;
    double left = p->done > 0 ? spent * (p->total - p->done) / p->done : 0;
    (void)fprintf(stderr, "%s%3.0f %%  %.0f:%02.0f left  %-60.60s%s",
                  p->is_terminal ? "\r" : "", 100 * p->done / p->total,
                  (double)(long)(left / 60), left - 60 * (double)(long)(left / 60), what,
                  p->is_terminal ? "" : "\n");
    (void)fflush(stderr);
}

void kb_bench_progress_end(kb_bench_progress *p) {
    if (p->is_terminal) {
        (void)fprintf(stderr, "\r%80s\r", "");
    }
}
