/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signatures with handles: as good as those of kb_sig, refused as they are, and with what a
 * handle keeps the same as without. */
#include "key/expanded.h"
#include "key/keyed.h"
#include "sig/mldsa/mldsa.h"
#include "test.h"

#include <keybraid/key.h>
#include <keybraid/secret.h>
#include <pthread.h>

#define ROOM 50000

static uint8_t sig[ROOM], zero[ROOM];
static const kb_sig_message message = {(const uint8_t *)"message", 7,
                                       (const uint8_t *)"context", 7};
static const kb_sig_message other = {(const uint8_t *)"massage", 7,
                                     (const uint8_t *)"context", 7};
static const kb_sig_message plain = {(const uint8_t *)"message", 7, NULL, 0};

/* One algorithm of every kind that signs. */
static const char *const algs[] = {
    "ML-DSA-44",         "ML-DSA-65",          "ML-DSA-87",         "ML-DSA-44-Ed25519",
    "ML-DSA-65-Ed25519", "ML-DSA-87-Ed448",    "Ed25519",           "ECDSA-P256",
    "SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-256f", "SLH-DSA-SHA2-192f",
};
#define ALG_COUNT (sizeof algs / sizeof algs[0])

static const kb_sig_message *message_of(const kb_key *key) {
    return key->sig->context_max == 0 ? &plain : &message;
}

TEST(every_use_of_a_handle_signs_and_verifies) {
    for (size_t i = 0; i < ALG_COUNT; i++) {
        kb_key *key = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        const kb_sig_message *m = message_of(key);
        kb_key_cache_counts before = kb_key_cache_read();
        for (int use = 0; use < 4; use++) {
            size_t len = sizeof sig;
            CHECK_OK(kb_key_sign(sig, &len, m, key, NULL));
            CHECK(len <= key->sig->sig_bytes);
            /* By the handle, and by the bytes of its key, which keep nothing. */
            CHECK_OK(kb_key_verify(sig, len, m, key));
            CHECK_OK(key->sig->verify(sig, len, m, key->pk));
            CHECK_STATUS(kb_key_verify(sig, len, m == &plain ? &other : &plain, key),
                         m == &plain ? KB_ERR_ARGUMENT : KB_ERR_AUTH);
            sig[len / 2] ^= 1;
            CHECK_STATUS(kb_key_verify(sig, len, m, key), KB_ERR_AUTH);
            sig[len / 2] ^= 1;
            CHECK_STATUS(kb_key_verify(sig, len - 1, m, key), KB_ERR_AUTH);
            CHECK_STATUS(kb_key_verify(sig, 0, m, key), KB_ERR_AUTH);
            /* Of the bytes alone. */
            REQUIRE_OK(key->sig->sign(sig, &len, m, kb_secret_bytes(key->sk)));
            CHECK_OK(kb_key_verify(sig, len, m, key));
        }
        kb_key_cache_counts after = kb_key_cache_read();
        CHECK((after.hits - before.hits >= 2) == (key->sig->keyed != NULL));
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, before.bytes_now);
    }
}

