/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection, the seed as private key, and the table of each set. */
#include "kem/kem.h"
#include "kem/mlkem/mlkem.h"
#include "test.h"

#include <keybraid/hash.h>

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
    ct[KB_MLKEM_CT_MAX_BYTES], ss[32], seed[64], m[32];

static void make(size_t set, unsigned number) {
    uint8_t all[96], in[2] = {(uint8_t)set, (uint8_t)number};
    kb_shake256(all, sizeof all, in, sizeof in);
    memcpy(seed, all, 64);
    memcpy(m, all + 64, 32);
    kb_mlkem_keygen_derand(sets[set].params, ek, dk, seed, seed + 32);
    kb_mlkem_encaps_derand(sets[set].params, ct, ss, ek, m);
}

/* J(z || c), computed apart. */
static void rejection_secret(uint8_t out[32], size_t set) {
    uint8_t in[32 + KB_MLKEM_CT_MAX_BYTES];
    memcpy(in, seed + 32, 32);
    memcpy(in + 32, ct, sets[set].params->ct_bytes);
    kb_shake256(out, 32, in, 32 + sets[set].params->ct_bytes);
}

TEST(every_flipped_bit_of_a_ciphertext_gives_the_rejection_secret) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        static kb_mlkem_private priv;
        make(s, 1);
        kb_mlkem_expand_private(sets[s].params, &priv, dk);
        for (size_t bit = 0; bit < 8 * sets[s].params->ct_bytes; bit++) {
            uint8_t got[32], want[32];
            ct[bit / 8] ^= (uint8_t)(1 << bit % 8);
            kb_mlkem_decaps_with(sets[s].params, got, ct, &priv);
            rejection_secret(want, s);
            CHECK_MEM(got, want, 32);
            CHECK(memcmp(got, ss, 32) != 0);
            ct[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        uint8_t again[32];
        kb_mlkem_decaps_with(sets[s].params, again, ct, &priv);
        CHECK_MEM(again, ss, 32);
    }
}

TEST(rejection_depends_on_z_and_is_repeatable) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t first[32], second[32], other[32];
        make(s, 2);
        memset(ct, 0, sizeof ct);
        kb_mlkem_decaps(sets[s].params, first, ct, dk);
        kb_mlkem_decaps(sets[s].params, second, ct, dk);
        CHECK_MEM(first, second, 32);
        dk[sets[s].params->dk_bytes - 1] ^= 1;
        kb_mlkem_decaps(sets[s].params, other, ct, dk);
        CHECK(memcmp(first, other, 32) != 0);
    }
}

TEST(z_does_not_touch_the_secret_of_a_good_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t got[32];
        make(s, 3);
        memset(dk + sets[s].params->dk_bytes - 32, 0xff, 32);
        kb_mlkem_decaps(sets[s].params, got, ct, dk);
        CHECK_MEM(got, ss, 32);
    }
}

TEST(another_key_gives_another_secret) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t got[32], foreign[KB_MLKEM_CT_MAX_BYTES], foreign_ss[32];
        make(s, 4);
        memcpy(foreign, ct, sizeof ct);
        memcpy(foreign_ss, ss, 32);
        make(s, 5);
        kb_mlkem_decaps(sets[s].params, got, foreign, dk);
        CHECK(memcmp(got, foreign_ss, 32) != 0);
    }
}

TEST(the_seed_decapsulates_as_the_expanded_key_does) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        for (unsigned i = 10; i < 30; i++) {
            uint8_t pk[KB_MLKEM_EK_MAX_BYTES], ct2[KB_MLKEM_CT_MAX_BYTES], ss2[32];
            make(s, i);
            CHECK_OK(kem->public_of(pk, seed));
            CHECK_MEM(pk, ek, kem->pk_bytes);
            CHECK_OK(kem->check_pk(pk));
            CHECK_OK(kem->encaps_derand(ct2, ss2, pk, m));
            CHECK_MEM(ct2, ct, kem->ct_bytes);
            CHECK_MEM(ss2, ss, 32);
            CHECK_OK(kem->decaps(ss2, ct, seed));
            CHECK_MEM(ss2, ss, 32);
            uint8_t rejected[32];
            ct[i] ^= 0x80;
            CHECK_OK(kem->decaps(ss2, ct, seed));
            rejection_secret(rejected, s);
            CHECK_MEM(ss2, rejected, 32);
        }
    }
}

TEST(tables_state_the_sizes_of_the_standard) {
    static const size_t sizes[3][2] = {{800, 768}, {1184, 1088}, {1568, 1568}};
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        CHECK_STR(kem->id, sets[s].params->id);
        CHECK_INT(kem->pk_bytes, sizes[s][0]);
        CHECK_INT(kem->ct_bytes, sizes[s][1]);
        CHECK_INT(kem->pk_bytes, sets[s].params->ek_bytes);
        CHECK_INT(kem->ct_bytes, sets[s].params->ct_bytes);
        CHECK_INT(kem->ss_bytes, 32);
        CHECK_INT(kem->sk_bytes, 64);
        CHECK_INT(kem->coins_bytes, 32);
        CHECK_OK(kem->check_ct(ct));
    }
}

TEST(fresh_keys_and_ciphertexts_differ_each_time) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        uint8_t pk[2][KB_MLKEM_EK_MAX_BYTES], sk[2][64], c[2][KB_MLKEM_CT_MAX_BYTES];
        uint8_t k[2][32], got[32];
        for (size_t i = 0; i < 2; i++) {
            REQUIRE_OK(kem->keygen(pk[i], sk[i]));
            CHECK_OK(kem->check_pk(pk[i]));
            REQUIRE_OK(kem->encaps(c[i], k[i], pk[0]));
            CHECK_OK(kem->decaps(got, c[i], sk[0]));
            CHECK_MEM(got, k[i], 32);
        }
        CHECK(memcmp(sk[0], sk[1], 32) != 0);
        CHECK(memcmp(sk[0] + 32, sk[1] + 32, 32) != 0);
        CHECK(memcmp(sk[0], sk[0] + 32, 32) != 0);
        CHECK(memcmp(pk[0], pk[1], kem->pk_bytes) != 0);
        CHECK(memcmp(c[0], c[1], kem->ct_bytes) != 0);
        CHECK(memcmp(k[0], k[1], 32) != 0);
    }
}

int main(void) {
    RUN(every_flipped_bit_of_a_ciphertext_gives_the_rejection_secret);
    RUN(rejection_depends_on_z_and_is_repeatable);
    RUN(z_does_not_touch_the_secret_of_a_good_ciphertext);
    RUN(another_key_gives_another_secret);
    RUN(the_seed_decapsulates_as_the_expanded_key_does);
    RUN(tables_state_the_sizes_of_the_standard);
    RUN(fresh_keys_and_ciphertexts_differ_each_time);
    return TEST_END();
}
