/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What handles keep of keys that are used again: the same secrets, within the bound. */
#include "key/keyed.h"
#include "libcrypto/ecdh.h"
#include "test.h"

#include <keybraid/hash.h>
#include <pthread.h>

#define ALG "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"

static kb_span no_context(void) {
    static const uint8_t hash[KB_COMBINER_CTX_BYTES] = {1};
    return (kb_span){hash, sizeof hash};
}

/* One exchange; true when both sides have the same. No checks in here: threads run it. */
static bool exchange(const kb_key *key, const void *keyed_pk, const void *keyed_sk,
                     bool is_altered) {
    static _Thread_local uint8_t ct_c[KB_COMPOSITE_CT_C_MAX_BYTES],
        ct_p[KB_COMPOSITE_CT_P_MAX_BYTES];
    uint8_t sent[KB_COMBINER_OKM_BYTES], got[KB_COMBINER_OKM_BYTES];
    if (kb_composite_encaps(&key->composite, "A256GCM", no_context(), ct_c, ct_p, sent,
                            key->pk, keyed_pk) != KB_OK) {
        return false;
    }
    ct_p[7] ^= is_altered;
    return kb_composite_decaps(&key->composite, "A256GCM", no_context(), got, ct_c, ct_p,
                               key->pk, kb_secret_bytes(key->sk), keyed_sk) == KB_OK &&
           memcmp(sent, got, sizeof got) == 0;
}

TEST(with_and_without_what_is_kept_the_secrets_are_the_same) {
    static const char *const algs[] = {
        "CKEM1.X25519.ML-KEM-512.HKDF-SHA256",  ALG,
        "CKEM1.X448.ML-KEM-1024.HKDF-SHA512",   "CKEM1.P-256.ML-KEM-768.HKDF-SHA256",
        "CKEM1.X25519.HQC-128-R26.HKDF-SHA256", "CKEM1.X448.HQC-256-R26.HKDF-SHA512"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        if (kb_key_generate(&key, algs[i]) != KB_OK) {
            TEST_NOTE("%s is no pair", algs[i]);
            continue;
        }
        CHECK(kb_key_keyed_public(key) == NULL);
        CHECK(kb_key_keyed_private(key) == NULL);
        const void *pk = kb_key_keyed_public(key), *sk = kb_key_keyed_private(key);
        REQUIRE(pk != NULL && sk != NULL);
        CHECK((uintptr_t)pk % 32 == 0);
        CHECK(exchange(key, pk, sk, false));
        CHECK(exchange(key, pk, NULL, false));
        CHECK(exchange(key, NULL, sk, false));
        CHECK(!exchange(key, pk, sk, true));
        CHECK(kb_key_keyed_public(key) == pk);
        CHECK(kb_key_keyed_private(key) == sk);
        kb_key_free(key);
    }
}

TEST(everything_is_counted_and_given_back) {
    kb_key *key = NULL, *copy = NULL;
    kb_key_cache_counts before = kb_key_cache_read();
    REQUIRE_OK(kb_key_generate(&key, ALG));
    for (int i = 0; i < 5; i++) {
        (void)kb_key_keyed_public(key);
        (void)kb_key_keyed_private(key);
    }
    kb_key_cache_counts after = kb_key_cache_read();
    CHECK_INT(after.misses - before.misses, 4);
    CHECK_INT(after.hits - before.hits, 6);
    CHECK(after.bytes_now - before.bytes_now > 20000);
    CHECK(after.bytes_now - before.bytes_now < 24000);
    /* A copy keeps its own, and has nothing private. */
    REQUIRE_OK(kb_key_public_copy(&copy, key));
    CHECK(kb_key_keyed_public(copy) == NULL);
    CHECK(kb_key_keyed_public(copy) != NULL);
    CHECK(kb_key_keyed_public(copy) != kb_key_keyed_public(key));
    CHECK(kb_key_keyed_private(copy) == NULL);
    CHECK(kb_key_keyed_private(copy) == NULL);
    kb_key_free(key);
    CHECK(kb_key_keyed_public(copy) != NULL);
    kb_key_free(copy);
    CHECK_INT(kb_key_cache_read().bytes_now, before.bytes_now);
}