TEST(a_refused_signature_leaves_zeros) {
    kb_key *key = NULL, *pub = NULL, *kem = NULL;
    uint8_t long_context[256] = {0};
    kb_sig_message too_long = {NULL, 0, long_context, sizeof long_context};
    kb_sig_message missing = {NULL, 7, NULL, 0};
    REQUIRE_OK(kb_key_generate(&key, "ML-DSA-44"));
    REQUIRE_OK(kb_key_generate(&kem, "ML-KEM-768"));
    REQUIRE_OK(kb_key_public_copy(&pub, key));
    const struct {
        const kb_key *key;
        const kb_sig_message *message;
        size_t room;
        kb_status want;
    } cases[] = {
        {NULL, &message, ROOM, KB_ERR_ARGUMENT}, {key, NULL, ROOM, KB_ERR_ARGUMENT},
        {key, &too_long, ROOM, KB_ERR_ARGUMENT}, {key, &missing, ROOM, KB_ERR_ARGUMENT},
        {key, &message, 2419, KB_ERR_ARGUMENT},  {key, &message, 0, KB_ERR_ARGUMENT},
        {pub, &message, ROOM, KB_ERR_KEY},       {kem, &message, ROOM, KB_ERR_KEY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t len = cases[i].room;
        memset(sig, 0xa5, sizeof sig);
        CHECK_STATUS(kb_key_sign(sig, &len, cases[i].message, cases[i].key, NULL),
                     cases[i].want);
        CHECK_INT(len, 0);
        CHECK_MEM(sig, zero, cases[i].room);
        CHECK(cases[i].room == ROOM || sig[cases[i].room] == 0xa5);
    }
    size_t len = ROOM;
    CHECK_STATUS(kb_key_sign(NULL, &len, &message, key, NULL), KB_ERR_ARGUMENT);
    CHECK_INT(len, 0);
    CHECK_STATUS(kb_key_sign(sig, NULL, &message, key, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_verify(NULL, 7, &message, key), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_verify(NULL, 0, &message, key), KB_ERR_AUTH);
    CHECK_STATUS(kb_key_verify(sig, 7, NULL, key), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_verify(sig, 7, &too_long, key), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_verify(sig, 7, &message, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_verify(sig, 7, &message, kem), KB_ERR_KEY);
    /* An expanded private key whose seed nobody knows. */
    const kb_key_expanded *form = kb_key_expanded_of(key->alg);
    static uint8_t expanded[KB_KEY_SK_MAX_BYTES];
    form->expand(form, expanded, kb_secret_bytes(key->sk));
    kb_key_free(pub);
    REQUIRE_OK(
        kb_key_from_expanded(&pub, key->alg, NULL, 0, expanded, form->bytes, NULL, 0));
    for (int use = 0; use < 3; use++) {
        len = ROOM;
        CHECK_STATUS(kb_key_sign(sig, &len, &message, pub, NULL), KB_ERR_KEY);
    }
    kb_key_free(key);
    kb_key_free(pub);
    kb_key_free(kem);
}

static const kb_mldsa_params *mldsa_of(const kb_key *key) {
    return strncmp(key->alg, "ML-DSA-44", 9) == 0   ? &kb_mldsa44_params
           : strncmp(key->alg, "ML-DSA-65", 9) == 0 ? &kb_mldsa65_params
           : strncmp(key->alg, "ML-DSA-87", 9) == 0 ? &kb_mldsa87_params
                                                    : NULL;
}

/* The signature that the key makes without any randomness, without what it keeps. */
static void make_twin(uint8_t *out, const kb_key *key) {
    static uint8_t pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES];
    const uint8_t mu[KB_MLDSA_MU_BYTES] = {1}, rnd[KB_MLDSA_RND_BYTES] = {0};
    kb_mldsa_keygen_derand(mldsa_of(key), pk, sk, kb_secret_bytes(key->sk));
    CHECK_OK(kb_mldsa_sign_mu(mldsa_of(key), out, mu, sk, rnd));
}

/* What ML-DSA keeps gives that signature, and verifies it; of a topmost tree the bytes are
 * compared. */
static void check_kept(const kb_key *key, const uint8_t *want) {
    static uint8_t got[KB_MLDSA_SIG_MAX_BYTES];
    const uint8_t mu[KB_MLDSA_MU_BYTES] = {1}, rnd[KB_MLDSA_RND_BYTES] = {0};
    const kb_mldsa_params *params = mldsa_of(key);
    const void *pk = kb_key_keyed_public(key), *sk = kb_key_keyed_private(key);
    REQUIRE((pk != NULL) == (params != NULL) && sk != NULL);
    if (params == NULL) {
        CHECK_MEM(sk, want, key->sig->keyed->sk_bytes);
        return;
    }
    CHECK((uintptr_t)pk % 32 == 0);
    CHECK_OK(kb_mldsa_sign_with(params, got, sk, mu, rnd));
    CHECK_MEM(got, want, params->sig_bytes);
    CHECK_OK(kb_mldsa_verify_with(params, got, params->sig_bytes, pk, mu));
    got[0] ^= 1;
    CHECK_STATUS(kb_mldsa_verify_with(params, got, params->sig_bytes, pk, mu),
                 KB_ERR_AUTH);
}

TEST(with_what_is_kept_signatures_are_the_same_also_after_it_was_dropped) {
    static uint8_t want[32768];
    size_t start = kb_key_cache_read().bytes_now;
    for (size_t i = 0; i < ALG_COUNT; i++) {
        kb_key *key = NULL, *again = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        if (key->sig->keyed == NULL) {
            kb_key_free(key);
            continue;
        }
        if (mldsa_of(key) != NULL) {
            make_twin(want, key);
        } else {
            key->sig->keyed->from_sk(want, kb_secret_bytes(key->sk));
        }
        CHECK(kb_key_keyed_public(key) == NULL);
        CHECK(kb_key_keyed_private(key) == NULL);
        check_kept(key, want);
        check_kept(key, want);
        CHECK(kb_key_cache_read().bytes_now - start >=
              key->sig->keyed->pk_bytes + key->sig->keyed->sk_bytes);
        /* The same key once more, after the first handle is gone. */
        REQUIRE_OK(kb_key_from_parts(&again, key->alg, strlen(key->alg), key->pk,
                                     key->pk_len, kb_secret_bytes(key->sk), key->sk_len));
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
        CHECK(kb_key_keyed_public(again) == NULL);
        CHECK(kb_key_keyed_private(again) == NULL);
        check_kept(again, want);
        kb_key_free(again);
    }
}

TEST(many_handles_sign_within_the_bound) {
    kb_key *key[8];
    size_t start = kb_key_cache_read().bytes_now, bound = start + 3 * 21000;
    kb_key_cache_limit(bound);
    for (size_t i = 0; i < 8; i++) {
        REQUIRE_OK(kb_key_generate(&key[i], "ML-DSA-44"));
    }
    for (int use = 0; use < 3; use++) {
        for (size_t i = 0; i < 8; i++) {
            size_t len = sizeof sig;
            CHECK_OK(kb_key_sign(sig, &len, &message, key[i], NULL));
            CHECK_OK(kb_key_verify(sig, len, &message, key[i]));
            CHECK_OK(kb_key_verify(sig, len, &message, key[i]));
            CHECK_STATUS(kb_key_verify(sig, len, &other, key[i]), KB_ERR_AUTH);
            CHECK(kb_key_cache_read().bytes_now <= bound);
        }
    }
    CHECK(kb_key_cache_read().bytes_now > start + 2 * 20000);
    for (size_t i = 0; i < 8; i++) {
        kb_key_free(key[i]);
    }
    CHECK_INT(kb_key_cache_read().bytes_now, start);
    kb_key_cache_limit(KB_KEY_CACHE_DEFAULT_BYTES);
}

TEST(switched_off_nothing_is_kept_and_everything_signs) {
    kb_key_cache_counts before = kb_key_cache_read();
    kb_key_cache_limit(0);
    for (size_t i = 0; i < ALG_COUNT; i++) {
        kb_key *key = NULL;
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        for (int use = 0; use < 3; use++) {
            size_t len = sizeof sig;
            CHECK_OK(kb_key_sign(sig, &len, message_of(key), key, NULL));
            CHECK_OK(kb_key_verify(sig, len, message_of(key), key));
        }
        kb_key_free(key);
    }
    CHECK_INT(kb_key_cache_read().bytes_now, before.bytes_now);
    CHECK_INT(kb_key_cache_read().hits, before.hits);
    kb_key_cache_limit(KB_KEY_CACHE_DEFAULT_BYTES);
}

typedef struct signer {
    const kb_key *key;
    kb_pool *pool;
    bool has_failed;
} signer;

static void *use(void *argument) {
    signer *s = argument;
    uint8_t room[17088];
    for (int i = 0; i < 4; i++) {
        size_t len = sizeof room;
        s->has_failed |= kb_key_sign(room, &len, &message, s->key, s->pool) != KB_OK ||
                         kb_key_verify(room, len, &message, s->key) != KB_OK ||
                         kb_key_verify(room, len, &other, s->key) != KB_ERR_AUTH;
    }
    return NULL;
}

TEST(threads_race_to_fill_one_handle) {
    static const char *const raced[] = {"ML-DSA-44", "ML-DSA-44-Ed25519",
                                        "SLH-DSA-SHA2-128f"};
    size_t start = kb_key_cache_read().bytes_now;
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t round = 0; round < 6; round++) {
        kb_key *key = NULL;
        pthread_t threads[4];
        signer signers[4];
        REQUIRE_OK(kb_key_generate(&key, raced[round % 3]));
        for (size_t i = 0; i < 4; i++) {
            signers[i] = (signer){key, i % 2 == 0 ? pool : NULL, false};
            REQUIRE(pthread_create(&threads[i], NULL, use, &signers[i]) == 0);
        }
        for (size_t i = 0; i < 4; i++) {
            REQUIRE(pthread_join(threads[i], NULL) == 0);
            CHECK(!signers[i].has_failed);
        }
        /* Once, however many have made it. */
        CHECK(kb_key_cache_read().bytes_now - start <= 41000);
        CHECK(kb_key_cache_read().bytes_now - start > 200);
        kb_key_free(key);
        CHECK_INT(kb_key_cache_read().bytes_now, start);
    }
    kb_pool_free(pool);
}

int main(void) {
    RUN(every_use_of_a_handle_signs_and_verifies);
    RUN(a_refused_signature_leaves_zeros);
    RUN(with_what_is_kept_signatures_are_the_same_also_after_it_was_dropped);
    RUN(many_handles_sign_within_the_bound);
    RUN(switched_off_nothing_is_kept_and_everything_signs);
    RUN(threads_race_to_fill_one_handle);
    return TEST_END();
}
