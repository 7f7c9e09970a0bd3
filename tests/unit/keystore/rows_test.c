/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/rows.h"

#include "unit/keystore/store_help.h"

static char path[PATH_MAX];

/* The files of a store as make_once left it. */
static uint8_t saved[2][1 << 18];
static long saved_len[2];

/* Two names; the first has a retired version and 3 uses of the primary one. */
static void make_once(void) {
    kb_keystore *store = new_store(path);
    kb_key *key = new_key(TEST_ALG), *used = NULL;
    add_key(store, "a", (kb_key_limits){0, 10});
    add_key(store, "b", no_limits);
    NEEDS(kb_keystore_rotate(store, "a", key, (kb_key_limits){0, 10}));
    for (int i = 0; i < 3; i++) {
        NEEDS(kb_keystore_use(store, "a", &used));
        kb_key_free(used);
    }
    kb_key_free(key);
    kb_keystore_close(store);
    saved_len[0] = tmpdir_read(path, saved[0], sizeof saved[0]);
    saved_len[1] = tmpdir_read(tmpdir_file("s.db.key"), saved[1], sizeof saved[1]);
    tmpdir_empty();
}

static void make(void) {
    tmpdir_write(path, saved[0], (size_t)saved_len[0]);
    tmpdir_write(tmpdir_file("s.db.key"), saved[1], (size_t)saved_len[1]);
}

#define SWAP(table, column, x, y)                                                        \
    ("CREATE TEMP TABLE t AS SELECT id, " column " AS v FROM " table ";"                 \
     "UPDATE " table " SET " column " = (SELECT v FROM t WHERE t.id = " #x               \
     ") WHERE id = " #y ";"                                                              \
     "UPDATE " table " SET " column " = (SELECT v FROM t WHERE t.id = " #y               \
     ") WHERE id = " #x)

static const char *const changes[] = {
    SWAP("parts", "private", 1, 2),
    SWAP("parts", "private", 1, 3),
    SWAP("parts", "public", 1, 2),
    SWAP("versions", "name", 1, 2),
    SWAP("versions", "kid", 1, 2),
    SWAP("versions", "key_id", 1, 2),
    SWAP("versions", "uses", 2, 3),
    SWAP("versions", "state", 1, 3),
    SWAP("versions", "mac", 1, 2),
    SWAP("versions", "version", 1, 3),
    "UPDATE versions SET uses = 0",
    "UPDATE versions SET uses = 2 WHERE id = 3",
    "UPDATE versions SET uses = 1 WHERE id = 2",
    "UPDATE versions SET uses = -1 WHERE id = 2",
    "UPDATE versions SET max_uses = 0",
    "UPDATE versions SET max_uses = 1000000 WHERE id = 3",
    "UPDATE versions SET protect_until = 4000000000",
    "UPDATE versions SET protect_until = -1",
    "UPDATE versions SET created = created - 1",
    "UPDATE versions SET state = 1 WHERE id = 2",
    "UPDATE versions SET state = 0 WHERE id = 1",
    "UPDATE versions SET state = 2 WHERE id = 1",
    "UPDATE versions SET name = 'c' WHERE id = 2",
    "UPDATE versions SET name = 'a' WHERE id = 2",
    "UPDATE versions SET name = '../x' WHERE id = 2",
    "UPDATE versions SET name = name || char(0) || 'x'",
    "UPDATE versions SET name = replace(hex(zeroblob(50)), '0', 'a') WHERE id = 2",
    "UPDATE versions SET version = 7 WHERE id = 2",
    "UPDATE versions SET version = 0 WHERE id = 2",
    "UPDATE versions SET version = 4294967296 WHERE id = 2",
    "UPDATE versions SET alg = 'ML-KEM-768'",
    "UPDATE versions SET kid = ''",
    "UPDATE versions SET key_id = zeroblob(16)",
    "UPDATE versions SET key_id = zeroblob(17)",
    "UPDATE versions SET mac = zeroblob(32)",
    "UPDATE versions SET mac = x'00'",
    "UPDATE parts SET private = NULL WHERE id = 2",
    "UPDATE parts SET private = x'' WHERE id = 2",
    "UPDATE parts SET private = zeroblob(28) WHERE id = 2",
    "UPDATE parts SET private = CAST(substr(private, 1, length(private) - 1) AS BLOB)",
    "UPDATE parts SET private = CAST(private || x'00' AS BLOB)",
    "UPDATE parts SET private = zeroblob(900000)",
    "UPDATE parts SET public = ''",
    "UPDATE parts SET public = public || ' '",
    "PRAGMA foreign_keys = OFF; DELETE FROM parts WHERE id = 2",
    "PRAGMA foreign_keys = OFF; DELETE FROM versions WHERE id = 2",
    "DELETE FROM parts WHERE id = 1; DELETE FROM versions WHERE id = 1",
    "DELETE FROM parts WHERE id = 2; DELETE FROM versions WHERE id = 2",
    "DELETE FROM parts WHERE id = 3; DELETE FROM versions WHERE id = 3",
    "DELETE FROM parts; DELETE FROM versions",
    ("INSERT INTO versions SELECT 9, key_id, 'copy', version, state, alg, kid, created, "
     "protect_until, max_uses, uses, mac FROM versions WHERE id = 2; "
     "INSERT INTO parts SELECT 9, public, private FROM parts WHERE id = 2"),
    ("INSERT INTO versions SELECT 9, key_id, name, version, state, alg, kid, created, "
     "protect_until, max_uses, uses, mac FROM versions WHERE id = 2; "
     "INSERT INTO parts SELECT 9, public, private FROM parts WHERE id = 2"),
    ("PRAGMA foreign_keys = OFF; UPDATE versions SET id = 9 WHERE id = 1; "
     "UPDATE parts SET id = 9 WHERE id = 1"),
};
#define CHANGE_COUNT (sizeof changes / sizeof changes[0])

TEST(rows_that_were_altered_swapped_added_or_removed_do_not_unlock) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        make();
        run_sql(path, changes[i]);
        kb_keystore *store = NULL;
        kb_key *key = NULL;
        REQUIRE_OK(kb_keystore_open(&store, path));
        kb_status status = kb_keystore_unlock(store, NULL);
        CHECK_(status == KB_ERR_STORE, (void)0, "%s: %s", changes[i],
               kb_status_name(status));
        CHECK_STATUS(kb_keystore_private(store, "b", 0, &key), KB_ERR_STATE);
        kb_keystore_close(store);
        tmpdir_empty();
    }
}

