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

typedef struct inspection {
    const kb_cli_args *args;
    const kb_jwe_info *info;
    char name[KB_KEY_NAME_MAX_BYTES + 1]; /* of the local key; empty for none */
    unsigned version;
} inspection;

/* Whether one of the token's recipients is named so. */
static bool is_recipient(const kb_jwe_info *info, const char *kid) {
    for (size_t i = 0; i < info->recipient_count; i++) {
        const char *named = info->recipients[i].kid;
        if (named != NULL && strcmp(named, kid) == 0) {
            return true;
        }
    }
    return false;
}

static kb_status match(void *self, const kb_key_entry *entry) {
    inspection *i = self;
    if (is_recipient(i->info, entry->kid) && strlen(entry->name) < sizeof i->name) {
        snprintf(i->name, sizeof i->name, "%s", entry->name);
        i->version = entry->version;
    }
    return KB_OK;
}

/* Looks for the key in the store, if there is one; that there is none is no fault. */
static void find_local(inspection *i) {
    kb_keystore *store = NULL;
    bool is_named = false;
    for (size_t r = 0; r < i->info->recipient_count; r++) {
        is_named |= i->info->recipients[r].kid != NULL;
    }
    if (!is_named || kb_cli_store_open(&store, i->args) != KB_OK) {
        return;
    }
    if (kb_keystore_list(store, NULL, match, i) != KB_OK) {
        i->name[0] = '\0';
    }
    kb_keystore_close(store);
}

static void put_recipients(kb_cli_json *j, const kb_jwe_info *info) {
    kb_cli_json_open(j, "recipients", '[');
    for (size_t i = 0; i < info->recipient_count; i++) {
        kb_cli_json_open(j, NULL, '{');
        kb_cli_json_string(j, "alg", info->recipients[i].alg);
        kb_cli_json_string(j, "kid", info->recipients[i].kid);
        kb_cli_json_close(j, '}');
    }
    kb_cli_json_close(j, ']');
}

static kb_status print_json(const inspection *i, const kb_jwe_info *info) {
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    kb_cli_json_string(&j, "alg", info->alg);
    kb_cli_json_string(&j, "enc", info->enc);
    kb_cli_json_bool(&j, "segmented", info->is_segmented);
    kb_cli_json_string(&j, "kid", info->kid);
    if (i->name[0] != '\0') {
        kb_cli_json_open(&j, "key", '{');
        kb_cli_json_string(&j, "name", i->name);
        kb_cli_json_count(&j, "version", i->version);
        kb_cli_json_close(&j, '}');
    } else {
        kb_cli_json_null(&j, "key");
    }
    put_recipients(&j, info);
    kb_cli_json_string(&j, "mode", info->mode);
    kb_cli_json_string(&j, "serialization", info->serialization);
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

/* In mode wrap every recipient has an algorithm of its own, in the other modes the token
 * has one. */
static void print_recipients(const kb_jwe_info *info) {
    for (size_t i = 0; i < info->recipient_count; i++) {
        const kb_jwe_recipient *r = &info->recipients[i];
        line("alg", r->alg);
        line("kid", r->kid == NULL ? "(hidden)" : r->kid);
    }
}

static kb_status print(void *self, const kb_jwe_info *info) {
    inspection *i = self;
    i->info = info;
    find_local(i);
    if (kb_cli_has(i->args, KB_CLI_JSON)) {
        return print_json(i, info);
    }
    print_recipients(info);
    printf("%-14s %s%s\n", "enc", kb_cli_escape(info->enc),
           info->is_segmented ? ", segmented" : "");
    if (i->name[0] != '\0') {
        printf("%-14s %s, version %u\n", "key", kb_cli_escape(i->name), i->version);
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
    kb_cli_progress_end(&progress);
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
