/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tables of a store.
 *
 * There is no index, trigger or view, and the text of the schema is compared with ours
 * when a file is opened: whoever can write the file cannot plant code in it or make a
 * lookup answer from something else than the rows that are authenticated.
 *
 * What changes with every use (versions, meta) is apart from what is long and never
 * changes (parts), so that a use writes two pages.
 */
#include "keystore/schema.h"

#include "core/error.h"

#include <string.h>

typedef struct table {
    const char *name;
    const char *sql; /* as SQLite keeps it: without the semicolon */
} table;

/* Ordered by name. */
static const table tables[] = {
    {"meta",
     "CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), "
     "store_id BLOB NOT NULL, lock INTEGER NOT NULL, kdf_kib INTEGER NOT NULL, "
     "kdf_passes INTEGER NOT NULL, salt BLOB NOT NULL, wrapped_key BLOB NOT NULL, "
     "checksum BLOB NOT NULL, generation INTEGER NOT NULL, "
     "list_mac BLOB NOT NULL) STRICT"},
    {"parts", "CREATE TABLE parts(id INTEGER PRIMARY KEY REFERENCES versions(id), "
              "public TEXT NOT NULL, private BLOB) STRICT"},
    {"versions",
     "CREATE TABLE versions(id INTEGER PRIMARY KEY, key_id BLOB NOT NULL, "
     "name TEXT NOT NULL, version INTEGER NOT NULL, state INTEGER NOT NULL, "
     "alg TEXT NOT NULL, kid TEXT NOT NULL, created INTEGER NOT NULL, "
     "protect_until INTEGER NOT NULL, max_uses INTEGER NOT NULL, uses INTEGER NOT NULL, "
     "mac BLOB NOT NULL) STRICT"},
};
#define TABLE_COUNT (sizeof tables / sizeof tables[0])

kb_status kb_schema_create(sqlite3 *db) {
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        KB_TRY(kb_db_exec(db, tables[i].sql));
    }
    char *sql = sqlite3_mprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                KB_SCHEMA_APPLICATION_ID, KB_SCHEMA_VERSION);
    if (sql == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "statement");
    }
    kb_status status = kb_db_exec(db, sql);
    sqlite3_free(sql);
    return status;
}

static kb_status read_pragma(sqlite3 *db, const char *sql, int64_t *out) {
    KB_DB_STATEMENT query = NULL;
    bool has_row;
    KB_TRY(kb_db_prepare(db, &query, sql));
    KB_TRY(kb_db_step(db, query, &has_row));
    KB_INVARIANT(has_row);
    *out = sqlite3_column_int64(query, 0);
    return KB_OK;
}

static bool is_same(sqlite3_stmt *query, int column, const char *want) {
    const char *got = (const char *)sqlite3_column_text(query, column);
    return got != NULL && strcmp(got, want) == 0;
}

kb_status kb_schema_check(sqlite3 *db) {
    int64_t application, version;
    KB_TRY(read_pragma(db, "PRAGMA application_id", &application));
    if (application != KB_SCHEMA_APPLICATION_ID) {
        return KB_FAIL(KB_ERR_STORE, "not a keybraid keystore");
    }
    KB_TRY(read_pragma(db, "PRAGMA user_version", &version));
    if (version > KB_SCHEMA_VERSION) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "keystore of version %lld, this program knows up to %d",
                       (long long)version, KB_SCHEMA_VERSION);
    }
    if (version != KB_SCHEMA_VERSION) {
        return KB_FAIL(KB_ERR_STORE, "version of the tables is %lld", (long long)version);
    }
    KB_DB_STATEMENT query = NULL;
    KB_TRY(kb_db_prepare(db, &query,
                         "SELECT type, name, sql FROM sqlite_schema ORDER BY name"));
    size_t n = 0;
    for (bool has_row;; n++) {
        KB_TRY(kb_db_step(db, query, &has_row));
        if (!has_row) {
            break;
        }
        if (n >= TABLE_COUNT || !is_same(query, 0, "table") ||
            !is_same(query, 1, tables[n].name) || !is_same(query, 2, tables[n].sql)) {
            return KB_FAIL(KB_ERR_STORE, "its tables are not those of a keystore");
        }
    }
    if (n != TABLE_COUNT) {
        return KB_FAIL(KB_ERR_STORE, "%zu of %zu tables are there", n, TABLE_COUNT);
    }
    return KB_OK;
}
