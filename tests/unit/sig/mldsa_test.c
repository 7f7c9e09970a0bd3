/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Forms, contexts, refusals of changed signatures, checks of imported keys. */
#include "sig/mldsa/encode.h"
#include "sig/mldsa/mldsa.h"
#include "sig/mldsa/ops.h"
#include "test.h"

#include <keybraid/hash.h>

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
    pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES], sig[KB_MLDSA_SIG_MAX_BYTES + 1],
    other[KB_MLDSA_SIG_MAX_BYTES];
static uint8_t msg[48], ctx[256];
static kb_mldsa_public pub;
static kb_mldsa_private priv;

static const kb_sig_message with_ctx = {msg, sizeof msg, ctx, 20};
static const kb_sig_message no_ctx = {msg, sizeof msg, NULL, 0};

static void make_key(size_t set, uint8_t number) {
    uint8_t all[64 + sizeof msg + sizeof ctx], in[2] = {(uint8_t)set, number};
    kb_shake256(all, sizeof all, in, sizeof in);
    memcpy(xi, all, 32);
    memcpy(rnd, all + 32, 32);
    memcpy(msg, all + 64, sizeof msg);
    memcpy(ctx, all + 64 + sizeof msg, sizeof ctx);
    kb_mldsa_keygen_derand(sets[set].params, pk, sk, xi);
}

/* A key, and a signature of with_ctx. */
static void make(size_t set, uint8_t number) {
    make_key(set, number);
    CHECK_OK(kb_mldsa_sign(sets[set].params, sig, &with_ctx, sk, rnd));
    CHECK_OK(
        kb_mldsa_verify(sets[set].params, sig, sets[set].sig->sig_bytes, &with_ctx, pk));
}

static bool is_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

static bool was_refused_for(const char *words) {
    return strstr(kb_last_error()->text, words) != NULL;
}

TEST(tables_state_the_sizes_of_the_standard) {
    static const size_t sizes[3][3] = {
        {1312, 2560, 2420}, {1952, 4032, 3309}, {2592, 4896, 4627}};
    for (size_t s = 0; s < SET_COUNT; s++) {
        CHECK_STR(sets[s].sig->id, sets[s].params->id);
        CHECK_INT(sets[s].sig->pk_bytes, sizes[s][0]);
        CHECK_INT(sets[s].params->pk_bytes, sizes[s][0]);
        CHECK_INT(sets[s].params->sk_bytes, sizes[s][1]);
        CHECK_INT(sets[s].sig->sig_bytes, sizes[s][2]);
        CHECK_INT(sets[s].params->sig_bytes, sizes[s][2]);
        CHECK_INT(sets[s].sig->sk_bytes, 32);
        CHECK_INT(sets[s].sig->context_max, 255);
    }
}

TEST(contexts_of_0_to_255_bytes_are_bound_to_the_signature) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        static const size_t lengths[] = {0, 1, 254, 255};
        make_key(s, 1);
        for (size_t i = 0; i < 4; i++) {
            kb_sig_message message = {msg, sizeof msg, ctx, lengths[i]};
            CHECK_OK(kb_mldsa_sign(params, sig, &message, sk, rnd));
            for (size_t j = 0; j < 4; j++) {
                message.ctx_len = lengths[j];
                CHECK_STATUS(
                    kb_mldsa_verify(params, sig, params->sig_bytes, &message, pk),
                    i == j ? KB_OK : KB_ERR_AUTH);
            }
        }
    }
}

TEST(the_border_between_context_and_message_is_signed) {
    make_key(0, 2);
    kb_sig_message message = {msg + 5, 10, msg, 5};
    CHECK_OK(kb_mldsa_sign(sets[0].params, sig, &message, sk, rnd));
    message = (kb_sig_message){msg + 4, 11, msg, 4};
    CHECK_STATUS(kb_mldsa_verify(sets[0].params, sig, 2420, &message, pk), KB_ERR_AUTH);
}

TEST(d14_a_context_of_256_bytes_is_refused_everywhere) {
    const kb_sig_prehash *prehash = kb_sig_prehash_find("SHA2-256");
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        kb_sig_message message = {msg, sizeof msg, ctx, 256};
        size_t len = 7;
        make(s, 3);
        memcpy(other, sig, params->sig_bytes);
        CHECK_STATUS(kb_mldsa_verify(params, sig, params->sig_bytes, &message, pk),
                     KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_mldsa_verify_prehash(params, sig, params->sig_bytes, prehash,
                                             &message, pk),
                     KB_ERR_ARGUMENT);
        CHECK_STATUS(kb_mldsa_sign(params, sig, &message, sk, rnd), KB_ERR_ARGUMENT);
        CHECK(is_zero(sig, params->sig_bytes));
        memcpy(sig, other, params->sig_bytes);
        CHECK_STATUS(kb_mldsa_sign_prehash(params, sig, prehash, &message, sk, rnd),
                     KB_ERR_ARGUMENT);
        CHECK(is_zero(sig, params->sig_bytes));
        memcpy(sig, other, params->sig_bytes);
        CHECK_STATUS(sets[s].sig->sign(sig, &len, &message, xi), KB_ERR_ARGUMENT);
        CHECK(is_zero(sig, params->sig_bytes));
        CHECK_INT(len, 0);
    }
}

