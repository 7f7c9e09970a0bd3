/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keys import. */
#include "verbs.h"

#include "core/error.h"
#include "core/secret.h"
#include "io.h"
#include "key_report.h"
#include "period.h"
#include "private_file.h"
#include "prompt.h"
#include "recipient.h"
#include "store.h"

#include <keybraid/key.h>

static kb_status from_protected(kb_key **out, const kb_cli_args *args,
                                const kb_buffer *file) {
    KB_SECRET_HANDLE passphrase = NULL;
    KB_SECRET_HANDLE jwk = NULL;
    KB_TRY(kb_cli_passphrase(&passphrase, args, KB_CLI_KEY_PASSPHRASE_FILE,
                             "pass-phrase of the key file", false));
    KB_TRY(
        kb_cli_private_file_read(&jwk, (const char *)file->data, file->len, passphrase));
    return kb_key_from_jwk(out, (const char *)kb_secret_bytes(jwk), kb_secret_len(jwk));
}

static kb_status read_key(kb_key **out, const kb_cli_args *args, const char *path) {
    kb_buffer file = {.data = NULL};
    KB_TRY(kb_cli_read_file(&file, path, KB_JWK_MAX_BYTES));
    kb_status status;
    if (kb_cli_private_file_is((const char *)file.data, file.len)) {
        status = from_protected(out, args, &file);
    } else {
        status = kb_key_read(out, file.data, file.len, args->value[KB_CLI_USE]);
        if (status == KB_OK && kb_key_has_private(*out) && !kb_cli_is_dash(path)) {
            kb_cli_warn_readable(path);
        }
    }
    kb_buffer_free(&file);
    if (status == KB_OK && kb_key_is_expanded(*out)) {
        kb_key_free(*out);
        status = KB_FAIL(KB_ERR_KEY, "an expanded private key without its seed: the "
                                     "store keeps seeds only");
    }
    return status == KB_OK ? KB_OK : kb_cli_name_file(status, path);
}

static kb_status run(const kb_cli_args *args) {
    const char *name = args->operand[0], *path = args->operand[1];
    kb_key_limits limits = {.max_uses = 0};
    kb_key *key = NULL;
    kb_keystore *store = NULL;
    KB_TRY(kb_cli_check_stdin(args, true, path));
    KB_TRY(kb_cli_limits(&limits, args));
    KB_TRY(read_key(&key, args, path));
    kb_status status = kb_cli_store_unlock(&store, args);
    if (status == KB_OK) {
        status = kb_keystore_add(store, name, key, limits);
    }
    if (status == KB_OK) {
        status = kb_cli_key_report(
            args, kb_key_has_private(key) ? "imported" : "imported the public part of",
            name, 1, key);
    }
    kb_keystore_close(store);
    kb_key_free(key);
    return status;
}

const kb_cli_verb kb_cli_keys_import = {
    .name = "keys import",
    .usage = "NAME FILE [--use U] [--expires WHEN] [--max-uses N]",
    .summary = "Put a key from a file into the store under a new name",
    .notes =
        "FILE is a public or private key: a JWK, PKCS#8 or SubjectPublicKeyInfo in PEM "
        "or\n"
        "DER, or what \"keybraid keys export --private\" wrote. Everything in it is "
        "checked.\n"
        "Keys of P-256, P-384 and P-521 that do not say what they are for need --use.\n"
        "RSA keys only verify; one that names no hash is for PS256.",
    .examples = {"keybraid keys import bob bob.jwk",
                 "keybraid keys import signer key.pem --use sig"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_KEY_PASSPHRASE_FILE) | KB_CLI_BIT(KB_CLI_USE) |
               KB_CLI_BIT(KB_CLI_EXPIRES) | KB_CLI_BIT(KB_CLI_MAX_USES) |
               KB_CLI_BIT(KB_CLI_QUIET) | KB_CLI_BIT(KB_CLI_JSON),
    .min_operands = 2,
    .max_operands = 2,
    .operand_name = {"NAME", "FILE"},
    .run = run,
};
