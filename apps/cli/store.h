/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Finding, opening and unlocking the keystore that the options name. */
#ifndef KB_CLI_STORE_H
#define KB_CLI_STORE_H

#include <keybraid/keystore.h>

#include "args.h"

#define KB_CLI_PATH_BYTES 4096

/* Writes the path: --store, $KEYBRAID_HOME/keystore.db, ~/.local/share/keybraid/... */
KB_MUST_USE kb_status kb_cli_store_path(char out[KB_CLI_PATH_BYTES],
                                        const kb_cli_args *args);

/* Makes the folder of path, with its parents, mode 0700, where they do not exist. */
KB_MUST_USE kb_status kb_cli_store_make_folder(const char *path);

/* Opens the store, locked: enough for names and public keys. */
KB_MUST_USE kb_status kb_cli_store_open(kb_keystore **out, const kb_cli_args *args);

/* Opens and unlocks it, asking for the pass-phrase when it has one. */
KB_MUST_USE kb_status kb_cli_store_unlock(kb_keystore **out, const kb_cli_args *args);

#endif
