/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid decrypt. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "jobs.h"
#include "progress.h"
#include "store.h"
#include "ui.h"

#include <keybraid/jwe.h>
#include <string.h>

typedef struct range {
    uint64_t offset, length; /* length UINT64_MAX: to the end */
} range;

/* Reads digits up to an end, all of them, as a number below 2^63. */
static bool read_digits(uint64_t *out, const char *text, size_t len) {
    *out = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        *out = *out * 10 + (uint64_t)(text[i] - '0');
    }
    return len > 0 && len <= 18;
}

static kb_status read_range(range *out, const kb_cli_args *args) {
    const char *text = args->value[KB_CLI_RANGE];
    if (text == NULL) {
        return KB_OK;
    }
    size_t offset_len = strcspn(text, ":");
    const char *length = text + offset_len + 1;
    bool is_good = text[offset_len] == ':' && read_digits(&out->offset, text, offset_len);
    if (is_good && length[0] == '\0') {
        out->length = UINT64_MAX;
    } else if (is_good) {
        is_good = read_digits(&out->length, length, strlen(length));
    }
    return is_good
               ? KB_OK
               : KB_FAIL(KB_ERR_ARGUMENT,
                         "--range %.60s: OFFSET:LENGTH in decimal bytes is wanted, or "
                         "OFFSET: to the end",
                         kb_cli_escape(text));
}

static kb_status decrypt(const kb_cli_args *args, const range *part, kb_source *in,
                         kb_keystore *store, kb_stream *to) {
    kb_cli_progress progress;
    bool is_part = kb_cli_has(args, KB_CLI_RANGE);
    kb_jwe_decrypt_options options = {
        .keys = kb_keystore_keyring(store),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    KB_TRY(kb_cli_jobs_pool(&options.pool, args));
    kb_cli_progress_begin(&progress, args, in, "decrypting",
                          is_part ? KB_CLI_PASSES_UNKNOWN : KB_CLI_PASSES_OF_TOKEN);
    kb_status status =
        is_part ? kb_jwe_decrypt_range(in, &options, part->offset, part->length, to)
                : kb_jwe_decrypt(in, &options, to);
    kb_cli_progress_end(&progress, status);
    return kb_cli_name_file(status, args->operand[0]);
}

static kb_status run(const kb_cli_args *args) {
    const char *in_path = args->operand[0];
    const char *out_path = args->value[KB_CLI_OUTPUT];
    kb_source *in = NULL;
    kb_keystore *store = NULL;
    kb_cli_output out = {.sink = NULL};
    range part = {0, 0};
    KB_TRY(read_range(&part, args));
    KB_TRY(kb_cli_jobs_check(args));
    KB_TRY(kb_cli_check_stdin(args, true, in_path));
    KB_TRY(kb_cli_check_same(in_path, out_path, "write to another file and rename it"));
    kb_status status = kb_cli_open_input(&in, args, in_path);
    if (status == KB_OK) {
        status = kb_cli_store_unlock(&store, args);
    }
    if (status == KB_OK) {
        status = kb_cli_open_output(&out, out_path, KB_CLI_UNKNOWN);
    }
    if (status == KB_OK) {
        status = decrypt(args, &part, in, store, out.top);
    }
    kb_cli_close_output(&out);
    kb_keystore_close(store);
    kb_source_free(in);
    return status;
}

const kb_cli_verb kb_cli_decrypt = {
    .name = "decrypt",
    .usage = "[IN] [-o OUT] [--range OFFSET:LENGTH]",
    .summary = "Decrypt a token with the keys of the store",
    .notes =
        "Nothing is written before it was verified. Of content in segments that is each\n"
        "segment: what goes to a pipe is authentic, and complete only when the exit code "
        "is\n"
        "0. Of content with one tag it is the whole: a file is read twice,\n"
        "a pipe is held back in memory, up to 64 MiB. OUT appears complete or not at "
        "all.\n\n"
        "--range gives a part of content in segments; of a container in a file only what "
        "is\n"
        "needed is read. On a terminal only text is shown (UTF-8 without control "
        "characters);\n"
        "anything else is refused, with the advice to give -o.",
    .examples = {"keybraid decrypt report.pdf.jwe -o report.pdf",
                 "keybraid decrypt docs.kb --range 1000000:512 | xxd"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_OUTPUT) | KB_CLI_BIT(KB_CLI_RANGE) |
               KB_CLI_BIT(KB_CLI_JOBS) | KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) |
               KB_CLI_BIT(KB_CLI_QUIET) | KB_CLI_BIT(KB_CLI_JSON),
    .max_operands = 1,
    .operand_name = {"IN"},
    .has_events = true,
    .run = run,
};
