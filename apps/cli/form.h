/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the options say of a token to be written: --format, --enc, --aad. */
#ifndef KB_CLI_FORM_H
#define KB_CLI_FORM_H

#include "args.h"

#include <keybraid/jwe.h>

typedef struct kb_cli_form {
    kb_jwe_format format; /* JSON when not given */
    kb_jwe_enc enc;       /* auto when not given */
} kb_cli_form;

/* Reads --format and --enc and refuses what does not go together, --aad and several -r
 * included: KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_cli_form_check(kb_cli_form *out, const kb_cli_args *args);

/* Refuses a compact token to a key for several recipients: KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_cli_form_check_kind(const kb_cli_form *form, bool is_wrap);

/* Reads the file of --aad, if it was given, into buffer and points options at it. */
KB_MUST_USE kb_status kb_cli_form_read_aad(kb_jwe_encrypt_options *options,
                                           kb_buffer *buffer, const kb_cli_args *args);

#endif