TEST(d14_a_signature_of_one_form_is_none_of_another) {
    uint8_t prefixed[2 + 20 + sizeof msg], digest[KB_SIG_PREHASH_MAX_BYTES];
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        size_t len = params->sig_bytes;
        make(s, 4);
        /* Pure is internal over 0, length, context, message. */
        prefixed[0] = 0;
        prefixed[1] = 20;
        memcpy(prefixed + 2, ctx, 20);
        memcpy(prefixed + 22, msg, sizeof msg);
        CHECK_OK(
            kb_mldsa_verify_internal(params, sig, len, prefixed, sizeof prefixed, pk));
        CHECK_STATUS(kb_mldsa_verify_internal(params, sig, len, msg, sizeof msg, pk),
                     KB_ERR_AUTH);
        CHECK_STATUS(kb_mldsa_verify(params, sig, len, &no_ctx, pk), KB_ERR_AUTH);
        /* Internal over the bare message, as older software signs. */
        CHECK_OK(kb_mldsa_sign_internal(params, sig, msg, sizeof msg, sk, rnd));
        CHECK_STATUS(kb_mldsa_verify(params, sig, len, &no_ctx, pk), KB_ERR_AUTH);
        /* Pre-hash is no pure signature of the digest, nor of the message. */
        const kb_sig_prehash *prehash = kb_sig_prehash_find("SHA2-256");
        CHECK_OK(kb_sig_prehash_digest(prehash, digest, msg, sizeof msg));
        CHECK_OK(kb_mldsa_sign_prehash(params, sig, prehash, &no_ctx, sk, rnd));
        CHECK_OK(kb_mldsa_verify_prehash(params, sig, len, prehash, &no_ctx, pk));
        CHECK_STATUS(kb_mldsa_verify(params, sig, len, &no_ctx, pk), KB_ERR_AUTH);
        kb_sig_message of_digest = {digest, 32, NULL, 0};
        CHECK_STATUS(kb_mldsa_verify(params, sig, len, &of_digest, pk), KB_ERR_AUTH);
        CHECK_STATUS(kb_mldsa_verify_prehash(params, sig, len, prehash, &with_ctx, pk),
                     KB_ERR_AUTH);
    }
}

TEST(a_pre_hash_signature_names_its_hash_function) {
    size_t count;
    const kb_sig_prehash *list = kb_sig_prehash_list(&count);
    CHECK_INT(count, 12);
    make_key(1, 5);
    for (size_t i = 0; i < count; i++) {
        CHECK(kb_sig_prehash_find(list[i].id) == &list[i]);
        CHECK_OK(
            kb_mldsa_sign_prehash(sets[1].params, sig, &list[i], &with_ctx, sk, rnd));
        for (size_t j = 0; j < count; j++) {
            CHECK_STATUS(kb_mldsa_verify_prehash(sets[1].params, sig, 3309, &list[j],
                                                 &with_ctx, pk),
                         i == j ? KB_OK : KB_ERR_AUTH);
        }
    }
    CHECK(kb_sig_prehash_find("SHA2-25") == NULL);
    CHECK(kb_sig_prehash_find("") == NULL);
}

TEST(a_message_in_pieces_gives_the_mu_of_the_whole) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        uint8_t tr[KB_MLDSA_TR_BYTES], mu[KB_MLDSA_MU_BYTES];
        kb_keccak sponge;
        make(s, 6);
        kb_mldsa_tr(params, tr, pk);
        CHECK_OK(kb_mldsa_mu_begin(&sponge, tr, ctx, 20));
        for (size_t i = 0; i < sizeof msg; i += 6) {
            kb_keccak_absorb(&sponge, msg + i, 6);
        }
        kb_mldsa_mu_finish(&sponge, mu);
        CHECK(is_zero((const uint8_t *)&sponge, sizeof sponge));
        CHECK_OK(kb_mldsa_verify_mu(params, sig, params->sig_bytes, mu, pk));
        CHECK_OK(kb_mldsa_sign_mu(params, other, mu, sk, rnd));
        CHECK_MEM(other, sig, params->sig_bytes);
        kb_mldsa_expand_private(params, &priv, sk);
        CHECK_OK(kb_mldsa_sign_with(params, other, &priv, mu, rnd));
        CHECK_MEM(other, sig, params->sig_bytes);
        kb_mldsa_generate(params, &priv, pk, xi);
        CHECK_OK(kb_mldsa_sign_with(params, other, &priv, mu, rnd));
        CHECK_MEM(other, sig, params->sig_bytes);
        mu[63] ^= 0x80;
        CHECK_STATUS(kb_mldsa_verify_mu(params, sig, params->sig_bytes, mu, pk),
                     KB_ERR_AUTH);
    }
}

