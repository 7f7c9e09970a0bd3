/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keeps a terminal from bytes that are not plain text. */
#ifndef KB_CLI_TERMINAL_FILTER_H
#define KB_CLI_TERMINAL_FILTER_H

#include <keybraid/stream.h>

/*
 * Makes a stage that passes on what is readable text: valid UTF-8 without control
 * characters except tab, line feed and carriage return. Each piece is checked before any
 * of it is passed on; the first that is not text ends with KB_ERR_ARGUMENT.
 */
KB_MUST_USE kb_status kb_cli_terminal_filter_new(kb_stream **out, kb_stream *next);

#endif
