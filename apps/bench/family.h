/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What main.c knows of a family of measurements: its name and where its arguments go. */
#ifndef KB_BENCH_FAMILY_H
#define KB_BENCH_FAMILY_H

typedef struct kb_bench_family {
    const char *name;
    const char *summary;
    /* Gets the arguments after the name; returns the exit code of the program. */
    int (*run)(int argc, char **argv);
} kb_bench_family;

#endif