TEST(randomness_makes_the_signature_and_zeros_make_it_repeatable) {
    static const uint8_t zero[32];
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_mldsa_params *params = sets[s].params;
        const kb_sig *alg = sets[s].sig;
        size_t first, second;
        make(s, 7);
        CHECK_OK(kb_mldsa_sign(params, other, &with_ctx, sk, zero));
        CHECK(memcmp(other, sig, params->sig_bytes) != 0);
        CHECK_OK(kb_mldsa_sign(params, sig, &with_ctx, sk, zero));
        CHECK_MEM(other, sig, params->sig_bytes);
        CHECK_OK(alg->sign(sig, &first, &with_ctx, xi));
        CHECK_OK(alg->sign(other, &second, &with_ctx, xi));
        CHECK(first == alg->sig_bytes && second == first);
        CHECK(memcmp(other, sig, params->sig_bytes) != 0);
        CHECK_OK(alg->verify(sig, first, &with_ctx, pk));
        CHECK_OK(alg->verify(other, second, &with_ctx, pk));
    }
}

TEST(fresh_keys_differ_and_do_not_verify_for_each_other) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_sig *alg = sets[s].sig;
        uint8_t keys[2][KB_MLDSA_PK_MAX_BYTES], seeds[2][32];
        size_t len;
        for (size_t i = 0; i < 2; i++) {
            REQUIRE_OK(alg->keygen(keys[i], seeds[i]));
            CHECK_OK(alg->check_pk(keys[i]));
            CHECK_OK(alg->public_of(pk, seeds[i]));
            CHECK_MEM(pk, keys[i], alg->pk_bytes);
        }
        CHECK(memcmp(seeds[0], seeds[1], 32) != 0);
        CHECK(memcmp(keys[0], keys[1], 32) != 0);
        REQUIRE_OK(alg->sign(sig, &len, &no_ctx, seeds[0]));
        CHECK_OK(alg->verify(sig, len, &no_ctx, keys[0]));
        CHECK_STATUS(alg->verify(sig, len, &no_ctx, keys[1]), KB_ERR_AUTH);
    }
}

TEST(an_empty_message_is_a_message) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        kb_sig_message empty = {NULL, 0, NULL, 0};
        size_t len = sets[s].sig->sig_bytes;
        make_key(s, 8);
        CHECK_OK(kb_mldsa_sign(sets[s].params, sig, &empty, sk, rnd));
        CHECK_OK(sets[s].sig->verify(sig, len, &empty, pk));
        CHECK_STATUS(sets[s].sig->verify(sig, len, &no_ctx, pk), KB_ERR_AUTH);
    }
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
                kb_mldsa_encode_z(at, &z, params->mask_bits);
                CHECK_STATUS(
                    kb_mldsa_verify(params, sig, params->sig_bytes, &with_ctx, pk),
                    KB_ERR_AUTH);
                CHECK(was_refused_for("coefficient of z"));
                z.c[place] = sign * (bound - 1);
                kb_mldsa_encode_z(at, &z, params->mask_bits);
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
            CHECK_INT(kb_mldsa_decode_small(&small, at, params->eta), 0);
            small.c[200] = (int8_t)(small.c[200] == 0 ? 1 : -small.c[200]);
            kb_mldsa_encode_small(at, &small, params->eta);
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
    RUN(tables_state_the_sizes_of_the_standard);
    RUN(contexts_of_0_to_255_bytes_are_bound_to_the_signature);
    RUN(the_border_between_context_and_message_is_signed);
    RUN(d14_a_context_of_256_bytes_is_refused_everywhere);
    RUN(d14_a_signature_of_one_form_is_none_of_another);
    RUN(a_pre_hash_signature_names_its_hash_function);
    RUN(a_message_in_pieces_gives_the_mu_of_the_whole);
    RUN(randomness_makes_the_signature_and_zeros_make_it_repeatable);
    RUN(fresh_keys_differ_and_do_not_verify_for_each_other);
    RUN(an_empty_message_is_a_message);
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
