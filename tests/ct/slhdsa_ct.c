/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * SLH-DSA with SK.seed, SK.prf and the added randomness marked as secret: the f sets, and
 * the s sets, which take minutes, when KEYBRAID_CT_SLOW is set.
 */
#include "ct.h"
#include "sig/slhdsa/pieces.h"
#include "sig/slhdsa/tree.h"

#define ROW(name, id, is_shake, n, h, d, a, k)                                           \
    {&kb_slhdsa_##name##_params, &kb_slhdsa_##name},
static const struct {
    const kb_slhdsa_params *params;
    const kb_sig *sig;
} sets[] = {KB_SLHDSA_SETS(ROW)};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES],
    sig[KB_SLHDSA_SIG_MAX_BYTES];

static bool is_slow(const kb_slhdsa_params *params) {
    return params->id[strlen(params->id) - 1] == 's';
}

/* The whole life of a key. What is marked as public here is what leaves the signer. */
static void sign_with(size_t s) {
    const kb_slhdsa_params *params = sets[s].params;
    size_t n = params->n;
    uint8_t seeds[2 * KB_SLHDSA_N_MAX_BYTES], pk_seed[KB_SLHDSA_N_MAX_BYTES],
        opt_rand[KB_SLHDSA_N_MAX_BYTES], again[KB_SLHDSA_PK_MAX_BYTES];
    kb_sig_message m = {(const uint8_t *)"message", 7, (const uint8_t *)"context", 7};
    ct_make_secret(seeds, sizeof seeds, (unsigned)s);
    ct_make_secret(opt_rand, sizeof opt_rand, (unsigned)s + 50);
    ct_make_secret(pk_seed, sizeof pk_seed, (unsigned)s + 100);
    /* PK.seed is half of the public key. */
    KB_CT_PUBLIC(pk_seed, sizeof pk_seed);
    kb_slhdsa_keygen_derand(params, pk, sk, seeds, seeds + n, pk_seed);
    CHECK(ct_is_secret(sk, 2 * n));
    /* The public key is published; the private key repeats it. */
    KB_CT_PUBLIC(pk, params->pk_bytes);
    KB_CT_PUBLIC(sk + 2 * n, 2 * n);
    CHECK_OK(sets[s].sig->public_of(again, sk));
    CHECK_MEM(again, pk, params->pk_bytes);

    CHECK_OK(kb_slhdsa_sign(params, sig, &m, sk, opt_rand));
    /* The signature is sent. Until here its first FORS value counts as secret, so signing
     * has not come through by unmarking it. */
    CHECK(ct_is_secret(sig + n, n));
    KB_CT_PUBLIC(sig, params->sig_bytes);
    CHECK_OK(kb_slhdsa_verify(params, sig, params->sig_bytes, &m, pk));
}

/* The message in pieces, whose second pass compares randomizers; signed by two threads. */
TEST(signatures_of_messages_in_pieces) {
    static const size_t numbers[] = {1, 7}; /* SHA2-128f, SHAKE-128f */
    static uint8_t whole[KB_SLHDSA_SIG_MAX_BYTES];
    kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t i = 0; i < 2; i++) {
        const kb_slhdsa_params *params = sets[numbers[i]].params;
        uint8_t opt_rand[KB_SLHDSA_N_MAX_BYTES];
        kb_slhdsa_pieces pieces;
        sign_with(numbers[i]);
        ct_make_secret(opt_rand, sizeof opt_rand, (unsigned)i);
        CHECK_OK(kb_slhdsa_sign(params, whole, &m, sk, opt_rand));
        CHECK_OK(kb_slhdsa_pieces_sign(&pieces, params, NULL, 0, sk, opt_rand));
        pieces.help.pool = pool;
        kb_slhdsa_pieces_update(&pieces, m.msg, m.msg_len);
        CHECK_OK(kb_slhdsa_pieces_again(&pieces));
        kb_slhdsa_pieces_update(&pieces, m.msg, m.msg_len);
        CHECK_OK(kb_slhdsa_pieces_finish_sign(&pieces, sig));
        CHECK(ct_is_secret(sig + params->n, params->n));
        KB_CT_PUBLIC(sig, params->sig_bytes);
        KB_CT_PUBLIC(whole, params->sig_bytes);
        CHECK_MEM(sig, whole, params->sig_bytes);
        /* With the topmost tree made before, by one thread and by two. */
        static uint8_t top[KB_SLHDSA_TREE_BYTES(4, KB_SLHDSA_N_MAX_BYTES)];
        kb_slhdsa_top(params, top, sk);
        for (int jobs = 1; jobs <= 2; jobs++) {
            CHECK_OK(
                kb_slhdsa_sign_helped(params, sig, &m, sk, opt_rand,
                                      (kb_slhdsa_help){top, jobs == 1 ? NULL : pool}));
            CHECK(ct_is_secret(sig + params->n, params->n));
            KB_CT_PUBLIC(sig, params->sig_bytes);
            CHECK_MEM(sig, whole, params->sig_bytes);
        }
    }
    kb_pool_free(pool);
}

TEST(keys_and_signatures_of_the_f_sets) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_slow(sets[s].params)) {
            sign_with(s);
        }
    }
}

TEST(keys_and_signatures_of_the_s_sets) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (is_slow(sets[s].params)) {
            sign_with(s);
        }
    }
}

int main(void) {
    RUN(signatures_of_messages_in_pieces);
    RUN(keys_and_signatures_of_the_f_sets);
    if (getenv("KEYBRAID_CT_SLOW") != NULL) {
        RUN(keys_and_signatures_of_the_s_sets);
    }
    return TEST_END();
}
