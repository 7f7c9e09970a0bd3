/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid convert. */
#include "verbs.h"

#include "core/error.h"
#include "form.h"
#include "in_place.h"
#include "progress.h"

#include <keybraid/jwe.h>

typedef struct job {
    const kb_cli_args *args;
    kb_cli_progress progress;
    kb_cli_form form;
} job;

static kb_status take_info(void *self, const kb_jwe_info *info) {
    (void)self;
    (void)info;
    return KB_OK;
}

/* Without keys, what can be checked of the new token is that it is well formed and whole. */
static kb_status check_new(void *self, kb_source *written) {
    job *j = self;
    kb_cli_progress_more(&j->progress, written);
    return kb_jwe_inspect(written, take_info, NULL);
}

static kb_status check(job *j, const kb_cli_args *args) {
    j->args = args;
    if (!kb_cli_has(args, KB_CLI_FORMAT)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--format is missing");
    }
    KB_TRY(kb_cli_form_check(&j->form, args));
    return kb_cli_in_place_check(args);
}

static kb_status convert(job *j, kb_source *in, kb_stream *to) {
    kb_cli_progress_begin(&j->progress, j->args, in, "converting", 2);
    kb_status status = kb_jwe_convert(in, j->form.format, to);
    kb_cli_progress_end(&j->progress, status);
    return kb_cli_name_file(status, j->args->operand[0]);
}

static kb_status run(const kb_cli_args *args) {
    job j = {.args = args};
    kb_source *in = NULL;
    kb_cli_output out = {.sink = NULL};
    KB_TRY(check(&j, args));
    kb_status status = kb_cli_open_input(&in, args, args->operand[0]);
    if (status == KB_OK) {
        status = kb_cli_in_place_open(&out, args, check_new, &j);
    }
    if (status == KB_OK) {
        status = convert(&j, in, out.top);
    }
    kb_cli_close_output(&out);
    kb_source_free(in);
    return status;
}

const kb_cli_verb kb_cli_convert = {
    .name = "convert",
    .usage = "--format F [IN] [-o OUT | --in-place]",
    .summary = "Write a token in another form, without any key",
    .notes =
        "The content stays encrypted as it is, so nothing is authenticated either: only\n"
        "decryption does that. A container holds content in segments only, one in the\n"
        "compact form converts if it was written so; the compact form holds no aad.",
    .examples = {"keybraid convert --format container backup.jwe -o backup.kb",
                 "keybraid convert --format jwe < backup.kb > backup.jwe"},
    .options = KB_CLI_BIT(KB_CLI_OUTPUT) | KB_CLI_BIT(KB_CLI_IN_PLACE) |
               KB_CLI_BIT(KB_CLI_FORMAT) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON),
    .max_operands = 1,
    .operand_name = {"IN"},
    .has_events = true,
    .run = run,
};
