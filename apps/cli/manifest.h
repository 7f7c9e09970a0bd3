/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A list of paths: one a line, or each ended by a NUL byte. */
#ifndef KB_CLI_MANIFEST_H
#define KB_CLI_MANIFEST_H

#include <keybraid/status.h>

#define KB_CLI_MANIFEST_PATH_BYTES 4096 /* with the terminator, as the system has it */

/* Takes a path; an error ends the reading, which passes it on. */
typedef kb_status (*kb_cli_manifest_each)(void *self, const char *path);

/*
 * Reads the list in a file, "-" for standard input, in constant memory. Empty entries are
 * passed over; the last one needs no end.
 *
 * KB_ERR_IO; KB_ERR_FORMAT for an entry that is no path: too long, or a NUL byte within a
 * line. Ends early with KB_OK when a signal asks the run to stop (signals.h).
 */
KB_MUST_USE kb_status kb_cli_manifest_read(const char *file, char end,
                                           kb_cli_manifest_each each, void *self);

#endif
