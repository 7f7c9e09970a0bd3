/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is said of a key: after it was made, and of rows of the store. */
#ifndef KB_CLI_KEY_REPORT_H
#define KB_CLI_KEY_REPORT_H

#include <keybraid/keystore.h>

#include "args.h"
#include "json_out.h"

/* Says on standard output which version of which key has just been made (JSON with
 * --json, nothing with --quiet). */
KB_MUST_USE kb_status kb_cli_key_report(const kb_cli_args *args, const char *what,
                                        const char *name, unsigned version,
                                        const kb_key *key);

/* Returns "primary" or "retired". */
const char *kb_cli_state_name(kb_version_state state);

/* Adds a row as an object. */
void kb_cli_key_json(kb_cli_json *j, const kb_key_entry *entry);

#endif
