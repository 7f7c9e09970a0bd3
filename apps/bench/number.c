/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers as people read them: three digits and a unit. */
#include "number.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

kb_bench_unit_of_time kb_bench_unit_for(double ns) {
    static const kb_bench_unit_of_time units[] = {
        {1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}, {1, "ns"}};
    size_t i = 0;
    /* What is rounded to three digits may reach the next unit. */
    while (i < 3 && ns < units[i].ns * 0.9995) {
        i++;
    }
    return units[i];
}

const char *kb_bench_number_plain(char out[KB_BENCH_NUMBER_BYTES], double value) {
    double size = fabs(value);
    int digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.*f", digits, value);
    return out;
}

const char *kb_bench_number_time(char out[KB_BENCH_NUMBER_BYTES], double ns) {
    char plain[KB_BENCH_NUMBER_BYTES];
    kb_bench_unit_of_time unit = kb_bench_unit_for(ns);
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, "%.24s %s",
                   kb_bench_number_plain(plain, ns / unit.ns), unit.name);
    return out;
}

const char *kb_bench_number_tick(char out[KB_BENCH_NUMBER_BYTES], double ns) {
    kb_bench_unit_of_time unit = kb_bench_unit_for(ns);
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES, ns == 0 ? "0" : "%.4g %s", ns / unit.ns,
                   unit.name);
    return out;
}

const char *kb_bench_number_bytes(char out[KB_BENCH_NUMBER_BYTES], double bytes) {
    static const char *const names[] = {"B", "KiB", "MiB", "GiB"};
    size_t i = 0;
    while (i < 3 && bytes >= 1024) {
        bytes /= 1024;
        i++;
    }
    (void)snprintf(out, KB_BENCH_NUMBER_BYTES,
                   bytes == floor(bytes) ? "%.0f %s" : "%.1f %s", bytes, names[i]);
    return out;
}
