/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Refusals of changed signatures, checks of imported keys. */
#include "mldsa_case.h"
#include "sig/mldsa/encode.h"
#include "sig/mldsa/ops.h"

static kb_mldsa_public pub;
static kb_mldsa_private priv;

static bool was_refused_for(const char *words) {
    return strstr(kb_last_error()->text, words) != NULL;
}

/* ---- Changed signatures */

TEST(a_signature_of_another_length_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_sig *alg = sets[s].sig;
        make(s, 9);
        sig[alg->sig_bytes] = 0;
        CHECK_STATUS(alg->verify(sig, alg->sig_bytes - 1, &with_ctx, pk), KB_ERR_AUTH);
        CHECK_STATUS(alg->verify(sig, alg->sig_bytes + 1, &with_ctx, pk), KB_ERR_AUTH);
        CHECK(was_refused_for("bytes, must be"));
        CHECK_STATUS(alg->verify(sig, 0, &with_ctx, pk), KB_ERR_AUTH);
        CHECK_STATUS(alg->verify(NULL, 0, &with_ctx, pk), KB_ERR_AUTH);
        CHECK_STATUS(alg->verify(sig, SIZE_MAX, &with_ctx, pk), KB_ERR_AUTH);
        for (size_t t = 0; t < SET_COUNT; t++) {
            CHECK_STATUS(alg->verify(sig, sets[t].sig->sig_bytes, &with_ctx, pk),
                         s == t ? KB_OK : KB_ERR_AUTH);
        }
    }
}

static void flip(uint8_t *p, size_t bit) {
    p[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

/* Flips bits of the signature, each stride-th. */
static void sweep_signature(size_t set, size_t stride) {
    const kb_mldsa_params *params = sets[set].params;
    uint8_t mu[KB_MLDSA_MU_BYTES];
    kb_keccak sponge;
    make(set, 10);
    kb_mldsa_expand_public(params, &pub, pk);
    CHECK_OK(kb_mldsa_mu_begin(&sponge, pub.tr, ctx, 20));
    kb_keccak_absorb(&sponge, msg, sizeof msg);
    kb_mldsa_mu_finish(&sponge, mu);
    for (size_t bit = 0; bit < 8 * params->sig_bytes; bit += stride) {
        flip(sig, bit);
        CHECK_STATUS(kb_mldsa_verify_with(params, sig, params->sig_bytes, &pub, mu),
                     KB_ERR_AUTH);
        flip(sig, bit);
    }
    CHECK_OK(kb_mldsa_verify_with(params, sig, params->sig_bytes, &pub, mu));
}

TEST(a_flipped_bit_of_a_signature_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        sweep_signature(s, 37);
    }
}

TEST(every_flipped_bit_of_a_signature_is_refused) {
    sweep_signature(0, 1);
    sweep_signature(1, 5);
    sweep_signature(2, 7);
}

TEST(a_flipped_bit_of_message_context_or_key_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_sig *alg = sets[s].sig;
        make(s, 11);
        for (size_t bit = 0; bit < 8 * sizeof msg; bit++) {
            flip(msg, bit);
            CHECK_STATUS(alg->verify(sig, alg->sig_bytes, &with_ctx, pk), KB_ERR_AUTH);
            flip(msg, bit);
        }
        for (size_t bit = 0; bit < 8 * 20; bit++) {
            flip(ctx, bit);
            CHECK_STATUS(alg->verify(sig, alg->sig_bytes, &with_ctx, pk), KB_ERR_AUTH);
            flip(ctx, bit);
        }
        for (size_t bit = 0; bit < 8 * alg->pk_bytes; bit += bit < 256 ? 3 : 71) {
            flip(pk, bit);
            CHECK_STATUS(alg->verify(sig, alg->sig_bytes, &with_ctx, pk), KB_ERR_AUTH);
            flip(pk, bit);
        }
        CHECK_OK(alg->verify(sig, alg->sig_bytes, &with_ctx, pk));
    }
}

