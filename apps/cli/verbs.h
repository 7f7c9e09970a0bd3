/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The verbs, one per file of the same name. */
#ifndef KB_CLI_VERBS_H
#define KB_CLI_VERBS_H

#include "args.h"

extern const kb_cli_verb kb_cli_init, kb_cli_keygen, kb_cli_keys_list, kb_cli_keys_show,
    kb_cli_keys_export, kb_cli_keys_import, kb_cli_keys_rotate, kb_cli_encrypt,
    kb_cli_decrypt, kb_cli_reencrypt, kb_cli_rewrap, kb_cli_convert, kb_cli_inspect,
    kb_cli_sign, kb_cli_verify, kb_cli_catalog, kb_cli_selftest, kb_cli_acvp,
    kb_cli_bench, kb_cli_version;

#endif
