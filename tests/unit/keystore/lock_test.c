/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/lock.h"

#include "unit/keystore/store_help.h"

static const char *path;
static const char *key_path;

TEST(only_the_right_pass_phrase_opens) {
    kb_secret *right = phrase("correct horse"), *wrong = phrase("correct hors");
    kb_secret *longer = NULL;
    NEEDS(kb_secret_new(&longer, KB_PASSPHRASE_MAX_BYTES + 1));
    kb_keystore *store = NULL;
    REQUIRE_OK(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, right));
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_INT(kb_keystore_lock_kind(store), KB_KEYSTORE_PASSPHRASE);
    CHECK_STATUS(kb_keystore_unlock(store, wrong), KB_ERR_PASSPHRASE);
    CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_PASSPHRASE);
    CHECK_STATUS(kb_keystore_unlock(store, longer), KB_ERR_PASSPHRASE);
    kb_key *key = new_key(TEST_ALG);
    CHECK_STATUS(kb_keystore_add(store, "a", key, no_limits), KB_ERR_STATE);
    CHECK_OK(kb_keystore_unlock(store, right));
    CHECK_OK(kb_keystore_unlock(store, right));
    CHECK_OK(kb_keystore_unlock(store, wrong));
    CHECK_OK(kb_keystore_add(store, "a", key, no_limits));
    kb_key_free(key);
    kb_keystore_close(store);
    CHECK_INT(ask_sql(path, "SELECT kdf_kib FROM meta"), 65536);
    CHECK_INT(ask_sql(path, "SELECT kdf_passes FROM meta"), 3);
    kb_secret_free(right);
    kb_secret_free(wrong);
    kb_secret_free(longer);
    tmpdir_empty();
}

TEST(a_key_file_that_is_missing_short_wrong_or_open_to_others_is_told_apart) {
    kb_keystore_close(new_store(path));
    kb_keystore *store = NULL;
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_INT(kb_keystore_lock_kind(store), KB_KEYSTORE_KEY_FILE);
    kb_secret *secret = phrase("x");
    CHECK_STATUS(kb_keystore_unlock(store, secret), KB_ERR_ARGUMENT);
    kb_secret_free(secret);
    uint8_t key[KB_STORE_KEY_BYTES + 1] = {0};
    REQUIRE(tmpdir_read(key_path, key, sizeof key) == KB_STORE_KEY_BYTES);

    static const size_t lengths[] = {0, KB_STORE_KEY_BYTES - 1, KB_STORE_KEY_BYTES + 1};
    for (size_t i = 0; i < 3; i++) {
        tmpdir_write(key_path, key, lengths[i]);
        CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_STORE);
    }
    for (size_t bit = 0; bit < 8 * (size_t)KB_STORE_KEY_BYTES; bit += 17) {
        key[bit / 8] ^= (uint8_t)(1 << bit % 8);
        tmpdir_write(key_path, key, KB_STORE_KEY_BYTES);
        CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_PASSPHRASE);
        key[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    tmpdir_write(key_path, key, KB_STORE_KEY_BYTES);
    static const mode_t modes[] = {0640, 0604, 0620, 0602, 0610, 0601};
    for (size_t i = 0; i < 6; i++) {
        chmod(key_path, modes[i]);
        CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_POLICY);
    }
    CHECK(strstr(kb_last_error()->text, "0601") != NULL);
    unlink(key_path);
    CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_NO_STORE);
    CHECK(strstr(kb_last_error()->text, "s.db.key") != NULL);
    REQUIRE(mkdir(key_path, 0700) == 0);
    CHECK_STATUS(kb_keystore_unlock(store, NULL), KB_ERR_STORE);
    REQUIRE(rmdir(key_path) == 0);
    tmpdir_write(key_path, key, KB_STORE_KEY_BYTES);
    chmod(key_path, 0400);
    CHECK_OK(kb_keystore_unlock(store, NULL));
    kb_keystore_close(store);
    tmpdir_empty();
}

/* Opens and unlocks; returns the first failure. */
static kb_status try_open(const kb_secret *secret) {
    kb_keystore *store = NULL;
    kb_status status = kb_keystore_open(&store, path);
    if (status == KB_OK) {
        status = kb_keystore_unlock(store, secret);
    }
    kb_keystore_close(status == KB_OK || store != NULL ? store : NULL);
    return status;
}