/* The hint of a signature begins at, its counts at + omega. */
static uint8_t *hint_of(size_t set) {
    const kb_mldsa_params *params = sets[set].params;
    return sig + params->sig_bytes - params->omega - params->k;
}

static void check_hint_refused(size_t set) {
    CHECK_STATUS(sets[set].sig->verify(sig, sets[set].sig->sig_bytes, &with_ctx, pk),
                 KB_ERR_AUTH);
    CHECK(was_refused_for("hint"));
}

TEST(d16_a_hint_has_one_form_only) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        size_t omega = sets[s].params->omega, k = sets[s].params->k;
        uint8_t *hint = hint_of(s), saved[128];
        uint8_t number = 12;
        do {
            make(s, number++);
        } while (hint[omega] < 2 || hint[omega + k - 1] >= omega);
        memcpy(saved, hint, omega + k);
        /* Descending, repeated, non-zero padding, cut order, too many. */
        hint[0] = saved[1];
        hint[1] = saved[0];
        check_hint_refused(s);
        hint[0] = hint[1] = saved[0];
        check_hint_refused(s);
        memcpy(hint, saved, omega + k);
        hint[omega - 1] = 255;
        check_hint_refused(s);
        memcpy(hint, saved, omega + k);
        hint[omega + k - 1] = (uint8_t)(omega + 1);
        check_hint_refused(s);
        hint[omega + k - 1] = 255;
        check_hint_refused(s);
        memcpy(hint, saved, omega + k);
        hint[omega + 1] = (uint8_t)(hint[omega] - 1);
        check_hint_refused(s);
        memcpy(hint, saved, omega + k);
        CHECK_OK(sets[s].sig->verify(sig, sets[s].sig->sig_bytes, &with_ctx, pk));
    }
}

TEST(d18_z_is_refused_from_gamma1_minus_beta_on) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        int32_t bound = kb_mldsa_gamma1(params) - kb_mldsa_beta(params);
        size_t poly_bytes = (size_t)32 * params->mask_bits;
        make(s, 40);
        for (size_t j = 0; j < params->l; j++) {
            uint8_t *at = sig + params->tilde_bytes + j * poly_bytes, saved[640];
            memcpy(saved, at, poly_bytes);
            for (int sign = -1; sign <= 1; sign += 2) {
                kb_mldsa_poly z;
                size_t place = (j * 97 + (size_t)(sign + 1)) % KB_MLDSA_N;
                kb_mldsa_ops_get()->unpack_mask(&z, saved, params->mask_bits);
                z.c[place] = sign * bound;
                kb_mldsa_ops_get()->pack_mask(at, &z, params->mask_bits);
                CHECK_STATUS(
                    kb_mldsa_verify(params, sig, params->sig_bytes, &with_ctx, pk),
                    KB_ERR_AUTH);
                CHECK(was_refused_for("coefficient of z"));
                z.c[place] = sign * (bound - 1);
                kb_mldsa_ops_get()->pack_mask(at, &z, params->mask_bits);
                CHECK_STATUS(
                    kb_mldsa_verify(params, sig, params->sig_bytes, &with_ctx, pk),
                    KB_ERR_AUTH);
                CHECK(was_refused_for("not for this message"));
            }
            memcpy(at, saved, poly_bytes);
        }
        CHECK_OK(kb_mldsa_verify(params, sig, params->sig_bytes, &with_ctx, pk));
    }
}

/* ---- Imported keys */

static void check_key_refused(const kb_mldsa_params *params, const char *words) {
    uint8_t got[KB_MLDSA_PK_MAX_BYTES];
    memset(got, 0x5a, sizeof got);
    CHECK_STATUS(kb_mldsa_check_sk(params, sk), KB_ERR_KEY);
    CHECK(was_refused_for(words));
    CHECK_STATUS(kb_mldsa_public_of_sk(params, got, sk), KB_ERR_KEY);
    CHECK(is_zero(got, params->pk_bytes));
}

