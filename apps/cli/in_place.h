/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The output of a verb that writes a token anew: OUT, or the place of IN. */
#ifndef KB_CLI_IN_PLACE_H
#define KB_CLI_IN_PLACE_H

#include "io.h"
#include "progress.h"
#include "recipient.h"
#include "stream/file_sink.h"

/* Refuses --in-place without a file IN or with -o, and an OUT that is IN. */
KB_MUST_USE kb_status kb_cli_in_place_check(const kb_cli_args *args);

/* Opens the output. With --in-place, check looks at the new token before it takes the
 * place of the old one, and other hard links get a warning. */
KB_MUST_USE kb_status kb_cli_in_place_open(kb_cli_output *out, const kb_cli_args *args,
                                           kb_file_sink_check check, void *self);

/* How a new token is verified. */
typedef struct kb_cli_in_place_proof {
    const kb_cli_args *args;
    const kb_cli_recipients *recipients;
    kb_keyring ring; /* of the unlocked store */
    bool takes_any;  /* any key of the ring may open it, not only the recipients */
    kb_pool *pool;   /* or NULL */
    kb_cli_progress *progress;
} kb_cli_in_place_proof;

/* Verifies what was written with the private key that is held. Without one that is not
 * possible, and then said and not done. */
KB_MUST_USE kb_status kb_cli_in_place_verify(const kb_cli_in_place_proof *proof,
                                             kb_source *written);

#endif
