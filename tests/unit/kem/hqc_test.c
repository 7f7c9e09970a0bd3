/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Implicit rejection, the seed as private key, lengths, and the table of each set. */
#include "hqc_case.h"

#include <keybraid/kem.h>

#define GUARD 64
static uint8_t dk[KB_HQC_DK_MAX_BYTES], ct[KB_HQC_CT_MAX_BYTES], ss[32], seed[32],
    coins[KB_HQC_COINS_BYTES(KB_HQC_K_MAX_BYTES)];
static kb_hqc_private priv;

/* A key, its expanded form, and a ciphertext for it. */
static void make(size_t set, unsigned number) {
    const kb_hqc_params *params = sets[set].params;
    fill(seed, sizeof seed, 80, number);
    fill(coins, sizeof coins, 81, number);
    kb_hqc_keygen_derand(params, dk, seed);
    kb_hqc_encaps_derand(params, ct, ss, dk, coins, coins + params->k);
    kb_hqc_expand_private(params, &priv, dk);
}

/* SHA3-256(SHA3-256(ek || 1) || sigma || ct || 3), computed apart and with the places of
 * the specification: dk has sigma at 2273, 4546 or 7269. */
static void rejection_secret(uint8_t out[32], size_t set) {
    static const size_t sigma_at[SIZE_COUNT] = {2273, 4546, 7269};
    static uint8_t in[64 + KB_HQC_CT_MAX_BYTES + 1];
    const kb_hqc_params *params = sets[set].params;
    memcpy(in, dk, params->ek_bytes);
    in[params->ek_bytes] = 1;
    kb_sha3_256(in, in, params->ek_bytes + 1);
    memcpy(in + 32, dk + sigma_at[set % SIZE_COUNT], params->k);
    memcpy(in + 32 + params->k, ct, params->ct_bytes);
    in[32 + params->k + params->ct_bytes] = 3;
    kb_sha3_256(out, in, 32 + params->k + params->ct_bytes + 1);
}

static bool is_zero(const uint8_t *p, size_t n) {
    uint8_t all = 0;
    for (size_t i = 0; i < n; i++) {
        all |= p[i];
    }
    return all == 0;
}

/* D11 of the trials, and the failures of others: a rejection secret that leaves out the
 * salt, that replaces k bytes only, that is zero, or that comes with an error code. */
TEST(a_change_in_any_region_gives_the_rejection_secret_of_exactly_that_ciphertext) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        make(s, 1);
        size_t v = params->n_bytes, salt = v + params->v_bytes;
        const size_t places[] = {0,        1,         v / 2,    v - 2,      v - 1,
                                 v,        v + 1,     salt - 1, salt,       salt + 1,
                                 salt + 7, salt + 15, v / 3,    salt - 500, v + 100};
        uint8_t seen[2 * sizeof places / sizeof places[0]][32];
        size_t count = 0;
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            for (unsigned bit = 0; bit < 8; bit += 7) {
                uint8_t got[32], want[32];
                ct[places[i]] ^= (uint8_t)(1 << bit);
                kb_hqc_decaps_with(params, got, ct, &priv);
                rejection_secret(want, s);
                CHECK_MEM(got, want, 32);
                CHECK(!is_zero(got + params->k / 2, 16));
                CHECK(memcmp(got, ss, 16) != 0 && memcmp(got + 16, ss + 16, 16) != 0);
                for (size_t j = 0; j < count; j++) {
                    CHECK(memcmp(got, seen[j], 32) != 0);
                }
                memcpy(seen[count++], got, 32);
                ct[places[i]] ^= (uint8_t)(1 << bit);
            }
        }
        uint8_t again[32];
        kb_hqc_decaps_with(params, again, ct, &priv);
        CHECK_MEM(again, ss, 32);
    }
}

TEST(two_bad_ciphertexts_that_differ_in_the_salt_alone_give_different_secrets) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        uint8_t first[32], second[32], want[32];
        make(s, 2);
        fill(ct, params->ct_bytes, 82, 0);
        kb_hqc_decaps_with(params, first, ct, &priv);
        for (size_t i = 1; i <= KB_HQC_SALT_BYTES; i++) {
            ct[params->ct_bytes - i] ^= 0x40;
            kb_hqc_decaps_with(params, second, ct, &priv);
            rejection_secret(want, s);
            CHECK_MEM(second, want, 32);
            CHECK(memcmp(first, second, 32) != 0);
            ct[params->ct_bytes - i] ^= 0x40;
        }
        kb_hqc_decaps_with(params, second, ct, &priv);
        CHECK_MEM(second, first, 32);
    }
}

TEST(bits_above_n_in_u_are_rejected_without_an_error) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        make(s, 3);
        for (unsigned bit = params->n % 8; bit < 8; bit++) {
            uint8_t got[32], want[32];
            ct[params->n_bytes - 1] ^= (uint8_t)(1 << bit);
            CHECK_OK(sets[s].kem->check_ct(ct));
            CHECK_OK(sets[s].kem->decaps(got, ct, seed));
            rejection_secret(want, s);
            CHECK_MEM(got, want, 32);
            ct[params->n_bytes - 1] ^= (uint8_t)(1 << bit);
        }
    }
}

