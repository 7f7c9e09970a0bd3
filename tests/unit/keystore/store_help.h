/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the tests of the keystore have in common: stores, keys, and SQL behind their
 * back. */
#ifndef KB_TEST_STORE_HELP_H
#define KB_TEST_STORE_HELP_H

#include "test.h"
#include "unit/stream/tmpdir.h"

#include <keybraid/keystore.h>
#include <sqlite3.h>

#define TEST_ALG   "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"
#define TEST_ALG_2 "CKEM1.P-256.ML-KEM-512.HKDF-SHA256"

static const kb_key_limits no_limits = {0, 0};

/* Leaves the program: nothing else makes sense without these. */
#define NEEDS(call)                                                                      \
    do {                                                                                 \
        if ((call) != KB_OK) {                                                           \
            printf("# %s:%d: %s: %s\n", __FILE__, __LINE__, #call,                       \
                   kb_last_error()->text);                                               \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

static inline kb_secret *phrase(const char *text) {
    kb_secret *secret = NULL;
    NEEDS(kb_secret_new(&secret, strlen(text)));
    memcpy(kb_secret_data(secret), text, strlen(text));
    return secret;
}

static inline kb_key *new_key(const char *alg) {
    kb_key *key = NULL;
    NEEDS(kb_key_generate(&key, alg));
    return key;
}

static inline kb_keystore *open_unlocked(const char *path) {
    kb_keystore *store = NULL;
    NEEDS(kb_keystore_open(&store, path));
    NEEDS(kb_keystore_unlock(store, NULL));
    return store;
}

/* Makes a store with a key file and opens it. */
static inline kb_keystore *new_store(const char *path) {
    NEEDS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL));
    return open_unlocked(path);
}

static inline void add_key(kb_keystore *store, const char *name, kb_key_limits limits) {
    kb_key *key = new_key(TEST_ALG);
    NEEDS(kb_keystore_add(store, name, key, limits));
    kb_key_free(key);
}

/* Runs SQL on the file as an attacker would. */
static inline void run_sql(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    char *text = NULL;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, &text) != SQLITE_OK) {
        printf("# %s: %s\n", sql, text != NULL ? text : "cannot open");
        exit(1);
    }
    sqlite3_close(db);
}

/* Reads one number, or -1. */
static inline long long ask_sql(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    sqlite3_stmt *query = NULL;
    long long answer = -1;
    if (sqlite3_open(path, &db) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW) {
        answer = sqlite3_column_int64(query, 0);
    }
    sqlite3_finalize(query);
    sqlite3_close(db);
    return answer;
}

#endif
