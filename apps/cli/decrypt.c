/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid decrypt. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "progress.h"
#include "store.h"

#include <keybraid/jwe.h>

static kb_status decrypt(const kb_cli_args *args, kb_source *in, kb_keystore *store,
                         kb_stream *to) {
    kb_cli_progress progress;
    kb_jwe_decrypt_options options = {
        .keys = kb_keystore_keyring(store),
        .allow_experimental = kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL),
    };
    kb_cli_progress_begin(&progress, args, in, "decrypting", 2);
    kb_status status = kb_jwe_decrypt(in, &options, to);
    kb_cli_progress_end(&progress);
    return kb_cli_name_file(status, args->operand[0]);
}

static kb_status run(const kb_cli_args *args) {
    const char *in_path = args->operand[0];
    const char *out_path = args->value[KB_CLI_OUTPUT];
    kb_source *in = NULL;
    kb_keystore *store = NULL;
    kb_cli_output out = {.sink = NULL};
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
        status = decrypt(args, in, store, out.top);
    }
    kb_cli_close_output(&out);
    kb_keystore_close(store);
    kb_source_free(in);
    return status;
}

const kb_cli_verb kb_cli_decrypt = {
    .name = "decrypt",
    .usage = "[IN] [-o OUT]",
    .summary = "Decrypt a token with the keys of the store",
    .notes =
        "Nothing is written before the whole token was verified: a file is read twice, "
        "a\n"
        "pipe is held back in memory, up to 64 MiB. OUT appears complete or not at all.\n"
        "On a terminal only text is shown (UTF-8 without control characters); anything\n"
        "else is refused, with the advice to give -o.",
    .examples = {"keybraid decrypt report.pdf.jwe -o report.pdf",
                 "keybraid decrypt < docs.jwe | tar x"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_OUTPUT) | KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) |
               KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"IN"},
    .run = run,
};
