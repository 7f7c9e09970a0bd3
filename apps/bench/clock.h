/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The clock of single calls: the time-stamp counter where it runs evenly, else the
 * monotonic clock; beside it user cycles of the performance counter where permitted.
 */
#ifndef KB_BENCH_CLOCK_H
#define KB_BENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct kb_bench_clock {
    const char *source;   /* "tsc" or "monotonic-raw" */
    int perf_fd;          /* -1: no cycle counter */
    uint64_t overhead;    /* ticks of an empty bracket: the least of many */
    uint64_t step;        /* least difference of two readings that differ, in ticks */
    uint64_t began_ticks; /* where the measurement of the rate began */
    uint64_t began_ns;
} kb_bench_clock;

/* Opens the sources, measures the overhead and begins to measure the rate. */
void kb_bench_clock_open(kb_bench_clock *clock);
void kb_bench_clock_close(kb_bench_clock *clock);

/* Ticks now; begin keeps later work behind it, end waits for earlier work. */
uint64_t kb_bench_clock_begin(const kb_bench_clock *clock);
uint64_t kb_bench_clock_end(const kb_bench_clock *clock);
/* User cycles of this thread so far; 0 without a counter. */
uint64_t kb_bench_clock_cycles(const kb_bench_clock *clock);
/* Ticks per second over the time since open, which is made at least 20 ms long. */
double kb_bench_clock_rate(const kb_bench_clock *clock);

/* CPU time of the process, in nanoseconds. */
uint64_t kb_bench_cpu_ns(void);
/* Raw monotonic time, in nanoseconds. */
uint64_t kb_bench_wall_ns(void);

#endif
