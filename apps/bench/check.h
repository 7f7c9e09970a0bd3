/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench check DIR: whether every number of a result folder follows from its raw
 * samples. */
#ifndef KB_BENCH_CHECK_H
#define KB_BENCH_CHECK_H

#include "family.h"

#include <keybraid/status.h>
#include <stddef.h>
#include <stdio.h>

/* Checks DIR and writes a line per fault to out; *faults counts them. An error is only
 * what keeps the check from going on. */
KB_MUST_USE kb_status kb_bench_check(size_t *faults, FILE *out, const char *dir);

extern const kb_bench_family kb_bench_check_family;

#endif
