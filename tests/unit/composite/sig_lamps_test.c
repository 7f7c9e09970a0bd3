/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* LAMPS composites: both halves are needed, over this message, context and name only. */
#include "composite/sig_lamps.h"

#include "sig/classic/classic.h"
#include "test.h"

#include <keybraid/hash.h>

static const kb_sig *const algs[] = {&kb_sig_mldsa44_ed25519, &kb_sig_mldsa65_ed25519,
                                     &kb_sig_mldsa87_ed448};
static const size_t pqc_sig[] = {2420, 3309, 4627}, pqc_pk[] = {1312, 1952, 2592};

static uint8_t pk[KB_SIG_LAMPS_PK_MAX_BYTES], sk[KB_SIG_LAMPS_SK_MAX_BYTES];
static uint8_t sig[KB_SIG_LAMPS_SIG_MAX_BYTES + 1], other[KB_SIG_LAMPS_SIG_MAX_BYTES];

static const kb_sig_message m = {(const uint8_t *)"message", 7,
                                 (const uint8_t *)"context", 7};

static size_t fresh(const kb_sig *alg) {
    size_t len = 0;
    CHECK_OK(alg->keygen(pk, sk));
    CHECK_OK(alg->check_pk(pk));
    CHECK_OK(alg->sign(sig, &len, &m, sk));
    CHECK_INT(len, alg->sig_bytes);
    CHECK_OK(alg->verify(sig, len, &m, pk));
    return len;
}

TEST(keys_are_the_halves_side_by_side) {
    for (size_t i = 0; i < 3; i++) {
        uint8_t again[KB_SIG_LAMPS_PK_MAX_BYTES];
        (void)fresh(algs[i]);
        const kb_sig *p = i == 0 ? &kb_mldsa44 : i == 1 ? &kb_mldsa65 : &kb_mldsa87;
        const kb_sig *c = i == 2 ? &kb_ed448 : &kb_ed25519;
        CHECK_INT(algs[i]->pk_bytes, p->pk_bytes + c->pk_bytes);
        CHECK_INT(algs[i]->sk_bytes, p->sk_bytes + c->sk_bytes);
        CHECK_INT(algs[i]->sig_bytes, p->sig_bytes + c->sig_bytes);
        CHECK_OK(p->public_of(again, sk));
        CHECK_OK(c->public_of(again + pqc_pk[i], sk + 32));
        CHECK_MEM(again, pk, algs[i]->pk_bytes);
        memset(again, 0, sizeof again);
        CHECK_OK(algs[i]->public_of(again, sk));
        CHECK_MEM(again, pk, algs[i]->pk_bytes);
    }
}

/* A bit in every part of either half. */
TEST(one_bit_anywhere_is_refused) {
    for (size_t i = 0; i < 3; i++) {
        size_t len = fresh(algs[i]);
        for (size_t at = 0; at < len; at += at < pqc_sig[i] - 4 ? 997 : 1) {
            sig[at] ^= 1;
            CHECK_STATUS(algs[i]->verify(sig, len, &m, pk), KB_ERR_AUTH);
            sig[at] ^= 1;
        }
        for (size_t at = 0; at < algs[i]->pk_bytes; at += at < pqc_pk[i] - 4 ? 499 : 5) {
            pk[at] ^= 1;
            CHECK_STATUS(algs[i]->verify(sig, len, &m, pk), KB_ERR_AUTH);
            pk[at] ^= 1;
        }
        CHECK_OK(algs[i]->verify(sig, len, &m, pk));
    }
}

TEST(any_other_length_is_refused) {
    for (size_t i = 0; i < 3; i++) {
        size_t len = fresh(algs[i]);
        const size_t lens[] = {
            0, 1, pqc_sig[i] - 1, pqc_sig[i], pqc_sig[i] + 1, len - 1, len + 1};
        for (size_t k = 0; k < 7; k++) {
            CHECK_STATUS(algs[i]->verify(sig, lens[k], &m, pk), KB_ERR_AUTH);
        }
    }
}

