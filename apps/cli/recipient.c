/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What -r names: a key of the store or the file of a public JWK. */
#include "recipient.h"

#include "core/error.h"
#include "io.h"
#include "key/key.h"
#include "ui.h"

#include <keybraid/policy.h>
#include <string.h>
#include <sys/stat.h>

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

kb_status kb_cli_recipients_check(const kb_cli_args *args) {
    if (args->recipients == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "-r NAME or -r FILE.jwk is missing");
    }
    return KB_OK;
}

bool kb_cli_recipients_need_store(const kb_cli_args *args) {
    for (unsigned i = 0; i < args->recipients; i++) {
        if (!kb_cli_recipient_is_file(args->recipient[i])) {
            return true;
        }
    }
    return false;
}

/* What would refuse the key is found before anything is counted or written. */
static kb_status check_key(const kb_cli_recipients *r, size_t i, bool must_wrap,
                           bool allow_experimental) {
    const kb_key *key = r->key[i];
    const char *name = kb_cli_escape(r->name[i]);
    if (!key->is_composite) {
        return KB_FAIL(KB_ERR_POLICY,
                       "%.80s: a key of %s alone protects no content, only a pair does",
                       name, kb_key_alg(key));
    }
    if (!key->composite.is_wrap && must_wrap) {
        return KB_FAIL(KB_ERR_POLICY,
                       "%.80s is a key for one recipient only; those of a token for "
                       "several are made with \"keygen --wrap\"",
                       name);
    }
    for (size_t k = 0; k < i; k++) {
        if (strcmp(kb_key_thumbprint(key), kb_key_thumbprint(r->key[k])) == 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "-r %.80s is the key of -r %.80s again", name,
                           kb_cli_escape(r->name[k]));
        }
    }
    kb_status status = kb_policy_check_pair(key->composite.classical->id,
                                            key->composite.pqc->id, allow_experimental);
    return status == KB_OK ? KB_OK : kb_error_prefix(status, "%.80s", name);
}

kb_status kb_cli_recipients_load(kb_cli_recipients *out, kb_keystore *store,
                                 const kb_cli_args *args, bool must_wrap) {
    bool is_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL);
    out->name = args->recipient;
    for (size_t i = 0; i < args->recipients; i++) {
        const char *name = args->recipient[i];
        KB_TRY(kb_cli_recipient_is_file(name)
                   ? kb_cli_recipient_from_file(&out->key[i], name, "enc")
                   : kb_keystore_public(store, name, 0, &out->key[i]));
        out->count = i + 1;
        KB_TRY(check_key(out, i, must_wrap || args->recipients > 1, is_experimental));
    }
    out->is_wrap = out->key[0]->composite.is_wrap;
    return KB_OK;
}

kb_status kb_cli_recipients_use(const kb_cli_recipients *recipients, kb_keystore *store) {
    for (size_t i = 0; i < recipients->count; i++) {
        kb_key *key = NULL;
        if (kb_cli_recipient_is_file(recipients->name[i])) {
            continue;
        }
        KB_TRY(kb_keystore_use(store, recipients->name[i], &key));
        bool is_same =
            strcmp(kb_key_thumbprint(key), kb_key_thumbprint(recipients->key[i])) == 0;
        kb_key_free(key);
        if (!is_same) {
            return KB_FAIL(KB_ERR_BUSY, "%.80s was rotated meanwhile; run it again",
                           kb_cli_escape(recipients->name[i]));
        }
    }
    return KB_OK;
}

void kb_cli_recipients_set(kb_jwe_encrypt_options *options,
                           const kb_cli_recipients *recipients) {
    options->recipient = NULL;
    options->recipients = NULL;
    if (!recipients->is_wrap) {
        options->recipient = recipients->key[0];
        return;
    }
    options->recipients = (const kb_key *const *)recipients->key;
    options->recipient_count = recipients->count;
}

kb_status kb_cli_recipients_held(const kb_key **out, const kb_cli_recipients *recipients,
                                 kb_keyring ring) {
    *out = NULL;
    for (size_t i = 0; i < recipients->count && *out == NULL; i++) {
        const kb_key *key = recipients->key[i];
        kb_status status =
            ring.candidate(ring.self, kb_key_alg(key), kb_key_thumbprint(key), 0, out);
        if (status != KB_OK && status != KB_ERR_NO_KEY) {
            return status;
        }
    }
    return KB_OK;
}

void kb_cli_recipients_free(kb_cli_recipients *recipients) {
    for (size_t i = 0; i < recipients->count; i++) {
        kb_key_free(recipients->key[i]);
    }
    *recipients = (kb_cli_recipients){.count = 0};
}
