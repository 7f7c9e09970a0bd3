/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pass-phrases: from the terminal, never from standard input, or from a file. */
#ifndef KB_CLI_PROMPT_H
#define KB_CLI_PROMPT_H

#include "args.h"

#include <keybraid/secret.h>

#define KB_CLI_PASSPHRASE_MAX_BYTES 1024

/*
 * Gets a pass-phrase from the file that option id names or, without it, from the
 * terminal, with the echo off; twice when is_new.
 *
 * KB_ERR_ARGUMENT when there is neither file nor terminal, when the two differ, when it
 * is empty or too long; KB_ERR_IO for the file.
 */
KB_MUST_USE kb_status kb_cli_passphrase(kb_secret **out, const kb_cli_args *args,
                                        kb_cli_option_id id, const char *what,
                                        bool is_new);

#endif
