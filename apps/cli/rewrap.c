/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid rewrap. */
#include "verbs.h"

#include "core/error.h"
#include "in_place.h"
#include "jobs.h"
#include "progress.h"
#include "recipient.h"
#include "store.h"
#include "ui.h"

#include <keybraid/jwe.h>

typedef struct job {
    const kb_cli_args *args;
    kb_source *in;
    kb_keystore *store;
    kb_cli_recipients recipients;
    kb_cli_output out;
    kb_cli_progress progress;
    kb_cli_in_place_proof proof;
} job;

static kb_status check(const kb_cli_args *args) {
    KB_TRY(kb_cli_recipients_check(args));
    KB_TRY(kb_cli_jobs_check(args));
    KB_TRY(kb_cli_check_stdin(args, true, args->operand[0]));
    return kb_cli_in_place_check(args);
}

static kb_status check_new(void *self, kb_source *written) {
    const job *j = self;
    return kb_cli_in_place_verify(&j->proof, written);
}

/* Inputs first and the keys last: a use is counted only when all else is there. */
static kb_status prepare(job *j) {
    const kb_cli_args *args = j->args;
    KB_TRY(kb_cli_open_input(&j->in, args, args->operand[0]));
    KB_TRY(kb_cli_store_unlock(&j->store, args));
    KB_TRY(kb_cli_recipients_load(&j->recipients, j->store, args, true));
    j->proof = (kb_cli_in_place_proof){.args = args,
                                       .recipients = &j->recipients,
                                       .ring = kb_keystore_keyring(j->store),
                                       .takes_any = kb_cli_has(args, KB_CLI_ADD),
                                       .progress = &j->progress};
    if (kb_cli_has(args, KB_CLI_IN_PLACE)) {
        KB_TRY(kb_cli_jobs_pool(&j->proof.pool, args));
    }
    KB_TRY(kb_cli_in_place_open(&j->out, args, check_new, j));
    return kb_cli_recipients_use(&j->recipients, j->store);
}

static kb_status rewrap(job *j) {
    const kb_cli_args *args = j->args;
    kb_jwe_rewrap_options options = {
        .keys = kb_keystore_keyring(j->store),
        .recipients = (const kb_key *const *)j->recipients.key,
        .recipient_count = j->recipients.count,
        .keep = kb_cli_has(args, KB_CLI_ADD),
        .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    kb_cli_progress_begin(&j->progress, args, j->in, "re-wrapping", 2);
    kb_status status = kb_jwe_rewrap(j->in, &options, j->out.top);
    if (status == KB_OK) {
        kb_cli_note(args,
                    "this revokes nothing: who could read the token before keeps the "
                    "content key; \"keybraid reencrypt\" revokes");
    }
    kb_cli_progress_end(&j->progress, status);
    return kb_cli_name_file(status, args->operand[0]);
}

static kb_status run(const kb_cli_args *args) {
    job j = {.args = args};
    KB_TRY(check(args));
    kb_status status = prepare(&j);
    if (status == KB_OK) {
        status = rewrap(&j);
    }
    kb_cli_close_output(&j.out);
    kb_cli_recipients_free(&j.recipients);
    kb_keystore_close(j.store);
    kb_source_free(j.in);
    return status;
}

const kb_cli_verb kb_cli_rewrap = {
    .name = "rewrap",
    .usage = "-r NAME|FILE.jwk ... [IN] [-o OUT | --in-place] [--add]",
    .summary = "Change who a token for several recipients is for",
    .notes =
        "Only the list of recipients is written anew, to the keys of -r (keygen "
        "--wrap);\n"
        "the content stays byte for byte, so this is fast whatever its size. A key of "
        "the\n"
        "store must open the token. --add keeps its other recipients.\n\n"
        "THIS REVOKES NOTHING: who could read the token before may have kept the "
        "content\n"
        "key, and it still opens the content. \"keybraid reencrypt\" gives the content a "
        "new\n"
        "key: that revokes.",
    .examples = {"keybraid rewrap -r carol --add --in-place plans.jwe",
                 "keybraid rewrap -r alice -r ./bob.jwk plans.jwe -o plans-for-two.jwe"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_IN_PLACE) | KB_CLI_BIT(KB_CLI_ADD) |
               KB_CLI_BIT(KB_CLI_JOBS) | KB_CLI_BIT(KB_CLI_HIDE_RECIPIENT) |
               KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON),
    .max_operands = 1,
    .operand_name = {"IN"},
    .has_events = true,
    .run = run,
};