/* Where each field of dk stands: a change shows where it should and nowhere else. */
TEST(decapsulation_reads_each_field_of_a_private_key_at_its_place) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        size_t ek = params->ek_bytes, k = params->k;
        const struct {
            size_t at;
            bool good_changes, bad_changes;
        } fields[] = {
            {0, true, true},                /* seed_ek: h and H(ek) */
            {40, true, true},               /* s: H(ek) */
            {ek, true, false},              /* seed_dk: y, so m' only */
            {ek + 31, true, false},         /* its last byte */
            {ek + 32, false, true},         /* sigma */
            {ek + 32 + k - 1, false, true}, /* its last byte */
            {ek + 32 + k, false, false},    /* seed_kem is not read */
            {ek + 64 + k - 1, false, false},
        };
        uint8_t bad[32], got[32];
        make(s, 4);
        ct[500] ^= 2;
        kb_hqc_decaps(params, bad, ct, dk);
        for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
            dk[fields[i].at] ^= 1;
            kb_hqc_decaps(params, got, ct, dk);
            CHECK_INT(memcmp(got, bad, 32) != 0, fields[i].bad_changes);
            ct[500] ^= 2;
            kb_hqc_decaps(params, got, ct, dk);
            CHECK_INT(memcmp(got, ss, 32) != 0, fields[i].good_changes);
            ct[500] ^= 2;
            dk[fields[i].at] ^= 1;
        }
    }
}

TEST(another_key_or_the_other_profile_gives_another_secret) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        size_t other = (s + SIZE_COUNT) % SET_COUNT;
        uint8_t got[32], foreign[32];
        make(s, 5);
        memcpy(foreign, ss, 32);
        fill(seed, sizeof seed, 80, 6);
        CHECK_OK(sets[s].kem->decaps(got, ct, seed));
        CHECK(memcmp(got, foreign, 32) != 0);
        fill(seed, sizeof seed, 80, 5);
        CHECK_OK(sets[other].kem->decaps(got, ct, seed));
        CHECK(memcmp(got, foreign, 32) != 0);
    }
}

TEST(the_seed_is_the_same_key_as_the_expanded_form) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        const kb_hqc_params *params = sets[s].params;
        static uint8_t pk[KB_HQC_EK_MAX_BYTES], ct2[KB_HQC_CT_MAX_BYTES];
        for (unsigned number = 10; number < 12; number++) {
            uint8_t ss2[32], rejected[32];
            make(s, number);
            CHECK_OK(kem->public_of(pk, seed));
            CHECK_MEM(pk, dk, kem->pk_bytes);
            CHECK_MEM(dk + params->dk_bytes - 32, seed, 32);
            CHECK_OK(kem->check_pk(pk));
            CHECK_OK(kem->encaps_derand(ct2, ss2, pk, coins));
            CHECK_MEM(ct2, ct, kem->ct_bytes);
            CHECK_MEM(ss2, ss, 32);
            CHECK_OK(kem->decaps(ss2, ct, seed));
            CHECK_MEM(ss2, ss, 32);
            ct[number] ^= 0x80;
            CHECK_OK(kem->decaps(ss2, ct, seed));
            rejection_secret(rejected, s);
            CHECK_MEM(ss2, rejected, 32);
        }
    }
}

TEST(tables_state_the_sizes_of_the_specification) {
    static const size_t sizes[SIZE_COUNT][4] = {
        {2241, 2321, 4433, 16}, {4514, 4602, 8978, 24}, {7237, 7333, 14421, 32}};
    static const char *const ids[] = {"HQC-128-R26",  "HQC-192-R26",  "HQC-256-R26",
                                      "HQC-128-V500", "HQC-192-V500", "HQC-256-V500"};
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        const kb_hqc_params *params = sets[s].params;
        const size_t *want = sizes[s % SIZE_COUNT];
        CHECK_STR(kem->id, ids[s]);
        CHECK_STR(params->id, ids[s]);
        CHECK(kb_kem_find(ids[s]) == kem);
        CHECK_INT(kem->pk_bytes, want[0]);
        CHECK_INT(params->ek_bytes, want[0]);
        CHECK_INT(params->dk_bytes, want[1]);
        CHECK_INT(kem->ct_bytes, want[2]);
        CHECK_INT(params->ct_bytes, want[2]);
        CHECK_INT(kem->coins_bytes, want[3] + 16);
        CHECK_INT(kem->ss_bytes, 32);
        CHECK_INT(kem->sk_bytes, 32);
        CHECK_INT(params->n_bytes + params->v_bytes + 16, want[2]);
        CHECK(params->v_bytes % 8 == 0 && 8 * params->v_bytes < params->n);
        CHECK(params->padded_words >= params->words && params->padded_words % 16 == 0);
    }
    CHECK(kb_kem_find("HQC-128") == NULL);
    CHECK(kb_kem_find("HQC-1") == NULL);
}

