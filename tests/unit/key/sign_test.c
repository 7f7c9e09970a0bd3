/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signatures with handles: as good as those of kb_sig, refused as they are, and with what a
 * handle keeps the same as without. */
#include "key/keyed.h"
#include "test.h"

#include <keybraid/key.h>
#include <keybraid/secret.h>

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
    kb_key_free(key);
    kb_key_free(pub);
    kb_key_free(kem);
}

int main(void) {
    RUN(every_use_of_a_handle_signs_and_verifies);
    RUN(a_refused_signature_leaves_zeros);
    return TEST_END();
}
