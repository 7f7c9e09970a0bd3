/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The stage that makes files, from the inside: what a signal handler may do to it. */
#ifndef KB_STREAM_FILE_SINK_H
#define KB_STREAM_FILE_SINK_H

/* Removes the temporary names of all files that are being written. Async-signal-safe:
 * for a handler that ends the process right after. Up to 16 files at once are known;
 * files without a name need nothing. */
void kb_file_sink_abandon_all(void);

/* Makes file sinks that are opened from now on use a named temporary file, as on a file
 * system without O_TMPFILE; for the tests. */
void kb_file_sink_force_named(int force);

#endif
