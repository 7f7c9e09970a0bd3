/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rows of the store, one by one and as a list.
 *
 * The code over the list is an HMAC-SHA256 of the store's id, a generation number that
 * grows with every write, and the codes of all rows in order. A row that was removed,
 * added, or put back as it was earlier (with a lower count of uses, say) is noticed by
 * it. What cannot be noticed: that the whole file was replaced by an older copy of
 * itself. Only something outside the file could tell.
 */
#include "keystore/rows.h"

#include "core/bytes.h"
#include "core/error.h"
#include "keystore/name.h"
#include "keystore/pack.h"
#include "keystore/verify.h"
#include "stream/buffer.h"

#include <keybraid/kdf.h>
#include <limits.h>

static const char label_list[] = "keybraid keystore 1 list";

#define SELECT_RECORD                                                                    \
    "SELECT versions.id, key_id, name, version, state, alg, kid, created, "              \
    "protect_until, max_uses, uses, mac, public, private FROM versions "                 \
    "LEFT JOIN parts ON parts.id = versions.id "

static kb_status read_bytes(sqlite3_stmt *query, int column, int type, size_t max,
                            kb_buffer *out) {
    const void *bytes = type == SQLITE_TEXT
                            ? (const void *)sqlite3_column_text(query, column)
                            : sqlite3_column_blob(query, column);
    size_t len = (size_t)sqlite3_column_bytes(query, column);
    if (sqlite3_column_type(query, column) != type || bytes == NULL || len == 0 ||
        len > max) {
        return KB_FAIL(KB_ERR_STORE, "%s has a wrong type or length",
                       sqlite3_column_name(query, column));
    }
    return kb_buffer_append(out, bytes, len);
}

/* Reads the row that SELECT_RECORD stands on. */
static kb_status read_record(sqlite3_stmt *query, kb_record *out) {
    int64_t version, state, max_uses, uses;
    KB_TRY(kb_db_int(query, 0, INT64_MIN, INT64_MAX, &out->row));
    KB_TRY(kb_db_blob(query, 1, out->key_id, sizeof out->key_id));
    KB_TRY(kb_db_text(query, 2, out->name, sizeof out->name));
    if (kb_name_check(out->name) != KB_OK) {
        return KB_FAIL(KB_ERR_STORE, "a key has a name that is none");
    }
    KB_TRY(kb_db_int(query, 3, 1, INT_MAX, &version));
    KB_TRY(kb_db_int(query, 4, KB_VERSION_PRIMARY, KB_VERSION_RETIRED, &state));
    KB_TRY(kb_db_text(query, 5, out->alg, sizeof out->alg));
    KB_TRY(kb_db_text(query, 6, out->kid, sizeof out->kid));
    KB_TRY(kb_db_int(query, 7, INT64_MIN, INT64_MAX, &out->created_s));
    KB_TRY(kb_db_int(query, 8, 0, INT64_MAX, &out->limits.protect_until_s));
    KB_TRY(kb_db_int(query, 9, 0, INT64_MAX, &max_uses));
    KB_TRY(kb_db_int(query, 10, 0, INT64_MAX, &uses));
    KB_TRY(kb_db_blob(query, 11, out->mac, sizeof out->mac));
    KB_TRY(read_bytes(query, 12, SQLITE_TEXT, KB_JWK_MAX_BYTES, &out->public_jwk));
    if (sqlite3_column_type(query, 13) != SQLITE_NULL) {
        KB_TRY(read_bytes(query, 13, SQLITE_BLOB, KB_SEALED_MAX_BYTES, &out->sealed));
    }
    out->version = (unsigned)version;
    out->state = (kb_version_state)state;
    out->limits.max_uses = (uint64_t)max_uses;
    out->uses = (uint64_t)uses;
    return KB_OK;
}

static kb_status read_verified(kb_keystore *store, sqlite3_stmt *query, kb_record *out) {
    KB_TRY(read_record(query, out));
    return store->keys != NULL ? kb_record_verify(store, out) : KB_OK;
}

static void bind_text(sqlite3_stmt *query, int at, const char *text) {
    /* Failures of binding show in the step: the parameter stays NULL. */
    (void)sqlite3_bind_text(query, at, text, -1, SQLITE_STATIC);
}

kb_status kb_rows_each(kb_keystore *store, const char *name, kb_rows_visit visit,
                       void *self, size_t *seen) {
    KB_DB_STATEMENT query = NULL;
    KB_TRY(kb_db_prepare(store->db, &query,
                         SELECT_RECORD "WHERE ?1 IS NULL OR name = ?1 "
                                       "ORDER BY name, version"));
    bind_text(query, 1, name);
    for (*seen = 0;; (*seen)++) {
        bool has_row;
        KB_TRY(kb_db_step(store->db, query, &has_row));
        if (!has_row) {
            return KB_OK;
        }
        kb_record record = {.row = 0};
        kb_status status = read_verified(store, query, &record);
        if (status == KB_OK) {
            status = visit(self, &record);
        }
        kb_record_clear(&record);
        KB_TRY(status);
    }
}