TEST(a_change_under_an_unlocked_store_is_noticed_at_the_next_use) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        make();
        kb_keystore *store = open_unlocked(path);
        run_sql(path, changes[i]);
        kb_key *key = NULL;
        int noticed = 0;
        for (int name = 0; name < 2; name++) {
            kb_status status = kb_keystore_use(store, name == 0 ? "a" : "b", &key);
            noticed += status == KB_ERR_STORE;
            if (status == KB_OK) {
                kb_key_free(key);
            }
        }
        kb_status status = kb_keystore_private(store, "a", 1, &key);
        noticed += status == KB_ERR_STORE;
        if (status == KB_OK) {
            kb_key_free(key);
        }
        CHECK_(noticed > 0, (void)0, "%s", changes[i]);
        kb_keystore_close(store);
        tmpdir_empty();
    }
}

TEST(a_row_put_back_as_it_was_is_noticed) {
    make();
    run_sql(path, "VACUUM");
    /* An attacker keeps a row with its code, waits for uses, and puts it back. */
    sqlite3 *db = NULL;
    kb_key *key = NULL;
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    REQUIRE(sqlite3_exec(db, "CREATE TEMP TABLE old AS SELECT * FROM versions", NULL,
                         NULL, NULL) == SQLITE_OK);
    kb_keystore *store = open_unlocked(path);
    REQUIRE_OK(kb_keystore_use(store, "a", &key));
    kb_key_free(key);
    REQUIRE(sqlite3_exec(db,
                         "UPDATE versions SET (uses, mac) = (SELECT uses, mac FROM old "
                         "WHERE old.id = versions.id)",
                         NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    CHECK_STATUS(kb_keystore_use(store, "a", &key), KB_ERR_STORE);
    CHECK_STATUS(kb_keystore_use(store, "b", &key), KB_ERR_STORE);
    kb_key *fresh = new_key(TEST_ALG);
    CHECK_STATUS(kb_keystore_add(store, "c", fresh, no_limits), KB_ERR_STORE);
    CHECK_STATUS(kb_keystore_rotate(store, "a", fresh, no_limits), KB_ERR_STORE);
    kb_key_free(fresh);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(rows_of_another_store_with_the_same_key_file_do_not_pass) {
    make();
    char other[PATH_MAX];
    snprintf(other, sizeof other, "%s", tmpdir_file("o.db"));
    NEEDS(kb_keystore_create(other, KB_KEYSTORE_KEY_FILE, NULL));
    kb_keystore *store = open_unlocked(other);
    add_key(store, "a", no_limits);
    kb_keystore_close(store);
    char sql[PATH_MAX + 400];
    snprintf(sql, sizeof sql,
             "ATTACH '%s' AS o; DELETE FROM parts; DELETE FROM versions; "
             "INSERT INTO versions SELECT * FROM o.versions; "
             "INSERT INTO parts SELECT * FROM o.parts; "
             "UPDATE meta SET (generation, list_mac) = "
             "(SELECT generation, list_mac FROM o.meta)",
             other);
    run_sql(path, sql);
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_STORE);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(a_locked_store_checks_that_a_public_key_is_the_one_it_names) {
    static const char *const bad[] = {SWAP("parts", "public", 1, 2),
                                      SWAP("versions", "kid", 1, 2),
                                      "UPDATE versions SET alg = '" TEST_ALG_2 "'",
                                      "UPDATE parts SET public = 'nonsense'"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        make();
        run_sql(path, bad[i]);
        kb_keystore *store = NULL;
        kb_key *key = NULL;
        REQUIRE_OK(kb_keystore_open(&store, path));
        CHECK_STATUS(kb_keystore_public(store, "b", 0, &key), KB_ERR_STORE);
        CHECK(key == NULL);
        kb_keystore_close(store);
        tmpdir_empty();
    }
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("s.db"));
    umask(077);
    make_once();
    RUN(rows_that_were_altered_swapped_added_or_removed_do_not_unlock);
    RUN(a_change_under_an_unlocked_store_is_noticed_at_the_next_use);
    RUN(a_row_put_back_as_it_was_is_noticed);
    RUN(rows_of_another_store_with_the_same_key_file_do_not_pass);
    RUN(a_locked_store_checks_that_a_public_key_is_the_one_it_names);
    tmpdir_remove();
    return TEST_END();
}
