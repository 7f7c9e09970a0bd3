/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sym/keywrap.h"
#include "test.h"

#define KEK "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"
#define KEY "00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F"
#define WK                                                                               \
    "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"

static uint8_t kek[32], mk[32], wk[KB_KEYWRAP_BYTES];

static void fill(void) {
    (void)test_unhex(kek, sizeof kek, KEK);
    (void)test_unhex(mk, sizeof mk, KEY);
    (void)test_unhex(wk, sizeof wk, WK);
}

TEST(the_answer_of_rfc_3394_section_4_6) {
    uint8_t made[KB_KEYWRAP_BYTES], got[32];
    fill();
    CHECK_OK(kb_keywrap_wrap(made, kek, mk));
    CHECK_HEX(made, sizeof made, WK);
    CHECK_OK(kb_keywrap_unwrap(got, kek, wk));
    CHECK_HEX(got, sizeof got, KEY);
}

TEST(every_flipped_bit_is_refused_and_leaves_zeros) {
    static const uint8_t zeros[32];
    fill();
    for (unsigned bit = 0; bit < 8 * sizeof wk; bit++) {
        uint8_t got[32] = {1};
        wk[bit / 8] ^= (uint8_t)(1U << bit % 8);
        CHECK_STATUS(kb_keywrap_unwrap(got, kek, wk), KB_ERR_AUTH);
        CHECK_MEM(got, zeros, sizeof got);
        wk[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

TEST(another_key_is_refused) {
    uint8_t got[32];
    fill();
    for (unsigned bit = 0; bit < 256; bit++) {
        kek[bit / 8] ^= (uint8_t)(1U << bit % 8);
        CHECK_STATUS(kb_keywrap_unwrap(got, kek, wk), KB_ERR_AUTH);
        kek[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

int main(void) {
    RUN(the_answer_of_rfc_3394_section_4_6);
    RUN(every_flipped_bit_is_refused_and_leaves_zeros);
    RUN(another_key_is_refused);
    return TEST_END();
}
