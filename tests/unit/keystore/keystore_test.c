/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "unit/keystore/store_help.h"

static char path[PATH_MAX];

/* One line per version: "name version state private uses". */
typedef struct lines {
    char text[2000];
    char kid[KB_THUMBPRINT_TEXT_BYTES];
    char id[2][KB_KEY_ID_TEXT_BYTES];
    int count;
} lines;

static kb_status note(void *self, const kb_key_entry *e) {
    lines *l = self;
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%s %u %s%s %llu\n", e->name,
             e->version, e->state == KB_VERSION_PRIMARY ? "primary" : "retired",
             e->has_private ? "" : " public", (unsigned long long)e->uses);
    snprintf(l->kid, sizeof l->kid, "%s", e->kid);
    snprintf(l->id[l->count % 2], sizeof l->id[0], "%s", e->id);
    l->count++;
    CHECK_STR(e->alg, TEST_ALG);
    CHECK(e->created_s > 1700000000);
    CHECK_INT(strlen(e->id), 32);
    CHECK_INT(strspn(e->id, "0123456789abcdef"), 32);
    return KB_OK;
}

static kb_status stop(void *self, const kb_key_entry *e) {
    (void)e;
    ++*(int *)self;
    return KB_ERR_BUFFER;
}

TEST(the_list_is_ordered_and_needs_no_unlocking) {
    kb_keystore_close(new_store(path));
    kb_keystore *store = NULL;
    lines l = {.count = 0};
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_OK(kb_keystore_list(store, NULL, note, &l));
    CHECK_INT(l.count, 0);
    REQUIRE_OK(kb_keystore_unlock(store, NULL));
    add_key(store, "b", no_limits);
    add_key(store, "a", (kb_key_limits){4000000000, 7});
    add_key(store, "B", no_limits);
    kb_key *key = new_key(TEST_ALG), *public_key = NULL;
    CHECK_OK(kb_keystore_rotate(store, "b", key, no_limits));
    CHECK_OK(kb_key_public_copy(&public_key, key));
    CHECK_OK(kb_keystore_add(store, "p", public_key, no_limits));
    static const char want[] = "B 1 primary 0\na 1 primary 0\nb 1 retired 0\n"
                               "b 2 primary 0\np 1 primary public 0\n";
    CHECK_OK(kb_keystore_list(store, NULL, note, &l));
    CHECK_STR(l.text, want);
    kb_keystore_close(store);
    REQUIRE_OK(kb_keystore_open(&store, path));
    l = (lines){.count = 0};
    CHECK_OK(kb_keystore_list(store, NULL, note, &l));
    CHECK_STR(l.text, want);
    l = (lines){.count = 0};
    CHECK_OK(kb_keystore_list(store, "b", note, &l));
    CHECK_STR(l.text, "b 1 retired 0\nb 2 primary 0\n");
    CHECK_STR(l.kid, kb_key_thumbprint(key));
    CHECK_STR(l.id[0], l.id[1]);
    CHECK_STATUS(kb_keystore_list(store, "c", note, &l), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_list(store, "b' OR 1", note, &l), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_list(store, NULL, NULL, &l), KB_ERR_ARGUMENT);
    int calls = 0;
    CHECK_STATUS(kb_keystore_list(store, NULL, stop, &calls), KB_ERR_BUFFER);
    CHECK_INT(calls, 1);
    CHECK_OK(kb_keystore_list(store, "a", note, &l));
    kb_key_free(key);
    kb_key_free(public_key);
    kb_keystore_close(store);
    tmpdir_empty();
}

/* The thumbprint of the key that a call gave, or "". */
static const char *kid_of(kb_status status, kb_key *const *given, bool wants_private) {
    static char kid[KB_THUMBPRINT_TEXT_BYTES];
    kid[0] = '\0';
    if (status == KB_OK) {
        kb_key *key = *given;
        CHECK(kb_key_has_private(key) == wants_private);
        snprintf(kid, sizeof kid, "%s", kb_key_thumbprint(key));
        kb_key_free(key);
    }
    return kid;
}

