/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys of sign and verify. */
#include "sign_keys.h"

#include "core/error.h"
#include "io.h"
#include "jobs.h"
#include "key/key.h"
#include "recipient.h"
#include "store.h"
#include "ui.h"

#include <keybraid/policy.h>
#include <limits.h>
#include <string.h>

kb_status kb_cli_sign_check(const kb_cli_args *args) {
    bool is_raw = kb_cli_has(args, KB_CLI_RAW), is_jws = kb_cli_has(args, KB_CLI_JWS);
    if (!kb_cli_has(args, KB_CLI_KEY)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "-k NAME is missing");
    }
    if (is_raw && is_jws) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--raw and --jws exclude each other");
    }
    if (kb_cli_has(args, KB_CLI_CONTEXT) && !is_raw) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--context goes with --raw only");
    }
    if (is_raw && args->second_key != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--raw takes one key");
    }
    return KB_OK;
}

/* Takes a key over into the next place and checks that it can sign. */
static kb_status add(kb_cli_sign_keys *keys, const char *name, kb_key *key) {
    size_t i = keys->count++;
    keys->name[i] = name;
    keys->key[i] = key;
    if (!kb_key_is_signing(key)) {
        return KB_FAIL(KB_ERR_POLICY, "%.64s is a key of %s, which signs nothing",
                       kb_cli_escape(name), kb_key_alg(key));
    }
    keys->jws[i] = kb_jws_key_of(key);
    return KB_OK;
}

/* The order of a pair is part of it; the user need not know it. */
static void classical_first(kb_cli_sign_keys *keys) {
    bool is_quantum[KB_JWS_KEYS_MAX] = {false};
    for (size_t i = 0; i < keys->count; i++) {
        const kb_alg *row = kb_catalog_find(kb_key_alg(keys->key[i]));
        is_quantum[i] = row != NULL && row->is_post_quantum;
    }
    if (keys->count == 2 && is_quantum[0] && !is_quantum[1]) {
        const char *name = keys->name[0];
        kb_key *key = keys->key[0];
        kb_jws_key jws = keys->jws[0];
        keys->name[0] = keys->name[1];
        keys->key[0] = keys->key[1];
        keys->jws[0] = keys->jws[1];
        keys->name[1] = name;
        keys->key[1] = key;
        keys->jws[1] = jws;
    }
}

static kb_status add_private(kb_cli_sign_keys *out, kb_keystore *store,
                             const char *name) {
    kb_key *counted = NULL, *key = NULL;
    const kb_key *held = NULL;
    if (kb_cli_recipient_is_file(name)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "-k %.80s: signing takes a key of the store",
                       kb_cli_escape(name));
    }
    KB_TRY(kb_keystore_public(store, name, 0, &key));
    bool is_signing = kb_key_is_signing(key);
    if (!is_signing) {
        return add(out, name, key); /* refuses before a use is counted */
    }
    kb_status allowed = kb_policy_check_use(kb_key_alg(key), KB_USE_PROTECT, true);
    kb_key_free(key);
    KB_TRY(allowed);
    KB_TRY(kb_keystore_use(store, name, &counted));
    /* The version that was counted, also when somebody rotates the key in this moment. */
    kb_keyring ring = kb_keystore_keyring(store);
    kb_status status = ring.candidate(ring.self, kb_key_alg(counted),
                                      kb_key_thumbprint(counted), 0, &held);
    if (status == KB_ERR_NO_KEY) {
        status = KB_FAIL(KB_ERR_KEY, "only the public part of %s is held",
                         kb_cli_escape(name));
    }
    if (status == KB_OK) {
        status =
            kb_key_from_parts(&key, kb_key_alg(held), strlen(kb_key_alg(held)), held->pk,
                              held->pk_len, kb_secret_bytes(held->sk), held->sk_len);
    }
    kb_key_free(counted);
    return status == KB_OK ? add(out, name, key) : status;
}

/* Only SLH-DSA has work for several threads; for the others none are started. */
static kb_status add_threads(kb_cli_sign_keys *keys, const kb_cli_args *args) {
    for (size_t i = 0; i < keys->count; i++) {
        const kb_alg *row = kb_catalog_find(kb_key_alg(keys->key[i]));
        if (row != NULL && strcmp(row->family, "SLH-DSA") == 0) {
            KB_TRY(kb_cli_jobs_pool(&keys->jws[i].pool, args));
        }
    }
    return KB_OK;
}

kb_status kb_cli_sign_keys_private(kb_cli_sign_keys *out, const kb_cli_args *args,
                                   kb_keystore *store) {
    KB_TRY(add_private(out, store, args->value[KB_CLI_KEY]));
    if (args->second_key != NULL) {
        KB_TRY(add_private(out, store, args->second_key));
    }
    classical_first(out);
    return add_threads(out, args);
}

/* Looks for the version of a key that made one of the signatures. */
typedef struct search {
    const kb_jws_info *info; /* NULL: the signature names no key */
    unsigned version;        /* 0 while not found: the primary one */
} search;

static kb_status match(void *self, const kb_key_entry *entry) {
    search *s = self;
    for (size_t i = 0; i < s->info->signatures; i++) {
        if (strcmp(entry->kid, s->info->kid[i]) == 0) {
            s->version = entry->version;
        }
    }
    return KB_OK;
}

static kb_status from_store(kb_key **out, const kb_cli_args *args, const char *name,
                            const kb_jws_info *info) {
    kb_keystore *store = NULL;
    search s = {.info = info};
    uint64_t version = 0;
    if (kb_cli_has(args, KB_CLI_VERSION_NUMBER)) {
        KB_TRY(kb_cli_args_number(&version, args, KB_CLI_VERSION_NUMBER, INT_MAX));
        s.version = (unsigned)version;
    }
    kb_status status = kb_cli_store_open(&store, args);
    if (status == KB_OK && s.version == 0 && info != NULL) {
        status = kb_keystore_list(store, name, match, &s);
    }
    if (status == KB_OK) {
        status = kb_keystore_public(store, name, s.version, out);
    }
    kb_keystore_close(store);
    return status;
}

static kb_status add_public(kb_cli_sign_keys *out, const kb_cli_args *args,
                            const char *name, const kb_jws_info *info) {
    kb_key *key = NULL;
    KB_TRY(kb_cli_recipient_is_file(name) ? kb_cli_recipient_from_file(&key, name, "sig")
                                          : from_store(&key, args, name, info));
    return add(out, name, key);
}

kb_status kb_cli_sign_keys_public(kb_cli_sign_keys *out, const kb_cli_args *args,
                                  const kb_jws_info *info) {
    KB_TRY(add_public(out, args, args->value[KB_CLI_KEY], info));
    if (args->second_key != NULL) {
        KB_TRY(add_public(out, args, args->second_key, info));
    }
    classical_first(out);
    return KB_OK;
}

void kb_cli_sign_keys_free(kb_cli_sign_keys *keys) {
    for (size_t i = 0; i < keys->count; i++) {
        kb_key_free(keys->key[i]);
    }
    keys->count = 0;
}
