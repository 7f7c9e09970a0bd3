/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid inspect. */
#include "verbs.h"

#include "core/error.h"
#include "io.h"
#include "json_out.h"
#include "progress.h"
#include "scan.h"
#include "store.h"
#include "ui.h"

#include <inttypes.h>
#include <keybraid/jwe.h>
#include <stdio.h>
#include <string.h>

/* The key of the store that a recipient is; name is empty for none. */
typedef struct local {
    char name[KB_KEY_NAME_MAX_BYTES + 1];
    unsigned version;
} local;

typedef struct inspection {
    const kb_cli_args *args;
    const kb_jwe_info *info;
    local key[KB_JWE_RECIPIENTS_MAX]; /* of each recipient */
} inspection;

static kb_status match(void *self, const kb_key_entry *entry) {
    inspection *i = self;
    for (size_t k = 0; k < i->info->recipient_count; k++) {
        const char *kid = i->info->recipients[k].kid;
        if (kid != NULL && strcmp(entry->kid, kid) == 0 &&
            strlen(entry->name) < sizeof i->key[k].name) {
            snprintf(i->key[k].name, sizeof i->key[k].name, "%s", entry->name);
            i->key[k].version = entry->version;
        }
    }
    return KB_OK;
}

static bool has_kid(const kb_jwe_info *info) {
    for (size_t k = 0; k < info->recipient_count; k++) {
        if (info->recipients[k].kid != NULL) {
            return true;
        }
    }
    return false;
}

/* Looks for the keys in the store, if there is one; that there is none is no fault. */
static void find_local(inspection *i) {
    kb_keystore *store = NULL;
    if (!has_kid(i->info) || kb_cli_store_open(&store, i->args) != KB_OK) {
        return;
    }
    if (kb_keystore_list(store, NULL, match, i) != KB_OK) {
        memset(i->key, 0, sizeof i->key);
    }
    kb_keystore_close(store);
}

static void put_key(kb_cli_json *j, const local *key) {
    if (key->name[0] == '\0') {
        kb_cli_json_null(j, "key");
        return;
    }
    kb_cli_json_open(j, "key", '{');
    kb_cli_json_string(j, "name", key->name);
    kb_cli_json_count(j, "version", key->version);
    kb_cli_json_close(j, '}');
}

static void put_recipients(kb_cli_json *j, const inspection *i) {
    kb_cli_json_open(j, "recipients", '[');
    for (size_t k = 0; k < i->info->recipient_count; k++) {
        kb_cli_json_open(j, NULL, '{');
        kb_cli_json_string(j, "alg", i->info->recipients[k].alg);
        kb_cli_json_string(j, "kid", i->info->recipients[k].kid);
        put_key(j, &i->key[k]);
        kb_cli_json_close(j, '}');
    }
    kb_cli_json_close(j, ']');
}

/* alg, kid and key stand at the top too when there is one recipient in mode direct or
 * single; they are null in mode wrap. */
static kb_status print_json(const inspection *i) {
    static const local none = {.version = 0};
    const kb_jwe_info *info = i->info;
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    kb_cli_json_string(&j, "alg", info->alg);
    kb_cli_json_string(&j, "enc", info->enc);
    kb_cli_json_bool(&j, "segmented", info->is_segmented);
    kb_cli_json_string(&j, "kid", info->kid);
    put_key(&j, info->kid == NULL ? &none : &i->key[0]);
    kb_cli_json_string(&j, "mode", info->mode);
    kb_cli_json_string(&j, "serialization", info->serialization);
    put_recipients(&j, i);
    kb_cli_json_string(&j, "typ", info->typ);
    kb_cli_json_string(&j, "cty", info->cty);
    kb_cli_json_count(&j, "aad_bytes", info->aad_len);
    kb_cli_json_count(&j, "ciphertext_bytes", info->ciphertext_bytes);
    kb_cli_json_count(&j, "token_bytes", info->token_bytes);
    kb_cli_json_close(&j, '}');
    return kb_cli_json_print(&j);
}

static void line(const char *label, const char *value) {
    if (value != NULL) {
        printf("%-14s %s\n", label, kb_cli_escape(value));
    }
}

