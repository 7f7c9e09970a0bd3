/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid encrypt. */
#include "verbs.h"

#include "codec/utf8.h"
#include "core/error.h"
#include "io.h"
#include "progress.h"
#include "recipient.h"
#include "store.h"
#include "ui.h"

#include <keybraid/jwe.h>
#include <string.h>

typedef struct job {
    kb_source *in;
    kb_keystore *store;
    kb_key *key;
    kb_buffer aad;
    kb_cli_output out;
    kb_stream *seal;
    kb_jwe_encrypt_options options;
} job;

static kb_status check_enc(const kb_cli_args *args) {
    const char *enc = args->value[KB_CLI_ENC];
    if (enc == NULL || strcmp(enc, "auto") == 0 || strcmp(enc, "A256GCM") == 0) {
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_ARGUMENT, "--enc %.40s: auto or A256GCM is wanted",
                   kb_cli_escape(enc));
}

static kb_status check_utf8(const kb_cli_args *args, kb_cli_option_id id) {
    const char *text = args->value[id];
    if (text != NULL && !kb_utf8_is_valid(text, strlen(text))) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--%s %.40s: not UTF-8",
                       kb_cli_option_row(id)->name, kb_cli_escape(text));
    }
    return KB_OK;
}

/* Everything that can be refused without touching a file. */
static kb_status check(job *j, const kb_cli_args *args) {
    bool is_compact;
    KB_TRY(kb_cli_recipient_check(args));
    KB_TRY(kb_cli_format(&is_compact, args));
    KB_TRY(check_enc(args));
    KB_TRY(check_utf8(args, KB_CLI_TYP));
    KB_TRY(check_utf8(args, KB_CLI_CTY));
    if (is_compact && kb_cli_has(args, KB_CLI_AAD)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--aad needs --format jwe: a compact token has "
                                        "no place for it");
    }
    KB_TRY(kb_cli_check_stdin(args, true, args->operand[0]));
    KB_TRY(kb_cli_check_same(args->operand[0], args->value[KB_CLI_OUTPUT],
                             "write to another file and rename it"));
    j->options = (kb_jwe_encrypt_options){
        .format = is_compact ? KB_JWE_COMPACT : KB_JWE_JSON,
        .enc = KB_JWE_ENC_A256GCM,
        .typ = args->value[KB_CLI_TYP],
        .cty = args->value[KB_CLI_CTY],
        .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    return KB_OK;
}

/* Inputs first and the key last: a use is counted only when all else is there. */
static kb_status prepare(job *j, const kb_cli_args *args) {
    const char *name = args->value[KB_CLI_RECIPIENT];
    KB_TRY(kb_cli_open_input(&j->in, args, args->operand[0]));
    if (kb_cli_has(args, KB_CLI_AAD)) {
        KB_TRY(kb_cli_read_file(&j->aad, args->value[KB_CLI_AAD], KB_JWE_AAD_MAX_BYTES));
        if (j->aad.len == 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "the file of --aad is empty");
        }
        j->options.aad = j->aad.data;
        j->options.aad_len = j->aad.len;
    }
    if (!kb_cli_recipient_is_file(name)) {
        KB_TRY(kb_cli_store_unlock(&j->store, args));
    }
    KB_TRY(kb_cli_open_output(&j->out, args->value[KB_CLI_OUTPUT], KB_CLI_TEXT));
    KB_TRY(kb_cli_recipient_get(&j->key, j->store, name));
    j->options.recipient = j->key;
    return kb_jwe_encrypt_new(&j->seal, &j->options, j->out.top);
}

static kb_status run(const kb_cli_args *args) {
    job j = {.in = NULL};
    kb_cli_progress progress;
    KB_TRY(check(&j, args));
    kb_status status = prepare(&j, args);
    if (status == KB_OK) {
        kb_cli_progress_begin(&progress, args, j.in, "encrypting", 1);
        status = kb_source_pump(j.in, j.seal);
        kb_cli_progress_end(&progress);
    }
    kb_stream_free(j.seal);
    kb_cli_close_output(&j.out);
    kb_key_free(j.key);
    kb_keystore_close(j.store);
    kb_buffer_free(&j.aad);
    kb_source_free(j.in);
    return status;
}

const kb_cli_verb kb_cli_encrypt = {
    .name = "encrypt",
    .usage = "-r NAME|FILE.jwk [IN] [-o OUT]",
    .summary = "Encrypt a file or standard input to one key",
    .notes =
        "-r names a key of the store or, with a slash in it or the ending .jwk, the "
        "file\n"
        "of a public JWK; then no store is needed and no pass-phrase asked for. OUT\n"
        "appears complete or not at all.",
    .examples = {"keybraid encrypt -r alice report.pdf -o report.pdf.jwe",
                 "tar c docs | keybraid encrypt -r ./bob.jwk > docs.jwe"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_FORMAT) | KB_CLI_BIT(KB_CLI_ENC) |
               KB_CLI_BIT(KB_CLI_AAD) | KB_CLI_BIT(KB_CLI_TYP) | KB_CLI_BIT(KB_CLI_CTY) |
               KB_CLI_BIT(KB_CLI_HIDE_RECIPIENT) | KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) |
               KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"IN"},
    .run = run,
};
