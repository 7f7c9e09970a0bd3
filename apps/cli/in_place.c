/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The output of a verb that writes a token anew. */
#include "in_place.h"

#include "core/error.h"
#include "ui.h"

#include <sys/stat.h>

kb_status kb_cli_in_place_check(const kb_cli_args *args) {
    const char *in = args->operand[0];
    if (!kb_cli_has(args, KB_CLI_IN_PLACE)) {
        return kb_cli_check_same(in, args->value[KB_CLI_OUTPUT], "give --in-place");
    }
    if (kb_cli_is_dash(in) || kb_cli_has(args, KB_CLI_OUTPUT)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--in-place takes a file IN and no -o");
    }
    return KB_OK;
}

kb_status kb_cli_in_place_open(kb_cli_output *out, const kb_cli_args *args,
                               kb_file_sink_check check, void *self) {
    const char *in = args->operand[0];
    struct stat info;
    if (!kb_cli_has(args, KB_CLI_IN_PLACE)) {
        /* A container is not text; which form comes out the old token may decide. */
        return kb_cli_open_output(out, args->value[KB_CLI_OUTPUT], KB_CLI_UNKNOWN);
    }
    if (stat(in, &info) == 0 && info.st_nlink > 1) {
        kb_cli_warn("%s has other hard links; they keep the old token",
                    kb_cli_escape(in));
    }
    *out = (kb_cli_output){.sink = NULL};
    KB_TRY(kb_file_sink_checked_new(&out->sink, in, 0600, check, self));
    out->top = out->sink;
    return KB_OK;
}

kb_status kb_cli_in_place_verify(const kb_cli_in_place_proof *proof, kb_source *written) {
    const kb_key *held = NULL;
    if (!proof->takes_any) {
        KB_TRY(kb_cli_recipients_held(&held, proof->recipients, proof->ring));
        if (held == NULL) {
            kb_cli_note(proof->args, "the new token cannot be verified: its private key "
                                     "is not in the keystore");
            return KB_OK;
        }
    }
    kb_jwe_decrypt_options options = {
        .keys = held == NULL ? proof->ring : kb_keyring_of(held),
        .allow_experimental = kb_cli_has(proof->args, KB_CLI_ALLOW_EXPERIMENTAL),
        .pool = proof->pool,
    };
    kb_cli_progress_more(proof->progress, written);
    return kb_jwe_verify(written, &options);
}
