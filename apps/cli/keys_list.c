/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid keys list. */
#include "verbs.h"

#include "core/error.h"
#include "key_report.h"
#include "level.h"
#include "store.h"
#include "ui.h"

#include <stdio.h>
#include <string.h>

#define UNSIGNED_DIGITS 24

typedef struct list {
    kb_cli_json json;
    bool is_json;
    int width; /* of the longest name */
} list;

static kb_status measure(void *self, const kb_key_entry *entry) {
    list *l = self;
    int width = (int)strlen(kb_cli_escape(entry->name));
    l->width = width > l->width ? width : l->width;
    return KB_OK;
}

static kb_status show(void *self, const kb_key_entry *entry) {
    list *l = self;
    if (l->is_json) {
        kb_cli_key_json(&l->json, entry);
        return KB_OK;
    }
    char name[KB_KEY_ALG_MAX_BYTES], kdf[KB_KEY_ALG_MAX_BYTES], uses[UNSIGNED_DIGITS];
    kb_cli_alg_split(name, kdf, entry->alg);
    snprintf(uses, sizeof uses, "%llu", (unsigned long long)entry->uses);
    printf("%-*s  %3u  %-7s  %-25s  %8s  %s%s\n", l->width, kb_cli_escape(entry->name),
           entry->version, kb_cli_state_name(entry->state), kb_cli_escape(name), uses,
           kb_cli_escape(entry->kid), entry->has_private ? "" : "  public only");
    return KB_OK;
}

static kb_status print(kb_keystore *store, list *l) {
    if (l->is_json) {
        kb_cli_json_open(&l->json, NULL, '[');
    } else {
        KB_TRY(kb_keystore_list(store, NULL, measure, l));
        printf("%-*s  %3s  %-7s  %-25s  %8s  %s\n", l->width, "NAME", "VER", "STATE",
               "ALGORITHM", "USES", "KID");
    }
    KB_TRY(kb_keystore_list(store, NULL, show, l));
    if (l->is_json) {
        kb_cli_json_close(&l->json, ']');
        return kb_cli_json_print(&l->json);
    }
    return KB_OK;
}

static kb_status run(const kb_cli_args *args) {
    kb_keystore *store = NULL;
    list l = {.is_json = kb_cli_has(args, KB_CLI_JSON), .width = (int)strlen("NAME")};
    KB_TRY(kb_cli_store_open(&store, args));
    kb_status status = print(store, &l);
    kb_text_free(&l.json.text);
    kb_keystore_close(store);
    return status;
}

const kb_cli_verb kb_cli_keys_list = {
    .name = "keys list",
    .usage = "",
    .summary = "List the keys and their versions",
    .notes = "Needs no pass-phrase: it shows what the file says. That the rows are "
             "authentic\nis checked whenever a key is used.",
    .examples = {"keybraid keys list",
                 "keybraid keys list --json --store /srv/keys/keystore.db"},
    .options = KB_CLI_BIT(KB_CLI_STORE) | KB_CLI_BIT(KB_CLI_JSON),
    .run = run,
};
