/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The handle of a store, shared by the files of this folder. */
#ifndef KB_KEYSTORE_STORE_H
#define KB_KEYSTORE_STORE_H

#include "keystore/db.h"
#include "keystore/lock.h"

#include <keybraid/keystore.h>

/* A key that the keyring gave out; lives until the store is closed. */
typedef struct kb_loaded_key {
    struct kb_loaded_key *next;
    int64_t row; /* id of the version's row */
    kb_key *key;
} kb_loaded_key;

struct kb_keystore {
    sqlite3 *db;
    char *path;
    kb_meta meta;
    kb_secret *keys; /* kb_store_keys; NULL while locked */
    kb_loaded_key *loaded;
};

/* The derived keys of an unlocked store. */
static inline const kb_store_keys *kb_store_keys_of(const kb_keystore *store) {
    return (const kb_store_keys *)kb_secret_bytes(store->keys);
}

/* KB_ERR_ARGUMENT without a store, KB_ERR_STATE while it is locked. */
KB_MUST_USE kb_status kb_store_check_unlocked(const kb_keystore *store);

#endif
