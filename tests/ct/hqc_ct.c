/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HQC with its seed, message, private key and received words marked as secret. */
#include "core/cpu.h"
#include "core/ct.h"
#include "kem/hqc/code.h"
#include "kem/hqc/many.h"
#include "kem/hqc/ops.h"
#include "kem/hqc/sample.h"
#include "kem/kem.h"
#include "test.h"

static const struct {
    const kb_hqc_params *params;
    const kb_kem *kem;
} sets[] = {
    {&kb_hqc_128_r26_params, &kb_hqc_128_r26},
    {&kb_hqc_192_r26_params, &kb_hqc_192_r26},
    {&kb_hqc_256_r26_params, &kb_hqc_256_r26},
    {&kb_hqc_128_v500_params, &kb_hqc_128_v500},
    {&kb_hqc_192_v500_params, &kb_hqc_192_v500},
    {&kb_hqc_256_v500_params, &kb_hqc_256_v500},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t dk[KB_HQC_DK_MAX_BYTES], ct[KB_HQC_CT_MAX_BYTES], ss[32], got[32],
    seed[32], coins[KB_HQC_COINS_BYTES(KB_HQC_K_MAX_BYTES)];

/* A key, and a ciphertext for it that is public as one that was received. */
static void make(size_t set, uint8_t number) {
    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)(i * 29 + number);
    }
    for (size_t i = 0; i < sizeof coins; i++) {
        coins[i] = (uint8_t)(i * 101 + number);
    }
    const kb_hqc_params *params = sets[set].params;
    KB_CT_SECRET(seed, sizeof seed);
    KB_CT_SECRET(coins, params->k);
    kb_hqc_keygen_derand(params, dk, seed);
    /* The public key is published. */
    KB_CT_PUBLIC(dk, params->ek_bytes);
    kb_hqc_encaps_derand(params, ct, ss, dk, coins, coins + params->k);
    /* The ciphertext is sent. */
    KB_CT_PUBLIC(ct, sizeof ct);
    /* Not only what follows from the seed: all of it is as secret as a stored key. */
    KB_CT_SECRET(dk, sizeof dk);
}

/* The test may know whether the secrets are equal; nobody else learns it. */
static bool same(const uint8_t a[32], const uint8_t b[32]) {
    uint64_t diff = kb_ct_diff(a, b, 32);
    KB_CT_PUBLIC(&diff, sizeof diff);
    return diff == 0;
}

TEST(decapsulation_of_a_good_and_of_a_bad_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 1);
        kb_hqc_decaps(sets[s].params, got, ct, dk);
        CHECK(same(got, ss));
        ct[1000] ^= 0x10;
        kb_hqc_decaps(sets[s].params, got, ct, dk);
        CHECK(!same(got, ss));
    }
}

TEST(decapsulation_beyond_what_the_code_corrects) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 2);
        for (size_t i = 0; i < sizeof ct; i++) {
            ct[i] = (uint8_t)(ct[i] ^ (i * i * 37));
        }
        kb_hqc_decaps(sets[s].params, got, ct, dk);
        CHECK(!same(got, ss));
    }
}

TEST(keys_from_and_decapsulation_with_a_seed) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        static uint8_t pk[KB_HQC_EK_MAX_BYTES];
        make(s, 7);
        CHECK_OK(sets[s].kem->public_of(pk, seed));
        KB_CT_PUBLIC(pk, sizeof pk); /* as above */
        KB_CT_PUBLIC(dk, sets[s].params->ek_bytes);
        CHECK_MEM(pk, dk, sets[s].kem->pk_bytes);
        CHECK_OK(sets[s].kem->check_pk(pk));
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(same(got, ss));
    }
}

/* Four side by side, with three good and a bad ciphertext. */
TEST(four_operations_side_by_side) {
    static uint8_t eks[4][KB_HQC_EK_MAX_BYTES], cts[4][KB_HQC_CT_MAX_BYTES],
        secrets[4][32];
    static kb_hqc_many_room room;
    uint8_t *const ek_out[] = {eks[0], eks[1], eks[2], eks[3]};
    uint8_t *const ct_out[] = {cts[0], cts[1], cts[2], cts[3]};
    uint8_t *const ss_out[] = {secrets[0], secrets[1], secrets[2], secrets[3]};
    const uint8_t *const ek_in[] = {eks[0], eks[1], eks[2], eks[3]};
    const uint8_t *const ct_in[] = {cts[0], cts[1], cts[2], cts[3]};
    const uint8_t *const seeds[] = {seed, seed, seed, seed};
    const uint8_t *const all_coins[] = {coins, coins, coins, coins};
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        make(s, 12);
        kb_hqc_public_of_x4(params, ek_out, seeds, &room);
        KB_CT_PUBLIC(eks, sizeof eks); /* as above */
        KB_CT_PUBLIC(dk, params->ek_bytes);
        CHECK_MEM(eks[1], dk, params->ek_bytes);
        kb_hqc_encaps_x4(params, ct_out, ss_out, ek_in, all_coins, &room);
        KB_CT_PUBLIC(cts, sizeof cts); /* as above */
        CHECK(same(secrets[2], ss));
        cts[1][1000] ^= 0x10;
        kb_hqc_decaps_seed_x4(params, ss_out, ct_in, seeds, &room);
        CHECK(same(secrets[0], ss) && !same(secrets[1], ss) && same(secrets[2], ss) &&
              same(secrets[3], ss));
    }
}

TEST(check_of_a_private_key) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, 8);
        CHECK_OK(kb_hqc_check_dk(sets[s].params, dk));
    }
}

/* Seeds that lead through refused and repeated candidates (vectors/hqc): the number of
 * them may be seen, their places may not. */
TEST(sampling_with_refused_and_repeated_candidates) {
    static const char *const seeds[] = {
        "4581676e63aa296a41a85687458f821e0a20d4e46a274ae47bc2f5e1a87d1216",
        "820b2dea2b2c5d75d66f9c120f4a96fe1b0403068831984b8c15aec8ef8ec5b5",
        "8d9e7e1fd542ff29e487d2bfb8dd93529144f304792c369bad0907077c1ece3b"};
    for (size_t s = 0; s < SET_COUNT; s++) {
        for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
            uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
            kb_hqc_xof xof;
            CHECK_INT(test_unhex(seed, sizeof seed, seeds[i]), 32);
            KB_CT_SECRET(seed, sizeof seed);
            kb_hqc_xof_init(sets[s].params, &xof, seed);
            kb_hqc_sample_rejecting(sets[s].params, positions, &xof);
            kb_hqc_sample_rejecting(sets[s].params, positions, &xof);
            kb_hqc_sample_fixed(sets[s].params, positions, &xof);
            KB_CT_PUBLIC(positions, sizeof positions); /* the test looks at them */
            CHECK(positions[0] < sets[s].params->n);
        }
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_hqc_ops_get()->head.name);
    RUN(decapsulation_of_a_good_and_of_a_bad_ciphertext);
    RUN(decapsulation_beyond_what_the_code_corrects);
    RUN(keys_from_and_decapsulation_with_a_seed);
    RUN(four_operations_side_by_side);
    RUN(check_of_a_private_key);
    RUN(sampling_with_refused_and_repeated_candidates);
    return TEST_END();
}