/* Before an unlocked store says that it has no such key, it makes sure that nobody hid
 * it: a name, kid or state that was altered finds nothing. */
static kb_status check_absence(kb_keystore *store) {
    return store->keys != NULL ? kb_verify_all(store) : KB_OK;
}

kb_status kb_rows_find(kb_keystore *store, const char *name, unsigned version,
                       kb_record *out) {
    KB_DB_STATEMENT query = NULL;
    bool has_row;
    KB_TRY(kb_db_prepare(store->db, &query,
                         SELECT_RECORD "WHERE name = ?1 AND CASE ?2 WHEN 0 "
                                       "THEN state = 0 ELSE version = ?2 END"));
    bind_text(query, 1, name);
    (void)sqlite3_bind_int64(query, 2, version);
    KB_TRY(kb_db_step(store->db, query, &has_row));
    if (!has_row) {
        KB_TRY(check_absence(store));
        return version == KB_ROWS_PRIMARY
                   ? KB_FAIL(KB_ERR_NO_KEY, "no key is named %.64s", name)
                   : KB_FAIL(KB_ERR_NO_KEY, "no key is named %.64s with a version %u",
                             name, version);
    }
    return read_verified(store, query, out);
}

kb_status kb_rows_candidate(kb_keystore *store, const char *alg, const char *kid,
                            size_t index, kb_record *out) {
    KB_DB_STATEMENT query = NULL;
    bool has_row;
    KB_TRY(kb_db_prepare(store->db, &query,
                         SELECT_RECORD
                         "WHERE private IS NOT NULL AND "
                         "CASE WHEN ?1 IS NULL THEN alg = ?2 ELSE kid = ?1 END "
                         "ORDER BY state, versions.id DESC LIMIT 1 OFFSET ?3"));
    bind_text(query, 1, kid);
    bind_text(query, 2, alg);
    (void)sqlite3_bind_int64(query, 3, index > INT_MAX ? INT_MAX : (int64_t)index);
    KB_TRY(kb_db_step(store->db, query, &has_row));
    if (!has_row) {
        KB_TRY(check_absence(store));
        return KB_FAIL(KB_ERR_NO_KEY, kid != NULL
                                          ? "no private key with this kid is in the store"
                                          : "no more private keys of this algorithm are "
                                            "in the store");
    }
    return read_verified(store, query, out);
}

kb_status kb_rows_has_name(kb_keystore *store, const char *name, bool *has) {
    KB_DB_STATEMENT query = NULL;
    KB_TRY(kb_db_prepare(store->db, &query, "SELECT 1 FROM versions WHERE name = ?"));
    bind_text(query, 1, name);
    return kb_db_step(store->db, query, has);
}

static kb_status insert_parts(kb_keystore *store, const kb_record *record) {
    KB_DB_STATEMENT insert = NULL;
    KB_TRY(kb_db_prepare(store->db, &insert,
                         "INSERT INTO parts(id, public, private) VALUES(?, ?, ?)"));
    (void)sqlite3_bind_int64(insert, 1, record->row);
    (void)sqlite3_bind_text(insert, 2, (const char *)record->public_jwk.data,
                            (int)record->public_jwk.len, SQLITE_STATIC);
    if (kb_record_has_private(record)) {
        (void)sqlite3_bind_blob(insert, 3, record->sealed.data, (int)record->sealed.len,
                                SQLITE_STATIC);
    }
    return kb_db_run(store->db, insert);
}