/* Halves of two good signatures over different messages do not make a third. */
TEST(both_halves_must_belong_to_the_message) {
    for (size_t i = 0; i < 3; i++) {
        size_t len = fresh(algs[i]), n;
        kb_sig_message second = {(const uint8_t *)"Message", 7, m.ctx, m.ctx_len};
        REQUIRE_OK(algs[i]->sign(other, &n, &second, sk));
        CHECK_STATUS(algs[i]->verify(sig, len, &second, pk), KB_ERR_AUTH);
        memcpy(sig, other, pqc_sig[i]);
        CHECK_STATUS(algs[i]->verify(sig, len, &m, pk), KB_ERR_AUTH);
        CHECK_STATUS(algs[i]->verify(sig, len, &second, pk), KB_ERR_AUTH);
        memcpy(sig + pqc_sig[i], other + pqc_sig[i], len - pqc_sig[i]);
        CHECK_OK(algs[i]->verify(sig, len, &second, pk));
    }
}

/* Two signatures of one message differ in the ML-DSA half and may be mixed: the bytes of
 * a composite are no identifier, as the header says. */
TEST(a_signature_is_hedged_and_not_unique) {
    size_t len = fresh(algs[1]), n;
    REQUIRE_OK(algs[1]->sign(other, &n, &m, sk));
    CHECK(memcmp(sig, other, pqc_sig[1]) != 0);
    CHECK_MEM(sig + pqc_sig[1], other + pqc_sig[1], 64);
    memcpy(sig, other, pqc_sig[1]);
    CHECK_OK(algs[1]->verify(sig, len, &m, pk));
}

/* Over the message alone neither half verifies: they sign M'. */
TEST(a_half_cut_out_verifies_nothing) {
    size_t len = fresh(algs[1]);
    for (int with = 0; with < 2; with++) {
        kb_sig_message plain = {m.msg, m.msg_len, with ? m.ctx : NULL,
                                with ? m.ctx_len : 0};
        CHECK_STATUS(kb_mldsa65.verify(sig, pqc_sig[1], &plain, pk), KB_ERR_AUTH);
    }
    kb_sig_message plain = {m.msg, m.msg_len, NULL, 0};
    CHECK_STATUS(
        kb_ed25519.verify(sig + pqc_sig[1], len - pqc_sig[1], &plain, pk + pqc_pk[1]),
        KB_ERR_AUTH);
}

TEST(the_context_is_bound) {
    for (size_t i = 0; i < 3; i++) {
        uint8_t ctx[256] = {0};
        size_t len = fresh(algs[i]);
        kb_sig_message wrong = {m.msg, m.msg_len, NULL, 0};
        CHECK_STATUS(algs[i]->verify(sig, len, &wrong, pk), KB_ERR_AUTH);
        wrong = (kb_sig_message){m.msg, m.msg_len, m.ctx, 6};
        CHECK_STATUS(algs[i]->verify(sig, len, &wrong, pk), KB_ERR_AUTH);
        wrong = (kb_sig_message){m.msg, m.msg_len, ctx, 255};
        CHECK_OK(algs[i]->sign(sig, &len, &wrong, sk));
        CHECK_OK(algs[i]->verify(sig, len, &wrong, pk));
        wrong.ctx_len = 256;
        memset(sig, 0xa5, sizeof sig);
        CHECK_STATUS(algs[i]->sign(sig, &len, &wrong, sk), KB_ERR_ARGUMENT);
        CHECK(len == 0 && sig[0] == 0 && sig[algs[i]->sig_bytes - 1] == 0);
        CHECK_STATUS(algs[i]->verify(sig, algs[i]->sig_bytes, &wrong, pk),
                     KB_ERR_ARGUMENT);
    }
}

/* The name is in what both halves sign: the keys of one pair, cut and joined anew, do not
 * verify under another. */
