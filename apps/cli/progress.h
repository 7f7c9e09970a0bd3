/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The moving line of a long operation: bytes, rate, time left. */
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
    bool is_on, is_shown;
} kb_cli_progress;

#define KB_CLI_AMOUNT_BYTES 24

/* Writes a number of bytes for people: "1.2 GB". */
void kb_cli_amount(char out[KB_CLI_AMOUNT_BYTES], double bytes);

/*
 * Watches source, which is read passes times when it can be rewound. Something is shown
 * only on a terminal, without --quiet, after one second. progress must outlive source's
 * reading.
 */
void kb_cli_progress_begin(kb_cli_progress *progress, const kb_cli_args *args,
                           kb_source *source, const char *doing, unsigned passes);
/* Takes the line away. */
void kb_cli_progress_end(kb_cli_progress *progress);

#endif
