/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What -r names: a key of the store or the file of a public JWK. */
#ifndef KB_CLI_RECIPIENT_H
#define KB_CLI_RECIPIENT_H

#include <keybraid/key.h>
#include <keybraid/keystore.h>

#include "args.h"

/* Checks that -r was given exactly once. */
KB_MUST_USE kb_status kb_cli_recipient_check(const kb_cli_args *args);

/* Whether -r names a file: it has a slash in it or ends in ".jwk". */
bool kb_cli_recipient_is_file(const char *name);

/* Reads a key file (JWK, PEM, DER) for a use, "enc" or "sig"; of a private key only the public part
 * is kept, with a warning. */
KB_MUST_USE kb_status kb_cli_recipient_from_file(kb_key **out, const char *path,
                                                 const char *use);

/* Gets the key: from the file or, counting one use, from the unlocked store. */
KB_MUST_USE kb_status kb_cli_recipient_get(kb_key **out, kb_keystore *store,
                                           const char *name);

/* Warns when a file with a private key may be read by others than its owner. */
void kb_cli_warn_readable(const char *path);

/* Reads --format; absent is JSON. */
KB_MUST_USE kb_status kb_cli_format(bool *is_compact, const kb_cli_args *args);

#endif
