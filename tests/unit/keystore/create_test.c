/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "unit/keystore/store_help.h"

TEST(a_store_has_mode_0600_whatever_the_umask) {
    static const mode_t masks[] = {0, 0022, 0777};
    const char *path = tmpdir_file("s.db"), *key_path = tmpdir_file("s.db.key");
    for (size_t i = 0; i < 3; i++) {
        mode_t old = umask(masks[i]);
        kb_keystore *store = new_store(path);
        add_key(store, "a", no_limits);
        umask(old);
        CHECK_INT(tmpdir_mode(path), 0600);
        CHECK_INT(tmpdir_mode(key_path), 0600);
        CHECK_INT(tmpdir_mode(tmpdir_file("s.db-wal")), 0600);
        CHECK_INT(tmpdir_mode(tmpdir_file("s.db-shm")), 0600);
        CHECK_INT(tmpdir_count(), 4);
        kb_keystore_close(store);
        CHECK_INT(tmpdir_count(), 2);
        tmpdir_empty();
    }
}

TEST(nothing_that_exists_is_replaced_or_followed) {
    const char *path = tmpdir_file("s.db"), *key_path = tmpdir_file("s.db.key");
    char got[8];
    for (int i = 0; i < 2; i++) {
        const char *taken = i == 0 ? path : key_path;
        tmpdir_write(taken, "mine", 4);
        CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL),
                     KB_ERR_FILE_EXISTS);
        CHECK_INT(tmpdir_read(taken, got, sizeof got), 4);
        CHECK_INT(tmpdir_count(), 1);
        tmpdir_empty();
        REQUIRE(symlink("elsewhere", taken) == 0);
        CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL),
                     KB_ERR_FILE_EXISTS);
        CHECK_INT(tmpdir_count(), 1);
        tmpdir_empty();
    }
    kb_secret *secret = phrase("x");
    REQUIRE_OK(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, secret));
    CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, secret),
                 KB_ERR_FILE_EXISTS);
    CHECK_INT(tmpdir_count(), 1);
    kb_secret_free(secret);
    tmpdir_empty();
}

TEST(a_missing_folder_is_named) {
    CHECK_STATUS(kb_keystore_create(tmpdir_file("no/s.db"), KB_KEYSTORE_KEY_FILE, NULL),
                 KB_ERR_IO);
    CHECK(strstr(kb_last_error()->text, "no/s.db") != NULL);
    static char longest[2 * PATH_MAX];
    memset(longest, 'x', sizeof longest - 1);
    CHECK_STATUS(kb_keystore_create(longest, KB_KEYSTORE_KEY_FILE, NULL), KB_ERR_IO);
    CHECK_INT(tmpdir_count(), 0);
}

TEST(a_path_without_a_folder_is_in_the_current_one) {
    char old[PATH_MAX];
    REQUIRE(getcwd(old, sizeof old) != NULL && chdir(tmpdir_path) == 0);
    /* Names that mean something else to SQLite. */
    static const char *const names[] = {"s.db", ":memory:", "file:x?mode=memory"};
    for (size_t i = 0; i < 3; i++) {
        kb_keystore *store = new_store(names[i]);
        kb_keystore_close(store);
        CHECK_INT(tmpdir_count(), 2);
        tmpdir_empty();
    }
    REQUIRE(chdir(old) == 0);
}

TEST(wrong_parameters_are_refused) {
    const char *path = tmpdir_file("s.db");
    kb_secret *secret = phrase("x"), *longer = NULL;
    NEEDS(kb_secret_new(&longer, 1025));
    CHECK_STATUS(kb_keystore_create(NULL, KB_KEYSTORE_KEY_FILE, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_create("", KB_KEYSTORE_KEY_FILE, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, secret), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_create(path, KB_KEYSTORE_PASSPHRASE, longer),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_create(path, (kb_keystore_lock)7, secret), KB_ERR_ARGUMENT);
    CHECK_INT(tmpdir_count(), 0);
    kb_secret_free(secret);
    kb_secret_free(longer);
}

TEST(a_new_store_is_a_wal_file_with_our_number) {
    const char *path = tmpdir_file("s.db");
    NEEDS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL));
    uint8_t header[100];
    REQUIRE(tmpdir_read(path, header, sizeof header) == 100);
    CHECK_INT(header[18], 2);
    CHECK_INT(header[19], 2);
    CHECK_MEM(header + 68, "KBSK", 4);
    CHECK_INT(header[63], 1);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    RUN(a_store_has_mode_0600_whatever_the_umask);
    RUN(nothing_that_exists_is_replaced_or_followed);
    RUN(a_missing_folder_is_named);
    RUN(a_path_without_a_folder_is_in_the_current_one);
    RUN(wrong_parameters_are_refused);
    RUN(a_new_store_is_a_wal_file_with_our_number);
    tmpdir_remove();
    return TEST_END();
}
