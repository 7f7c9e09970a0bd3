/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM and SM3 with seeds, message, private key and input marked as secret. */
#include "core/cpu.h"
#include "ct.h"
#include "hash/sm3/sm3.h"
#include "kem/dkem/dkem.h"
#include "kem/dkem/ops.h"
#include "kem/kem.h"

static const struct {
    const kb_dkem_params *params;
    const kb_kem *kem;
} sets[] = {
    {&kb_dkem128_params, &kb_dkem128},
    {&kb_dkem256_params, &kb_dkem256},
    {&kb_dkem512_params, &kb_dkem512},
    {&kb_dkem128_shake_params, &kb_dkem128_shake},
    {&kb_dkem256_shake_params, &kb_dkem256_shake},
    {&kb_dkem512_shake_params, &kb_dkem512_shake},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t pk[KB_DKEM_PK_MAX_BYTES], raw[KB_DKEM_RAW_MAX_BYTES],
    ct[KB_DKEM_CT_MAX_BYTES], ss[64], got[64], seed[128], m[64];

static void make(size_t set, unsigned number) {
    const kb_dkem_params *params = sets[set].params;
    ct_make_secret(seed, sizeof seed, number);
    ct_make_secret(m, sizeof m, number + 50);
    kb_dkem_keygen_derand(params, pk, raw, seed, seed + params->seed_bytes);
    /* The public key is published. */
    KB_CT_PUBLIC(pk, sizeof pk);
    /* Not only what follows from the seed: all of it is as secret as a stored key. */
    KB_CT_SECRET(raw, sizeof raw);
    kb_dkem_encaps_derand(params, ct, ss, pk, m);
    CHECK(ct_is_secret(ss, params->seed_bytes));
    /* The ciphertext is sent. */
    KB_CT_PUBLIC(ct, sizeof ct);
}

TEST(decapsulation_of_a_good_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        make(s, (unsigned)s);
        kb_dkem_decaps(sets[s].params, got, ct, raw);
        CHECK(ct_is_secret(got, sets[s].params->seed_bytes));
        CHECK(ct_same(got, ss, sets[s].params->seed_bytes));
    }
}

TEST(decapsulation_of_a_bad_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        size_t at[3] = {0, sets[s].params->ct_bytes / 2, sets[s].params->ct_bytes - 1};
        make(s, (unsigned)s + 6);
        for (size_t i = 0; i < 3; i++) {
            ct[at[i]] ^= 0x10;
            kb_dkem_decaps(sets[s].params, got, ct, raw);
            CHECK(ct_is_secret(got, sets[s].params->seed_bytes));
            CHECK(!ct_same(got, ss, sets[s].params->seed_bytes));
        }
    }
}

TEST(keys_from_and_decapsulation_with_a_seed) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t again[KB_DKEM_PK_MAX_BYTES];
        make(s, (unsigned)s + 12);
        CHECK_OK(sets[s].kem->public_of(again, seed));
        KB_CT_PUBLIC(again, sizeof again); /* as above */
        CHECK_MEM(again, pk, sets[s].kem->pk_bytes);
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(ct_same(got, ss, sets[s].kem->ss_bytes));
        ct[0] ^= 1;
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(!ct_same(got, ss, sets[s].kem->ss_bytes));
    }
}

TEST(check_of_a_raw_private_key) {
    for (size_t s = 0; s < 3; s++) {
        make(s, (unsigned)s + 18);
        CHECK_OK(kb_dkem_check_raw(sets[s].params, raw));
        raw[7] ^= 1;
        CHECK_STATUS(kb_dkem_check_raw(sets[s].params, raw), KB_ERR_KEY);
    }
}

TEST(sm3_of_a_secret) {
    uint8_t in[200], out[200];
    ct_make_secret(in, sizeof in, 99);
    kb_sm3_hash(out, in, sizeof in);
    CHECK(ct_is_secret(out, 32));
    kb_sm3_xof(out, sizeof out, in, 32);
    CHECK(ct_is_secret(out, sizeof out));
    kb_sm3_xof(out, sizeof out, in, 120);
    CHECK(ct_is_secret(out, sizeof out));
    kb_sm3_hmac(out, in, 70, in, 20, in, sizeof in);
    CHECK(ct_is_secret(out, 32));
    kb_sm3_pseudohash512(out, in, 128);
    CHECK(ct_is_secret(out, 64));
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_dkem_ops_get()->head.name);
    RUN(decapsulation_of_a_good_ciphertext);
    RUN(decapsulation_of_a_bad_ciphertext);
    RUN(keys_from_and_decapsulation_with_a_seed);
    RUN(check_of_a_raw_private_key);
    RUN(sm3_of_a_secret);
    return TEST_END();
}