TEST(every_version_comes_back_as_the_key_it_was) {
    kb_keystore *store = new_store(path);
    kb_key *keys[3], *got = NULL;
    for (int i = 0; i < 3; i++) {
        keys[i] = new_key(TEST_ALG);
    }
    REQUIRE_OK(kb_keystore_add(store, "a", keys[0], no_limits));
    REQUIRE_OK(kb_keystore_rotate(store, "a", keys[1], no_limits));
    REQUIRE_OK(kb_keystore_rotate(store, "a", keys[2], no_limits));
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned v = 0; v <= 3; v++) {
            const char *want = kb_key_thumbprint(keys[v == 0 ? 2 : v - 1]);
            CHECK_STR(kid_of(kb_keystore_public(store, "a", v, &got), &got, false), want);
            CHECK_STR(kid_of(kb_keystore_private(store, "a", v, &got), &got, true), want);
        }
        kb_keystore_close(store);
        store = open_unlocked(path);
    }
    kb_secret *before = NULL, *after = NULL;
    REQUIRE_OK(kb_keystore_private(store, "a", 2, &got));
    REQUIRE_OK(kb_key_to_private_jwk(keys[1], &before));
    REQUIRE_OK(kb_key_to_private_jwk(got, &after));
    CHECK_INT(kb_secret_len(before), kb_secret_len(after));
    CHECK_MEM(kb_secret_bytes(before), kb_secret_bytes(after), kb_secret_len(before));
    kb_key_free(got);
    kb_secret_free(before);
    kb_secret_free(after);

    CHECK_STATUS(kb_keystore_public(store, "a", 4, &got), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_private(store, "a", 4, &got), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_public(store, "b", 0, &got), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_private(store, "b", 0, &got), KB_ERR_NO_KEY);
    CHECK_STATUS(kb_keystore_public(store, NULL, 0, &got), KB_ERR_ARGUMENT);
    kb_keystore_close(store);
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_STATUS(kb_keystore_private(store, "a", 0, &got), KB_ERR_STATE);
    CHECK_STR(kid_of(kb_keystore_public(store, "a", 0, &got), &got, false),
              kb_key_thumbprint(keys[2]));
    kb_keystore_close(store);
    for (int i = 0; i < 3; i++) {
        kb_key_free(keys[i]);
    }
    tmpdir_empty();
}

TEST(no_private_byte_is_in_the_file) {
    kb_keystore *store = new_store(path);
    kb_key *key = new_key(TEST_ALG);
    kb_secret *jwk = NULL;
    char *public_jwk = NULL;
    REQUIRE_OK(kb_keystore_add(store, "a", key, no_limits));
    kb_keystore_close(store);
    REQUIRE_OK(kb_key_to_private_jwk(key, &jwk));
    REQUIRE_OK(kb_key_to_public_jwk(key, &public_jwk));
    static char file[1 << 18];
    long len = tmpdir_read(path, file, sizeof file);
    REQUIRE(len > 0 && len < (long)sizeof file);
    /* The public text is found, so that the search can find; of the private one, no 16
     * characters that are not in the public one too. */
    CHECK(memmem(file, (size_t)len, public_jwk, strlen(public_jwk)) != NULL);
    const char *private_text = (const char *)kb_secret_bytes(jwk);
    for (size_t i = 0; i + 16 <= kb_secret_len(jwk); i++) {
        bool is_public = memmem(public_jwk, strlen(public_jwk), private_text + i, 16);
        CHECK(is_public || memmem(file, (size_t)len, private_text + i, 16) == NULL);
    }
    free(public_jwk);
    kb_secret_free(jwk);
    kb_key_free(key);
    tmpdir_empty();
}

