/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The public signature calls: ids, lengths, and what outputs hold after a failure. */
#include "sig/sig.h"

#include "test.h"

#include <keybraid/sig.h>

/* Of each family what is fast enough for a unit test. */
static const char *const ids[] = {
    "ML-DSA-44", "ML-DSA-65", "ML-DSA-87",  "SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f",
    "Ed25519",   "Ed448",     "ECDSA-P256", "ECDSA-P384",        "ECDSA-P521"};
#define ID_COUNT (sizeof ids / sizeof ids[0])

#define MAX 20000
static uint8_t pk[MAX], sk[MAX], sig[MAX];
static const uint8_t text[] = "message and context";

/* With a context where the algorithm takes one. */
static kb_sig_message message_for(const kb_sig *alg) {
    return (kb_sig_message){text, sizeof text, text, alg->context_max != 0 ? 7 : 0};
}

static bool is_all(const uint8_t *p, size_t n, uint8_t value) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != value) {
            return false;
        }
    }
    return true;
}

static void mark(uint8_t *p) {
    memset(p, 0x5a, MAX);
}

static bool is_marked(const uint8_t *p) {
    return is_all(p, MAX, 0x5a);
}

TEST(every_id_finds_its_table_and_no_other_text_does) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        CHECK_STR(alg->id, ids[i]);
        CHECK(alg->sig_bytes <= MAX && alg->pk_bytes <= MAX && alg->sk_bytes <= MAX);
    }
    static const char *const wrong[] = {"",           "ML-DSA",     "ml-dsa-65",
                                        "ML-DSA-65 ", "ML-DSA-650", "ML-KEM-768"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size_t len = MAX;
        kb_sig_message message = {text, sizeof text, NULL, 0};
        CHECK(kb_sig_find(wrong[i]) == NULL);
        CHECK_STATUS(kb_sig_check_public(wrong[i], pk, 1952), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_sig_keygen(wrong[i], pk, 1952, sk, 32), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_sig_public_of(wrong[i], pk, 1952, sk, 32), KB_ERR_UNSUPPORTED);
        CHECK_STATUS(kb_sig_sign(wrong[i], sig, &len, &message, sk, 32),
                     KB_ERR_UNSUPPORTED);
        CHECK_INT(len, 0);
        CHECK_STATUS(kb_sig_verify(wrong[i], sig, 3309, &message, pk, 1952),
                     KB_ERR_UNSUPPORTED);
    }
    CHECK_STATUS(kb_sig_check_public(NULL, pk, 1952), KB_ERR_ARGUMENT);
}

TEST(what_is_signed_verifies) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        kb_sig_message message = message_for(alg);
        uint8_t again[MAX];
        size_t len = MAX;
        REQUIRE_OK(kb_sig_keygen(ids[i], pk, alg->pk_bytes, sk, alg->sk_bytes));
        CHECK_OK(kb_sig_check_public(ids[i], pk, alg->pk_bytes));
        CHECK_OK(kb_sig_public_of(ids[i], again, alg->pk_bytes, sk, alg->sk_bytes));
        CHECK_MEM(again, pk, alg->pk_bytes);
        mark(sig);
        REQUIRE_OK(kb_sig_sign(ids[i], sig, &len, &message, sk, alg->sk_bytes));
        CHECK(len > 0 && len <= alg->sig_bytes);
        CHECK_OK(kb_sig_verify(ids[i], sig, len, &message, pk, alg->pk_bytes));
        len = alg->sig_bytes;
        REQUIRE_OK(kb_sig_sign(ids[i], sig, &len, &message, sk, alg->sk_bytes));
        kb_sig_message other = message;
        other.msg_len--;
        CHECK_STATUS(kb_sig_verify(ids[i], sig, len, &other, pk, alg->pk_bytes),
                     KB_ERR_AUTH);
        CHECK_STATUS(kb_sig_verify(ids[i], sig, len - 1, &message, pk, alg->pk_bytes),
                     KB_ERR_AUTH);
        CHECK_STATUS(kb_sig_verify(ids[i], NULL, 0, &message, pk, alg->pk_bytes),
                     KB_ERR_AUTH);
    }
}

