/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the options say of a token to be written. */
#include "form.h"

#include "core/error.h"
#include "io.h"
#include "ui.h"

#include <string.h>

static kb_status read_format(kb_jwe_format *out, const kb_cli_args *args) {
    static const char *const names[] = {[KB_JWE_JSON] = "jwe",
                                        [KB_JWE_COMPACT] = "compact",
                                        [KB_JWE_CONTAINER] = "container"};
    const char *format = args->value[KB_CLI_FORMAT];
    *out = KB_JWE_JSON;
    if (format == NULL) {
        return KB_OK;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(format, names[i]) == 0) {
            *out = (kb_jwe_format)i;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_ARGUMENT, "--format %.40s: jwe, container or compact is wanted",
                   kb_cli_escape(format));
}

static kb_status read_enc(kb_jwe_enc *out, const kb_cli_args *args) {
    const char *enc = args->value[KB_CLI_ENC];
    *out = KB_JWE_ENC_AUTO;
    if (enc == NULL || kb_jwe_enc_from_name(out, enc) == KB_OK) {
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_ARGUMENT,
                   "--enc %.40s: auto, A256GCM, A256GCM-FLOE-4K, A256GCM-FLOE-64K or "
                   "A256GCM-FLOE-1M is wanted",
                   kb_cli_escape(enc));
}

kb_status kb_cli_form_check(kb_cli_form *out, const kb_cli_args *args) {
    KB_TRY(read_format(&out->format, args));
    KB_TRY(read_enc(&out->enc, args));
    if (out->format == KB_JWE_COMPACT && kb_cli_has(args, KB_CLI_AAD)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--aad needs --format jwe or container: a "
                                        "compact token has no place for it");
    }
    if (out->format == KB_JWE_COMPACT && args->recipients > 1) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a compact token has one recipient; --format jwe "
                                        "or container has several");
    }
    if (out->format == KB_JWE_CONTAINER && out->enc == KB_JWE_ENC_A256GCM) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a container holds content in segments: --enc "
                                        "auto or one of A256GCM-FLOE");
    }
    return KB_OK;
}

kb_status kb_cli_form_check_kind(const kb_cli_form *form, bool is_wrap) {
    return form->format == KB_JWE_COMPACT && is_wrap
               ? KB_FAIL(KB_ERR_ARGUMENT, "a compact token has no place for a key for "
                                          "several recipients (+A256KW); --format jwe "
                                          "or container has")
               : KB_OK;
}

kb_status kb_cli_form_read_aad(kb_jwe_encrypt_options *options, kb_buffer *buffer,
                               const kb_cli_args *args) {
    if (!kb_cli_has(args, KB_CLI_AAD)) {
        return KB_OK;
    }
    KB_TRY(kb_cli_read_file(buffer, args->value[KB_CLI_AAD], KB_JWE_AAD_MAX_BYTES));
    if (buffer->len == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the file of --aad is empty");
    }
    options->aad = buffer->data;
    options->aad_len = buffer->len;
    return KB_OK;
}
