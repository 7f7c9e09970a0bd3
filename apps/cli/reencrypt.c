/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid reencrypt. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "progress.h"
#include "recipient.h"
#include "reencrypt_tree.h"
#include "store.h"
#include "stream/file_sink.h"
#include "ui.h"

#include <keybraid/jwe.h>
#include <string.h>
#include <sys/stat.h>

typedef struct job {
    const kb_cli_args *args;
    kb_source *in;
    kb_keystore *store;
    kb_key *key;
    kb_buffer aad;
    kb_cli_output out;
    kb_jwe_reencrypt_options options;
} job;

static kb_status check(job *j, const kb_cli_args *args) {
    const char *in = args->operand[0];
    bool is_compact;
    KB_TRY(kb_cli_recipient_check(args));
    KB_TRY(kb_cli_format(&is_compact, args));
    if (is_compact && kb_cli_has(args, KB_CLI_AAD)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--aad needs --format jwe: a compact token has "
                                        "no place for it");
    }
    KB_TRY(kb_cli_check_stdin(args, true, in));
    if (kb_cli_has(args, KB_CLI_IN_PLACE)) {
        if (kb_cli_is_dash(in) || kb_cli_has(args, KB_CLI_OUTPUT)) {
            return KB_FAIL(KB_ERR_ARGUMENT, "--in-place takes a file IN and no -o");
        }
    } else {
        KB_TRY(kb_cli_check_same(in, args->value[KB_CLI_OUTPUT], "give --in-place"));
    }
    j->args = args;
    j->options.override_format = kb_cli_has(args, KB_CLI_FORMAT);
    j->options.target = (kb_jwe_encrypt_options){
        .format = is_compact ? KB_JWE_COMPACT : KB_JWE_JSON,
        .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    return KB_OK;
}

/* Verifies what was written, before it takes the place of the old file. Without the
 * private key that is not possible, and then not done. */
static kb_status verify_new(void *self, kb_source *written) {
    const job *j = self;
    const kb_key *held = j->key;
    if (!kb_key_has_private(held)) {
        kb_keyring ring = kb_keystore_keyring(j->store);
        kb_status status = ring.candidate(ring.self, kb_key_alg(j->key),
                                          kb_key_thumbprint(j->key), 0, &held);
        if (status == KB_ERR_NO_KEY) {
            kb_cli_note(j->args, "the new token cannot be verified: its private key is "
                                 "not in the keystore");
            return KB_OK;
        }
        KB_TRY(status);
    }
    kb_jwe_decrypt_options options = {
        .keys = kb_keyring_of(held),
        .allow_experimental = j->options.target.allow_experimental,
    };
    return kb_jwe_verify(written, &options);
}

static kb_status open_output(job *j) {
    const char *in = j->args->operand[0];
    struct stat info;
    if (!kb_cli_has(j->args, KB_CLI_IN_PLACE)) {
        return kb_cli_open_output(&j->out, j->args->value[KB_CLI_OUTPUT], KB_CLI_TEXT);
    }
    if (stat(in, &info) == 0 && info.st_nlink > 1) {
        kb_cli_warn("%s has other hard links; they keep the old token",
                    kb_cli_escape(in));
    }
    KB_TRY(kb_file_sink_checked_new(&j->out.sink, in, 0600, verify_new, j));
    j->out.top = j->out.sink;
    return KB_OK;
}

static kb_status prepare(job *j) {
    const kb_cli_args *args = j->args;
    KB_TRY(kb_cli_open_input(&j->in, args, args->operand[0]));
    if (kb_cli_has(args, KB_CLI_AAD)) {
        KB_TRY(kb_cli_read_file(&j->aad, args->value[KB_CLI_AAD], KB_JWE_AAD_MAX_BYTES));
        if (j->aad.len == 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "the file of --aad is empty");
        }
        j->options.target.aad = j->aad.data;
        j->options.target.aad_len = j->aad.len;
    }
    KB_TRY(kb_cli_store_unlock(&j->store, args));
    KB_TRY(open_output(j));
    KB_TRY(kb_cli_recipient_get(&j->key, j->store, args->value[KB_CLI_RECIPIENT]));
    j->options.target.recipient = j->key;
    j->options.decrypt.keys = kb_keystore_keyring(j->store);
    j->options.decrypt.allow_experimental =
        kb_cli_has(j->args, KB_CLI_ALLOW_EXPERIMENTAL);
    return KB_OK;
}

static kb_status run(const kb_cli_args *args) {
    job j = {.in = NULL};
    kb_cli_progress progress;
    if (kb_cli_reencrypt_tree_is_asked(args)) {
        return kb_cli_reencrypt_tree(args);
    }
    KB_TRY(kb_cli_reencrypt_tree_check_absent(args));
    KB_TRY(check(&j, args));
    kb_status status = prepare(&j);
    if (status == KB_OK) {
        kb_cli_progress_begin(&progress, args, j.in, "re-encrypting", 2);
        status = kb_jwe_reencrypt(j.in, &j.options, j.out.top);
        kb_cli_progress_end(&progress);
        status = kb_cli_name_file(status, args->operand[0]);
    }
    kb_cli_close_output(&j.out);
    kb_key_free(j.key);
    kb_keystore_close(j.store);
    kb_buffer_free(&j.aad);
    kb_source_free(j.in);
    return status;
}

const kb_cli_verb kb_cli_reencrypt = {
    .name = "reencrypt",
    .usage = "-r NAME|FILE.jwk [IN] [-o OUT | --in-place] | --tree DIR | --manifest FILE",
    .summary = "Move a token to another key without showing its content",
    .notes =
        "The old token is verified first; the content passes through memory only, piece\n"
        "by piece. Format, aad, typ and cty stay, unless given. With --in-place the new\n"
        "token is verified, where its private key is held, before it takes the place of\n"
        "the old one; a kill at any moment leaves one of the two, complete. Other hard\n"
        "links of IN keep the old token.\n\n"
        "--tree and --manifest do the same with many files at once. What is no token, "
        "and\n"
        "what has the new key and form already, is left alone: after a kill, run it "
        "again.\n"
        "Symbolic links are not followed. A file that fails keeps its old token, and "
        "the\n"
        "others go on; the exit code is then the lowest of those of the failures. In a\n"
        "manifest a file that is no token is a failure. --report and --json give a line\n"
        "of JSON a file: path, status (done, already, due, skipped, failed), from, to,\n"
        "bytes, code, text.",
    .examples = {"keybraid reencrypt -r alice --in-place report.jwe",
                 "keybraid reencrypt -r bob --tree /srv/vault --report vault.jsonl"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_IN_PLACE) | KB_CLI_BIT(KB_CLI_TREE) |
               KB_CLI_BIT(KB_CLI_MANIFEST) | KB_CLI_BIT(KB_CLI_NULL) |
               KB_CLI_BIT(KB_CLI_REPORT) | KB_CLI_BIT(KB_CLI_JOBS) |
               KB_CLI_BIT(KB_CLI_DRY_RUN) | KB_CLI_BIT(KB_CLI_JSON) |
               KB_CLI_BIT(KB_CLI_FORMAT) | KB_CLI_BIT(KB_CLI_AAD) |
               KB_CLI_BIT(KB_CLI_HIDE_RECIPIENT) | KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) |
               KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"IN"},
    .run = run,
};
