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
/* The same as program tells it of itself, which may be another build: the child's side
 * below prints it. KB_ERR_ARGUMENT when it does not. */
#define KB_BENCH_ENVIRONMENT_VERB "--environment"
KB_MUST_USE kb_status kb_bench_environment_of(json_t **out, char *program,
                                              const kb_bench_options *options);
/* Returns the exit code. */
int kb_bench_environment_child(void);
/* Adds the load and the time at the end, and the label of a busy host. */
KB_MUST_USE kb_status kb_bench_environment_end(json_t *environment);

/* Prints it for people. */
void kb_bench_environment_print(FILE *out, const json_t *environment);

#endif