/* Outputs end where the sizes say, whatever word sizes are used inside. */
TEST(nothing_is_written_beyond_an_output) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        static uint8_t pk[GUARD + KB_HQC_EK_MAX_BYTES + GUARD],
            c[GUARD + KB_HQC_CT_MAX_BYTES + GUARD], k[GUARD + 32 + GUARD];
        memset(pk, 0x5a, sizeof pk);
        memset(c, 0x5a, sizeof c);
        memset(k, 0x5a, sizeof k);
        make(s, 20);
        /* One byte off any alignment. */
        uint8_t *pk_at = pk + GUARD - 1, *c_at = c + GUARD - 3, *k_at = k + GUARD - 5;
        CHECK_OK(kem->public_of(pk_at, seed));
        CHECK_OK(kem->encaps_derand(c_at, k_at, pk_at, coins));
        CHECK_MEM(pk_at, dk, kem->pk_bytes);
        CHECK_MEM(c_at, ct, kem->ct_bytes);
        CHECK_MEM(k_at, ss, 32);
        CHECK_OK(kem->decaps(k_at, c_at, seed));
        CHECK_MEM(k_at, ss, 32);
        for (size_t i = 1; i <= 32; i++) {
            CHECK(pk_at[-(long)i] == 0x5a && pk_at[kem->pk_bytes + i - 1] == 0x5a);
            CHECK(c_at[-(long)i] == 0x5a && c_at[kem->ct_bytes + i - 1] == 0x5a);
            CHECK(k_at[-(long)i] == 0x5a && k_at[32 + i - 1] == 0x5a);
        }
    }
}

TEST(every_wrong_length_is_refused_before_anything_is_read) {
    static const long offsets[] = {-10000, -1, 1, 10000};
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        size_t p = kem->pk_bytes, c = kem->ct_bytes;
        for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; o++) {
            long by = offsets[o];
            size_t p2 = by < -(long)p ? 0 : (size_t)((long)p + by);
            size_t c2 = by < -(long)c ? 0 : (size_t)((long)c + by);
            size_t k2 = by < -32 ? 0 : (size_t)(32 + by);
            uint8_t got[32];
            make(s, 21);
            CHECK_STATUS(kb_kem_check_public(kem->id, dk, p2), KB_ERR_KEY);
            CHECK_STATUS(kb_kem_decaps(kem->id, got, 32, ct, c2, seed, 32),
                         KB_ERR_FORMAT);
            CHECK(is_zero(got, 32));
            CHECK_STATUS(kb_kem_decaps(kem->id, got, 32, ct, c, seed, k2), KB_ERR_KEY);
            CHECK_STATUS(kb_kem_encaps(kem->id, ct, c, got, 32, dk, p2), KB_ERR_KEY);
            CHECK(is_zero(ct, c));
        }
    }
}

TEST(encapsulation_refuses_a_public_key_with_bits_above_n) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        make(s, 22);
        dk[kem->pk_bytes - 1] |= 0x80;
        CHECK_STATUS(kb_kem_encaps(kem->id, ct, kem->ct_bytes, ss, 32, dk, kem->pk_bytes),
                     KB_ERR_KEY);
        CHECK(is_zero(ct, kem->ct_bytes) && is_zero(ss, 32));
    }
}

TEST(fresh_keys_and_ciphertexts_differ_each_time) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_kem *kem = sets[s].kem;
        static uint8_t pk[2][KB_HQC_EK_MAX_BYTES], c[2][KB_HQC_CT_MAX_BYTES];
        uint8_t sk[2][32], k[2][32], got[32];
        for (size_t i = 0; i < 2; i++) {
            REQUIRE_OK(kem->keygen(pk[i], sk[i]));
            CHECK_OK(kem->check_pk(pk[i]));
            REQUIRE_OK(kem->encaps(c[i], k[i], pk[0]));
            CHECK_OK(kem->decaps(got, c[i], sk[0]));
            CHECK_MEM(got, k[i], 32);
        }
        CHECK(memcmp(sk[0], sk[1], 32) != 0);
        CHECK(memcmp(pk[0], pk[1], kem->pk_bytes) != 0);
        CHECK(memcmp(c[0], c[1], kem->ct_bytes - 16) != 0);
        CHECK(memcmp(c[0] + kem->ct_bytes - 16, c[1] + kem->ct_bytes - 16, 16) != 0);
        CHECK(memcmp(k[0], k[1], 32) != 0);
    }
}

int main(void) {
    RUN(a_change_in_any_region_gives_the_rejection_secret_of_exactly_that_ciphertext);
    RUN(two_bad_ciphertexts_that_differ_in_the_salt_alone_give_different_secrets);
    RUN(bits_above_n_in_u_are_rejected_without_an_error);
    RUN(decapsulation_reads_each_field_of_a_private_key_at_its_place);
    RUN(another_key_or_the_other_profile_gives_another_secret);
    RUN(the_seed_is_the_same_key_as_the_expanded_form);
    RUN(tables_state_the_sizes_of_the_specification);
    RUN(nothing_is_written_beyond_an_output);
    RUN(every_wrong_length_is_refused_before_anything_is_read);
    RUN(encapsulation_refuses_a_public_key_with_bits_above_n);
    RUN(fresh_keys_and_ciphertexts_differ_each_time);
    return TEST_END();
}