TEST(the_bound_holds_and_zero_switches_off) {
    kb_key *key[3];
    size_t start = kb_key_cache_read().bytes_now;
    kb_key_cache_limit(start + 25000);
    for (size_t i = 0; i < 3; i++) {
        REQUIRE_OK(kb_key_generate(&key[i], ALG));
        CHECK(kb_key_keyed_public(key[i]) == NULL);
        CHECK((kb_key_keyed_public(key[i]) != NULL) == (i < 2));
        CHECK(kb_key_cache_read().bytes_now <= start + 25000);
    }
    /* Room that was given back is used again. */
    kb_key_free(key[0]);
    CHECK(kb_key_keyed_public(key[2]) != NULL);
    kb_key_cache_limit(0);
    CHECK(kb_key_keyed_public(key[1]) != NULL);
    kb_key_free(key[1]);
    kb_key_free(key[2]);
    REQUIRE_OK(kb_key_generate(&key[0], ALG));
    for (int i = 0; i < 5; i++) {
        CHECK(kb_key_keyed_public(key[0]) == NULL);
        CHECK(kb_key_keyed_private(key[0]) == NULL);
    }
    kb_key_free(key[0]);
    CHECK_INT(kb_key_cache_read().bytes_now, start);
    kb_key_cache_limit(KB_KEY_CACHE_DEFAULT_BYTES);
}

TEST(other_algorithms_keep_nothing) {
    static const char *const algs[] = {"P-256", "Ed25519", "ECDSA-P256", "DKEM-128"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        for (int j = 0; j < 3; j++) {
            CHECK(kb_key_keyed_public(key) == NULL);
            CHECK(kb_key_keyed_private(key) == NULL);
        }
        kb_key_free(key);
    }
}

/* Alone and beside an algorithm that keeps nothing. */
TEST(of_x25519_and_x448_the_public_key_is_kept) {
    static const char *const algs[] = {"X25519", "X448",
                                       "CKEM1.X25519.DKEM-128.HKDF-SHA256"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        size_t start = kb_key_cache_read().bytes_now;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        for (int j = 0; j < 3; j++) {
            const void *pk = kb_key_keyed_public(key);
            CHECK((pk != NULL) == (j > 0));
            CHECK(kb_key_keyed_private(key) == NULL);
            uint8_t ct[56], sent[56], got[56];
            if (key->is_composite) {
                CHECK(exchange(key, pk, NULL, false));
                continue;
            }
            size_t n = key->kem->ct_bytes;
            CHECK_OK(kb_key_encaps(ct, n, sent, n, key));
            CHECK_OK(kb_key_decaps(got, n, ct, n, key));
            CHECK_MEM(sent, got, n);
        }
        CHECK(kb_key_cache_read().bytes_now - start >
              KB_LIBCRYPTO_X_PEER_HEAP_BYTES + 32);
        CHECK(kb_key_cache_read().bytes_now - start < 1000);
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
    }
}

static void *use(void *argument) {
    for (int i = 0; i < 20; i++) {
        const void *pk = kb_key_keyed_public(argument);
        const void *sk = kb_key_keyed_private(argument);
        if (!exchange(argument, pk, sk, false)) {
            return argument;
        }
    }
    return NULL;
}

TEST(threads_share_what_one_of_them_made) {
    size_t start = kb_key_cache_read().bytes_now;
    for (int round = 0; round < 10; round++) {
        kb_key *key = NULL;
        pthread_t threads[4];
        REQUIRE_OK(kb_key_generate(&key, ALG));
        for (size_t i = 0; i < 4; i++) {
            REQUIRE(pthread_create(&threads[i], NULL, use, key) == 0);
        }
        for (size_t i = 0; i < 4; i++) {
            void *failed = key;
            REQUIRE(pthread_join(threads[i], &failed) == 0);
            CHECK(failed == NULL);
        }
        CHECK(kb_key_cache_read().bytes_now - start < 24000);
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
    }
}

int main(void) {
    RUN(with_and_without_what_is_kept_the_secrets_are_the_same);
    RUN(everything_is_counted_and_given_back);
    RUN(the_bound_holds_and_zero_switches_off);
    RUN(other_algorithms_keep_nothing);
    RUN(of_x25519_and_x448_the_public_key_is_kept);
    RUN(threads_share_what_one_of_them_made);
    return TEST_END();
}
