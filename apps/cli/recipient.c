/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What -r names: a key of the store or the file of a public JWK. */
#include "recipient.h"

#include "core/error.h"
#include "io.h"
#include "ui.h"

#include <string.h>
#include <sys/stat.h>

kb_status kb_cli_recipient_check(const kb_cli_args *args) {
    if (args->recipients == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "-r NAME or -r FILE.jwk is missing");
    }
    if (args->recipients > 1) {
        return KB_FAIL(KB_ERR_POLICY, "several recipients need wrap mode, which this "
                                      "version does not have");
    }
    return KB_OK;
}

bool kb_cli_recipient_is_file(const char *name) {
    size_t len = strlen(name);
    return strchr(name, '/') != NULL || (len >= 4 && strcmp(name + len - 4, ".jwk") == 0);
}

void kb_cli_warn_readable(const char *path) {
    struct stat info;
    if (stat(path, &info) == 0 && (info.st_mode & 077) != 0) {
        kb_cli_warn("%s holds a private key and may be read by others (mode %03o)",
                    kb_cli_escape(path), (unsigned)(info.st_mode & 0777));
    }
}

kb_status kb_cli_recipient_from_file(kb_key **out, const char *path, const char *use) {
    kb_buffer text = {.data = NULL};
    kb_key *key = NULL;
    KB_TRY(kb_cli_read_file(&text, path, KB_JWK_MAX_BYTES));
    kb_status status = kb_key_read(&key, text.data, text.len, use);
    kb_buffer_free(&text);
    if (status != KB_OK) {
        return kb_cli_name_file(status, path);
    }
    if (!kb_key_has_private(key)) {
        *out = key;
        return KB_OK;
    }
    kb_cli_warn("%s is a private key; a sender needs the public one only",
                kb_cli_escape(path));
    kb_cli_warn_readable(path);
    status = kb_key_public_copy(out, key);
    kb_key_free(key);
    return status;
}

kb_status kb_cli_recipient_get(kb_key **out, kb_keystore *store, const char *name) {
    if (kb_cli_recipient_is_file(name)) {
        return kb_cli_recipient_from_file(out, name, "enc");
    }
    return kb_keystore_use(store, name, out);
}

kb_status kb_cli_format(bool *is_compact, const kb_cli_args *args) {
    const char *format = args->value[KB_CLI_FORMAT];
    *is_compact = format != NULL && strcmp(format, "compact") == 0;
    if (format != NULL && !*is_compact && strcmp(format, "jwe") != 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--format %.40s: jwe or compact is wanted",
                       kb_cli_escape(format));
    }
    return KB_OK;
}
