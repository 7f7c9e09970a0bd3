/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A process that is killed at any moment has used a key at most as often as the store
 * says, and the store is whole. */
#include "unit/keystore/store_help.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

static char path[PATH_MAX];

enum { ROUNDS = 40 };

/* Uses the key for ever; counts in shared memory what it was given. */
static void use_forever(volatile long *given) {
    kb_keystore *store = NULL;
    if (kb_keystore_open(&store, path) != KB_OK ||
        kb_keystore_unlock(store, NULL) != KB_OK) {
        _exit(1);
    }
    for (;;) {
        kb_key *key = NULL;
        if (kb_keystore_use(store, "a", &key) != KB_OK) {
            _exit(1);
        }
        ++*given;
        kb_key_free(key);
    }
}

static unsigned long long uses_seen;

static kb_status note_uses(void *self, const kb_key_entry *entry) {
    (void)self;
    uses_seen = entry->uses;
    return KB_OK;
}

TEST(a_kill_never_loses_a_use) {
    volatile long *given = mmap(NULL, sizeof *given, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(given != MAP_FAILED);
    *given = 0;
    kb_keystore *store = new_store(path);
    add_key(store, "a", no_limits);
    kb_keystore_close(store);
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child = fork();
        if (child == 0) {
            use_forever(given);
        }
        usleep(3000 + (useconds_t)i * 977);
        kill(child, SIGKILL);
        int state = 0;
        CHECK(waitpid(child, &state, 0) == child && WIFSIGNALED(state));
        store = NULL;
        REQUIRE_OK(kb_keystore_open(&store, path));
        REQUIRE_OK(kb_keystore_unlock(store, NULL));
        REQUIRE_OK(kb_keystore_list(store, "a", note_uses, NULL));
        CHECK((unsigned long long)*given <= uses_seen);
        /* At most one more per kill: the use that was counted and not given out. */
        CHECK(uses_seen <= (unsigned long long)*given + (unsigned)i + 1);
        kb_keystore_close(store);
    }
    TEST_NOTE("%ld uses given, %llu counted in %d kills", *given, uses_seen, ROUNDS);
    CHECK(*given > 0);
    tmpdir_empty();
}

TEST(a_kill_while_a_store_is_made_leaves_a_whole_one_or_none) {
    int made = 0;
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child = fork();
        if (child == 0) {
            _exit(kb_keystore_create(path, KB_KEYSTORE_KEY_FILE, NULL) != KB_OK);
        }
        usleep((useconds_t)i * 4000);
        kill(child, SIGKILL);
        int state = 0;
        CHECK(waitpid(child, &state, 0) == child);
        kb_keystore *store = NULL;
        kb_status status = kb_keystore_open(&store, path);
        if (status == KB_OK) {
            CHECK_OK(kb_keystore_unlock(store, NULL));
            made++;
        } else {
            CHECK_STATUS(status, KB_ERR_NO_STORE);
        }
        kb_keystore_close(store);
        tmpdir_empty();
    }
    TEST_NOTE("%d of %d were made in time", made, ROUNDS);
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("s.db"));
    RUN(a_kill_never_loses_a_use);
    RUN(a_kill_while_a_store_is_made_leaves_a_whole_one_or_none);
    tmpdir_remove();
    return TEST_END();
}
