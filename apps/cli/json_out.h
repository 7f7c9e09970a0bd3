/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Reports in JSON: names and commas kept in order, one line on standard output. */
#ifndef KB_CLI_JSON_OUT_H
#define KB_CLI_JSON_OUT_H

#include "codec/text.h"

#include <keybraid/status.h>
#include <stdbool.h>
#include <stdint.h>

/* All zero is an empty report. */
typedef struct kb_cli_json {
    kb_text text;
    bool needs_comma;
} kb_cli_json;

/* Every name may be NULL: an element of an array, or the root. */
void kb_cli_json_open(kb_cli_json *j, const char *name, char bracket);
void kb_cli_json_close(kb_cli_json *j, char bracket);
/* value NULL is written as null. */
void kb_cli_json_string(kb_cli_json *j, const char *name, const char *value);
void kb_cli_json_number(kb_cli_json *j, const char *name, int64_t value);
void kb_cli_json_count(kb_cli_json *j, const char *name, uint64_t value);
void kb_cli_json_bool(kb_cli_json *j, const char *name, bool value);
void kb_cli_json_null(kb_cli_json *j, const char *name);

/* Writes the report and a line feed, and releases it. */
KB_MUST_USE kb_status kb_cli_json_print(kb_cli_json *j);

#endif
