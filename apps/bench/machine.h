/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the system tells of the machine; "unknown" is an answer. */
#ifndef KB_BENCH_MACHINE_H
#define KB_BENCH_MACHINE_H

#include <jansson.h>
#include <stddef.h>

/* A new object: cpu, features, processors, max_khz, governor, turbo, smt, hypervisor,
 * memory, kernel, system, clock, ticks_per_s, overhead_ticks, step_ticks (least
 * difference of two readings), cycle_counter. */
json_t *kb_bench_machine_json(void);
/* Appends a label for every property that makes measurements less certain. */
void kb_bench_machine_labels(json_t *labels, const json_t *machine);
/* Writes the three load averages. */
void kb_bench_machine_load(char *out, size_t cap);

#endif
