/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid verify. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "progress.h"
#include "raw.h"
#include "sign_keys.h"
#include "store.h"
#include "ui.h"

#include <keybraid/jws.h>
#include <stdio.h>
#include <string.h>

#define SUFFIX ".sig"

typedef struct job {
    const kb_cli_args *args;
    kb_cli_sign_keys keys;
    char path[KB_CLI_PATH_BYTES]; /* FILE.sig */
    const char *sig_path;
} job;

static kb_status choose_signature(job *j) {
    const char *in = j->args->operand[0];
    j->sig_path = j->args->value[KB_CLI_SIG];
    if (kb_cli_has(j->args, KB_CLI_JWS)) {
        if (j->sig_path != NULL) {
            return KB_FAIL(KB_ERR_ARGUMENT, "--jws: FILE is the JWS, --sig has no place");
        }
        j->sig_path = in == NULL ? "-" : in;
        return KB_OK;
    }
    if (j->sig_path == NULL && kb_cli_is_dash(in)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--sig SIG is needed with standard input");
    }
    if (j->sig_path == NULL) {
        int n = snprintf(j->path, sizeof j->path, "%s" SUFFIX, in);
        if (n < 0 || (size_t)n >= sizeof j->path) {
            return KB_FAIL(KB_ERR_ARGUMENT, "the name of FILE is too long");
        }
        j->sig_path = j->path;
    }
    if (kb_cli_is_dash(in) && kb_cli_is_dash(j->sig_path)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "FILE and --sig cannot both be standard input");
    }
    return KB_OK;
}

static kb_status verify_file(job *j, const kb_buffer *sig) {
    kb_source *in = NULL;
    kb_stream *stage = NULL;
    kb_cli_progress progress;
    kb_status status =
        kb_jws_verify_new(&stage, j->keys.jws, j->keys.count, sig->data, sig->len);
    if (status != KB_OK) {
        return kb_cli_name_file(status, j->sig_path);
    }
    status = kb_cli_open_input(&in, j->args, j->args->operand[0]);
    if (status == KB_OK) {
        kb_cli_progress_begin(&progress, j->args, in, "verifying", 1);
        status = kb_source_pump(in, stage);
        kb_cli_progress_end(&progress, status);
    }
    kb_stream_free(stage);
    kb_source_free(in);
    return status;
}

static kb_status verify_raw(job *j, const kb_buffer *sig) {
    kb_source *in = NULL;
    kb_cli_progress progress;
    KB_TRY(kb_cli_open_input(&in, j->args, j->args->operand[0]));
    kb_cli_progress_begin(&progress, j->args, in, "verifying", 1);
    kb_status status =
        kb_cli_raw_verify(sig, in, &j->keys.jws[0], j->args->value[KB_CLI_CONTEXT]);
    kb_cli_progress_end(&progress, status);
    kb_source_free(in);
    return status;
}

/* The payload comes out only when the signature is good. */
static kb_status verify_payload(job *j, const kb_buffer *jws) {
    kb_buffer payload = {.data = NULL};
    kb_cli_output out = {.sink = NULL};
    kb_status status =
        kb_jws_verify_memory(&payload, j->keys.jws, j->keys.count, jws->data, jws->len);
    if (status != KB_OK) {
        return kb_cli_name_file(status, j->sig_path);
    }
    status = kb_cli_open_output(&out, j->args->value[KB_CLI_OUTPUT], KB_CLI_UNKNOWN);
    if (status == KB_OK) {
        status = kb_stream_feed(out.top, payload.data, payload.len);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(out.top);
    }
    kb_cli_close_output(&out);
    kb_buffer_free(&payload);
    return status;
}

/* Reads the signature and gets the keys, then verifies in the form that was asked for. */
static kb_status verify(job *j, const kb_buffer *sig) {
    kb_jws_info info;
    if (kb_cli_has(j->args, KB_CLI_RAW)) {
        KB_TRY(kb_cli_sign_keys_public(&j->keys, j->args, NULL));
        return verify_raw(j, sig);
    }
    kb_status status = kb_jws_inspect(&info, sig->data, sig->len);
    if (status != KB_OK) {
        return kb_cli_name_file(status, j->sig_path);
    }
    KB_TRY(kb_cli_sign_keys_public(&j->keys, j->args, &info));
    return kb_cli_has(j->args, KB_CLI_JWS) ? verify_payload(j, sig) : verify_file(j, sig);
}

static kb_status run(const kb_cli_args *args) {
    job j = {.args = args};
    kb_buffer sig = {.data = NULL};
    KB_TRY(kb_cli_sign_check(args));
    if (kb_cli_has(args, KB_CLI_OUTPUT) && !kb_cli_has(args, KB_CLI_JWS)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "-o goes with --jws only");
    }
    KB_TRY(choose_signature(&j));
    KB_TRY(kb_cli_read_file(&sig, j.sig_path, KB_JWS_MAX_BYTES));
    kb_status status = verify(&j, &sig);
    for (size_t i = 0; status == KB_OK && i < j.keys.count; i++) {
        kb_cli_note(args, "good signature by %s (%s, kid %s)",
                    kb_cli_escape(j.keys.name[i]), kb_key_alg(j.keys.key[i]),
                    kb_key_thumbprint(j.keys.key[i]));
    }
    kb_cli_sign_keys_free(&j.keys);
    kb_buffer_free(&sig);
    return status;
}

const kb_cli_verb kb_cli_verify = {
    .name = "verify",
    .usage = "-k NAME|FILE.jwk [-k ...] [--sig SIG] FILE",
    .summary = "Verify the signature of a file",
    .notes = "Exit code 0 says that FILE is what the holder of the key signed, 1 that it "
             "is not.\n"
             "The keys are the ones that you trust: of the store (the present version), "
             "or files.\n"
             "SIG is FILE.sig unless --sig is given. With --jws, FILE is the JWS, and "
             "its payload\n"
             "is written to standard output or -o OUT when the signature is good. --raw "
             "with Ed25519\n"
             "or Ed448 holds FILE in memory, at most 256 MiB.",
    .examples = {"keybraid verify -k ./maker.jwk release.tar.gz",
                 "keybraid verify -k maker --raw --context firmware image.bin"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_KEY) |
               KB_CLI_BIT(KB_CLI_SIG) | KB_CLI_BIT(KB_CLI_VERSION_NUMBER) |
               KB_CLI_BIT(KB_CLI_OUTPUT) | KB_CLI_BIT(KB_CLI_JWS) |
               KB_CLI_BIT(KB_CLI_RAW) | KB_CLI_BIT(KB_CLI_CONTEXT) |
               KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"FILE"},
    .run = run,
};
