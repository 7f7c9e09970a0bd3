/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Where and with what was measured, and every property that makes the numbers less
 * certain, as a label.
 */
#ifndef KB_BENCH_ENVIRONMENT_H
#define KB_BENCH_ENVIRONMENT_H

#include "options.h"

#include <jansson.h>
#include <stdio.h>

/*
 * Makes the record, with the load of now:
 *   {"kind": "environment", "time_utc", "machine": {...}, "build": {...}, "tables": {...},
 *    "objects": {family: {"text", "rodata", "data", "bss"}}, "options": {...},
 *    "labels": [...], "load_before": "..."}
 * Machine properties that the system does not tell are "unknown".
 */
KB_MUST_USE kb_status kb_bench_environment_begin(json_t **out,
                                                 const kb_bench_options *options);
/* Adds the load and the time at the end, and the label of a busy host. */
KB_MUST_USE kb_status kb_bench_environment_end(json_t *environment);

/* Prints it for people. */
void kb_bench_environment_print(FILE *out, const json_t *environment);

#endif
