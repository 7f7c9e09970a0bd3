/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The help texts, made from the table of verbs. */
#ifndef KB_CLI_HELP_H
#define KB_CLI_HELP_H

#include "args.h"

#include <stddef.h>
#include <stdio.h>

/* Writes what the command is and its verbs. */
void kb_cli_help_overview(FILE *to, const kb_cli_verb *const *verbs, size_t count);
/* Writes the verbs that start with group, such as "keys". */
void kb_cli_help_group(FILE *to, const kb_cli_verb *const *verbs, size_t count,
                       const char *group);
/* Writes everything about one verb. */
void kb_cli_help_verb(FILE *to, const kb_cli_verb *verb);

#endif
