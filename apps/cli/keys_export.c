/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keys export. */
#include "verbs.h"

#include "codec/text.h"
#include "core/error.h"
#include "core/secret.h"
#include "io.h"
#include "private_file.h"
#include "prompt.h"
#include "store.h"
#include "ui.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static kb_status write_all(kb_cli_output *out, const char *text) {
    size_t len = strlen(text);
    KB_TRY(kb_stream_feed(out->top, text, len));
    if (text[len - 1] != '\n') {
        KB_TRY(kb_stream_feed(out->top, "\n", 1));
    }
    return kb_stream_finish(out->top);
}

static kb_status export_public(const kb_cli_args *args, unsigned version) {
    kb_keystore *store = NULL;
    kb_key *key = NULL;
    char *text = NULL;
    kb_cli_output out = {.sink = NULL};
    KB_TRY(kb_cli_store_open(&store, args));
    kb_status status = kb_keystore_public(store, args->operand[0], version, &key);
    if (status == KB_OK) {
        status = kb_cli_has(args, KB_CLI_PEM) ? kb_key_to_public_pem(key, &text)
                                              : kb_key_to_public_jwk(key, &text);
    }
    if (status == KB_OK) {
        status = kb_cli_open_output(&out, args->value[KB_CLI_OUTPUT], KB_CLI_TEXT);
    }
    if (status == KB_OK) {
        status = write_all(&out, text);
    }
    kb_cli_close_output(&out);
    kb_jwk_free(text);
    kb_key_free(key);
    kb_keystore_close(store);
    return status;
}

/* Makes an existing file private before it is replaced, since its mode is kept; a
 * symbolic link is refused. */
static kb_status make_private(const char *path) {
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return errno == ENOENT
                   ? KB_OK
                   : KB_FAIL(KB_ERR_IO, "%.120s: %s", kb_cli_escape(path),
                             errno == ELOOP ? "is a symbolic link" : strerror(errno));
    }
    struct stat info;
    bool is_done =
        fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && fchmod(fd, 0600) == 0;
    (void)close(fd);
    return is_done ? KB_OK
                   : KB_FAIL(KB_ERR_IO, "%.120s: cannot be made private",
                             kb_cli_escape(path));
}

static kb_status open_private(kb_cli_output *out, const kb_cli_args *args) {
    const char *path = args->value[KB_CLI_OUTPUT];
    *out = (kb_cli_output){.sink = NULL};
    if (kb_cli_has(args, KB_CLI_FORCE)) {
        KB_TRY(make_private(path));
        KB_TRY(kb_stream_to_file(&out->sink, path, 0600));
    } else {
        KB_TRY(kb_stream_to_new_file(&out->sink, path, 0600));
    }
    out->top = out->sink;
    return KB_OK;
}

/* Reads the private JWK of a version from the store. */
static kb_status read_private(kb_secret **jwk, const kb_cli_args *args,
                              unsigned version) {
    kb_keystore *store = NULL;
    kb_key *key = NULL;
    KB_TRY(kb_cli_store_unlock(&store, args));
    kb_status status = kb_keystore_private(store, args->operand[0], version, &key);
    if (status == KB_OK) {
        status = kb_key_to_private_jwk(key, jwk);
    }
    kb_key_free(key);
    kb_keystore_close(store);
    return status;
}

static kb_status export_private(const kb_cli_args *args, unsigned version) {
    const char *path = args->value[KB_CLI_OUTPUT];
    KB_SECRET_HANDLE jwk = NULL;
    KB_SECRET_HANDLE passphrase = NULL;
    kb_cli_output out;
    char *text = NULL;
    struct stat info;
    /* Asked first, so that nobody types a pass-phrase for nothing. */
    if (!kb_cli_has(args, KB_CLI_FORCE) && lstat(path, &info) == 0) {
        return KB_FAIL(KB_ERR_FILE_EXISTS, "%.120s is replaced only with --force",
                       kb_cli_escape(path));
    }
    KB_TRY(read_private(&jwk, args, version));
    KB_TRY(kb_cli_passphrase(&passphrase, args, KB_CLI_KEY_PASSPHRASE_FILE,
                             "new pass-phrase of the key file", true));
    KB_TRY(kb_cli_private_file_write(&text, jwk, passphrase));
    kb_status status = open_private(&out, args);
    if (status == KB_OK) {
        status = write_all(&out, text);
        kb_cli_close_output(&out);
    }
    kb_text_release(text);
    return status;
}

static kb_status run(const kb_cli_args *args) {
    uint64_t version = 0;
    bool is_private = kb_cli_has(args, KB_CLI_PRIVATE);
    KB_TRY(kb_cli_check_stdin(args, false, NULL));
    if (kb_cli_has(args, KB_CLI_VERSION_NUMBER)) {
        KB_TRY(kb_cli_args_number(&version, args, KB_CLI_VERSION_NUMBER, INT_MAX));
    }
    if (is_private && kb_cli_has(args, KB_CLI_PEM)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--pem writes public keys; private ones leave only into a "
                       "protected file");
    }
    if (is_private && kb_cli_is_dash(args->value[KB_CLI_OUTPUT])) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--private needs -o FILE");
    }
    if (!is_private && (kb_cli_has(args, KB_CLI_KEY_PASSPHRASE_FILE) ||
                        kb_cli_has(args, KB_CLI_FORCE))) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--key-passphrase-file and --force go with --private");
    }
    return is_private ? export_private(args, (unsigned)version)
                      : export_public(args, (unsigned)version);
}

const kb_cli_verb kb_cli_keys_export = {
    .name = "keys export",
    .usage = "NAME [--version N] [-o OUT] [--pem | --private]",
    .summary =
        "Write the public key as a JWK or PEM, or the private key into a protected file",
    .notes = "The public key needs no pass-phrase and is what senders are given. HQC "
             "keys and\n"
             "pairs of KEMs have no PEM form. --private\n"
             "writes a file that \"keybraid keys import\" reads, encrypted under a "
             "pass-phrase\n"
             "of its own; an existing file is not replaced without --force.",
    .examples = {"keybraid keys export alice -o alice.jwk",
                 "keybraid keys export alice --private -o alice.key"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_KEY_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_VERSION_NUMBER) | KB_CLI_BIT(KB_CLI_PRIVATE) |
               KB_CLI_BIT(KB_CLI_PEM) | KB_CLI_BIT(KB_CLI_FORCE) |
               KB_CLI_BIT(KB_CLI_OUTPUT),
    .min_operands = 1,
    .max_operands = 1,
    .operand_name = {"NAME"},
    .run = run,
};
