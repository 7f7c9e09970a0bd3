/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/schema.h"

#include "unit/keystore/store_help.h"

static char path[PATH_MAX];

static kb_status try_open(void) {
    kb_keystore *store = NULL;
    kb_status status = kb_keystore_open(&store, path);
    kb_keystore_close(store);
    return status;
}

TEST(what_is_no_keystore_is_refused_and_left_as_it_is) {
    CHECK_STATUS(try_open(), KB_ERR_NO_STORE);
    CHECK(strstr(kb_last_error()->text, "s.db") != NULL);
    tmpdir_write(path, "", 0);
    CHECK_STATUS(try_open(), KB_ERR_STORE);
    CHECK(strstr(kb_last_error()->text, "not a keybraid keystore") != NULL);
    tmpdir_write(path, "SQLite format 3", 16);
    CHECK_STATUS(try_open(), KB_ERR_STORE);
    static char text[8192];
    memset(text, 'x', sizeof text);
    tmpdir_write(path, text, sizeof text);
    CHECK_STATUS(try_open(), KB_ERR_STORE);
    tmpdir_empty();

    run_sql(path, "CREATE TABLE mine(x); INSERT INTO mine VALUES(1)");
    chmod(path, 0600);
    char before[8192], after[8192];
    long n = tmpdir_read(path, before, sizeof before);
    CHECK_STATUS(try_open(), KB_ERR_STORE);
    CHECK(strstr(kb_last_error()->text, "not a keybraid keystore") != NULL);
    CHECK_INT(tmpdir_read(path, after, sizeof after), n);
    CHECK(n > 0);
    CHECK_MEM(before, after, (size_t)n);
    CHECK_INT(tmpdir_count(), 1);
    tmpdir_empty();

    REQUIRE(mkdir(path, 0700) == 0);
    CHECK_STATUS(try_open(), KB_ERR_STORE);
    REQUIRE(rmdir(path) == 0);
    kb_keystore *store = NULL;
    CHECK_STATUS(kb_keystore_open(&store, ""), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_open(&store, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_open(NULL, path), KB_ERR_ARGUMENT);
    kb_keystore_close(NULL);
}

TEST(tables_that_were_altered_are_refused) {
    static const struct {
        const char *sql;
        kb_status want;
    } changes[] = {
        {"PRAGMA user_version = 2", KB_ERR_UNSUPPORTED},
        {"PRAGMA user_version = 0", KB_ERR_STORE},
        {"PRAGMA user_version = -1", KB_ERR_STORE},
        {"PRAGMA application_id = 1", KB_ERR_STORE},
        {"CREATE TABLE more(x)", KB_ERR_STORE},
        {"CREATE INDEX fast ON versions(name)", KB_ERR_STORE},
        {"CREATE TRIGGER back AFTER UPDATE ON versions BEGIN "
         "UPDATE versions SET uses = 0; END",
         KB_ERR_STORE},
        {"CREATE VIEW v AS SELECT 1", KB_ERR_STORE},
        {"ALTER TABLE versions ADD COLUMN more INTEGER", KB_ERR_STORE},
        {"ALTER TABLE versions RENAME COLUMN uses TO used", KB_ERR_STORE},
        {"DROP TABLE parts", KB_ERR_STORE},
        {"DROP TABLE versions; CREATE VIEW versions AS SELECT 1", KB_ERR_STORE},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        NEEDS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL));
        CHECK_OK(try_open());
        run_sql(path, changes[i].sql);
        CHECK_STATUS(try_open(), changes[i].want);
        tmpdir_empty();
    }
}

TEST(a_store_that_others_may_use_is_refused) {
    NEEDS(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL));
    static const mode_t modes[] = {0644, 0640, 0660, 0666, 0604, 0610};
    for (size_t i = 0; i < 6; i++) {
        chmod(path, modes[i]);
        CHECK_STATUS(try_open(), KB_ERR_POLICY);
    }
    CHECK(strstr(kb_last_error()->text, "0610") != NULL);
    chmod(path, 0600);
    CHECK_OK(try_open());
    tmpdir_empty();
}

/* The status of everything a program may do with the file. */
static kb_status try_all(void) {
    kb_keystore *store = NULL;
    kb_key *key = NULL;
    kb_status status = kb_keystore_open(&store, path);
    if (status == KB_OK) {
        status = kb_keystore_unlock(store, NULL);
    }
    for (int i = 0; i < 8 && status == KB_OK; i++) {
        char name[8];
        snprintf(name, sizeof name, "k%d", i);
        status = kb_keystore_private(store, name, 0, &key);
        if (status == KB_OK) {
            kb_key_free(key);
        }
    }
    kb_keystore_close(store);
    return status;
}

TEST(a_file_that_was_cut_or_flipped_is_damaged_or_still_whole) {
    kb_keystore *store = new_store(path);
    for (int i = 0; i < 8; i++) {
        char name[8];
        snprintf(name, sizeof name, "k%d", i);
        add_key(store, name, no_limits);
    }
    kb_keystore_close(store);
    CHECK_OK(try_all());
    static uint8_t whole[1 << 20];
    long len = tmpdir_read(path, whole, sizeof whole);
    REQUIRE(len > 8192 && len < (long)sizeof whole);
    for (long cut = 0; cut < len; cut += 2731) {
        tmpdir_write(path, whole, (size_t)cut);
        kb_status status = try_all();
        CHECK(status == KB_ERR_STORE);
        unlink(tmpdir_file("s.db-wal"));
        unlink(tmpdir_file("s.db-shm"));
    }
    /* A flip in unused room or in SQLite's own book-keeping may go unnoticed, and then
     * does no harm; it never makes another key or another kind of failure than damage
     * (or a file that needs a newer program: byte 63 is its version). */
    int noticed = 0, tried = 0;
    for (long at = 0; at < len; at += 127) {
        whole[at] ^= 0x41;
        tmpdir_write(path, whole, (size_t)len);
        whole[at] ^= 0x41;
        kb_status status = try_all();
        CHECK_(status == KB_OK || status == KB_ERR_STORE || status == KB_ERR_UNSUPPORTED,
               (void)0, "flip at %ld: %s (%s)", at, kb_status_name(status),
               kb_last_error()->text);
        noticed += status != KB_OK;
        tried++;
        unlink(tmpdir_file("s.db-wal"));
        unlink(tmpdir_file("s.db-shm"));
    }
    TEST_NOTE("%d of %d flips noticed", noticed, tried);
    CHECK(noticed > 0);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("s.db"));
    umask(077);
    RUN(what_is_no_keystore_is_refused_and_left_as_it_is);
    RUN(tables_that_were_altered_are_refused);
    RUN(a_store_that_others_may_use_is_refused);
    RUN(a_file_that_was_cut_or_flipped_is_damaged_or_still_whole);
    tmpdir_remove();
    return TEST_END();
}