TEST(d3_an_expanded_key_must_agree_with_itself) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        uint8_t got[KB_MLDSA_PK_MAX_BYTES];
        make_key(s, 50);
        CHECK_OK(kb_mldsa_check_sk(params, sk));
        CHECK_OK(kb_mldsa_public_of_sk(params, got, sk));
        CHECK_MEM(got, pk, params->pk_bytes);
        size_t t0 = params->sk_bytes - 416 * params->k;
        size_t places[] = {0,           8 * 31, 8 * 64,
                           8 * 127 + 7, 8 * t0, 8 * params->sk_bytes - 1};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            flip(sk, places[i]);
            check_key_refused(params, "t0 or tr");
            flip(sk, places[i]);
        }
        /* K is repeated nowhere: a changed one is another good key. */
        flip(sk, 8 * 40);
        CHECK_OK(kb_mldsa_check_sk(params, sk));
        flip(sk, 8 * 40);
        /* A coefficient of s1 and one of s2, changed within the range. */
        size_t small_bytes = params->eta == 2 ? 96 : 128;
        for (size_t j = 0; j < params->l + params->k; j += params->l + params->k - 1) {
            uint8_t *at = sk + 128 + j * small_bytes;
            kb_mldsa_small small;
            CHECK_INT(kb_mldsa_ops_get()->unpack_small(&small, at, params->eta), 0);
            small.c[200] = (int8_t)(small.c[200] == 0 ? 1 : -small.c[200]);
            kb_mldsa_ops_get()->pack_small(at, &small, params->eta);
            check_key_refused(params, "t0 or tr");
            make_key(s, 50);
        }
        CHECK_OK(kb_mldsa_check_sk(params, sk));
    }
}

TEST(a_coefficient_beyond_eta_is_refused_wherever_it_is) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        make_key(s, 51);
        size_t end = params->sk_bytes - 416 * params->k;
        for (size_t i = 128; i < end; i += 61) {
            uint8_t saved = sk[i];
            /* Fields of three or four ones: -5 for eta 2, -11 for eta 4. */
            sk[i] = 0xff;
            check_key_refused(params, "s1 or s2");
            sk[i] = saved;
        }
        CHECK_OK(kb_mldsa_check_sk(params, sk));
    }
}

/* Not a key that anything makes: t0 beyond its range and without order, so that c t0
 * makes too many hints for every c. Without the limit on attempts the loop would not end.
 */
TEST(signing_ends_when_no_attempt_succeeds) {
    uint8_t mu[KB_MLDSA_MU_BYTES] = {1}, signs[KB_MLDSA_K_MAX * KB_MLDSA_N];
    for (size_t s = 0; s < SET_COUNT; s++) {
        make_key(s, 52);
        kb_mldsa_expand_private(sets[s].params, &priv, sk);
        kb_shake256(signs, sizeof signs, xi, sizeof xi);
        for (size_t i = 0; i < sets[s].params->k; i++) {
            for (size_t j = 0; j < KB_MLDSA_N; j++) {
                bool is_negative = (signs[i * KB_MLDSA_N + j] & 1) != 0;
                priv.t0[i].c[j] = is_negative ? -8191 : 8191;
            }
        }
        memset(sig, 0x5a, sizeof sig);
        CHECK_STATUS(kb_mldsa_sign_with(sets[s].params, sig, &priv, mu, rnd), KB_ERR_KEY);
        CHECK(is_zero(sig, sets[s].params->sig_bytes));
        CHECK_INT(sig[sets[s].params->sig_bytes], 0x5a);
    }
}

/* With the argument "long" the sweep over every bit. */
int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "long") == 0) {
        RUN(every_flipped_bit_of_a_signature_is_refused);
        return TEST_END();
    }
    RUN(a_signature_of_another_length_is_refused);
    RUN(a_flipped_bit_of_a_signature_is_refused);
    RUN(a_flipped_bit_of_message_context_or_key_is_refused);
    RUN(d16_a_hint_has_one_form_only);
    RUN(d18_z_is_refused_from_gamma1_minus_beta_on);
    RUN(d3_an_expanded_key_must_agree_with_itself);
    RUN(a_coefficient_beyond_eta_is_refused_wherever_it_is);
    RUN(signing_ends_when_no_attempt_succeeds);
    return TEST_END();
}
