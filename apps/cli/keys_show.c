/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keys show. */
#include "verbs.h"

#include "core/clock.h"
#include "core/error.h"
#include "key_report.h"
#include "period.h"
#include "store.h"
#include "ui.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct report {
    kb_cli_json json;
    bool is_json;
    bool has_head;
    int64_t now_s;
} report;

static void print_limits(const report *r, const kb_key_entry *entry) {
    char date[KB_CLI_DATE_BYTES];
    int64_t until = entry->limits.protect_until_s;
    printf("  uses     %" PRIu64, entry->uses);
    if (entry->limits.max_uses != 0) {
        printf(" of %" PRIu64 "%s", entry->limits.max_uses,
               entry->uses >= entry->limits.max_uses ? ", used up" : "");
    }
    printf("\n");
    if (until != 0) {
        kb_cli_date(date, until);
        printf("  expires  %s%s\n", date, until <= r->now_s ? ", expired" : "");
    }
}

static kb_status show(void *self, const kb_key_entry *entry) {
    report *r = self;
    char date[KB_CLI_DATE_BYTES], age[KB_CLI_DATE_BYTES];
    if (r->is_json) {
        kb_cli_key_json(&r->json, entry);
        return KB_OK;
    }
    if (!r->has_head) {
        printf("%s  (id %s)\n", kb_cli_escape(entry->name), kb_cli_escape(entry->id));
        r->has_head = true;
    }
    kb_cli_date(date, entry->created_s);
    kb_cli_age(age, r->now_s > entry->created_s ? r->now_s - entry->created_s : 0);
    printf("version %u, %s%s\n", entry->version, kb_cli_state_name(entry->state),
           entry->has_private ? "" : ", public part only");
    printf("  alg      %s\n", kb_cli_escape(entry->alg));
    printf("  kid      %s\n", kb_cli_escape(entry->kid));
    printf("  created  %s, %s ago\n", date, age);
    print_limits(r, entry);
    return KB_OK;
}

static kb_status run(const kb_cli_args *args) {
    kb_keystore *store = NULL;
    report r = {.is_json = kb_cli_has(args, KB_CLI_JSON), .now_s = kb_clock_now_s()};
    KB_TRY(kb_cli_store_open(&store, args));
    if (r.is_json) {
        kb_cli_json_open(&r.json, NULL, '[');
    }
    kb_status status = kb_keystore_list(store, args->operand[0], show, &r);
    if (status == KB_OK && r.is_json) {
        kb_cli_json_close(&r.json, ']');
        status = kb_cli_json_print(&r.json);
    }
    kb_text_free(&r.json.text);
    kb_keystore_close(store);
    return status;
}

const kb_cli_verb kb_cli_keys_show = {
    .name = "keys show",
    .usage = "NAME",
    .summary = "Show the versions of a key: state, age, limits, uses",
    .notes = "Needs no pass-phrase. With --json: an array with one object per version.",
    .examples = {"keybraid keys show alice", "keybraid keys show alice --json"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_JSON),
    .min_operands = 1,
    .max_operands = 1,
    .operand_name = {"NAME"},
    .run = run,
};
