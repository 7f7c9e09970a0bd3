/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level profiles and the pair rule: decisions only, no input or output. */
#include <keybraid/policy.h>

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define LEVEL_DISTANCE_MAX 2
#define EXPERIMENTAL                                                                     \
    "experimental, and allowed only when asked for (--allow-experimental)"

/* Where a profile differs from the levels of the catalog. */
typedef struct level_row {
    const char *profile;
    const char *alg_id;
    int level;
} level_row;

static const level_row overrides[] = {
    {KB_POLICY_PROFILE_SECURECORE, "X25519", 2},
    {KB_POLICY_PROFILE_SECURECORE, "P-256", 2},
    {KB_POLICY_PROFILE_SECURECORE, "P-521", 4},
};

static int level_of(const char *profile, const kb_alg *alg) {
    for (size_t i = 0; i < sizeof overrides / sizeof overrides[0]; i++) {
        if (strcmp(overrides[i].profile, profile) == 0 &&
            strcmp(overrides[i].alg_id, alg->id) == 0) {
            return overrides[i].level;
        }
    }
    return alg->level;
}

static const char *known_profile(const char *profile) {
    if (profile == NULL || strcmp(profile, KB_POLICY_PROFILE_NIST) == 0) {
        return KB_POLICY_PROFILE_NIST;
    }
    return strcmp(profile, KB_POLICY_PROFILE_SECURECORE) == 0 ? profile : NULL;
}

int kb_policy_level(const char *profile, const char *alg_id) {
    const kb_alg *alg = kb_catalog_find(alg_id);
    profile = known_profile(profile);
    return alg == NULL || profile == NULL ? 0 : level_of(profile, alg);
}

/* Experimental algorithms were asked for by then. */
static bool is_offered(const kb_alg *alg) {
    return alg->status == KB_STATUS_RECOMMENDED || alg->status == KB_STATUS_EXPERIMENTAL;
}

/* Returns NULL when the rule gives the pair, else why it does not. */
static const char *refusal(const char *profile, const kb_alg *classical,
                           const kb_alg *pqc, bool allow_experimental) {
    if (classical->kind != KB_ALG_KEM || pqc->kind != KB_ALG_KEM ||
        classical->is_post_quantum || !pqc->is_post_quantum) {
        return "a pair is a classical and a post-quantum KEM, in this order";
    }
    if (!classical->may_be_composite || !pqc->may_be_composite) {
        return "one of the two is not allowed in composites";
    }
    if (!allow_experimental && (classical->status == KB_STATUS_EXPERIMENTAL ||
                                pqc->status == KB_STATUS_EXPERIMENTAL)) {
        return EXPERIMENTAL;
    }
    if (!is_offered(classical) || !is_offered(pqc)) {
        return "one of the two is not recommended";
    }
    if (abs(level_of(profile, classical) - level_of(profile, pqc)) > LEVEL_DISTANCE_MAX) {
        return "their security levels are more than 2 apart";
    }
    return NULL;
}

size_t kb_policy_pairs(const char *profile, kb_pair *out, size_t cap) {
    size_t rows, found = 0;
    const kb_alg *table = kb_catalog(&rows);
    profile = known_profile(profile);
    for (size_t i = 0; profile != NULL && i < rows * rows; i++) {
        const kb_alg *classical = &table[i / rows], *pqc = &table[i % rows];
        if (refusal(profile, classical, pqc, false) != NULL) {
            continue;
        }
        if (found < cap) {
            out[found] = (kb_pair){classical, pqc, level_of(profile, classical),
                                   level_of(profile, pqc)};
        }
        found++;
    }
    return found;
}

static kb_status unknown(const char *id) {
    return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.32s\"", id);
}

kb_status kb_policy_check_pair(const char *classical, const char *pqc,
                               bool allow_experimental) {
    const kb_alg *c = kb_catalog_find_name(classical), *p = kb_catalog_find_name(pqc);
    if (c == NULL || p == NULL) {
        return unknown(c == NULL ? classical : pqc);
    }
    const char *why = refusal(KB_POLICY_PROFILE_NIST, c, p, allow_experimental);
    if (why != NULL) {
        return KB_FAIL(KB_ERR_POLICY, "pair %s+%s: %s", c->name, p->name, why);
    }
    return KB_OK;
}

kb_status kb_policy_check_use(const char *id, kb_use use, bool allow_experimental) {
    const kb_alg *alg = kb_catalog_find_name(id);
    if (alg == NULL) {
        return unknown(id);
    }
    switch (alg->status) {
    case KB_STATUS_RECOMMENDED:
    case KB_STATUS_ACCEPTABLE:
        return KB_OK;
    case KB_STATUS_LEGACY:
        return use == KB_USE_PROCESS
                   ? KB_OK
                   : KB_FAIL(KB_ERR_POLICY, "%s is legacy and only %s", alg->name,
                             alg->kind == KB_ALG_SIG
                                 ? "verifies: nothing new is signed with it"
                                 : "decrypts");
    case KB_STATUS_EXPERIMENTAL:
        return allow_experimental
                   ? KB_OK
                   : KB_FAIL(KB_ERR_POLICY, "%s: " EXPERIMENTAL, alg->name);
    case KB_STATUS_DISALLOWED:
        break;
    }
    return KB_FAIL(KB_ERR_POLICY, "%s is disallowed", alg->name);
}
