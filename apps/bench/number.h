/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers as people read them: three digits and a unit. */
#ifndef KB_BENCH_NUMBER_H
#define KB_BENCH_NUMBER_H

#include <stdint.h>

#define KB_BENCH_NUMBER_BYTES 32

/* A unit of time, such as that of an axis: value in ns divided by ns, then its name. */
typedef struct kb_bench_unit_of_time {
    double ns;
    const char *name; /* "ns", "\u00b5s", "ms", "s" */
} kb_bench_unit_of_time;

/* The largest unit in which ns is at least 1; ns for less. */
kb_bench_unit_of_time kb_bench_unit_for(double ns);

/* "95.1" with three significant digits; whole from 100 on, without an exponent. */
const char *kb_bench_number_plain(char out[KB_BENCH_NUMBER_BYTES], double value);
/* "95.1 us" with the sign for micro. */
const char *kb_bench_number_time(char out[KB_BENCH_NUMBER_BYTES], double ns);
/* The same for the round values of an axis: "95 us", "0". */
const char *kb_bench_number_tick(char out[KB_BENCH_NUMBER_BYTES], double ns);
/* "800 B", "1 KiB", "2.5 MiB". */
const char *kb_bench_number_bytes(char out[KB_BENCH_NUMBER_BYTES], double bytes);

#endif
