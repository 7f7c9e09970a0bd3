/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keys rotate. */
#include "verbs.h"

#include "core/clock.h"
#include "core/error.h"
#include "io.h"
#include "key_report.h"
#include "level.h"
#include "period.h"
#include "store.h"

#include <keybraid/key.h>
#include <stdio.h>

/* The primary version of today. */
typedef struct primary {
    unsigned version;
    char alg[KB_KEY_ALG_MAX_BYTES];
    int64_t created_s;
    kb_key_limits limits;
} primary;

static kb_status remember(void *self, const kb_key_entry *entry) {
    primary *p = self;
    if (entry->state == KB_VERSION_PRIMARY) {
        p->version = entry->version;
        p->created_s = entry->created_s;
        p->limits = entry->limits;
        snprintf(p->alg, sizeof p->alg, "%s", entry->alg);
    }
    return KB_OK;
}

/* The algorithm of the new version: the one asked for, or that of the old. */
static kb_status choose_alg(char alg[KB_KEY_ALG_MAX_BYTES], const kb_cli_args *args,
                            const primary *old) {
    char name[KB_KEY_ALG_MAX_BYTES], kdf[KB_KEY_ALG_MAX_BYTES];
    const char *want = args->value[KB_CLI_ALG], *want_kdf = args->value[KB_CLI_KDF];
    if (want == NULL && want_kdf == NULL) {
        snprintf(alg, KB_KEY_ALG_MAX_BYTES, "%s", old->alg);
        return KB_OK;
    }
    kb_cli_alg_split(name, kdf, old->alg);
    /* The derivation of the old version goes on with another pair, unless named too. */
    if (want_kdf == NULL && kdf[0] != '\0' && kb_cli_alg_is_pair(want)) {
        want_kdf = kdf;
    }
    return kb_cli_alg_make(alg, want == NULL ? name : want, want_kdf,
                           kb_cli_alg_is_wrap(old->alg),
                           kb_cli_has(args, KB_CLI_ALLOW_EXPERIMENTAL));
}

static kb_status choose_limits(kb_key_limits *limits, const kb_cli_args *args,
                               const primary *old) {
    *limits = old->limits;
    if (old->limits.protect_until_s != 0) {
        limits->protect_until_s =
            kb_clock_now_s() + (old->limits.protect_until_s - old->created_s);
    }
    return kb_cli_limits(limits, args);
}

static kb_status rotate(kb_keystore *store, const kb_cli_args *args) {
    const char *name = args->operand[0];
    primary old = {.version = 0};
    char alg[KB_KEY_ALG_MAX_BYTES];
    kb_key_limits limits;
    kb_key *key = NULL;
    KB_TRY(kb_keystore_list(store, name, remember, &old));
    KB_INVARIANT(old.version != 0);
    KB_TRY(choose_alg(alg, args, &old));
    KB_TRY(choose_limits(&limits, args, &old));
    if (!kb_cli_has(args, KB_CLI_ALLOW_DOWNGRADE)) {
        KB_TRY(kb_cli_check_level(old.alg, alg));
    }
    KB_TRY(kb_key_generate(&key, alg));
    kb_status status = kb_keystore_rotate(store, name, key, limits);
    if (status == KB_OK) {
        status = kb_cli_key_report(args, "rotated", name, old.version + 1, key);
    }
    kb_key_free(key);
    return status;
}

static kb_status run(const kb_cli_args *args) {
    kb_keystore *store = NULL;
    KB_TRY(kb_cli_check_stdin(args, false, NULL));
    KB_TRY(kb_cli_store_unlock(&store, args));
    kb_status status = rotate(store, args);
    kb_keystore_close(store);
    return status;
}

const kb_cli_verb kb_cli_keys_rotate = {
    .name = "keys rotate",
    .usage = "NAME [--alg A] [--kdf T] [--expires WHEN] [--max-uses N]",
    .summary = "Make a new version; the old one only decrypts from then on",
    .notes =
        "Algorithm, length of life and limit of uses are those of the version before,\n"
        "unless given; \"--expires never\" and \"--max-uses none\" lift them. A lower "
        "level\n"
        "of either half is refused without --allow-downgrade. A key made with --wrap "
        "stays one.",
    .examples =
        {"keybraid keys rotate alice",
         "keybraid keys rotate alice --alg X448+ML-KEM-1024 --expires 2027-01-31"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_PASSPHRASE_FILE) |
               KB_CLI_BIT(KB_CLI_ALG) | KB_CLI_BIT(KB_CLI_KDF) |
               KB_CLI_BIT(KB_CLI_EXPIRES) | KB_CLI_BIT(KB_CLI_MAX_USES) |
               KB_CLI_BIT(KB_CLI_ALLOW_DOWNGRADE) |
               KB_CLI_BIT(KB_CLI_ALLOW_EXPERIMENTAL) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON),
    .min_operands = 1,
    .max_operands = 1,
    .operand_name = {"NAME"},
    .run = run,
};
