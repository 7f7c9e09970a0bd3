/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level profiles and the pair rule: decisions only, no input or output. */
#include <keybraid/policy.h>

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define LEVEL_DISTANCE_MAX 2

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

/* Returns NULL when the rule gives the pair, else why it does not. */
static const char *refusal(const char *profile, const kb_alg *classical,
                           const kb_alg *pqc) {
    if (classical->kind != KB_ALG_KEM || pqc->kind != KB_ALG_KEM ||
        classical->is_post_quantum || !pqc->is_post_quantum) {
        return "a pair is a classical and a post-quantum KEM, in this order";
    }
    if (!classical->may_be_composite || !pqc->may_be_composite) {
        return "one of the two is not allowed in composites";
    }
    if (classical->status != KB_STATUS_RECOMMENDED ||
        pqc->status != KB_STATUS_RECOMMENDED) {
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
        if (refusal(profile, classical, pqc) != NULL) {
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

kb_status kb_policy_check_pair(const char *classical, const char *pqc) {
    const kb_alg *c = kb_catalog_find(classical), *p = kb_catalog_find(pqc);
    if (c == NULL || p == NULL) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.32s\"",
                       c == NULL ? classical : pqc);
    }
    const char *why = refusal(KB_POLICY_PROFILE_NIST, c, p);
    if (why != NULL) {
        return KB_FAIL(KB_ERR_POLICY, "pair %s+%s: %s", classical, pqc, why);
    }
    return KB_OK;
}
