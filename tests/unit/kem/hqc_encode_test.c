/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Elements as bytes, and keys that are refused. */
#include "hqc_case.h"
#include "kem/hqc/encode.h"

static kb_hqc_vec v, again;
static uint8_t bytes[8 * KB_HQC_MAX_WORDS], dk[KB_HQC_DK_MAX_BYTES];

TEST(bit_i_of_an_element_is_in_byte_i_by_8_at_weight_i_mod_8) {
    for (size_t i = 0; i < 8 * sizeof bytes; i += 1 + i / 7) {
        v = (kb_hqc_vec){0};
        v.w[i / 64] = UINT64_C(1) << i % 64;
        kb_hqc_store(bytes, &v, sizeof bytes);
        CHECK_INT(bytes[i / 8], 1 << i % 8);
        bytes[i / 8] = 0;
        for (size_t j = 0; j < sizeof bytes; j++) {
            CHECK(bytes[j] == 0);
        }
    }
}

TEST(loading_ends_where_it_is_told_and_comparing_sees_each_byte) {
    static const size_t lens[] = {0, 1, 7, 8, 9, 2208, 2209, 4482, 7205};
    fill(bytes, sizeof bytes, 60, 0);
    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        size_t len = lens[i];
        static uint8_t out[sizeof bytes];
        fill(&v, sizeof v, 61, 0);
        kb_hqc_load(&v, bytes, len);
        memset(out, 0xa5, sizeof out);
        kb_hqc_store(out, &v, sizeof out);
        CHECK_MEM(out, bytes, len);
        for (size_t j = len; j < sizeof out; j++) {
            CHECK(out[j] == 0);
        }
        memset(out, 0xa5, sizeof out);
        kb_hqc_store(out, &v, len);
        CHECK_INT(out[len], 0xa5);
        CHECK(kb_hqc_diff(&v, bytes, len) == 0);
        for (size_t j = 0; j < len; j++) {
            bytes[j] ^= (uint8_t)(1 << j % 8);
            CHECK(kb_hqc_diff(&v, bytes, len) != 0);
            bytes[j] ^= (uint8_t)(1 << j % 8);
        }
    }
}

TEST(cutting_keeps_the_coefficients_below_and_zeroes_all_others) {
    static const size_t ns[] = {17664, 17669, 35840, 35851, 57600, 57637};
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++) {
        fill(&v, sizeof v, 62, (unsigned)i);
        again = v;
        kb_hqc_cut(&v, ns[i]);
        unsigned bad = 0;
        for (size_t j = 0; j < 64 * KB_HQC_MAX_WORDS; j++) {
            uint64_t want = j < ns[i] ? again.w[j / 64] >> j % 64 & 1 : 0;
            bad += (v.w[j / 64] >> j % 64 & 1) != want;
        }
        CHECK_INT(bad, 0);
    }
}

TEST(a_public_key_with_a_bit_above_n_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        memset(dk, 0xff, sizeof dk);
        uint8_t *last = &dk[params->ek_bytes - 1];
        *last = (uint8_t)((1 << params->n % 8) - 1);
        CHECK_OK(kb_hqc_check_ek(params, dk));
        CHECK_OK(kb_kem_find(params->id)->check_pk(dk));
        for (unsigned bit = params->n % 8; bit < 8; bit++) {
            *last ^= (uint8_t)(1 << bit);
            CHECK_STATUS(kb_hqc_check_ek(params, dk), KB_ERR_KEY);
            CHECK_STATUS(sets[s].kem->check_pk(dk), KB_ERR_KEY);
            *last ^= (uint8_t)(1 << bit);
        }
    }
}

/* D13 of the trials: a changed field must not go unnoticed, since the seed alone is kept.
 */
TEST(a_private_key_with_any_field_changed_is_refused) {
    for (size_t s = 0; s < SET_COUNT; s++) {
        const kb_hqc_params *params = sets[s].params;
        uint8_t seed[32];
        fill(seed, sizeof seed, 63, (unsigned)s);
        kb_hqc_keygen_derand(params, dk, seed);
        CHECK_OK(kb_hqc_check_dk(params, dk));
        size_t ek = params->ek_bytes, end = params->dk_bytes;
        /* First and last byte of seed_ek, s, seed_dk, sigma, seed_kem. */
        const size_t places[] = {0,       31,      32,       ek / 2,   ek - 1, ek,
                                 ek + 31, ek + 32, end - 33, end - 32, end - 1};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            dk[places[i]] ^= 1;
            CHECK_STATUS(kb_hqc_check_dk(params, dk), KB_ERR_KEY);
            dk[places[i]] ^= 1;
        }
        dk[ek - 1] ^= 0x80;
        CHECK_STATUS(kb_hqc_check_dk(params, dk), KB_ERR_KEY);
        dk[ek - 1] ^= 0x80;
        CHECK_OK(kb_hqc_check_dk(params, dk));
        /* A key of the other profile has another y. */
        CHECK_STATUS(kb_hqc_check_dk(sets[(s + 3) % SET_COUNT].params, dk), KB_ERR_KEY);
    }
}

int main(void) {
    RUN(bit_i_of_an_element_is_in_byte_i_by_8_at_weight_i_mod_8);
    RUN(loading_ends_where_it_is_told_and_comparing_sees_each_byte);
    RUN(cutting_keeps_the_coefficients_below_and_zeroes_all_others);
    RUN(a_public_key_with_a_bit_above_n_is_refused);
    RUN(a_private_key_with_any_field_changed_is_refused);
    return TEST_END();
}
