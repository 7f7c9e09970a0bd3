/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid reencrypt. */
#include "verbs.h"

#include "core/error.h"
#include "form.h"
#include "in_place.h"
#include "jobs.h"
#include "progress.h"
#include "recipient.h"
#include "reencrypt_tree.h"
#include "store.h"

#include <keybraid/jwe.h>

typedef struct job {
    const kb_cli_args *args;
    kb_source *in;
    kb_keystore *store;
    kb_cli_recipients recipients;
    kb_buffer aad;
    kb_cli_form form;
    kb_cli_output out;
    kb_cli_progress progress;
    kb_cli_in_place_proof proof;
    kb_jwe_reencrypt_options options;
} job;

static kb_status check(job *j, const kb_cli_args *args) {
    KB_TRY(kb_cli_recipients_check(args));
    KB_TRY(kb_cli_form_check(&j->form, args));
    KB_TRY(kb_cli_jobs_check(args));
    KB_TRY(kb_cli_check_stdin(args, true, args->operand[0]));
    KB_TRY(kb_cli_in_place_check(args));
    j->args = args;
    j->options.override_format = kb_cli_has(args, KB_CLI_FORMAT);
    j->options.decrypt.allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL);
    j->options.target = (kb_jwe_encrypt_options){
        .format = j->form.format,
        .enc = j->form.enc,
        .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    return KB_OK;
}

/* Verifies what was written, before it takes the place of the old file. */
static kb_status check_new(void *self, kb_source *written) {
    const job *j = self;
    return kb_cli_in_place_verify(&j->proof, written);
}

static kb_status open_pool(job *j) {
    kb_pool *pool = NULL;
    KB_TRY(kb_cli_jobs_pool(&pool, j->args));
    j->options.decrypt.pool = pool;
    j->options.target.pool = pool;
    j->proof = (kb_cli_in_place_proof){.args = j->args,
                                       .recipients = &j->recipients,
                                       .ring = kb_keystore_keyring(j->store),
                                       .pool = pool,
                                       .progress = &j->progress};
    return KB_OK;
}

/* With the old token verified: its form stays, but has no place for every kind of key. Uses
 * are counted last, when nothing but the encryption is left. */
static kb_status on_verified(void *self, const kb_jwe_info *info) {
    const job *j = self;
    kb_cli_form form = j->form;
    if (!j->options.override_format) {
        form.format = info->format;
    }
    KB_TRY(kb_cli_form_check_kind(&form, j->recipients.is_wrap));
    return kb_cli_recipients_use(&j->recipients, j->store);
}

static kb_status prepare(job *j) {
    const kb_cli_args *args = j->args;
    KB_TRY(kb_cli_open_input(&j->in, args, args->operand[0]));
    KB_TRY(kb_cli_form_read_aad(&j->options.target, &j->aad, args));
    KB_TRY(kb_cli_store_unlock(&j->store, args));
    KB_TRY(kb_cli_recipients_load(&j->recipients, j->store, args, false));
    KB_TRY(kb_cli_form_check_kind(&j->form, j->recipients.is_wrap));
    KB_TRY(open_pool(j));
    KB_TRY(kb_cli_in_place_open(&j->out, args, check_new, j));
    kb_cli_recipients_set(&j->options.target, &j->recipients);
    j->options.decrypt.keys = kb_keystore_keyring(j->store);
    j->options.decrypt.on_verified = on_verified;
    j->options.decrypt.self = j;
    return KB_OK;
}

static kb_status run(const kb_cli_args *args) {
    job j = {.in = NULL};
    if (kb_cli_reencrypt_tree_is_asked(args)) {
        return kb_cli_reencrypt_tree(args);
    }
    KB_TRY(kb_cli_reencrypt_tree_check_absent(args));
    KB_TRY(check(&j, args));
    kb_status status = prepare(&j);
    if (status == KB_OK) {
        kb_cli_progress_begin(&j.progress, args, j.in, "re-encrypting",
                              KB_CLI_PASSES_OF_TOKEN);
        status = kb_jwe_reencrypt(j.in, &j.options, j.out.top);
        kb_cli_progress_end(&j.progress, status);
        status = kb_cli_name_file(status, args->operand[0]);
    }
    kb_cli_close_output(&j.out);
    kb_cli_recipients_free(&j.recipients);
    kb_keystore_close(j.store);
    kb_buffer_free(&j.aad);
    kb_source_free(j.in);
    return status;
}

const kb_cli_verb kb_cli_reencrypt = {
    .name = "reencrypt",
    .usage =
        "-r NAME|FILE.jwk ... [IN] [-o OUT | --in-place] | --tree DIR | --manifest FILE",
    .summary = "Move a token to another key, or several, without showing its content",
    .notes =
        "The old token is verified first, the whole of it or segment by segment; the "
        "content\n"
        "passes through memory only. It gets a new key: only those of -r open the new "
        "token.\n"
        "Format, content encryption, aad, typ and cty stay, unless given; --enc auto is "
        "as\n"
        "before where the format has it. With --in-place the new token is verified, "
        "where\n"
        "its private key is held, before it takes the place of the old one; a kill at "
        "any\n"
        "moment leaves one of the two, complete. Other hard links of IN keep the old "
        "token.\n\n"
        "--tree and --manifest do the same with many files at once. What is no token, "
        "and\n"
        "what has the new key and form already, is left alone: after a kill, run it "
        "again.\n"
        "Symbolic links are not followed. A file that fails keeps its old token, and "
        "the\n"
        "others go on; the exit code is then the lowest of those of the failures. In a\n"
        "manifest a file that is no token is a failure. --report and --json give a line\n"
        "of JSON a file: path, status (done, already, due, skipped, failed), from, to,\n"
        "bytes, code, text. --jobs is then files at once, each in one thread.",
    .examples = {"keybraid reencrypt -r alice --in-place report.jwe",
                 "keybraid reencrypt -r bob --tree /srv/vault --report vault.jsonl"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_IN_PLACE) | KB_CLI_BIT(KB_CLI_TREE) |
               KB_CLI_BIT(KB_CLI_MANIFEST) | KB_CLI_BIT(KB_CLI_NULL) |
               KB_CLI_BIT(KB_CLI_REPORT) | KB_CLI_BIT(KB_CLI_JOBS) |
               KB_CLI_BIT(KB_CLI_DRY_RUN) | KB_CLI_BIT(KB_CLI_JSON) |
               KB_CLI_BIT(KB_CLI_FORMAT) | KB_CLI_BIT(KB_CLI_ENC) |
               KB_CLI_BIT(KB_CLI_AAD) | KB_CLI_BIT(KB_CLI_HIDE_RECIPIENT) |
               KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) | KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"IN"},
    .has_events = true,
    .run = run,
};
