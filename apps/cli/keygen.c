/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keygen. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "key_report.h"
#include "level.h"
#include "period.h"
#include "store.h"

#include <keybraid/key.h>

#define DEFAULT_ALG "X25519+ML-KEM-768"

static kb_status make(kb_keystore *store, const kb_cli_args *args, const char *alg,
                      kb_key_limits limits) {
    kb_key *key = NULL;
    KB_TRY(kb_key_generate(&key, alg));
    kb_status status = kb_keystore_add(store, args->operand[0], key, limits);
    if (status == KB_OK) {
        status = kb_cli_key_report(args, "made", args->operand[0], 1, key);
    }
    kb_key_free(key);
    return status;
}

static kb_status run(const kb_cli_args *args) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    kb_keystore *store = NULL;
    kb_key_limits limits = {.max_uses = 0};
    KB_TRY(kb_cli_check_stdin(args, false, NULL));
    KB_TRY(kb_cli_alg_make(
        alg, kb_cli_has(args, KB_CLI_ALG) ? args->value[KB_CLI_ALG] : DEFAULT_ALG,
        args->value[KB_CLI_KDF], kb_cli_has(args, KB_CLI_WRAP),
        kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL)));
    KB_TRY(kb_cli_limits(&limits, args));
    KB_TRY(kb_cli_store_unlock(&store, args));
    kb_status status = make(store, args, alg, limits);
    kb_keystore_close(store);
    return status;
}

const kb_cli_verb kb_cli_keygen = {
    .name = "keygen",
    .usage = "NAME [--alg A] [--wrap] [--kdf T] [--expires WHEN] [--max-uses N]",
    .summary = "Make a key in the store",
    .notes = "NAME is of letters, digits, '.', '_' and '-'. Without --alg the key is\n"
             "X25519+ML-KEM-768; \"keybraid catalog --pairs\" lists the others. A is "
             "also one KEM\n"
             "or signature algorithm of \"keybraid catalog\", or ML-DSA-65+Ed25519; "
             "content is\n"
             "encrypted to pairs only. --expires and --max-uses limit encrypting and "
             "signing;\n"
             "decryption and verification are never cut off by them.\n\n"
             "A token goes to one key, or to several that were made with --wrap (its "
             "algorithm\n"
             "ends in +A256KW, and stays so when the key is rotated).",
    .examples = {"keybraid keygen archive --alg X448+ML-KEM-1024 --expires 365d",
                 "keybraid keygen team-alice --wrap"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_ALG) | KB_CLI_BIT(KB_CLI_KDF) | KB_CLI_BIT(KB_CLI_WRAP) |
               KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) | KB_CLI_BIT(KB_CLI_EXPIRES) |
               KB_CLI_BIT(KB_CLI_MAX_USES) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON),
    .min_operands = 1,
    .max_operands = 1,
    .operand_name = {"NAME"},
    .run = run,
};
