/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-DSA with its seed, expanded private key and rnd marked as secret. */
#include "core/cpu.h"
#include "ct.h"
#include "sig/mldsa/mldsa.h"

static const struct {
    const kb_mldsa_params *params;
    const kb_sig *sig;
} sets[] = {
    {&kb_mldsa44_params, &kb_mldsa44},
    {&kb_mldsa65_params, &kb_mldsa65},
    {&kb_mldsa87_params, &kb_mldsa87},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t xi[KB_MLDSA_SEED_BYTES], rnd[KB_MLDSA_RND_BYTES],
    pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES], sig[KB_MLDSA_SIG_MAX_BYTES];
static const uint8_t text[40] = "a message";

static void make(size_t set, unsigned number) {
    const kb_mldsa_params *params = sets[set].params;
    ct_make_secret(xi, sizeof xi, number);
    ct_make_secret(rnd, sizeof rnd, number + 1);
    kb_mldsa_keygen_derand(params, pk, sk, xi);
    /* Everything behind tr has become the secret that it is. */
    CHECK(ct_is_secret(sk + 128, params->sk_bytes - 128));
    CHECK(ct_is_secret(sk + 32, 32));
    /* The public key is published. */
    KB_CT_PUBLIC(pk, sizeof pk);
    /* Not only what follows from the seed: all of it is as secret as a stored key. */
    KB_CT_SECRET(sk, sizeof sk);
}

/* The signature is published; whether the hint was right is then anyone's to see. */
static void verify(size_t set, const kb_sig_message *message) {
    KB_CT_PUBLIC(sig, sizeof sig);
    CHECK_OK(sets[set].sig->verify(sig, sets[set].params->sig_bytes, message, pk));
}

TEST(signing_with_an_expanded_key) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        kb_sig_message message = {text, sizeof text, text, 3};
        for (unsigned i = 0; i < 4; i++) {
            make(s, i);
            CHECK_OK(kb_mldsa_sign(params, sig, &message, sk, rnd));
            /* z is not made public along the way. */
            CHECK(ct_is_secret(sig + params->tilde_bytes,
                               (size_t)32 * params->l * params->mask_bits));
            verify(s, &message);
        }
    }
}

TEST(signing_with_a_seed_and_its_public_key) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        kb_sig_message message = {text, sizeof text, NULL, 0};
        uint8_t again[KB_MLDSA_PK_MAX_BYTES];
        size_t len;
        make(s, 7);
        CHECK_OK(sets[s].sig->public_of(again, xi));
        KB_CT_PUBLIC(again, sizeof again); /* as above */
        CHECK_MEM(again, pk, sets[s].sig->pk_bytes);
        CHECK_OK(sets[s].sig->sign(sig, &len, &message, xi));
        verify(s, &message);
    }
}

/* What a key handle keeps, in the room that it has for it. */
TEST(signing_with_what_is_kept_of_a_seed) {
    static kb_mldsa_private priv;
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        kb_sig_message message = {text, sizeof text, text, 3};
        const uint8_t mu[KB_MLDSA_MU_BYTES] = {1};
        size_t len;
        make(s, 10);
        sets[s].sig->keyed->from_sk(&priv, xi);
        for (size_t i = 0; i < params->l + params->k; i++) {
            CHECK(ct_is_secret(&priv.s[i], sizeof priv.s[i]));
        }
        CHECK(ct_is_secret(priv.t0, params->k * sizeof priv.t0[0]));
        CHECK(ct_is_secret(priv.key, sizeof priv.key));
        CHECK_OK(kb_mldsa_sign_with(params, sig, &priv, mu, rnd));
        CHECK(ct_is_secret(sig + params->tilde_bytes,
                           (size_t)32 * params->l * params->mask_bits));
        CHECK_OK(sets[s].sig->sign_with(sig, &len, &message, xi, &priv, NULL));
        verify(s, &message);
    }
}

TEST(the_other_forms_of_signing) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        make(s, 8);
        CHECK_OK(kb_mldsa_sign_internal(params, sig, text, sizeof text, sk, rnd));
        kb_sig_message message = {text, sizeof text, NULL, 0};
        CHECK_OK(kb_mldsa_sign_prehash(params, sig, kb_sig_prehash_find("SHAKE-256"),
                                       &message, sk, rnd));
    }
}

TEST(checks_of_an_imported_key) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        make(s, 9);
        CHECK_OK(kb_mldsa_check_sk(params, sk));
        sk[params->sk_bytes - 1] ^= 1;
        CHECK_STATUS(kb_mldsa_check_sk(params, sk), KB_ERR_KEY);
        make(s, 9);
        sk[130] ^= 0xff;
        CHECK_STATUS(kb_mldsa_check_sk(params, sk), KB_ERR_KEY);
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    RUN(signing_with_an_expanded_key);
    RUN(signing_with_a_seed_and_its_public_key);
    RUN(signing_with_what_is_kept_of_a_seed);
    RUN(the_other_forms_of_signing);
    RUN(checks_of_an_imported_key);
    return TEST_END();
}
