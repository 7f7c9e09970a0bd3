/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Events for machines: what --json gives where standard output is data.
 *
 * Each is one line of JSON on standard error, with the member event:
 *
 *     {"event":"progress","bytes":N,"total":N,"rate":N,"seconds_left":N}
 *     {"event":"note","text":T}   and "warning"
 *     {"event":"done","bytes":N,"seconds":S}
 *     {"event":"error","code":"KB_ERR_AUTH","exit":1,"text":T}
 *
 * bytes are those read, over all passes; total and seconds_left are null when not known.
 * done or error is the last line. Nothing else goes to standard error then.
 */
#ifndef KB_CLI_EVENTS_H
#define KB_CLI_EVENTS_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stdint.h>

/* Once, before the verb runs. */
void kb_cli_events_turn_on(void);
bool kb_cli_events_are_on(void);

/* total 0 is "not known"; rate in bytes a second, 0 before the
 * first byte. */
void kb_cli_event_progress(uint64_t bytes, uint64_t total, uint64_t rate);
void kb_cli_event_done(uint64_t bytes, uint64_t nanoseconds);
/* kind: "note" or "warning". Text is of people's language and valid UTF-8. */
void kb_cli_event_remark(const char *kind, const char *text);
void kb_cli_event_error(kb_status status, const char *text);

#endif
