/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What may be used: level profiles and the rule that derives the composite pairs from the
 * catalog.
 *
 * Threads: safe; constant tables only.
 */
#ifndef KB_POLICY_H
#define KB_POLICY_H

#include <keybraid/catalog.h>
#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_POLICY_PROFILE_NIST       "nist" /* also what NULL means */
#define KB_POLICY_PROFILE_SECURECORE "securecore-2026"

/** A valid composite: classical half first. */
typedef struct kb_pair {
    const kb_alg *classical;
    const kb_alg *pqc;
    int classical_level, pqc_level; /* in the profile asked for */
} kb_pair;

/** Returns the level that profile gives an algorithm; 0 for an unknown profile or
 * algorithm. */
KB_API int kb_policy_level(const char *profile, const char *alg_id);

/**
 * Lists the pairs that the pair rule gives, in catalog order: both halves recommended,
 * both allowed in composites, levels at most 2 apart.
 *
 * profile: KB_POLICY_PROFILE_NIST (or NULL) or KB_POLICY_PROFILE_SECURECORE
 * Returns: the number of pairs, of which at most cap are written; 0 for an unknown
 * profile.
 */
KB_API size_t kb_policy_pairs(const char *profile, kb_pair *out, size_t cap);

/**
 * Checks one pair against the rule, profile nist, for protecting data.
 *
 * classical, pqc:     names or ids
 * allow_experimental: an experimental half counts as recommended
 * Returns: KB_OK, KB_ERR_UNSUPPORTED (unknown id), KB_ERR_POLICY (the text says which part of
 *          the rule refuses it)
 */
KB_API KB_MUST_USE kb_status kb_policy_check_pair(const char *classical, const char *pqc,
                                                  bool allow_experimental);

/** What an algorithm is to be used for. */
typedef enum kb_use {
    KB_USE_PROTECT,
    KB_USE_PROCESS
} kb_use; /* encrypt, sign; decrypt, verify */

/**
 * Checks one algorithm by its status.
 *
 * Returns: KB_OK, KB_ERR_UNSUPPORTED (unknown id), KB_ERR_POLICY
 */
KB_API KB_MUST_USE kb_status kb_policy_check_use(const char *id, kb_use use,
                                                 bool allow_experimental);

#ifdef __cplusplus
}
#endif
#endif
