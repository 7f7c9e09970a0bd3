/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* When the room for a file ends, the failure is told and what was there stays. The limit
 * on file sizes of the process stands in for a full disk: short writes, then errors. */
#include "stream/file_sink.h"
#include "unit/keystore/store_help.h"

#include <keybraid/stream.h>
#include <signal.h>
#include <sys/resource.h>

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(a_file_that_does_not_fit_leaves_the_old_one) {
    static uint8_t data[100000];
    const char *path = tmpdir_file("out");
    char got[8];
    for (int named = 0; named < 2; named++) {
        kb_file_sink_force_named(named);
        tmpdir_write(path, "old", 3);
        limit_files(70000);
        kb_stream *s = NULL;
        CHECK_OK(kb_stream_to_file(&s, path, 0600));
        CHECK_STATUS(kb_stream_feed(s, data, sizeof data), KB_ERR_IO);
        CHECK(strstr(kb_last_error()->text, "out: writing: ") != NULL);
        CHECK_STATUS(kb_stream_finish(s), KB_ERR_STATE);
        kb_stream_free(s);
        limit_files(0);
        CHECK_INT(tmpdir_read(path, got, sizeof got), 3);
        CHECK_INT(tmpdir_count(), 1);
    }
    kb_file_sink_force_named(0);
    tmpdir_empty();
}

TEST(a_store_that_cannot_grow_gives_no_key_and_stays_whole) {
    const char *path = tmpdir_file("s.db");
    kb_keystore *store = new_store(path);
    add_key(store, "a", no_limits);
    kb_keystore_close(store);
    store = open_unlocked(path);
    int given = 0;
    kb_status status = KB_OK;
    limit_files(100000);
    for (int i = 0; i < 100 && status == KB_OK; i++) {
        kb_key *key = NULL;
        status = kb_keystore_use(store, "a", &key);
        CHECK((status == KB_OK) == (key != NULL));
        given += status == KB_OK;
        kb_key_free(key);
    }
    CHECK_INT(status, KB_ERR_IO);
    limit_files(0);
    CHECK(given > 0);
    CHECK_INT(ask_sql(path, "SELECT uses FROM versions"), given);
    kb_key *key = NULL;
    CHECK_OK(kb_keystore_use(store, "a", &key));
    kb_key_free(key);
    kb_keystore_close(store);
    kb_keystore_close(open_unlocked(path));
    CHECK_INT(ask_sql(path, "SELECT uses FROM versions"), given + 1);
    tmpdir_empty();
}

TEST(a_store_that_cannot_be_made_leaves_nothing) {
    for (rlim_t bytes = 1; bytes < 40000; bytes = bytes * 3 + 1) {
        limit_files(bytes);
        kb_status status =
            kb_keystore_create(tmpdir_file("s.db"), KB_KEYSTORE_KEY_FILE, NULL);
        limit_files(0);
        CHECK_INT(tmpdir_count(), status == KB_OK ? 2 : 0);
        CHECK(status == KB_OK || status == KB_ERR_IO);
        tmpdir_empty();
    }
}

int main(void) {
    tmpdir_make();
    signal(SIGXFSZ, SIG_IGN);
    RUN(a_file_that_does_not_fit_leaves_the_old_one);
    RUN(a_store_that_cannot_grow_gives_no_key_and_stays_whole);
    RUN(a_store_that_cannot_be_made_leaves_nothing);
    tmpdir_remove();
    return TEST_END();
}
