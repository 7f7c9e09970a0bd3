/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is said of a key: after it was made, and of rows of the store. */
#include "key_report.h"

#include "ui.h"

#include <stdio.h>

const char *kb_cli_state_name(kb_version_state state) {
    return state == KB_VERSION_PRIMARY ? "primary" : "retired";
}

kb_status kb_cli_key_report(const kb_cli_args *args, const char *what, const char *name,
                            unsigned version, const kb_key *key) {
    kb_cli_json j = {.needs_comma = false};
    if (kb_cli_has(args, KB_CLI_JSON)) {
        kb_cli_json_open(&j, NULL, '{');
        kb_cli_json_string(&j, "name", name);
        kb_cli_json_count(&j, "version", version);
        kb_cli_json_string(&j, "alg", kb_key_alg(key));
        kb_cli_json_string(&j, "kid", kb_key_thumbprint(key));
        kb_cli_json_close(&j, '}');
        return kb_cli_json_print(&j);
    }
    if (!kb_cli_has(args, KB_CLI_QUIET)) {
        printf("%s %s, version %u: %s, kid %s\n", what, kb_cli_escape(name), version,
               kb_key_alg(key), kb_key_thumbprint(key));
    }
    return KB_OK;
}

void kb_cli_key_json(kb_cli_json *j, const kb_key_entry *entry) {
    kb_cli_json_open(j, NULL, '{');
    kb_cli_json_string(j, "name", entry->name);
    kb_cli_json_string(j, "id", entry->id);
    kb_cli_json_count(j, "version", entry->version);
    kb_cli_json_string(j, "state", kb_cli_state_name(entry->state));
    kb_cli_json_string(j, "alg", entry->alg);
    kb_cli_json_string(j, "kid", entry->kid);
    kb_cli_json_bool(j, "private", entry->has_private);
    kb_cli_json_number(j, "created_s", entry->created_s);
    if (entry->limits.protect_until_s != 0) {
        kb_cli_json_number(j, "protect_until_s", entry->limits.protect_until_s);
    } else {
        kb_cli_json_null(j, "protect_until_s");
    }
    if (entry->limits.max_uses != 0) {
        kb_cli_json_count(j, "max_uses", entry->limits.max_uses);
    } else {
        kb_cli_json_null(j, "max_uses");
    }
    kb_cli_json_count(j, "uses", entry->uses);
    kb_cli_json_close(j, '}');
}