TEST(a_lock_that_was_altered_is_damage_and_not_a_wrong_pass_phrase) {
    static const char *const changes[] = {
        "UPDATE meta SET store_id = zeroblob(16)",
        "UPDATE meta SET store_id = zeroblob(15)",
        "UPDATE meta SET lock = 1, kdf_kib = 0, kdf_passes = 0",
        "UPDATE meta SET lock = 1",
        "UPDATE meta SET lock = 2",
        "UPDATE meta SET salt = zeroblob(16)",
        "UPDATE meta SET salt = zeroblob(17)",
        "UPDATE meta SET wrapped_key = zeroblob(60)",
        "UPDATE meta SET wrapped_key = substr(wrapped_key, 1, 59)",
        "UPDATE meta SET checksum = zeroblob(32)",
        "UPDATE meta SET checksum = x''",
        "UPDATE meta SET list_mac = zeroblob(32)",
        "UPDATE meta SET list_mac = x''",
        "UPDATE meta SET generation = generation + 1",
        "UPDATE meta SET generation = 0",
        "DELETE FROM meta",
    };
    kb_secret *secret = phrase("correct horse");
    static uint8_t whole[1 << 18];
    REQUIRE_OK(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, secret));
    long len = tmpdir_read(path, whole, sizeof whole);
    REQUIRE(len > 0 && len < (long)sizeof whole);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        tmpdir_write(path, whole, (size_t)len);
        run_sql(path, changes[i]);
        CHECK_STATUS(try_open(secret), KB_ERR_STORE);
        tmpdir_empty();
    }
    kb_secret_free(secret);
}

/* Computes the checksum anew, as somebody who alters the file on purpose would. */
static void alter_lock(const kb_meta *meta) {
    sqlite3 *db = NULL;
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    REQUIRE(sqlite3_exec(db,
                         "CREATE TEMP TABLE old AS SELECT generation, list_mac FROM meta;"
                         "DELETE FROM meta",
                         NULL, NULL, NULL) == SQLITE_OK);
    REQUIRE_OK(kb_lock_write(db, meta));
    REQUIRE(sqlite3_exec(db,
                         "UPDATE meta SET generation = (SELECT generation FROM old), "
                         "list_mac = (SELECT list_mac FROM old)",
                         NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

TEST(work_factors_out_of_bounds_are_refused_before_any_work) {
    kb_secret *secret = phrase("correct horse");
    REQUIRE_OK(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, secret));
    kb_meta meta;
    sqlite3 *db = NULL;
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    REQUIRE_OK(kb_lock_read(db, &meta));
    sqlite3_close(db);
    static const uint32_t bad[][2] = {{0, 3},
                                      {8 * 1024 - 1, 3},
                                      {1024 * 1024 + 1, 3},
                                      {UINT32_MAX, 3},
                                      {64 * 1024, 0},
                                      {64 * 1024, 17},
                                      {64 * 1024, UINT32_MAX},
                                      {0, 0},
                                      {1U << 31, 1U << 31}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        kb_meta altered = meta;
        altered.kdf_kib = bad[i][0];
        altered.kdf_passes = bad[i][1];
        alter_lock(&altered);
        CHECK_STATUS(try_open(secret), KB_ERR_STORE);
    }
    run_sql(path, "UPDATE meta SET kdf_passes = -1");
    CHECK_STATUS(try_open(secret), KB_ERR_STORE);
    /* Cheaper, yet within the bounds: the wrapped key does not open. */
    kb_meta cheap = meta;
    cheap.kdf_kib = 8 * 1024;
    cheap.kdf_passes = 1;
    alter_lock(&cheap);
    CHECK_STATUS(try_open(secret), KB_ERR_PASSPHRASE);
    kb_meta other = meta;
    other.store_id[3] ^= 1;
    alter_lock(&other);
    CHECK_STATUS(try_open(secret), KB_ERR_PASSPHRASE);
    for (size_t i = 0; i < sizeof meta.wrapped; i += 25) {
        kb_meta flipped = meta;
        flipped.wrapped[i] ^= 0x10;
        alter_lock(&flipped);
        CHECK_STATUS(try_open(secret), KB_ERR_PASSPHRASE);
    }
    alter_lock(&meta);
    CHECK_OK(try_open(secret));
    kb_secret_free(secret);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    char paths[2][PATH_MAX];
    snprintf(paths[0], PATH_MAX, "%s", tmpdir_file("s.db"));
    snprintf(paths[1], PATH_MAX, "%s", tmpdir_file("s.db.key"));
    path = paths[0];
    key_path = paths[1];
    umask(077);
    RUN(only_the_right_pass_phrase_opens);
    RUN(a_key_file_that_is_missing_short_wrong_or_open_to_others_is_told_apart);
    RUN(a_lock_that_was_altered_is_damage_and_not_a_wrong_pass_phrase);
    RUN(work_factors_out_of_bounds_are_refused_before_any_work);
    tmpdir_remove();
    return TEST_END();
}
