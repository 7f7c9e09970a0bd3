/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes, rate and time left of a long operation: a moving line for people, events
 * (events.h) for machines. */
#ifndef KB_CLI_PROGRESS_H
#define KB_CLI_PROGRESS_H

#include "args.h"

#include <keybraid/stream.h>

typedef struct kb_cli_progress {
    const char *doing; /* "encrypting" */
    uint64_t total;    /* bytes over all passes; 0 when not known */
    uint64_t before;   /* bytes of the passes that are over */
    uint64_t last;     /* bytes of this pass so far */
    uint64_t start_ns, shown_ns;
    bool has_line, has_events, is_shown;
} kb_cli_progress;

#define KB_CLI_AMOUNT_BYTES 24

/* Writes a number of bytes for people: "1.2 GB". */
void kb_cli_amount(char out[KB_CLI_AMOUNT_BYTES], double bytes);

/* How often a source that can be rewound is read. */
#define KB_CLI_PASSES_UNKNOWN 0 /* or only parts of it: no total, no time left */
#define KB_CLI_PASSES_OF_TOKEN                                                           \
    99 /* a decryption: once when it is segmented or short, else twice */

/*
 * Watches source, which is read passes times when it can be rewound. Something is said only
 * on a terminal, without --quiet, after one second, or to machines that asked for events.
 * progress must outlive source's reading.
 */
void kb_cli_progress_begin(kb_cli_progress *progress, const kb_cli_args *args,
                           kb_source *source, const char *doing, unsigned passes);

/* Goes on with another source, which is read once: what was written, to verify it. */
void kb_cli_progress_more(kb_cli_progress *progress, kb_source *source);

/* Takes the line away. Says that the work is done when status is KB_OK. */
void kb_cli_progress_end(kb_cli_progress *progress, kb_status status);

#endif
