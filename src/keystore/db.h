/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SQLite as this folder uses it: one way to open, one mapping of its errors, strict
 * readers of columns. Nothing here knows what the tables mean.
 */
#ifndef KB_KEYSTORE_DB_H
#define KB_KEYSTORE_DB_H

#include <keybraid/status.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens the existing file at path, hardened against a hostile one: no triggers, no
 * views, no schema tricks, no extensions, bounded row size. */
KB_MUST_USE kb_status kb_db_open(sqlite3 **out, const char *path);

/* Records what SQLite says went wrong, as the status that it means. */
kb_status kb_db_fail(const char *function, sqlite3 *db, const char *doing);

static inline void kb_db_statement_end(sqlite3_stmt **statement) {
    (void)sqlite3_finalize(*statement);
}

/* A statement that is finalised when the scope ends. */
#define KB_DB_STATEMENT __attribute__((cleanup(kb_db_statement_end))) sqlite3_stmt *

/* Runs SQL without parameters and results. */
KB_MUST_USE kb_status kb_db_exec(sqlite3 *db, const char *sql);
KB_MUST_USE kb_status kb_db_prepare(sqlite3 *db, sqlite3_stmt **out, const char *sql);
/* Goes to the next row; *has_row says whether there is one. */
KB_MUST_USE kb_status kb_db_step(sqlite3 *db, sqlite3_stmt *statement, bool *has_row);
/* Runs a statement that gives no rows. */
KB_MUST_USE kb_status kb_db_run(sqlite3 *db, sqlite3_stmt *statement);

/* Starts a transaction that writes; waits up to 10 s for other writers (KB_ERR_BUSY).
 * KB_ERR_STATE inside another one. */
KB_MUST_USE kb_status kb_db_begin_write(sqlite3 *db);
/* Starts a transaction that reads; *began is false inside another one, which then serves
 * as well. */
KB_MUST_USE kb_status kb_db_begin_read(sqlite3 *db, bool *began);
/* Commits when status is KB_OK, else rolls back; returns the first failure. */
KB_MUST_USE kb_status kb_db_end(sqlite3 *db, kb_status status);

/* Reads a column that must be a blob of exactly len bytes. KB_ERR_STORE. */
KB_MUST_USE kb_status kb_db_blob(sqlite3_stmt *statement, int column, void *out,
                                 size_t len);
/* Reads a column that must be text without NUL of at most cap - 1 bytes. */
KB_MUST_USE kb_status kb_db_text(sqlite3_stmt *statement, int column, char *out,
                                 size_t cap);
/* Reads a column that must be an integer in min..max. */
KB_MUST_USE kb_status kb_db_int(sqlite3_stmt *statement, int column, int64_t min,
                                int64_t max, int64_t *out);

#endif
