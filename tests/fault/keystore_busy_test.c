/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A store that another process holds. */
#include "unit/keystore/store_help.h"

#include <time.h>

TEST(a_held_store_is_busy_after_ten_seconds_and_read_meanwhile) {
    const char *path = tmpdir_file("s.db");
    kb_keystore *store = new_store(path);
    add_key(store, "a", no_limits);
    sqlite3 *holder = NULL;
    REQUIRE(sqlite3_open(path, &holder) == SQLITE_OK);
    REQUIRE(sqlite3_exec(holder, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK);
    kb_key *key = NULL;
    CHECK_OK(kb_keystore_private(store, "a", 0, &key));
    kb_key_free(key);
    key = NULL;
    time_t start = time(NULL);
    CHECK_STATUS(kb_keystore_use(store, "a", &key), KB_ERR_BUSY);
    CHECK(key == NULL);
    CHECK(time(NULL) - start >= 9);
    sqlite3_close(holder);
    CHECK_OK(kb_keystore_use(store, "a", &key));
    kb_key_free(key);
    kb_keystore_close(store);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    RUN(a_held_store_is_busy_after_ten_seconds_and_read_meanwhile);
    tmpdir_remove();
    return TEST_END();
}
