/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rejection, the seed and the raw form as private keys, and the table of each set. */
#include "kem/dkem/dkem.h"

#include "dkem_case.h"
#include "hash/sm3/sm3.h"
#include "test.h"

#include <keybraid/kem.h>

static uint8_t pk[KB_DKEM_PK_MAX_BYTES], raw[KB_DKEM_RAW_MAX_BYTES],
    ct[KB_DKEM_CT_MAX_BYTES], ss[64], seed[128], m[64];

static void make(size_t set, unsigned number) {
    uint8_t all[192], in[2] = {(uint8_t)set, (uint8_t)number};
    const kb_dkem_params *params = sets[set].params;
    kb_shake256(all, sizeof all, in, sizeof in);
    memcpy(seed, all, 128);
    memcpy(m, all + 128, 64);
    kb_dkem_keygen_derand(params, pk, raw, seed, seed + params->seed_bytes);
    kb_dkem_encaps_derand(params, ct, ss, pk, m);
}

/* KDF(z || c2), computed apart. */
static void rejection_secret(uint8_t out[64], size_t set) {
    uint8_t in[128];
    size_t n = sets[set].params->seed_bytes, len = 2 * n;
    memcpy(in, seed + n, n);
    memcpy(in + n, ct + sets[set].params->ct_bytes - n, n);
    if (sets[set].params->suite == KB_DKEM_SM3) {
        if (n == 32) {
            kb_sm3_hash(out, in, len);
        } else {
            kb_sm3_pseudohash512(out, in, len);
        }
    } else if (n == 32) {
        kb_sha3_256(out, in, len);
    } else {
        kb_shake256(out, 64, in, len);
    }
}

TEST(a_flipped_bit_anywhere_in_a_ciphertext_gives_the_rejection_secret) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        static kb_dkem_private priv;
        const kb_dkem_params *params = sets[s].params;
        size_t n = params->seed_bytes;
        make(s, 1);
        kb_dkem_expand_private(params, &priv, raw);
        /* Every byte of the small set, every fifth of the others. */
        for (size_t i = 0; i < params->ct_bytes; i += s % 3 == 0 ? 1 : 5) {
            uint8_t got[64], want[64], bit = (uint8_t)(1 << (i + i / 8) % 8);
            ct[i] ^= bit;
            kb_dkem_decaps_with(params, got, ct, &priv);
            rejection_secret(want, s);
            CHECK_MEM(got, want, n);
            CHECK(memcmp(got, ss, n) != 0);
            ct[i] ^= bit;
        }
        uint8_t again[64];
        kb_dkem_decaps_with(params, again, ct, &priv);
        CHECK_MEM(again, ss, n);
    }
}

/* A documented weakness, kept: what README.md says must stay true. */
TEST(the_rejection_secret_depends_on_z_and_the_end_of_the_ciphertext_only) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t first[64], second[64], other[64];
        const kb_dkem_params *params = sets[s].params;
        size_t n = params->seed_bytes;
        make(s, 2);
        memset(ct, 0, params->ct_bytes);
        kb_dkem_decaps(params, first, ct, raw);
        ct[0] = 1;
        kb_dkem_decaps(params, second, ct, raw);
        CHECK_MEM(first, second, n);
        ct[params->ct_bytes - 1] ^= 1;
        kb_dkem_decaps(params, other, ct, raw);
        CHECK(memcmp(first, other, n) != 0);
        ct[params->ct_bytes - 1] ^= 1;
        raw[params->raw_bytes - 1] ^= 1;
        kb_dkem_decaps(params, other, ct, raw);
        CHECK(memcmp(first, other, n) != 0);
    }
}

TEST(z_does_not_touch_the_secret_of_a_good_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t got[64];
        const kb_dkem_params *params = sets[s].params;
        make(s, 3);
        memset(raw + params->raw_bytes - params->seed_bytes, 0xff, params->seed_bytes);
        kb_dkem_decaps(params, got, ct, raw);
        CHECK_MEM(got, ss, params->seed_bytes);
    }
}

TEST(another_key_gives_another_secret) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        uint8_t got[64], foreign[KB_DKEM_CT_MAX_BYTES], foreign_ss[64];
        make(s, 4);
        memcpy(foreign, ct, sizeof ct);
        memcpy(foreign_ss, ss, sizeof ss);
        make(s, 5);
        kb_dkem_decaps(sets[s].params, got, foreign, raw);
        CHECK(memcmp(got, foreign_ss, sets[s].params->seed_bytes) != 0);
    }
}

