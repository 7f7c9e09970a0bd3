/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/lease.h"

#include "keystore/usage.h"
#include "unit/keystore/store_help.h"

#include <time.h>

static char path[PATH_MAX];

static long long uses_of(unsigned version) {
    char sql[120];
    snprintf(sql, sizeof sql,
             "SELECT uses FROM versions WHERE name = 'a' AND version = %u", version);
    return ask_sql(path, sql);
}

TEST(a_lease_counts_before_and_gives_back_what_was_not_taken) {
    kb_keystore *store = new_store(path);
    kb_lease *lease = NULL;
    add_key(store, "a", no_limits);
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    CHECK(!kb_key_has_private(kb_lease_key(lease)));
    CHECK_INT(uses_of(1), 0);
    for (int taken = 1; taken <= 300; taken++) {
        REQUIRE_OK(kb_lease_take(lease));
        CHECK(uses_of(1) >= taken);
        CHECK(uses_of(1) < taken + KB_LEASE_BLOCK_MAX);
    }
    CHECK(uses_of(1) > 300);
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(1), 300);
    /* One that takes nothing leaves the count alone. */
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(1), 300);
    CHECK_OK(kb_lease_end(NULL));
    kb_keystore_close(store);
    /* What was written is still what an unlocked store accepts. */
    kb_keystore_close(open_unlocked(path));
    tmpdir_empty();
}

TEST(the_limit_of_a_key_is_reached_exactly) {
    kb_keystore *store = new_store(path);
    kb_lease *lease = NULL;
    add_key(store, "a", (kb_key_limits){0, 20});
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    for (int i = 0; i < 20; i++) {
        REQUIRE_OK(kb_lease_take(lease));
        CHECK(uses_of(1) <= 20);
    }
    CHECK_STATUS(kb_lease_take(lease), KB_ERR_EXHAUSTED);
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(1), 20);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(after_its_period_nothing_is_taken) {
    kb_keystore *store = new_store(path);
    kb_lease *lease = NULL;
    add_key(store, "a", (kb_key_limits){(int64_t)time(NULL) - 1, 0});
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    CHECK_STATUS(kb_lease_take(lease), KB_ERR_EXPIRED);
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(1), 0);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(a_rotation_ends_the_lease_at_the_next_block_and_the_old_version_gets_its_uses_back) {
    kb_keystore *store = new_store(path);
    kb_lease *lease = NULL;
    kb_key *next = new_key(TEST_ALG);
    add_key(store, "a", no_limits);
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    for (int i = 0; i < 4; i++) {
        REQUIRE_OK(kb_lease_take(lease));
    }
    CHECK_INT(uses_of(1), 7); /* blocks of 1, 2 and 4 */
    REQUIRE_OK(kb_keystore_rotate(store, "a", next, no_limits));
    CHECK_OK(kb_lease_take(lease));
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(1), 5);
    CHECK_INT(uses_of(2), 0);
    REQUIRE_OK(kb_lease_new(&lease, store, "a"));
    CHECK_OK(kb_lease_take(lease));
    kb_key_free(next);
    next = new_key(TEST_ALG);
    REQUIRE_OK(kb_keystore_rotate(store, "a", next, no_limits));
    CHECK_STATUS(kb_lease_take(lease), KB_ERR_BUSY);
    CHECK_OK(kb_lease_end(lease));
    CHECK_INT(uses_of(2), 1);
    CHECK_INT(uses_of(3), 0);
    kb_key_free(next);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(what_was_never_counted_cannot_be_given_back) {
    kb_keystore *store = new_store(path);
    kb_key *key = NULL;
    add_key(store, "a", no_limits);
    REQUIRE_OK(kb_keystore_use(store, "a", &key));
    CHECK_STATUS(kb_usage_return(store, "a", kb_key_thumbprint(key), 2), KB_ERR_STORE);
    CHECK_STATUS(kb_usage_return(store, "a", "no-such-kid", 1), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_usage_return(store, "b", kb_key_thumbprint(key), 1), KB_ERR_NO_KEY);
    CHECK_INT(uses_of(1), 1);
    CHECK_OK(kb_usage_return(store, "a", kb_key_thumbprint(key), 1));
    CHECK_INT(uses_of(1), 0);
    kb_key_free(key);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(a_lease_needs_a_name_and_an_unlocked_store) {
    kb_lease *lease = NULL;
    kb_keystore *store = new_store(path);
    CHECK_STATUS(kb_lease_new(&lease, store, "a"), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_lease_new(&lease, store, NULL), KB_ERR_ARGUMENT);
    kb_keystore_close(store);
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_STATUS(kb_lease_new(&lease, store, "a"), KB_ERR_STATE);
    CHECK(lease == NULL);
    kb_keystore_close(store);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("keystore.db"));
    RUN(a_lease_counts_before_and_gives_back_what_was_not_taken);
    RUN(the_limit_of_a_key_is_reached_exactly);
    RUN(after_its_period_nothing_is_taken);
    RUN(a_rotation_ends_the_lease_at_the_next_block_and_the_old_version_gets_its_uses_back);
    RUN(what_was_never_counted_cannot_be_given_back);
    RUN(a_lease_needs_a_name_and_an_unlocked_store);
    tmpdir_remove();
    return TEST_END();
}