kb_status kb_rows_insert(kb_keystore *store, kb_record *record) {
    KB_DB_STATEMENT insert = NULL;
    KB_TRY(kb_record_sign(store, record));
    KB_TRY(kb_db_prepare(store->db, &insert,
                         "INSERT INTO versions(key_id, name, version, state, alg, kid, "
                         "created, protect_until, max_uses, uses, mac) "
                         "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    (void)sqlite3_bind_blob(insert, 1, record->key_id, sizeof record->key_id,
                            SQLITE_STATIC);
    bind_text(insert, 2, record->name);
    (void)sqlite3_bind_int64(insert, 3, record->version);
    (void)sqlite3_bind_int64(insert, 4, record->state);
    bind_text(insert, 5, record->alg);
    bind_text(insert, 6, record->kid);
    (void)sqlite3_bind_int64(insert, 7, record->created_s);
    (void)sqlite3_bind_int64(insert, 8, record->limits.protect_until_s);
    (void)sqlite3_bind_int64(insert, 9, (sqlite3_int64)record->limits.max_uses);
    (void)sqlite3_bind_int64(insert, 10, (sqlite3_int64)record->uses);
    (void)sqlite3_bind_blob(insert, 11, record->mac, sizeof record->mac, SQLITE_STATIC);
    KB_TRY(kb_db_run(store->db, insert));
    record->row = sqlite3_last_insert_rowid(store->db);
    return insert_parts(store, record);
}

kb_status kb_rows_update(kb_keystore *store, kb_record *record) {
    KB_DB_STATEMENT update = NULL;
    KB_TRY(kb_record_sign(store, record));
    KB_TRY(
        kb_db_prepare(store->db, &update,
                      "UPDATE versions SET state = ?, uses = ?, mac = ? WHERE id = ?"));
    (void)sqlite3_bind_int64(update, 1, record->state);
    (void)sqlite3_bind_int64(update, 2, (sqlite3_int64)record->uses);
    (void)sqlite3_bind_blob(update, 3, record->mac, sizeof record->mac, SQLITE_STATIC);
    (void)sqlite3_bind_int64(update, 4, record->row);
    return kb_db_run(store->db, update);
}

/* Appends the number of rows behind the codes of all rows, in the order of their ids. */
static kb_status pack_macs(kb_keystore *store, kb_buffer *packed) {
    KB_DB_STATEMENT query = NULL;
    uint64_t n = 0;
    KB_TRY(kb_db_prepare(store->db, &query, "SELECT mac FROM versions ORDER BY id"));
    for (;; n++) {
        uint8_t mac[KB_STORE_MAC_BYTES];
        bool has_row;
        KB_TRY(kb_db_step(store->db, query, &has_row));
        if (!has_row) {
            return kb_pack_u64(packed, n);
        }
        KB_TRY(kb_db_blob(query, 0, mac, sizeof mac));
        KB_TRY(kb_pack_bytes(packed, mac, sizeof mac));
    }
}

static kb_status list_mac(uint8_t out[KB_STORE_MAC_BYTES], kb_keystore *store,
                          uint64_t generation) {
    kb_buffer packed = {NULL, 0, 0};
    const kb_store_keys *keys = kb_store_keys_of(store);
    kb_status status = kb_pack_text(&packed, label_list);
    if (status == KB_OK) {
        status =
            kb_pack_bytes(&packed, store->meta.store_id, sizeof store->meta.store_id);
    }
    if (status == KB_OK) {
        status = kb_pack_u64(&packed, generation);
    }
    if (status == KB_OK) {
        status = pack_macs(store, &packed);
    }
    if (status == KB_OK) {
        status = kb_hmac(KB_HASH_SHA256, out, keys->mac, sizeof keys->mac, packed.data,
                         packed.len);
    }
    kb_buffer_free(&packed);
    return status;
}

static kb_status read_list(kb_keystore *store, int64_t *generation,
                           uint8_t mac[KB_STORE_MAC_BYTES]) {
    KB_DB_STATEMENT query = NULL;
    bool has_row;
    KB_TRY(kb_db_prepare(store->db, &query, "SELECT generation, list_mac FROM meta"));
    KB_TRY(kb_db_step(store->db, query, &has_row));
    if (!has_row) {
        return KB_FAIL(KB_ERR_STORE, "the row of the lock is missing");
    }
    KB_TRY(kb_db_int(query, 0, 1, INT64_MAX, generation));
    return kb_db_blob(query, 1, mac, KB_STORE_MAC_BYTES);
}

kb_status kb_rows_check_list(kb_keystore *store) {
    int64_t generation;
    uint8_t stored[KB_STORE_MAC_BYTES], computed[KB_STORE_MAC_BYTES];
    KB_TRY(read_list(store, &generation, stored));
    KB_TRY(list_mac(computed, store, (uint64_t)generation));
    if (!kb_ct_eq(stored, computed, sizeof stored)) {
        return KB_FAIL(KB_ERR_STORE, "rows were removed, added or put back");
    }
    return KB_OK;
}

kb_status kb_rows_write_list(kb_keystore *store) {
    KB_DB_STATEMENT count = NULL;
    KB_TRY(
        kb_db_prepare(store->db, &count, "UPDATE meta SET generation = generation + 1"));
    KB_TRY(kb_db_run(store->db, count));
    KB_DB_STATEMENT read = NULL;
    KB_DB_STATEMENT write = NULL;
    bool has_row;
    int64_t generation;
    uint8_t mac[KB_STORE_MAC_BYTES];
    KB_TRY(kb_db_prepare(store->db, &read, "SELECT generation FROM meta"));
    KB_TRY(kb_db_step(store->db, read, &has_row));
    KB_TRY(kb_db_int(read, 0, 1, INT64_MAX, &generation));
    KB_TRY(list_mac(mac, store, (uint64_t)generation));
    KB_TRY(kb_db_prepare(store->db, &write, "UPDATE meta SET list_mac = ?"));
    (void)sqlite3_bind_blob(write, 1, mac, sizeof mac, SQLITE_STATIC);
    return kb_db_run(store->db, write);
}