/* Why such a key is refused: everyone knows what is encapsulated to it. */
TEST(a_zero_public_key_would_give_a_secret_that_everyone_knows) {
    uint8_t zero[32] = {0}, known[32];
    make(0, 6);
    memset(pk, 0, sets[0].kem->pk_bytes - 32);
    kb_dkem_encaps_derand(sets[0].params, ct, ss, pk, m);
    kb_sm3_hash(known, zero, sizeof zero);
    CHECK_MEM(ss, known, 32);
    CHECK_MEM(ct + sets[0].kem->ct_bytes - 32, m, 32);
    CHECK_STATUS(sets[0].kem->check_pk(pk), KB_ERR_KEY);
    CHECK_STATUS(kb_kem_encaps("DKEM-128", ct, 800, ss, 32, pk, 800), KB_ERR_KEY);
}

TEST(the_seed_decapsulates_as_the_raw_key_does) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        for (unsigned i = 10; i < 20; i++) {
            uint8_t pk2[KB_DKEM_PK_MAX_BYTES], ct2[KB_DKEM_CT_MAX_BYTES], ss2[64];
            uint8_t rejected[64];
            make(s, i);
            CHECK_OK(kem->public_of(pk2, seed));
            CHECK_MEM(pk2, pk, kem->pk_bytes);
            CHECK_OK(kem->check_pk(pk2));
            CHECK_MEM(kb_dkem_raw_public(sets[s].params, raw), pk, kem->pk_bytes);
            CHECK_OK(kem->encaps_derand(ct2, ss2, pk2, m));
            CHECK_MEM(ct2, ct, kem->ct_bytes);
            CHECK_MEM(ss2, ss, kem->ss_bytes);
            CHECK_OK(kem->decaps(ss2, ct, seed));
            CHECK_MEM(ss2, ss, kem->ss_bytes);
            ct[i] ^= 0x80;
            CHECK_OK(kem->decaps(ss2, ct, seed));
            rejection_secret(rejected, s);
            CHECK_MEM(ss2, rejected, kem->ss_bytes);
        }
    }
}

TEST(a_raw_key_that_was_changed_anywhere_but_in_z_is_refused) {
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        size_t end = params->raw_bytes - params->seed_bytes;
        make(s, 7);
        CHECK_OK(kb_dkem_check_raw(params, raw));
        for (size_t i = 0; i < end; i += i < 60 || i + 60 > end ? 1 : 23) {
            uint8_t bit = (uint8_t)(1 << i % 8);
            raw[i] ^= bit;
            CHECK_STATUS(kb_dkem_check_raw(params, raw), KB_ERR_KEY);
            raw[i] ^= bit;
        }
        /* z carries no redundancy: what no check can see is documented, not hidden. */
        raw[end] ^= 1;
        CHECK_OK(kb_dkem_check_raw(params, raw));
    }
}

TEST(a_raw_key_with_the_public_key_of_another_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_dkem_params *params = sets[s].params;
        uint8_t other[KB_DKEM_PK_MAX_BYTES];
        make(s, 8);
        memcpy(other, pk, sizeof other);
        make(s, 9);
        CHECK_OK(kb_dkem_check_raw(params, raw));
        size_t vector = params->pk_bytes - params->seed_bytes;
        memcpy(raw + vector, other, params->pk_bytes);
        CHECK_STATUS(kb_dkem_check_raw(params, raw), KB_ERR_KEY);
        memset(raw + vector, 0, vector);
        CHECK_STATUS(kb_dkem_check_raw(params, raw), KB_ERR_KEY);
    }
}

TEST(a_private_coefficient_of_q_or_more_is_refused_and_otherwise_a_residue) {
    for (size_t s = 0; s < 3; s++) {
        const kb_dkem_params *params = sets[s].params;
        unsigned q = (unsigned)params->ring->q, bits = params->ring->bits;
        size_t changed = 0;
        make(s, 10);
        for (size_t i = 0; i < params->k * params->ring->n; i++) {
            unsigned x = bits_at(raw, i * bits, bits);
            if (x + q < 1U << bits) {
                set_bits_at(raw, i * bits, bits, x + q);
                if (changed++ == 0) {
                    CHECK_STATUS(kb_dkem_check_raw(params, raw), KB_ERR_KEY);
                }
            }
        }
        CHECK(changed > 10);
        CHECK_STATUS(kb_dkem_check_raw(params, raw), KB_ERR_KEY);
        uint8_t got[64];
        kb_dkem_decaps(params, got, ct, raw);
        CHECK_MEM(got, ss, params->seed_bytes);
    }
}

