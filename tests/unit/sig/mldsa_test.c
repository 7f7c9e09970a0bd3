/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Forms, contexts, randomness, fresh keys. */
#include "mldsa_case.h"

static uint8_t other[KB_MLDSA_SIG_MAX_BYTES];
static kb_mldsa_private priv;

static const kb_sig_message no_ctx = {msg, sizeof msg, NULL, 0};

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
        kb_sig_prehash_digest(prehash, digest, msg, sizeof msg);
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

int main(void) {
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
    return TEST_END();
}
