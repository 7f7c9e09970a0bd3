/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The stage that makes files, from the inside: what a signal handler may do to it. */
#ifndef KB_STREAM_FILE_SINK_H
#define KB_STREAM_FILE_SINK_H

#include <keybraid/stream.h>

/* Looks at the complete new content before it takes its place; an error keeps the old. */
typedef kb_status (*kb_file_sink_check)(void *self, kb_source *written);

/* As kb_stream_to_file for a regular file, with a check of what was written. check may
 * read written as often as it likes; it is called once, after the bytes were synced. */
KB_MUST_USE kb_status kb_file_sink_checked_new(kb_stream **out, const char *path,
                                               unsigned mode, kb_file_sink_check check,
                                               void *self);

/* The same for the name of a regular file in an open folder, which stays open; a symbolic
 * link is refused. */
KB_MUST_USE kb_status kb_file_sink_checked_at(kb_stream **out, int dir_fd,
                                              const char *name, kb_file_sink_check check,
                                              void *self);

/* Whether a name has the form of our temporary names. */
bool kb_file_sink_is_temp_name(const char *name);

/*
 * Removes a temporary file that a killed process left in a folder; returns whether it did.
 *
 * Only a regular file of that form of name and of our own user is touched, and only when
 * nobody writes it: a living writer holds a lock (flock) on it, which ends with its
 * process. Where the file system has no locks nothing is removed.
 */
bool kb_file_sink_remove_stale(int dir_fd, const char *name);

/* Removes the temporary names of all files that are being written. Async-signal-safe:
 * for a handler that ends the process right after. Up to 16 files at once are known;
 * files without a name need nothing. */
void kb_file_sink_abandon_all(void);

/* Makes file sinks that are opened from now on use a named temporary file, as on a file
 * system without O_TMPFILE; for the tests. */
void kb_file_sink_force_named(int force);

#endif
