/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From what people write to algorithm strings. */
#include "composite/sig_lamps.h"
#include "core/error.h"
#include "key/key.h"

#include <keybraid/policy.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_KDF "HKDF-SHA256"

static kb_status write_single(char out[KB_KEY_ALG_MAX_BYTES], const char *id,
                              const char *kdf) {
    if (kdf != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a KDF belongs to a pair of KEMs, not to %s", id);
    }
    (void)snprintf(out, KB_KEY_ALG_MAX_BYTES, "%s", id);
    return KB_OK;
}

static kb_status single(char out[KB_KEY_ALG_MAX_BYTES], const char *name, const char *kdf,
                        bool allow_experimental) {
    const kb_alg *alg = kb_catalog_find_name(name);
    if (alg == NULL && strncmp(name, "RSA", 3) == 0) {
        return KB_FAIL(KB_ERR_POLICY, "RSA keys are imported to verify with, none are "
                                      "made: ML-DSA-65+Ed25519 signs");
    }
    if (alg == NULL || (kb_kem_find(alg->id) == NULL && kb_sig_find(alg->id) == NULL)) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "algorithm \"%.40s\" (a pair such as X25519+ML-KEM-768, a KEM or "
                       "a signature algorithm)",
                       name);
    }
    KB_TRY(kb_policy_check_use(alg->id, KB_USE_PROTECT, allow_experimental));
    if (alg->status == KB_STATUS_EXPERIMENTAL && !alg->may_be_composite) {
        return KB_FAIL(KB_ERR_POLICY, "%s: %s", alg->name, alg->notes);
    }
    return write_single(out, alg->id, kdf);
}

/* A name without the suffix of wrapped mode. */
static kb_status from_name(char out[KB_KEY_ALG_MAX_BYTES], const char *name,
                           const char *kdf, bool allow_experimental) {
    const char *plus = strchr(name, '+'), *signature = kb_sig_lamps_id_of_name(name);
    char classical[32];
    kb_combiner_kdf parsed;
    if (signature != NULL) {
        return write_single(out, signature, kdf);
    }
    if (plus == NULL) {
        return single(out, name, kdf, allow_experimental);
    }
    kdf = kdf == NULL ? DEFAULT_KDF : kdf;
    KB_TRY(kb_composite_alg_kdf(&parsed, kdf, strlen(kdf)));
    size_t n = (size_t)(plus - name);
    if (n >= sizeof classical) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.40s\"", name);
    }
    memcpy(classical, name, n);
    classical[n] = '\0';
    KB_TRY(kb_policy_check_pair(classical, plus + 1, allow_experimental));
    (void)snprintf(out, KB_KEY_ALG_MAX_BYTES, KB_COMPOSITE_PREFIX "%s.%s.%s",
                   kb_catalog_find_name(classical)->id,
                   kb_catalog_find_name(plus + 1)->id, kdf);
    return KB_OK;
}

kb_status kb_key_alg_from_name(char out[KB_KEY_ALG_MAX_BYTES], const char *name,
                               const char *kdf, bool allow_experimental) {
    char pair[64], alg[KB_KEY_ALG_MAX_BYTES];
    size_t len = strlen(name), suffix = strlen(KB_COMPOSITE_WRAP_SUFFIX);
    if (len <= suffix || strcmp(name + len - suffix, KB_COMPOSITE_WRAP_SUFFIX) != 0) {
        return from_name(out, name, kdf, allow_experimental);
    }
    if (len - suffix >= sizeof pair) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.40s\"", name);
    }
    memcpy(pair, name, len - suffix);
    pair[len - suffix] = '\0';
    KB_TRY(from_name(alg, pair, kdf, allow_experimental));
    if (!kb_composite_alg_is_prefix(alg, strlen(alg))) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "wrapped mode (" KB_COMPOSITE_WRAP_SUFFIX
                       ") needs a pair of KEMs, not %s",
                       pair);
    }
    int n = snprintf(out, KB_KEY_ALG_MAX_BYTES, "%s" KB_COMPOSITE_WRAP_SUFFIX, alg);
    KB_INVARIANT(n < KB_KEY_ALG_MAX_BYTES);
    return KB_OK;
}