TEST(names_and_their_ids) {
    CHECK_STR(kb_sig_lamps_id_of_name("ML-DSA-65+Ed25519"), "ML-DSA-65-Ed25519");
    CHECK_STR(kb_sig_lamps_id_of_name("ML-DSA-44-Ed25519"), "ML-DSA-44-Ed25519");
    CHECK_STR(kb_sig_lamps_id_of_name("ML-DSA-87+Ed448"), "ML-DSA-87-Ed448");
    static const char *const none[] = {"ML-DSA-65",
                                       "ML-DSA+65-Ed25519",
                                       "ML-DSA-65+Ed2551",
                                       "ML-DSA-65+Ed255199",
                                       "ML-DSA-65+Ed448",
                                       "ml-dsa-65+ed25519",
                                       "",
                                       "+",
                                       "Ed25519+ML-DSA-65"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK(kb_sig_lamps_id_of_name(none[i]) == NULL);
    }
    CHECK(kb_sig_lamps_find("ML-DSA-87-Ed448") == &kb_sig_mldsa87_ed448);
    CHECK(kb_sig_lamps_find("ML-DSA-65") == &kb_mldsa65);
    CHECK(kb_sig_lamps_find("Ed25519") == &kb_ed25519);
    CHECK(kb_sig_lamps_find("ML-DSA-65+Ed25519") == NULL);
    CHECK(kb_sig_lamps_find("MLDSA65-ECDSA-P384-SHA512") == NULL);
}

TEST(pieces_of_any_size_are_one_message) {
    static uint8_t big[100003];
    for (size_t i = 0; i < sizeof big; i++) {
        big[i] = (uint8_t)(i * 7);
    }
    for (size_t i = 0; i < 3; i++) {
        kb_sig_lamps *s = NULL;
        size_t len = 0;
        kb_sig_message whole = {big, sizeof big, NULL, 0};
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        REQUIRE_OK(kb_sig_lamps_new(&s, algs[i]->id, false));
        for (size_t at = 0, n = 1; at < sizeof big; at += n, n = n * 3 + 1) {
            n = n < sizeof big - at ? n : sizeof big - at;
            CHECK_OK(kb_sig_lamps_update(s, big + at, n));
        }
        CHECK_OK(kb_sig_lamps_sign(s, sig, &len, NULL, 0, sk));
        CHECK_OK(algs[i]->verify(sig, len, &whole, pk));
        CHECK_STATUS(kb_sig_lamps_update(s, big, 1), KB_ERR_STATE);
        CHECK_STATUS(kb_sig_lamps_sign(s, other, &len, NULL, 0, sk), KB_ERR_STATE);
        CHECK_STATUS(kb_sig_lamps_verify(s, sig, algs[i]->sig_bytes, NULL, 0, pk,
                                         algs[i]->pk_bytes),
                     KB_ERR_STATE);
        kb_sig_lamps_free(s);
    }
}

TEST(only_the_eddsa_pairs_sign) {
    kb_sig_lamps *s = NULL;
    size_t len = 9;
    static const char *const ecdsa = "MLDSA44-ECDSA-P256-SHA256";
    CHECK_STATUS(kb_sig_lamps_new(&s, ecdsa, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_sig_lamps_new(&s, "ML-DSA-44-ES256", true), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_sig_lamps_new(&s, "", true), KB_ERR_UNSUPPORTED);
    REQUIRE_OK(kb_sig_lamps_new(&s, ecdsa, true));
    memset(sig, 0xa5, sizeof sig);
    CHECK_STATUS(kb_sig_lamps_sign(s, sig, &len, NULL, 0, sk), KB_ERR_UNSUPPORTED);
    CHECK(len == 0 && sig[0] == 0);
    CHECK_STATUS(kb_sig_lamps_verify(s, sig, 2491, NULL, 0, pk, 1312 + 64), KB_ERR_KEY);
    kb_sig_lamps_free(s);
    kb_sig_lamps_free(NULL);
}

int main(void) {
    RUN(keys_are_the_halves_side_by_side);
    RUN(one_bit_anywhere_is_refused);
    RUN(any_other_length_is_refused);
    RUN(both_halves_must_belong_to_the_message);
    RUN(a_signature_is_hedged_and_not_unique);
    RUN(a_half_cut_out_verifies_nothing);
    RUN(the_context_is_bound);
    RUN(names_and_their_ids);
    RUN(pieces_of_any_size_are_one_message);
    RUN(only_the_eddsa_pairs_sign);
    return TEST_END();
}