TEST(a_public_key_is_listed_used_and_never_private) {
    kb_keystore *store = new_store(path);
    kb_key *key = new_key(TEST_ALG), *public_key = NULL, *got = NULL;
    REQUIRE_OK(kb_key_public_copy(&public_key, key));
    REQUIRE_OK(kb_keystore_add(store, "p", public_key, no_limits));
    CHECK_STR(kid_of(kb_keystore_public(store, "p", 0, &got), &got, false),
              kb_key_thumbprint(key));
    CHECK_STR(kid_of(kb_keystore_use(store, "p", &got), &got, false),
              kb_key_thumbprint(key));
    CHECK_STATUS(kb_keystore_private(store, "p", 0, &got), KB_ERR_KEY);
    kb_keyring ring = kb_keystore_keyring(store);
    const kb_key *candidate = NULL;
    CHECK_STATUS(
        ring.candidate(ring.self, TEST_ALG, kb_key_thumbprint(key), 0, &candidate),
        KB_ERR_NO_KEY);
    CHECK_STATUS(ring.candidate(ring.self, TEST_ALG, NULL, 0, &candidate), KB_ERR_NO_KEY);
    kb_key_free(key);
    kb_key_free(public_key);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(names_are_taken_once_and_follow_the_rule) {
    kb_keystore *store = new_store(path);
    kb_key *key = new_key(TEST_ALG);
    REQUIRE_OK(kb_keystore_add(store, "a", key, no_limits));
    CHECK_STATUS(kb_keystore_add(store, "a", key, no_limits), KB_ERR_KEY_EXISTS);
    CHECK_STATUS(kb_keystore_rotate(store, "b", key, no_limits), KB_ERR_NO_KEY);
    static const char *const bad[] = {"", ".a", "-a", "a b", "a/b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(kb_keystore_add(store, bad[i], key, no_limits), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_keystore_rotate(store, bad[i], key, no_limits), KB_ERR_ARGUMENT);
    }
    CHECK_STATUS(kb_keystore_add(store, NULL, key, no_limits), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_add(store, "c", NULL, no_limits), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_add(NULL, "c", key, no_limits), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_add(store, "c", key, (kb_key_limits){-1, 0}),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_keystore_add(store, "c", key, (kb_key_limits){0, UINT64_MAX}),
                 KB_ERR_ARGUMENT);
    CHECK_INT(ask_sql(path, "SELECT count(*) FROM versions"), 1);
    kb_keystore_close(store);
    REQUIRE_OK(kb_keystore_open(&store, path));
    CHECK_STATUS(kb_keystore_add(store, "c", key, no_limits), KB_ERR_STATE);
    CHECK_STATUS(kb_keystore_rotate(store, "a", key, no_limits), KB_ERR_STATE);
    CHECK_STATUS(kb_keystore_use(store, "a", &key), KB_ERR_STATE);
    kb_keyring ring = kb_keystore_keyring(store);
    const kb_key *candidate = NULL;
    CHECK_STATUS(ring.candidate(ring.self, TEST_ALG, NULL, 0, &candidate), KB_ERR_STATE);
    kb_keystore_close(store);
    kb_key_free(key);
    tmpdir_empty();
}

static const char *nth_kid(kb_keyring ring, const char *alg, const char *kid,
                           size_t index) {
    const kb_key *key = NULL;
    kb_status status = ring.candidate(ring.self, alg, kid, index, &key);
    return status == KB_OK ? kb_key_thumbprint(key) : kb_status_name(status);
}

TEST(the_keyring_finds_all_versions_primary_ones_first) {
    kb_keystore *store = new_store(path);
    kb_key *keys[4];
    for (int i = 0; i < 4; i++) {
        keys[i] = new_key(i == 3 ? TEST_ALG_2 : TEST_ALG);
    }
    REQUIRE_OK(kb_keystore_add(store, "a", keys[0], no_limits));
    REQUIRE_OK(kb_keystore_rotate(store, "a", keys[1], no_limits));
    REQUIRE_OK(kb_keystore_rotate(store, "a", keys[2], no_limits));
    REQUIRE_OK(kb_keystore_add(store, "b", keys[3], no_limits));
    kb_keyring ring = kb_keystore_keyring(store);
    static const int order[] = {2, 1, 0};
    for (size_t i = 0; i < 3; i++) {
        CHECK_STR(nth_kid(ring, TEST_ALG, NULL, i), kb_key_thumbprint(keys[order[i]]));
    }
    CHECK_STR(nth_kid(ring, TEST_ALG, NULL, 3), "KB_ERR_NO_KEY");
    CHECK_STR(nth_kid(ring, TEST_ALG, NULL, SIZE_MAX), "KB_ERR_NO_KEY");
    CHECK_STR(nth_kid(ring, TEST_ALG_2, NULL, 0), kb_key_thumbprint(keys[3]));
    CHECK_STR(nth_kid(ring, TEST_ALG_2, NULL, 1), "KB_ERR_NO_KEY");
    for (int i = 0; i < 4; i++) {
        const char *kid = kb_key_thumbprint(keys[i]);
        /* The kid alone decides; whether the algorithm fits is the caller's question. */
        CHECK_STR(nth_kid(ring, TEST_ALG, kid, 0), kid);
        CHECK_STR(nth_kid(ring, TEST_ALG, kid, 1), "KB_ERR_NO_KEY");
    }
    CHECK_STR(nth_kid(ring, TEST_ALG, "nobody", 0), "KB_ERR_NO_KEY");
    /* A key that was given out stays what it is. */
    const kb_key *first = NULL, *again = NULL;
    CHECK_OK(ring.candidate(ring.self, TEST_ALG, NULL, 0, &first));
    CHECK_OK(ring.candidate(ring.self, TEST_ALG, NULL, 0, &again));
    CHECK(first == again && kb_key_has_private(first));
    for (int i = 0; i < 4; i++) {
        kb_key_free(keys[i]);
    }
    kb_keystore_close(store);
    tmpdir_empty();
}

static kb_status reenter(void *self, const kb_key_entry *e) {
    kb_keystore *store = self;
    kb_key *key = NULL;
    kb_status status = kb_keystore_public(store, e->name, e->version, &key);
    kb_key_free(key);
    key = NULL;
    CHECK_STATUS(kb_keystore_use(store, e->name, &key), KB_ERR_STATE);
    return status;
}

TEST(a_listing_may_read_the_store_but_not_change_it) {
    kb_keystore *store = new_store(path);
    add_key(store, "a", no_limits);
    add_key(store, "b", no_limits);
    CHECK_OK(kb_keystore_list(store, NULL, reenter, store));
    kb_key *key = NULL;
    CHECK_OK(kb_keystore_use(store, "a", &key));
    kb_key_free(key);
    kb_keystore_close(store);
    tmpdir_empty();
}

TEST(a_name_keeps_its_purpose) {
    kb_keystore *store = new_store(tmpdir_file("s.db"));
    kb_key *kem = NULL, *sig = NULL, *pair = NULL, *wrap = NULL;
    REQUIRE_OK(kb_key_generate(&pair, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    REQUIRE_OK(kb_key_generate(&wrap, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW"));
    REQUIRE_OK(kb_keystore_add(store, "pair", pair, no_limits));
    REQUIRE_OK(kb_keystore_add(store, "wrap", wrap, no_limits));
    CHECK_STATUS(kb_keystore_rotate(store, "pair", wrap, no_limits), KB_ERR_POLICY);
    CHECK_STATUS(kb_keystore_rotate(store, "wrap", pair, no_limits), KB_ERR_POLICY);
    kb_key_free(pair);
    kb_key_free(wrap);
    REQUIRE_OK(kb_key_generate(&kem, "ML-KEM-768"));
    REQUIRE_OK(kb_key_generate(&sig, "ML-DSA-44-Ed25519"));
    REQUIRE_OK(kb_keystore_add(store, "kem", kem, no_limits));
    REQUIRE_OK(kb_keystore_add(store, "sig", sig, no_limits));
    CHECK_STATUS(kb_keystore_rotate(store, "kem", sig, no_limits), KB_ERR_POLICY);
    CHECK_STATUS(kb_keystore_rotate(store, "sig", kem, no_limits), KB_ERR_POLICY);
    kb_key_free(kem);
    kb_key_free(sig);
    kb_keystore_close(store);
    tmpdir_empty();
}

int main(void) {
    tmpdir_make();
    snprintf(path, sizeof path, "%s", tmpdir_file("s.db"));
    RUN(a_name_keeps_its_purpose);
    RUN(the_list_is_ordered_and_needs_no_unlocking);
    RUN(every_version_comes_back_as_the_key_it_was);
    RUN(no_private_byte_is_in_the_file);
    RUN(a_public_key_is_listed_used_and_never_private);
    RUN(names_are_taken_once_and_follow_the_rule);
    RUN(the_keyring_finds_all_versions_primary_ones_first);
    RUN(a_listing_may_read_the_store_but_not_change_it);
    tmpdir_remove();
    return TEST_END();
}
