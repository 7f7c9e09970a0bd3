/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Finding, opening and unlocking the keystore that the options name. */
#include "store.h"

#include "core/error.h"
#include "core/secret.h"
#include "prompt.h"
#include "ui.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *home(void) {
    const char *path = getenv("HOME");
    if (path == NULL || path[0] == '\0') {
        const struct passwd *user = getpwuid(geteuid());
        path = user == NULL ? NULL : user->pw_dir;
    }
    return path;
}

kb_status kb_cli_store_path(char out[KB_CLI_PATH_BYTES], const kb_cli_args *args) {
    const char *folder = getenv("KEYBRAID_HOME");
    int n;
    if (kb_cli_has(args, KB_CLI_STORE)) {
        n = snprintf(out, KB_CLI_PATH_BYTES, "%s", args->value[KB_CLI_STORE]);
    } else if (folder != NULL && folder[0] != '\0') {
        n = snprintf(out, KB_CLI_PATH_BYTES, "%s/keystore.db", folder);
    } else if ((folder = home()) != NULL) {
        n = snprintf(out, KB_CLI_PATH_BYTES, "%s/.local/share/keybraid/keystore.db",
                     folder);
    } else {
        return KB_FAIL(KB_ERR_ARGUMENT, "there is no home folder; give --store PATH");
    }
    if (n < 0 || n >= KB_CLI_PATH_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the path of the keystore is too long");
    }
    return KB_OK;
}

kb_status kb_cli_store_make_folder(const char *path) {
    char part[KB_CLI_PATH_BYTES];
    size_t len = strlen(path);
    if (len >= sizeof part) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the path of the keystore is too long");
    }
    for (size_t i = 1; i < len; i++) {
        if (path[i] != '/') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            return KB_FAIL(KB_ERR_IO, "%.120s: %s", kb_cli_escape(part), strerror(errno));
        }
    }
    return KB_OK;
}

kb_status kb_cli_store_open(kb_keystore **out, const kb_cli_args *args) {
    char path[KB_CLI_PATH_BYTES];
    KB_TRY(kb_cli_store_path(path, args));
    return kb_keystore_open(out, path);
}

kb_status kb_cli_store_unlock(kb_keystore **out, const kb_cli_args *args) {
    KB_SECRET_HANDLE passphrase = NULL;
    kb_keystore *store = NULL;
    KB_TRY(kb_cli_store_open(&store, args));
    kb_status status = KB_OK;
    if (kb_keystore_lock_kind(store) == KB_KEYSTORE_PASSPHRASE) {
        status = kb_cli_passphrase(&passphrase, args, KB_CLI_PASSPHRASE_FILE,
                                   "pass-phrase of the keystore", false);
    } else if (kb_cli_has(args, KB_CLI_PASSPHRASE_FILE)) {
        kb_cli_note(args, "the keystore has a key file; --passphrase-file is not used");
    }
    if (status == KB_OK) {
        status = kb_keystore_unlock(store, passphrase);
    }
    if (status != KB_OK) {
        kb_keystore_close(store);
        return status;
    }
    *out = store;
    return KB_OK;
}
