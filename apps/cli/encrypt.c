/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid encrypt. */
#include "verbs.h"

#include "codec/utf8.h"
#include "core/error.h"
#include "form.h"
#include "io.h"
#include "jobs.h"
#include "progress.h"
#include "recipient.h"
#include "store.h"
#include "ui.h"

#include <keybraid/jwe.h>
#include <string.h>

typedef struct job {
    kb_source *in;
    uint64_t content_bytes;
    kb_keystore *store;
    kb_cli_recipients recipients;
    kb_buffer aad;
    kb_cli_form form;
    kb_cli_output out;
    kb_stream *seal;
    kb_jwe_encrypt_options options;
} job;

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
    KB_TRY(kb_cli_recipients_check(args));
    KB_TRY(kb_cli_form_check(&j->form, args));
    KB_TRY(kb_cli_jobs_check(args));
    KB_TRY(check_utf8(args, KB_CLI_TYP));
    KB_TRY(check_utf8(args, KB_CLI_CTY));
    KB_TRY(kb_cli_check_stdin(args, true, args->operand[0]));
    KB_TRY(kb_cli_check_same(args->operand[0], args->value[KB_CLI_OUTPUT],
                             "write to another file and rename it"));
    j->options = (kb_jwe_encrypt_options){
        .format = j->form.format,
        .enc = j->form.enc,
        .typ = args->value[KB_CLI_TYP],
        .cty = args->value[KB_CLI_CTY],
        .hide_recipient = kb_cli_has(args, KB_CLI_HIDE_RECIPIENT),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    return KB_OK;
}

/* Threads serve segments; a short file has one tag and starts none. */
static kb_status open_pool(job *j, const kb_cli_args *args) {
    bool is_known = kb_source_size(j->in, &j->content_bytes);
    j->options.content_bytes = is_known ? &j->content_bytes : NULL;
    bool is_short = is_known && j->content_bytes <= KB_JWE_AUTO_BYTES;
    bool has_one_tag = j->form.enc == KB_JWE_ENC_A256GCM ||
                       (j->form.enc == KB_JWE_ENC_AUTO && is_short &&
                        j->form.format != KB_JWE_CONTAINER);
    return has_one_tag ? KB_OK : kb_cli_jobs_pool(&j->options.pool, args);
}

/* Inputs first and the keys last: a use is counted only when all else is there. */
static kb_status prepare(job *j, const kb_cli_args *args) {
    KB_TRY(kb_cli_open_input(&j->in, args, args->operand[0]));
    KB_TRY(kb_cli_form_read_aad(&j->options, &j->aad, args));
    if (kb_cli_recipients_need_store(args)) {
        KB_TRY(kb_cli_store_unlock(&j->store, args));
    }
    KB_TRY(kb_cli_recipients_load(&j->recipients, j->store, args, false));
    KB_TRY(kb_cli_form_check_kind(&j->form, j->recipients.is_wrap));
    KB_TRY(open_pool(j, args));
    KB_TRY(kb_cli_open_output(&j->out, args->value[KB_CLI_OUTPUT],
                              j->form.format == KB_JWE_CONTAINER ? KB_CLI_UNKNOWN
                                                                 : KB_CLI_TEXT));
    KB_TRY(kb_cli_recipients_use(&j->recipients, j->store));
    kb_cli_recipients_set(&j->options, &j->recipients);
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
        kb_cli_progress_end(&progress, status);
    }
    kb_stream_free(j.seal);
    kb_cli_close_output(&j.out);
    kb_cli_recipients_free(&j.recipients);
    kb_keystore_close(j.store);
    kb_buffer_free(&j.aad);
    kb_source_free(j.in);
    return status;
}

const kb_cli_verb kb_cli_encrypt = {
    .name = "encrypt",
    .usage = "-r NAME|FILE.jwk ... [IN] [-o OUT]",
    .summary = "Encrypt a file or standard input to one key or several",
    .notes =
        "-r names a key of the store or, with a slash in it or the ending .jwk, the "
        "file\n"
        "of a public JWK; then no store is needed and no pass-phrase asked for. Several\n"
        "keys must all be made with \"keygen --wrap\": each of them opens the token. "
        "OUT\n"
        "appears complete or not at all.\n\n"
        "--enc auto puts up to 64 MiB of known length under one tag, which is verified\n"
        "before anything is read, and all else into segments of 64 KiB, each under a tag "
        "of\n"
        "its own: then readers need neither two passes nor memory, --jobs works on "
        "several at\n"
        "once, and \"decrypt --range\" reads parts. A container has no base64 in it: "
        "smaller\n"
        "and faster, for files and pipes.",
    .examples =
        {"keybraid encrypt -r alice report.pdf -o report.pdf.jwe",
         "tar c docs | keybraid encrypt -r ./bob.jwk --format container > docs.kb"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_FORMAT) | KB_CLI_BIT(KB_CLI_ENC) |
               KB_CLI_BIT(KB_CLI_JOBS) | KB_CLI_BIT(KB_CLI_AAD) | KB_CLI_BIT(KB_CLI_TYP) |
               KB_CLI_BIT(KB_CLI_CTY) | KB_CLI_BIT(KB_CLI_HIDE_RECIPIENT) |
               KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON),
    .max_operands = 1,
    .operand_name = {"IN"},
    .has_events = true,
    .run = run,
};
