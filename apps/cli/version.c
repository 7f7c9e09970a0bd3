/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid version. */
#include "verbs.h"

#include "core/cpu.h"
#include "hash/keccak/ops.h"
#include "json_out.h"
#include "kem/mlkem/ops.h"
#include "libcrypto/version.h"

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
    const char *keccak = kb_keccak_ops_get()->name;
    const char *mlkem = kb_mlkem_ops_get()->name;
    if (!kb_cli_has(args, KB_CLI_JSON)) {
        printf("keybraid %s\n", KB_CLI_VERSION);
        printf("build      %s, %s\n", COMPILER, KB_CLI_BUILD_TYPE);
        printf("libcrypto  %s\n", kb_libcrypto_version());
        printf("processor  %s\n", features);
        printf("tables     Keccak %s, ML-KEM %s\n", keccak, mlkem);
        return KB_OK;
    }
    kb_cli_json j = {.needs_comma = false};
    kb_cli_json_open(&j, NULL, '{');
    kb_cli_json_string(&j, "version", KB_CLI_VERSION);
    kb_cli_json_string(&j, "compiler", COMPILER);
    kb_cli_json_string(&j, "build", KB_CLI_BUILD_TYPE);
    kb_cli_json_string(&j, "libcrypto", kb_libcrypto_version());
    kb_cli_json_string(&j, "processor", features);
    kb_cli_json_open(&j, "tables", '{');
    kb_cli_json_string(&j, "Keccak", keccak);
    kb_cli_json_string(&j, "ML-KEM", mlkem);
    kb_cli_json_close(&j, '}');
    kb_cli_json_close(&j, '}');
    return kb_cli_json_print(&j);
}

const kb_cli_verb kb_cli_version = {
    .name = "version",
    .usage = "[--json]",
    .summary = "Say what this program is and what it runs on",
    .notes = "\"tables\" names the implementation in use of each algorithm that has "
             "several.",
    .examples = {"keybraid version", "keybraid version --json"},
    .options = KB_CLI_BIT(KB_CLI_JSON),
    .run = run,
};