static void print_key(const char *label, const local *key) {
    if (key->name[0] != '\0') {
        printf("%-14s %s, version %u\n", label, kb_cli_escape(key->name), key->version);
    }
}

/* Mode wrap: a block of lines for each. */
static void print_recipients(const inspection *i) {
    for (size_t k = 0; k < i->info->recipient_count; k++) {
        const kb_jwe_recipient *r = &i->info->recipients[k];
        printf("%-14s %zu of %zu\n", "recipient", k + 1, i->info->recipient_count);
        line("  alg", r->alg);
        line("  kid", r->kid == NULL ? "(hidden)" : r->kid);
        print_key("  key", &i->key[k]);
    }
}

static kb_status print(void *self, const kb_jwe_info *info) {
    inspection *i = self;
    bool is_wrap = strcmp(info->mode, "wrap") == 0;
    i->info = info;
    find_local(i);
    if (kb_cli_has(i->args, KB_CLI_JSON)) {
        return print_json(i);
    }
    if (!is_wrap) {
        line("alg", info->alg);
    }
    printf("%-14s %s%s\n", "enc", kb_cli_escape(info->enc),
           info->is_segmented ? ", segmented" : "");
    if (!is_wrap) {
        line("kid", info->kid == NULL ? "(hidden)" : info->kid);
        print_key("key", &i->key[0]);
    }
    line("mode", info->mode);
    line("serialization", info->serialization);
    line("typ", info->typ);
    line("cty", info->cty);
    if (info->aad_len != 0) {
        printf("%-14s %zu bytes\n", "aad", info->aad_len);
    }
    printf("%-14s %" PRIu64 " bytes\n", "ciphertext", info->ciphertext_bytes);
    printf("%-14s %" PRIu64 " bytes\n", "token", info->token_bytes);
    if (is_wrap) {
        print_recipients(i);
    }
    return KB_OK;
}

static kb_status run_scan(const kb_cli_args *args) {
    if (args->operands != 0 || kb_cli_has(args, KB_CLI_STORE)) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--scan takes the place of IN, and goes with no --store");
    }
    return kb_cli_scan(args, args->value[KB_CLI_SCAN]);
}

static kb_status run(const kb_cli_args *args) {
    if (kb_cli_has(args, KB_CLI_SCAN)) {
        return run_scan(args);
    }
    inspection i = {.args = args};
    kb_source *in = NULL;
    kb_cli_progress progress;
    KB_TRY(kb_cli_open_input(&in, args, args->operand[0]));
    kb_cli_progress_begin(&progress, args, in, "reading", 1);
    kb_status status = kb_jwe_inspect(in, print, &i);
    kb_cli_progress_end(&progress, status);
    kb_source_free(in);
    return kb_cli_name_file(status, args->operand[0]);
}

const kb_cli_verb kb_cli_inspect = {
    .name = "inspect",
    .usage = "[IN | --scan DIR] [--json]",
    .summary = "Say what a token is, without any key",
    .notes =
        "Every rule that needs no key is checked. Nothing shown here is authenticated:\n"
        "only decryption proves it. \"key\" is the key of the store with that kid.\n\n"
        "--scan examines every regular file below DIR, or one file, and lists, a line\n"
        "each: or-token (the content key is wrapped under each component, so either\n"
        "opens it), short-hqc (HQC-192 or -256 with a ciphertext of HQC-128),\n"
        "classical-only, policy-refused, policy-pair, unsupported, damaged, unreadable,\n"
        "and as mere notes alternatives and other-jwe. Links are not followed; one "
        "token\n"
        "a file is looked for. --json: a line per token and per unreadable file, then a\n"
        "summary. Exit codes: 0 nothing but notes, 4 findings, 5 something unreadable.",
    .examples = {"keybraid inspect report.jwe",
                 "keybraid inspect --scan /srv/archive --json > findings.jsonl"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_JSON) | KB_CLI_BIT(KB_CLI_SCAN),
    .max_operands = 1,
    .operand_name = {"IN"},
    .run = run,
};
