/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid sign. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "jobs.h"
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
    const char *out_path;
    kb_cli_output out;
} job;

static kb_status choose_output(job *j) {
    const char *in = j->args->operand[0];
    j->out_path = j->args->value[KB_CLI_OUTPUT];
    if (j->out_path == NULL && !kb_cli_is_dash(in)) {
        int n = snprintf(j->path, sizeof j->path, "%s" SUFFIX, in);
        if (n < 0 || (size_t)n >= sizeof j->path) {
            return KB_FAIL(KB_ERR_ARGUMENT, "the name of FILE is too long");
        }
        j->out_path = j->path;
    }
    return kb_cli_check_same(in, j->out_path, "the signature would replace its file");
}

/* A detached signature over the digest of the file: any size, constant memory. */
static kb_status sign_file(job *j) {
    kb_source *in = NULL;
    kb_stream *stage = NULL;
    kb_cli_progress progress;
    KB_TRY(kb_cli_open_input(&in, j->args, j->args->operand[0]));
    kb_status status = kb_jws_sign_new(&stage, j->keys.jws, j->keys.count, j->out.top);
    if (status == KB_OK) {
        kb_cli_progress_begin(&progress, j->args, in, "signing", 1);
        status = kb_source_pump(in, stage);
        kb_cli_progress_end(&progress, status);
    }
    kb_stream_free(stage);
    kb_source_free(in);
    return status;
}

static kb_status write_out(job *j, const kb_buffer *bytes) {
    KB_TRY(kb_stream_feed(j->out.top, bytes->data, bytes->len));
    return kb_stream_finish(j->out.top);
}

/* A JWS that carries its payload. */
static kb_status sign_payload(job *j) {
    const char *in = j->args->operand[0];
    kb_buffer payload = {.data = NULL}, jws = {.data = NULL};
    KB_TRY(kb_cli_read_file(&payload, in == NULL ? "-" : in, KB_JWS_PAYLOAD_MAX_BYTES));
    kb_status status = kb_jws_sign_memory(&jws, j->keys.jws, j->keys.count, NULL,
                                          payload.data, payload.len);
    if (status == KB_OK) {
        status = write_out(j, &jws);
    }
    kb_buffer_free(&jws);
    kb_buffer_free(&payload);
    return status;
}

static kb_status sign_raw(job *j) {
    kb_source *in = NULL;
    kb_buffer sig = {.data = NULL};
    kb_cli_progress progress;
    KB_TRY(kb_cli_open_input(&in, j->args, j->args->operand[0]));
    kb_cli_progress_begin(&progress, j->args, in, "signing",
                          kb_cli_raw_passes(&j->keys.jws[0]));
    kb_status status =
        kb_cli_raw_sign(&sig, in, &j->keys.jws[0], j->args->value[KB_CLI_CONTEXT]);
    kb_cli_progress_end(&progress, status);
    if (status == KB_OK) {
        status = write_out(j, &sig);
    }
    kb_buffer_free(&sig);
    kb_source_free(in);
    return status;
}

static kb_status sign(job *j, kb_keystore *store) {
    bool is_raw = kb_cli_has(j->args, KB_CLI_RAW);
    KB_TRY(
        kb_cli_open_output(&j->out, j->out_path, is_raw ? KB_CLI_UNKNOWN : KB_CLI_TEXT));
    KB_TRY(kb_cli_sign_keys_private(&j->keys, j->args, store));
    if (is_raw) {
        return sign_raw(j);
    }
    return kb_cli_has(j->args, KB_CLI_JWS) ? sign_payload(j) : sign_file(j);
}

static kb_status run(const kb_cli_args *args) {
    job j = {.args = args};
    kb_keystore *store = NULL;
    KB_TRY(kb_cli_sign_check(args));
    KB_TRY(kb_cli_jobs_check(args));
    KB_TRY(kb_cli_check_stdin(args, true, args->operand[0]));
    KB_TRY(choose_output(&j));
    KB_TRY(kb_cli_store_unlock(&store, args));
    kb_status status = sign(&j, store);
    if (status == KB_OK && j.out_path == j.path) {
        kb_cli_note(args, "signature in %s", kb_cli_escape(j.path));
    }
    kb_cli_close_output(&j.out);
    kb_cli_sign_keys_free(&j.keys);
    kb_keystore_close(store);
    return status;
}

const kb_cli_verb kb_cli_sign = {
    .name = "sign",
    .usage = "-k NAME [-k NAME2] [FILE] [-o SIG]",
    .summary = "Sign a file with a key of the store",
    .notes =
        "Writes FILE.sig: a detached JWS over the SHA-512 of the file, for a file of "
        "any\n"
        "size. Two keys make a pair of signatures that are both needed; one key such as\n"
        "ML-DSA-65+Ed25519 does the same in a single signature and is to be preferred.\n"
        "--jws puts a small payload into the JWS. --raw writes the bare signature of "
        "the\n"
        "algorithm over the bytes of FILE, of any size; SLH-DSA reads FILE twice. A "
        "pipe that\n"
        "SLH-DSA is to sign, and what Ed25519 or Ed448 sign this way, is held in memory, "
        "at\n"
        "most 256 MiB.\n"
        "The threads of --jobs make one SLH-DSA signature together.",
    .examples = {"keybraid sign -k release release.tar.gz",
                 "keybraid sign -k release --raw --context firmware image.bin"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_KEY) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_JWS) | KB_CLI_BIT(KB_CLI_RAW) |
               KB_CLI_BIT(KB_CLI_CONTEXT) | KB_CLI_BIT(KB_CLI_JOBS) |
               KB_CLI_BIT(KB_CLI_QUIET),
    .max_operands = 1,
    .operand_name = {"FILE"},
    .run = run,
};
