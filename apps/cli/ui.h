/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Talk with people: errors, warnings and remarks on standard error.
 *
 * Not here: asking for a pass-phrase is prompt.h, the moving line is progress.h.
 */
#ifndef KB_CLI_UI_H
#define KB_CLI_UI_H

#include "args.h"

#include <keybraid/status.h>
#include <stddef.h>

/*
 * Returns text with every byte that a terminal could act on shown as an escape; at most
 * 250 bytes of it. The result lives until the eighth later call.
 */
const char *kb_cli_escape(const char *text);
/* The same for text that is not terminated. */
const char *kb_cli_escape_n(const char *text, size_t len);

/* Writes "keybraid: warning: ..." on standard error, or an event (events.h). */
void kb_cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Writes a remark or an event, unless --quiet was given. */
void kb_cli_note(const kb_cli_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Writes the one line of a failure, or the event: what went wrong from the thread's record, the text of
 * the code, and what to do about it. KB_ERR_AUTH gives its text and nothing else.
 * verb is the name of the verb, or NULL.
 */
void kb_cli_print_error(const char *verb, kb_status status);

/* Ends the output of a verb: KB_ERR_IO when standard output could not be written. */
KB_MUST_USE kb_status kb_cli_flush_stdout(void);

#endif
