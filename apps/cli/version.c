/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid version. */
#include "verbs.h"

#include "common/cpu_choice.h"
#include "core/cpu.h"
#include "json_out.h"
#include "libcrypto/version.h"

#include <keybraid/selftest.h>
#include <keybraid/version.h>
#include <stdio.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#define FEATURES_BYTES 128

static kb_status run(const kb_cli_args *args) {
    char features[FEATURES_BYTES];
    kb_cpu_describe(features, sizeof features);
    kb_selftest_table tables[KB_SELFTEST_TABLE_COUNT];
    kb_selftest_tables(tables);
    if (!kb_cli_has(args, KB_CLI_JSON)) {
        printf("keybraid %s\n", kb_version());
        printf("build      %s, %s\n", COMPILER, KB_CLI_BUILD_TYPE);
        printf("libcrypto  %s\n", kb_libcrypto_version());
        printf("processor  %s\n", features);
        for (size_t i = 0; i < KB_SELFTEST_TABLE_COUNT; i++) {
            printf("%-10s %-9s %s\n", i == 0 ? "tables" : "", tables[i].family,
                   tables[i].table);
        }
        return KB_OK;
    }
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    kb_cli_json_string(&j, "version", kb_version());
    kb_cli_json_string(&j, "compiler", COMPILER);
    kb_cli_json_string(&j, "build", KB_CLI_BUILD_TYPE);
    kb_cli_json_string(&j, "libcrypto", kb_libcrypto_version());
    kb_cli_json_string(&j, "processor", features);
    kb_cli_json_open(&j, "tables", '{');
    for (size_t i = 0; i < KB_SELFTEST_TABLE_COUNT; i++) {
        kb_cli_json_string(&j, tables[i].family, tables[i].table);
    }
    kb_cli_json_close(&j, '}');
    kb_cli_json_close(&j, '}');
    return kb_cli_json_print(&j);
}

const kb_cli_verb kb_cli_version = {
    .name = "version",
    .usage = "[--json]",
    .summary = "Say what this program is and what it runs on",
    .notes = "\"tables\" names the implementation in use of each algorithm that has "
             "several.\n" KB_APP_CPU_HELP,
    .examples = {"keybraid version --json", "KEYBRAID_CPU=portable keybraid version"},
    .options = KB_CLI_BIT(KB_CLI_JSON),
    .run = run,
};
