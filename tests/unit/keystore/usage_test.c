/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "unit/keystore/store_help.h"

#include <sys/wait.h>
#include <time.h>

static char path[PATH_MAX];

static kb_status use_once(kb_keystore *store, const char *name) {
    kb_key *key = NULL;
    kb_status status = kb_keystore_use(store, name, &key);
    CHECK((status == KB_OK) == (key != NULL));
    if (status == KB_OK) {
        CHECK(!kb_key_has_private(key));
        kb_key_free(key);
    }
    return status;
}

static long long uses_of(const char *name) {
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT uses FROM versions WHERE name = '%s' AND state = 0",
             name);
    return ask_sql(path, sql);
}

TEST(uses_are_counted_up_to_the_limit_of_a_version) {
    kb_keystore *store = new_store(path);
    add_key(store, "a", (kb_key_limits){0, 3});
    add_key(store, "b", no_limits);
    for (int i = 0; i < 3; i++) {
        CHECK_OK(use_once(store, "a"));
        CHECK_INT(uses_of("a"), i + 1);
    }
    CHECK_STATUS(use_once(store, "a"), KB_ERR_EXHAUSTED);
    CHECK(strstr(kb_last_error()->text, "3 times") != NULL);
    CHECK_INT(uses_of("a"), 3);
    CHECK_INT(uses_of("b"), 0);
    CHECK_OK(use_once(store, "b"));
    CHECK_STATUS(use_once(store, "c"), KB_ERR_NO_KEY);
    /* A used-up key still decrypts, and its next version starts at zero. */
    kb_key *key = NULL, *next = new_key(TEST_ALG);
    CHECK_OK(kb_keystore_private(store, "a", 0, &key));
    kb_key_free(key);
    CHECK_OK(kb_keystore_rotate(store, "a", next, (kb_key_limits){0, 1}));
    CHECK_OK(use_once(store, "a"));
    CHECK_STATUS(use_once(store, "a"), KB_ERR_EXHAUSTED);
    CHECK_INT(ask_sql(path, "SELECT uses FROM versions WHERE name = 'a' AND version = 1"),
              3);
    kb_key_free(next);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(after_its_period_a_key_only_decrypts) {
    kb_keystore *store = new_store(path);
    int64_t now = (int64_t)time(NULL);
    add_key(store, "old", (kb_key_limits){now - 1, 0});
    add_key(store, "both", (kb_key_limits){1, 1});
    add_key(store, "good", (kb_key_limits){now + 3600, 0});
    CHECK_STATUS(use_once(store, "old"), KB_ERR_EXPIRED);
    CHECK_STATUS(use_once(store, "both"), KB_ERR_EXPIRED);
    CHECK(strstr(kb_last_error()->text, "until 1970-01-01T00:00:01Z") != NULL);
    CHECK_INT(uses_of("old"), 0);
    CHECK_OK(use_once(store, "good"));
    kb_key *key = NULL;
    CHECK_OK(kb_keystore_private(store, "old", 0, &key));
    kb_keyring ring = kb_keystore_keyring(store);
    const kb_key *candidate = NULL;
    CHECK_OK(ring.candidate(ring.self, TEST_ALG, kb_key_thumbprint(key), 0, &candidate));
    kb_key_free(key);
    kb_keystore_close(store);
    tmpdir_empty();
}

enum { CALLS = 200, LIMIT = 250 };

/* A child: opens the store for itself, uses name CALLS times, and tells by its exit code
 * how many times that went well; 255 is any other failure. */
static pid_t start_user(const char *name) {
    pid_t child = fork();
    if (child == 0) {
        int good = 0;
        kb_keystore *store = NULL;
        if (kb_keystore_open(&store, path) != KB_OK ||
            kb_keystore_unlock(store, NULL) != KB_OK) {
            _exit(255);
        }
        for (int i = 0; i < CALLS; i++) {
            kb_key *key = NULL;
            kb_status status = kb_keystore_use(store, name, &key);
            if (status != KB_OK && status != KB_ERR_EXHAUSTED) {
                _exit(255);
            }
            good += status == KB_OK;
        }
        _exit(good);
    }
    return child;
}

static int join_user(pid_t child) {
    int state = 0;
    return waitpid(child, &state, 0) == child && WIFEXITED(state) ? WEXITSTATUS(state)
                                                                  : 255;
}

TEST(two_processes_lose_no_count_and_get_no_use_too_many) {
    kb_keystore *store = new_store(path);
    add_key(store, "free", no_limits);
    add_key(store, "tight", (kb_key_limits){0, LIMIT});
    kb_keystore_close(store);
    static const char *const names[] = {"free", "tight"};
    for (int i = 0; i < 2; i++) {
        pid_t first = start_user(names[i]), second = start_user(names[i]);
        int a = join_user(first), b = join_user(second);
        CHECK(a <= CALLS && b <= CALLS);
        CHECK_INT(a + b, i == 0 ? 2 * CALLS : LIMIT);
        CHECK_INT(uses_of(names[i]), i == 0 ? 2 * CALLS : LIMIT);
    }
    store = open_unlocked(path);
    CHECK_STATUS(use_once(store, "tight"), KB_ERR_EXHAUSTED);
    kb_keystore_close(store);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("s.db"));
    RUN(uses_are_counted_up_to_the_limit_of_a_version);
    RUN(after_its_period_a_key_only_decrypts);
    RUN(two_processes_lose_no_count_and_get_no_use_too_many);
    tmpdir_remove();
    return TEST_END();
}