TEST(wrong_lengths_of_keys_are_refused_and_outputs_stay) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        kb_sig_message message = message_for(alg);
        for (int step = -1; step <= 1; step += 2) {
            size_t pk_len = alg->pk_bytes + (size_t)step;
            size_t sk_len = alg->sk_bytes + (size_t)step;
            size_t len = MAX;
            mark(pk);
            mark(sk);
            CHECK_STATUS(kb_sig_keygen(ids[i], pk, pk_len, sk, alg->sk_bytes),
                         KB_ERR_ARGUMENT);
            CHECK(is_marked(pk) && is_all(sk, alg->sk_bytes, 0));
            mark(sk);
            CHECK_STATUS(kb_sig_keygen(ids[i], pk, alg->pk_bytes, sk, sk_len),
                         KB_ERR_ARGUMENT);
            CHECK(is_marked(sk) && is_all(pk, alg->pk_bytes, 0));
            mark(pk);
            CHECK_STATUS(kb_sig_public_of(ids[i], pk, alg->pk_bytes, sk, sk_len),
                         KB_ERR_KEY);
            CHECK(is_all(pk, alg->pk_bytes, 0));
            CHECK_STATUS(kb_sig_public_of(ids[i], pk, pk_len, sk, alg->sk_bytes),
                         KB_ERR_ARGUMENT);
            CHECK_STATUS(kb_sig_check_public(ids[i], pk, pk_len), KB_ERR_KEY);
            mark(sig);
            CHECK_STATUS(kb_sig_sign(ids[i], sig, &len, &message, sk, sk_len),
                         KB_ERR_KEY);
            CHECK(len == 0 && is_all(sig, MAX, 0));
            CHECK_STATUS(kb_sig_verify(ids[i], sig, alg->sig_bytes, &message, pk, pk_len),
                         KB_ERR_KEY);
        }
        CHECK_STATUS(kb_sig_check_public(ids[i], NULL, alg->pk_bytes), KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_sig_check_public(ids[i], pk, 0), KB_ERR_KEY);
    }
}

TEST(a_signature_needs_its_room) {
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        kb_sig_message message = message_for(alg);
        size_t len = alg->sig_bytes - 1;
        mark(sig);
        CHECK_STATUS(kb_sig_sign(ids[i], sig, &len, &message, sk, alg->sk_bytes),
                     KB_ERR_ARGUMENT);
        CHECK(len == 0 && is_all(sig, alg->sig_bytes - 1, 0));
        CHECK_INT(sig[alg->sig_bytes - 1], 0x5a);
        len = MAX;
        CHECK_STATUS(kb_sig_sign(ids[i], NULL, &len, &message, sk, alg->sk_bytes),
                     KB_ERR_ARGUMENT);
        CHECK_INT(len, 0);
        CHECK_STATUS(kb_sig_sign(ids[i], sig, NULL, &message, sk, alg->sk_bytes),
                     KB_ERR_ARGUMENT);
    }
}

TEST(a_message_or_context_without_memory_is_refused) {
    static uint8_t context[256];
    const kb_sig_message bad[] = {
        {NULL, 1, NULL, 0}, {text, 1, NULL, 1}, {text, 1, context, 256}};
    for (size_t i = 0; i < ID_COUNT; i++) {
        const kb_sig *alg = kb_sig_find(ids[i]);
        REQUIRE(alg != NULL);
        kb_sig_message message = message_for(alg);
        for (size_t j = 0; j < 4; j++) {
            const kb_sig_message *m = j < 3 ? &bad[j] : NULL;
            size_t len = MAX;
            mark(sig);
            CHECK_STATUS(kb_sig_sign(ids[i], sig, &len, m, sk, alg->sk_bytes),
                         KB_ERR_ARGUMENT);
            CHECK(len == 0 && is_all(sig, MAX, 0));
            CHECK_STATUS(kb_sig_verify(ids[i], sig, alg->sig_bytes, m, pk, alg->pk_bytes),
                         KB_ERR_ARGUMENT);
        }
        CHECK_STATUS(kb_sig_verify(ids[i], NULL, 1, &message, pk, alg->pk_bytes),
                     KB_ERR_ARGUMENT);
    }
}

int main(void) {
    RUN(every_id_finds_its_table_and_no_other_text_does);
    RUN(what_is_signed_verifies);
    RUN(wrong_lengths_of_keys_are_refused_and_outputs_stay);
    RUN(a_signature_needs_its_room);
    RUN(a_message_or_context_without_memory_is_refused);
    return TEST_END();
}
