/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The options that all measured families share. */
#ifndef KB_BENCH_OPTIONS_H
#define KB_BENCH_OPTIONS_H

#include "plan.h"

#include <keybraid/status.h>

typedef struct kb_bench_options {
    bool is_quick, is_full; /* full adds the rows that take long */
    bool is_json;
    bool is_paired;       /* interleaved with another program */
    const char *out;      /* result folder, or NULL */
    const char *baseline; /* an earlier one to compare with, or NULL */
    const char *peer_csv; /* figures of other programs, or NULL */
    bool is_seeded;
    uint64_t seed;
    const char *only; /* rows whose id contains this; NULL: all */
    uint64_t bytes;   /* payload instead of the family's; 0: none was asked for */
    kb_bench_counts counts;
    int cpu; /* to pin to; below 0: the last one that is allowed */
} kb_bench_options;

/* Reads them. *wants_help is set by --help. KB_ERR_ARGUMENT names what is wrong. */
KB_MUST_USE kb_status kb_bench_options_parse(kb_bench_options *out, bool *wants_help,
                                             int argc, char **argv);
/* Whether an option of that name takes a value. */
bool kb_bench_option_has_value(const char *name);
/* The lines of a usage text that explain them. */
extern const char kb_bench_options_help[];

#endif
