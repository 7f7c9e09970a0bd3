/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid init. */
#include "verbs.h"

#include "core/error.h"
#include "core/secret.h"
#include "io.h"
#include "prompt.h"
#include "store.h"
#include "ui.h"

#include <sys/stat.h>

static kb_status run(const kb_cli_args *args) {
    char path[KB_CLI_PATH_BYTES];
    struct stat info;
    KB_SECRET_HANDLE passphrase = NULL;
    bool has_key_file = kb_cli_has(args, KB_CLI_NO_PASSPHRASE);
    if (has_key_file && kb_cli_has(args, KB_CLI_PASSPHRASE_FILE)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--no-passphrase and --passphrase-file exclude each other");
    }
    KB_TRY(kb_cli_store_path(path, args));
    /* Asked before the pass-phrase, so that nobody types one for nothing; the library
     * decides. */
    if (lstat(path, &info) == 0) {
        return KB_FAIL(KB_ERR_FILE_EXISTS, "%.150s", kb_cli_escape(path));
    }
    if (!has_key_file) {
        KB_TRY(kb_cli_passphrase(&passphrase, args, KB_CLI_PASSPHRASE_FILE,
                                 "new pass-phrase of the keystore", true));
    }
    KB_TRY(kb_cli_store_make_folder(path));
    KB_TRY(kb_keystore_create(
        path, has_key_file ? KB_KEYSTORE_KEY_FILE : KB_KEYSTORE_PASSPHRASE, passphrase));
    kb_cli_note(args, "keystore %s made%s", kb_cli_escape(path),
                has_key_file ? "; who can read the key file beside it can use the keys"
                             : "");
    return KB_OK;
}

const kb_cli_verb kb_cli_init = {
    .name = "init",
    .usage = "[--no-passphrase | --passphrase-file FILE]",
    .summary = "Make the keystore",
    .notes =
        "Asks twice for a pass-phrase on the terminal. With --no-passphrase the store "
        "is\n"
        "protected by a key file beside it (PATH.key, mode 0600): whoever reads both "
        "has\n"
        "the keys. The folder is made, with its parents, where it does not exist. An\n"
        "existing store is never replaced.",
    .examples = {"keybraid init", "keybraid init --no-passphrase --store ./test.db"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_NO_PASSPHRASE) | KB_CLI_BIT(KB_CLI_QUIET),
    .run = run,
};
