/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid selftest. */
#include "verbs.h"

#include "json_out.h"
#include "ui.h"

#include <inttypes.h>
#include <keybraid/selftest.h>
#include <stdio.h>

typedef struct report {
    kb_cli_json json;
    bool is_json;
    unsigned good, bad;
} report;

static void show(void *self, const kb_selftest_result *result) {
    report *r = self;
    bool is_good = result->status == KB_OK;
    r->good += is_good;
    r->bad += !is_good;
    if (!r->is_json) {
        printf("%-6s  %-44s  %-10s  %8.2f ms\n", is_good ? "ok" : "FAILED", result->name,
               result->table, (double)result->time_ns / 1e6);
        return;
    }
    kb_cli_json_open(&r->json, NULL, '{');
    kb_cli_json_string(&r->json, "name", result->name);
    kb_cli_json_string(&r->json, "table", result->table);
    kb_cli_json_bool(&r->json, "ok", is_good);
    kb_cli_json_count(&r->json, "time_ns", result->time_ns);
    kb_cli_json_close(&r->json, '}');
}

static kb_status run(const kb_cli_args *args) {
    report r = {.is_json = kb_cli_has(args, KB_CLI_JSON)};
    if (r.is_json) {
        kb_cli_json_open(&r.json, NULL, '{');
        kb_cli_json_open(&r.json, "answers", '[');
    }
    kb_status status = kb_selftest_run(kb_cli_has(args, KB_CLI_ALL), show, &r);
    if (r.is_json) {
        kb_cli_json_close(&r.json, ']');
        kb_cli_json_bool(&r.json, "ok", status == KB_OK);
        kb_cli_json_close(&r.json, '}');
        kb_status written = kb_cli_json_print(&r.json);
        return status == KB_OK ? written : status;
    }
    printf("%u known answers, %u failed\n", r.good + r.bad, r.bad);
    return status;
}

const kb_cli_verb kb_cli_selftest = {
    .name = "selftest",
    .usage = "[--all] [--json]",
    .summary = "Compute known answers of every algorithm on this machine",
    .notes = "Ends with exit code 70 when one does not come out: then this program must\n"
             "not be used here. --all adds the sets of SLH-DSA that take seconds.",
    .examples = {"keybraid selftest", "keybraid selftest --all --json"},
    .options = KB_CLI_BIT(KB_CLI_ALL) | KB_CLI_BIT(KB_CLI_JSON),
    .run = run,
};