TEST(tables_state_the_sizes_of_the_submission) {
    static const size_t sizes[3][5] = {{800, 800, 32, 64, 1600},
                                       {1568, 1600, 32, 64, 3136},
                                       {3392, 3136, 64, 128, 6784}};
    static const char *const ids[] = {"DKEM-128",       "DKEM-256",
                                      "DKEM-512",       "DKEM-128-SHAKE",
                                      "DKEM-256-SHAKE", "DKEM-512-SHAKE"};
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        CHECK_STR(kem->id, ids[s]);
        CHECK_STR(sets[s].params->id, ids[s]);
        CHECK(kb_kem_find(ids[s]) == kem);
        CHECK_INT(kem->pk_bytes, sizes[s % 3][0]);
        CHECK_INT(kem->ct_bytes, sizes[s % 3][1]);
        CHECK_INT(kem->ss_bytes, sizes[s % 3][2]);
        CHECK_INT(kem->sk_bytes, sizes[s % 3][3]);
        CHECK_INT(kem->coins_bytes, kem->ss_bytes);
        CHECK_INT(sets[s].params->pk_bytes, kem->pk_bytes);
        CHECK_INT(sets[s].params->ct_bytes, kem->ct_bytes);
        CHECK_INT(sets[s].params->seed_bytes, kem->ss_bytes);
        CHECK_INT(sets[s].params->raw_bytes, sizes[s % 3][4]);
        CHECK_OK(kem->check_ct(ct));
    }
}

/* The submitted functions ignore lengths; here every wrong one is refused. */
TEST(every_wrong_length_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *k = sets[s].kem;
        static uint8_t zero[KB_DKEM_PK_MAX_BYTES];
        uint8_t got[64];
        make(s, 11);
        size_t p = k->pk_bytes, c = k->ct_bytes, n = k->ss_bytes, x = k->sk_bytes;
        for (int d = -1; d <= 1; d += 2) {
            size_t by = (size_t)d;
            CHECK_STATUS(kb_kem_check_public(k->id, pk, p + by), KB_ERR_KEY);
            CHECK_STATUS(kb_kem_encaps(k->id, ct, c, got, n, pk, p + by), KB_ERR_KEY);
            make(s, 11);
            CHECK_STATUS(kb_kem_decaps(k->id, got, n, ct, c + by, seed, x),
                         KB_ERR_FORMAT);
            CHECK_MEM(got, zero, n);
            CHECK_STATUS(kb_kem_decaps(k->id, got, n, ct, c, seed, x + by), KB_ERR_KEY);
            CHECK_STATUS(kb_kem_decaps(k->id, got, n + by, ct, c, seed, x),
                         KB_ERR_ARGUMENT);
        }
        CHECK_STATUS(kb_kem_decaps(k->id, got, n, ct, 0, seed, x), KB_ERR_FORMAT);
        CHECK_STATUS(kb_kem_check_public(k->id, pk, 0), KB_ERR_KEY);
        CHECK_STATUS(kb_kem_check_public(k->id, zero, p), KB_ERR_KEY);
        CHECK_OK(kb_kem_decaps(k->id, got, n, ct, c, seed, x));
        CHECK_MEM(got, ss, n);
    }
}

TEST(fresh_keys_and_ciphertexts_differ_each_time) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        static uint8_t p[2][KB_DKEM_PK_MAX_BYTES], c[2][KB_DKEM_CT_MAX_BYTES];
        uint8_t sk[2][128], k[2][64], got[64];
        size_t half = kem->sk_bytes / 2;
        for (size_t i = 0; i < 2; i++) {
            REQUIRE_OK(kem->keygen(p[i], sk[i]));
            CHECK_OK(kem->check_pk(p[i]));
            REQUIRE_OK(kem->encaps(c[i], k[i], p[0]));
            CHECK_OK(kem->decaps(got, c[i], sk[0]));
            CHECK_MEM(got, k[i], kem->ss_bytes);
        }
        CHECK(memcmp(sk[0], sk[1], half) != 0);
        CHECK(memcmp(sk[0] + half, sk[1] + half, half) != 0);
        CHECK(memcmp(sk[0], sk[0] + half, half) != 0);
        CHECK(memcmp(p[0], p[1], kem->pk_bytes) != 0);
        CHECK(memcmp(c[0], c[1], kem->ct_bytes) != 0);
        CHECK(memcmp(k[0], k[1], kem->ss_bytes) != 0);
    }
}

int main(void) {
    RUN(a_flipped_bit_anywhere_in_a_ciphertext_gives_the_rejection_secret);
    RUN(the_rejection_secret_depends_on_z_and_the_end_of_the_ciphertext_only);
    RUN(z_does_not_touch_the_secret_of_a_good_ciphertext);
    RUN(another_key_gives_another_secret);
    RUN(a_zero_public_key_would_give_a_secret_that_everyone_knows);
    RUN(the_seed_decapsulates_as_the_raw_key_does);
    RUN(a_raw_key_that_was_changed_anywhere_but_in_z_is_refused);
    RUN(a_raw_key_with_the_public_key_of_another_is_refused);
    RUN(a_private_coefficient_of_q_or_more_is_refused_and_otherwise_a_residue);
    RUN(tables_state_the_sizes_of_the_submission);
    RUN(every_wrong_length_is_refused);
    RUN(fresh_keys_and_ciphertexts_differ_each_time);
    return TEST_END();
}
