/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * keybraid reencrypt --tree and --manifest: many files in place.
 *
 * One task a file on the pool; the main thread walks and waits. A file is done, already
 * done, skipped or failed, never half of it; what is done is told by the tokens
 * themselves, so that a run that was killed is continued by running it again.
 */
#ifndef KB_CLI_REENCRYPT_TREE_H
#define KB_CLI_REENCRYPT_TREE_H

#include "args.h"

/* Whether the arguments ask for many files. */
bool kb_cli_reencrypt_tree_is_asked(const kb_cli_args *args);

/* KB_ERR_ARGUMENT when options that belong to many files stand without --tree or
 * --manifest. */
KB_MUST_USE kb_status kb_cli_reencrypt_tree_check_absent(const kb_cli_args *args);

/*
 * Runs. Returns the failure of the run or, when it went through, the one with the lowest
 * exit code among those of the files. A first SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the
 * run after the files under way and the process with 128 + its number.
 */
KB_MUST_USE kb_status kb_cli_reencrypt_tree(const kb_cli_args *args);

#endif
