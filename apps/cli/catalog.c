/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid catalog. */
#include "verbs.h"

#include "core/error.h"
#include "json_out.h"
#include "ui.h"

#include <keybraid/catalog.h>
#include <keybraid/policy.h>
#include <stdio.h>

#define PAIRS_MAX 64
#define ALG_BYTES 80

static void alg_json(kb_cli_json *j, const kb_alg *a, const char *profile) {
    kb_cli_json_open(j, NULL, '{');
    kb_cli_json_string(j, "id", a->id);
    kb_cli_json_string(j, "name", a->name);
    kb_cli_json_string(j, "family", a->family);
    kb_cli_json_string(j, "kind", kb_alg_kind_name(a->kind));
    kb_cli_json_string(j, "status", kb_alg_status_name(a->status));
    kb_cli_json_number(j, "level", kb_policy_level(profile, a->id));
    kb_cli_json_bool(j, "post_quantum", a->is_post_quantum);
    kb_cli_json_bool(j, "composite", a->may_be_composite);
    kb_cli_json_count(j, "pk_bytes", a->pk_bytes);
    kb_cli_json_count(j, "sk_bytes", a->sk_bytes);
    kb_cli_json_count(j, "ct_bytes", a->ct_bytes);
    kb_cli_json_count(j, "ss_bytes", a->ss_bytes);
    kb_cli_json_count(j, "sig_bytes", a->sig_bytes);
    kb_cli_json_count(j, "tag_bytes", a->tag_bytes);
    kb_cli_json_string(j, "standard", a->standard);
    kb_cli_json_string(j, "section", a->section);
    kb_cli_json_string(j, "notes", a->notes);
    kb_cli_json_close(j, '}');
}

static kb_status print_algs(const char *profile, bool is_json) {
    kb_cli_json j = {.needs_comma = false};
    size_t count = 0;
    const kb_alg *algs = kb_catalog(&count);
    if (is_json) {
        kb_cli_json_open(&j, NULL, '[');
    } else {
        printf("%-20s %-5s %-13s %5s %6s %6s %6s  %s\n", "ALGORITHM", "KIND", "STATUS",
               "LEVEL", "PUBLIC", "SECRET", "OUTPUT", "STANDARD");
    }
    for (size_t i = 0; i < count; i++) {
        const kb_alg *a = &algs[i];
        if (is_json) {
            alg_json(&j, a, profile);
            continue;
        }
        printf("%-20s %-5s %-13s %5d %6zu %6zu %6zu  %s\n", a->name,
               kb_alg_kind_name(a->kind), kb_alg_status_name(a->status),
               kb_policy_level(profile, a->id), a->pk_bytes, a->sk_bytes,
               a->kind == KB_ALG_SIG ? a->sig_bytes : a->ct_bytes,
               a->standard == NULL ? "" : a->standard);
    }
    if (is_json) {
        kb_cli_json_close(&j, ']');
        return kb_cli_json_print(&j);
    }
    return KB_OK;
}

static kb_status print_pairs(const char *profile, bool is_json) {
    kb_cli_json j = {.needs_comma = false};
    kb_pair pairs[PAIRS_MAX];
    size_t count = kb_policy_pairs(profile, pairs, PAIRS_MAX);
    KB_INVARIANT(count <= PAIRS_MAX);
    if (is_json) {
        kb_cli_json_open(&j, NULL, '[');
    } else {
        printf("%-21s %s\n", "ALGORITHM", "LEVELS");
    }
    for (size_t i = 0; i < count; i++) {
        const kb_pair *p = &pairs[i];
        char alg[ALG_BYTES];
        snprintf(alg, sizeof alg, "%s+%s", p->classical->name, p->pqc->name);
        if (!is_json) {
            printf("%-21s %d, %d\n", alg, p->classical_level, p->pqc_level);
            continue;
        }
        kb_cli_json_open(&j, NULL, '{');
        kb_cli_json_string(&j, "alg", alg);
        kb_cli_json_string(&j, "classical", p->classical->name);
        kb_cli_json_string(&j, "pqc", p->pqc->name);
        kb_cli_json_open(&j, "levels", '[');
        kb_cli_json_number(&j, NULL, p->classical_level);
        kb_cli_json_number(&j, NULL, p->pqc_level);
        kb_cli_json_close(&j, ']');
        kb_cli_json_close(&j, '}');
    }
    if (is_json) {
        kb_cli_json_close(&j, ']');
        return kb_cli_json_print(&j);
    }
    return KB_OK;
}

static kb_status run(const kb_cli_args *args) {
    const char *profile = args->value[KB_CLI_PROFILE];
    bool is_json = kb_cli_has(args, KB_CLI_JSON);
    /* A known profile gives at least one pair. */
    if (profile != NULL && kb_policy_pairs(profile, NULL, 0) == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "--profile %.40s: nist or securecore-2026 is "
                       "wanted",
                       kb_cli_escape(profile));
    }
    return kb_cli_has(args, KB_CLI_PAIRS) ? print_pairs(profile, is_json)
                                          : print_algs(profile, is_json);
}

const kb_cli_verb kb_cli_catalog = {
    .name = "catalog",
    .usage = "[--pairs] [--profile P] [--json]",
    .summary = "List the algorithms, or the composites made of them",
    .notes = "Sizes are in bytes. SECRET is what is stored (a seed or scalar), OUTPUT a "
             "ciphertext\n"
             "or signature. The levels of a composite are those of its two halves.",
    .examples = {"keybraid catalog", "keybraid catalog --pairs --json"},
    .options =
        KB_CLI_BIT(KB_CLI_PAIRS) | KB_CLI_BIT(KB_CLI_PROFILE) | KB_CLI_BIT(KB_CLI_JSON),
    .run = run,
};
