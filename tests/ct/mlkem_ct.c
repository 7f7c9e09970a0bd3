/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM with its seeds, message and private key marked as secret. */
#include "core/cpu.h"
#include "core/ct.h"
#include "kem/kem.h"
#include "kem/mlkem/many.h"
#include "kem/mlkem/ops.h"
#include "test.h"

static const struct {
    const kb_mlkem_params *params;
    const kb_kem *kem;
} sets[] = {
    {&kb_mlkem512_params, &kb_mlkem512},
    {&kb_mlkem768_params, &kb_mlkem768},
    {&kb_mlkem1024_params, &kb_mlkem1024},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t ek[KB_MLKEM_EK_MAX_BYTES], dk[KB_MLKEM_DK_MAX_BYTES],
    ct[KB_MLKEM_CT_MAX_BYTES], ss[32], got[32], seed[64], m[32];

static void make(size_t set, uint8_t number) {
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)(i * 29 + number);
        m[i % sizeof m] = (uint8_t)(i * 101 + number);
    }
    KB_CT_SECRET(seed, sizeof seed);
    KB_CT_SECRET(m, sizeof m);
    kb_mlkem_keygen_derand(sets[set].params, ek, dk, seed, seed + 32);
    /* The public key is published. */
    KB_CT_PUBLIC(ek, sizeof ek);
    /* Not only what follows from the seed: all of it is as secret as a stored key. */
    KB_CT_SECRET(dk, sizeof dk);
    kb_mlkem_encaps_derand(sets[set].params, ct, ss, ek, m);
    /* The ciphertext is sent. */
    KB_CT_PUBLIC(ct, sizeof ct);
}

/* The test may know whether the secrets are equal; nobody else learns it. */
static bool same(const uint8_t a[32], const uint8_t b[32]) {
    uint64_t diff = kb_ct_diff(a, b, 32);
    KB_CT_PUBLIC(&diff, sizeof diff);
    return diff == 0;
}

TEST(decapsulation_of_a_good_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        for (uint8_t i = 0; i < 3; i++) {
            make(s, i);
            kb_mlkem_decaps(sets[s].params, got, ct, dk);
            CHECK(same(got, ss));
        }
    }
}

TEST(decapsulation_of_a_bad_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        for (uint8_t i = 0; i < 3; i++) {
            make(s, i);
            ct[i * 300] ^= 0x10;
            kb_mlkem_decaps(sets[s].params, got, ct, dk);
            CHECK(!same(got, ss));
        }
    }
}

TEST(keys_from_and_decapsulation_with_a_seed) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t pk[KB_MLKEM_EK_MAX_BYTES];
        make(s, 7);
        CHECK_OK(sets[s].kem->public_of(pk, seed));
        KB_CT_PUBLIC(pk, sizeof pk); /* as above */
        CHECK_MEM(pk, ek, sets[s].kem->pk_bytes);
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(same(got, ss));
        ct[0] ^= 1;
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(!same(got, ss));
    }
}

TEST(what_is_kept_of_a_private_key) {
    static kb_mlkem_private priv;
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 9);
        sets[s].kem->keyed->from_sk(&priv, seed);
        CHECK_OK(sets[s].kem->keyed->decaps(got, ct, &priv));
        CHECK(same(got, ss));
    }
}

/* Four side by side, with a good and three bad ciphertexts. */
TEST(four_operations_in_step) {
    static uint8_t eks[4][KB_MLKEM_EK_MAX_BYTES], cts[4][KB_MLKEM_CT_MAX_BYTES],
        secrets[4][32], gots[4][32];
    static kb_mlkem_private priv;
    uint8_t *const ek_out[] = {eks[0], eks[1], eks[2], eks[3]};
    uint8_t *const ct_out[] = {cts[0], cts[1], cts[2], cts[3]};
    uint8_t *const ss_out[] = {secrets[0], secrets[1], secrets[2], secrets[3]};
    uint8_t *const got_out[] = {gots[0], gots[1], gots[2], gots[3]};
    const uint8_t *const ek_in[] = {eks[0], eks[1], eks[2], eks[3]};
    const uint8_t *const ct_in[] = {cts[0], cts[1], cts[2], cts[3]};
    const uint8_t *const seeds[] = {seed, seed, seed, seed}, *const ms[] = {m, m, m, m};
    const kb_mlkem_private *const with[] = {&priv, &priv, &priv, &priv};
    const kb_mlkem_public *const to[] = {&priv.pub, &priv.pub, &priv.pub, &priv.pub};
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 11);
        kb_mlkem_public_of_x4(sets[s].params, ek_out, seeds);
        KB_CT_PUBLIC(eks, sizeof eks); /* as above */
        CHECK_MEM(eks[2], ek, sets[s].params->ek_bytes);
        kb_mlkem_encaps_x4(sets[s].params, ct_out, ss_out, ek_in, ms);
        KB_CT_PUBLIC(cts, sizeof cts); /* as above */
        CHECK(same(secrets[3], ss));
        cts[0][0] ^= 1;
        cts[1][100] ^= 1;
        cts[3][700] ^= 1;
        kb_mlkem_decaps_seed_x4(sets[s].params, got_out, ct_in, seeds);
        CHECK(!same(gots[0], ss) && !same(gots[1], ss) && same(gots[2], ss) &&
              !same(gots[3], ss));
        kb_mlkem_expand_private(sets[s].params, &priv, dk);
        kb_mlkem_decaps_with_x4(sets[s].params, got_out, ct_in, with);
        CHECK(!same(gots[0], ss) && same(gots[2], ss));
        kb_mlkem_encaps_to_x4(sets[s].params, ct_out, ss_out, to, ms);
        CHECK(same(secrets[0], ss));
    }
}

TEST(hash_check_of_a_private_key) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 8);
        CHECK_OK(kb_mlkem_check_dk(sets[s].params, dk));
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_mlkem_ops_get()->head.name);
    RUN(decapsulation_of_a_good_ciphertext);
    RUN(decapsulation_of_a_bad_ciphertext);
    RUN(keys_from_and_decapsulation_with_a_seed);
    RUN(what_is_kept_of_a_private_key);
    RUN(four_operations_in_step);
    RUN(hash_check_of_a_private_key);
    return TEST_END();
}
