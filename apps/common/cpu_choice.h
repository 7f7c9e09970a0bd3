/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The environment variable KEYBRAID_CPU, by which tests and users choose among dispatch
 * tables: the library itself does not look at the environment. */
#ifndef KB_COMMON_CPU_CHOICE_H
#define KB_COMMON_CPU_CHOICE_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stdint.h>

/* What help texts say about it. */
#define KB_APP_CPU_HELP                                                                  \
    "The environment variable KEYBRAID_CPU limits the choice: portable, all, or\n"       \
    "features that \"keybraid version\" lists, with commas between: avx2,sha. With\n"    \
    "avx2 comes bmi2."

/* Sets the features that a value allows; false when it is none. */
bool kb_app_cpu_parse(const char *value, uint32_t *features);

/* Limits the features to those of the variable when it is set and not empty. Before
 * anything that asks for a table. KB_ERR_ARGUMENT: the value is none. */
KB_MUST_USE kb_status kb_app_cpu_limit(void);

#endif
