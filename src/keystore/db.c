/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SQLite: opening, errors, transactions, columns. */
#include "keystore/db.h"

#include "core/error.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define BUSY_WAIT_MS    10000
#define VALUE_MAX_BYTES (1 << 20) /* longest text, blob or row */
#define SQL_MAX_BYTES   8192
#define PATH_ROOM       (PATH_MAX + 2)

static kb_status status_of(int code) {
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return KB_ERR_BUSY;
    case SQLITE_NOMEM:
        return KB_ERR_MEMORY;
    case SQLITE_IOERR:
        /* A file that ends in the middle of a page is damaged, not a failing disk. */
        return code == SQLITE_IOERR_SHORT_READ ? KB_ERR_STORE : KB_ERR_IO;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
        return KB_ERR_IO;
    case SQLITE_MISUSE:
    case SQLITE_INTERNAL:
    case SQLITE_RANGE:
        return KB_ERR_INTERNAL;
    default:
        /* NOTADB, CORRUPT, and what our fixed statements cannot meet in a store of ours:
         * missing tables, failing constraints, wrong types. */
        return KB_ERR_STORE;
    }
}

kb_status kb_db_fail(const char *function, sqlite3 *db, const char *doing) {
    int code = sqlite3_extended_errcode(db);
    return kb_error_set(status_of(code), function, false, 0, "%s: %s", doing,
                        sqlite3_errmsg(db));
}

#define DB_FAIL(db, doing) kb_db_fail(__func__, (db), (doing))

static kb_status harden(sqlite3 *db) {
    static const struct {
        int option, value;
    } options[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 1},    {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (sqlite3_db_config(db, options[i].option, options[i].value, NULL) !=
            SQLITE_OK) {
            return DB_FAIL(db, "setting up");
        }
    }
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_MAX_BYTES);
    (void)sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, SQL_MAX_BYTES);
    (void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    (void)sqlite3_busy_timeout(db, BUSY_WAIT_MS);
    return kb_db_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
                          "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;"
                          "PRAGMA synchronous = FULL;");
}

kb_status kb_db_open(sqlite3 **out, const char *path) {
    char name[PATH_ROOM];
    /* In front of a relative path, "./" keeps SQLite from taking it for a URI or for one
     * of its special names. */
    int n = snprintf(name, sizeof name, "%s%s", path[0] == '/' ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof name) {
        return KB_FAIL(KB_ERR_IO, "path of %zu bytes is too long", strlen(path));
    }
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(
        name, &db,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE, NULL);
    kb_status status;
    if (db == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "database handle");
    }
    status = code == SQLITE_OK ? harden(db) : DB_FAIL(db, "opening");
    if (status != KB_OK) {
        (void)sqlite3_close(db);
        return status;
    }
    *out = db;
    return KB_OK;
}

kb_status kb_db_exec(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? KB_OK
                                                                : DB_FAIL(db, "database");
}

kb_status kb_db_prepare(sqlite3 *db, sqlite3_stmt **out, const char *sql) {
    return sqlite3_prepare_v2(db, sql, -1, out, NULL) == SQLITE_OK
               ? KB_OK
               : DB_FAIL(db, "database");
}

kb_status kb_db_step(sqlite3 *db, sqlite3_stmt *statement, bool *has_row) {
    int code = sqlite3_step(statement);
    *has_row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? KB_OK : DB_FAIL(db, "database");
}

kb_status kb_db_run(sqlite3 *db, sqlite3_stmt *statement) {
    bool has_row;
    KB_TRY(kb_db_step(db, statement, &has_row));
    KB_INVARIANT(!has_row);
    return KB_OK;
}

kb_status kb_db_begin_write(sqlite3 *db) {
    if (sqlite3_get_autocommit(db) == 0) {
        return KB_FAIL(KB_ERR_STATE, "the store is being read by the same handle");
    }
    return kb_db_exec(db, "BEGIN IMMEDIATE");
}

kb_status kb_db_begin_read(sqlite3 *db, bool *began) {
    *began = sqlite3_get_autocommit(db) != 0;
    return *began ? kb_db_exec(db, "BEGIN") : KB_OK;
}

kb_status kb_db_end(sqlite3 *db, kb_status status) {
    if (status == KB_OK) {
        status = kb_db_exec(db, "COMMIT");
    }
    if (status != KB_OK && sqlite3_get_autocommit(db) == 0) {
        /* Not through kb_db_exec: the first failure is the one to tell. */
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    return status;
}

static kb_status wrong_column(sqlite3_stmt *statement, int column) {
    return KB_FAIL(KB_ERR_STORE, "%s has a wrong type, length or range",
                   sqlite3_column_name(statement, column));
}

kb_status kb_db_blob(sqlite3_stmt *statement, int column, void *out, size_t len) {
    const void *blob = sqlite3_column_blob(statement, column);
    if (sqlite3_column_type(statement, column) != SQLITE_BLOB || blob == NULL ||
        (size_t)sqlite3_column_bytes(statement, column) != len) {
        return wrong_column(statement, column);
    }
    memcpy(out, blob, len);
    return KB_OK;
}

kb_status kb_db_text(sqlite3_stmt *statement, int column, char *out, size_t cap) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    size_t len = (size_t)sqlite3_column_bytes(statement, column);
    if (sqlite3_column_type(statement, column) != SQLITE_TEXT || text == NULL ||
        len >= cap || strnlen(text, len) != len) {
        return wrong_column(statement, column);
    }
    memcpy(out, text, len);
    out[len] = '\0';
    return KB_OK;
}

kb_status kb_db_int(sqlite3_stmt *statement, int column, int64_t min, int64_t max,
                    int64_t *out) {
    int64_t value = sqlite3_column_int64(statement, column);
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER || value < min ||
        value > max) {
        return wrong_column(statement, column);
    }
    *out = value;
    return KB_OK;
}
