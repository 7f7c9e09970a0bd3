/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Addresses, digits, checksum and indices: layouts worked out by hand from FIPS 205. */
#include "sig/slhdsa/address.h"
#include "sig/slhdsa/encode.h"
#include "test.h"

static const kb_slhdsa_address example = {.layer = 0x15,
                                          .tree = UINT64_C(0x0102030405060708),
                                          .type = KB_SLHDSA_FORS_PRF,
                                          .key_pair = 0x11121314,
                                          .chain = 0x21222324,
                                          .hash = 0x31323334};

TEST(an_address_has_the_layout_of_figure_2) {
    uint8_t out[KB_SLHDSA_ADDRESS_BYTES];
    kb_slhdsa_address_encode(out, &example);
    CHECK_HEX(out, sizeof out,
              "00000015"
              "000000000102030405060708"
              "00000006"
              "111213142122232431323334");
}

TEST(a_compressed_address_leaves_out_what_section_11_2_says) {
    uint8_t out[KB_SLHDSA_COMPRESSED_ADDRESS_BYTES];
    kb_slhdsa_address_compress(out, &example);
    CHECK_HEX(out, sizeof out,
              "15"
              "0102030405060708"
              "06"
              "111213142122232431323334");
}

TEST(height_and_chain_share_a_word_and_so_do_index_and_hash) {
    kb_slhdsa_address adrs = {.height = 7, .index = 9};
    CHECK_INT(adrs.chain, 7);
    CHECK_INT(adrs.hash, 9);
}

TEST(digits_come_highest_bit_first) {
    static const uint8_t in[] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x11};
    uint32_t out[8];
    kb_slhdsa_encode_base(out, 4, 4, in);
    CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3 && out[3] == 4);
    kb_slhdsa_encode_base(out, 2, 12, in);
    CHECK(out[0] == 0x123 && out[1] == 0x456);
    kb_slhdsa_encode_base(out, 4, 14, in);
    /* 0001 0010 0011 01 | 00 0101 0110 0111 | 1000 1001 1010 10 | 11 1100 1101 1110 */
    CHECK(out[0] == 0x48d && out[1] == 0x567 && out[2] == 0x226a && out[3] == 0x3cde);
    kb_slhdsa_encode_base(out, 3, 6, in);
    CHECK(out[0] == 4 && out[1] == 0x23 && out[2] == 0x11);
    kb_slhdsa_encode_base(out, 8, 9, in);
    CHECK(out[0] == 0x24 && out[1] == 0xd1 && out[7] == 0x11);
}

TEST(the_checksum_counts_what_the_digits_lack_to_15) {
    uint8_t in[KB_SLHDSA_N_MAX_BYTES];
    uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT];
    /* All digits 0: 64 * 15 = 0x3c0 for n = 32, 32 * 15 = 0x1e0 for n = 16. */
    memset(in, 0, sizeof in);
    kb_slhdsa_encode_digits(&kb_slhdsa_sha2_256f_params, digits, in);
    CHECK(digits[0] == 0 && digits[63] == 0);
    CHECK(digits[64] == 3 && digits[65] == 0xc && digits[66] == 0);
    kb_slhdsa_encode_digits(&kb_slhdsa_shake_128s_params, digits, in);
    CHECK(digits[32] == 1 && digits[33] == 0xe && digits[34] == 0);
    /* All digits 15. */
    memset(in, 0xff, sizeof in);
    kb_slhdsa_encode_digits(&kb_slhdsa_sha2_192f_params, digits, in);
    CHECK(digits[0] == 15 && digits[47] == 15);
    CHECK(digits[48] == 0 && digits[49] == 0 && digits[50] == 0);
    /* One digit less than 15 by 14, another by 5: 0x013. */
    in[3] = 0x1f;
    in[4] = 0xfa;
    kb_slhdsa_encode_digits(&kb_slhdsa_sha2_192f_params, digits, in);
    CHECK(digits[6] == 1 && digits[7] == 15 && digits[8] == 15 && digits[9] == 10);
    CHECK(digits[48] == 0 && digits[49] == 1 && digits[50] == 3);
}

TEST(a_raised_digit_lowers_the_checksum) {
    uint8_t in[16] = {0};
    uint32_t a[KB_SLHDSA_WOTS_MAX_COUNT], b[KB_SLHDSA_WOTS_MAX_COUNT];
    kb_slhdsa_encode_digits(&kb_slhdsa_sha2_128f_params, a, in);
    for (size_t i = 0; i < 32; i++) {
        uint8_t more[16] = {0};
        more[i / 2] = (uint8_t)(i % 2 == 0 ? 0x10 : 0x01);
        kb_slhdsa_encode_digits(&kb_slhdsa_sha2_128f_params, b, more);
        CHECK_INT(b[i], 1);
        CHECK_INT((a[32] << 8 | a[33] << 4 | a[34]) - (b[32] << 8 | b[33] << 4 | b[34]),
                  1);
    }
}

TEST(a_digest_is_cut_into_fors_indices_tree_and_leaf) {
    uint8_t digest[KB_SLHDSA_DIGEST_MAX_BYTES];
    kb_slhdsa_choice choice;
    memset(digest, 0xff, sizeof digest);
    kb_slhdsa_encode_choice(&kb_slhdsa_sha2_256f_params, &choice, digest);
    CHECK(choice.fors[0] == 511 && choice.fors[34] == 511);
    CHECK(choice.tree == UINT64_MAX && choice.leaf == 15);
    kb_slhdsa_encode_choice(&kb_slhdsa_sha2_128s_params, &choice, digest);
    CHECK(choice.fors[13] == 4095 && choice.tree == (UINT64_C(1) << 54) - 1);
    CHECK_INT(choice.leaf, 511);
    /* 128f: 33 * 6 = 198 bits in 25 bytes, then 8 bytes with 63 bits, one with 3. */
    memset(digest, 0, sizeof digest);
    digest[24] = 0x87; /* index 32 is 100001, the last two bits are not used */
    digest[25] = 0x81;
    digest[32] = 0x42;
    digest[33] = 0xfd;
    kb_slhdsa_encode_choice(&kb_slhdsa_sha2_128f_params, &choice, digest);
    CHECK(choice.fors[32] == 33 && choice.fors[31] == 0);
    CHECK(choice.tree == UINT64_C(0x0100000000000042));
    CHECK_INT(choice.leaf, 5);
}

int main(void) {
    RUN(an_address_has_the_layout_of_figure_2);
    RUN(a_compressed_address_leaves_out_what_section_11_2_says);
    RUN(height_and_chain_share_a_word_and_so_do_index_and_hash);
    RUN(digits_come_highest_bit_first);
    RUN(the_checksum_counts_what_the_digits_lack_to_15);
    RUN(a_raised_digit_lowers_the_checksum);
    RUN(a_digest_is_cut_into_fors_indices_tree_and_leaf);
    return TEST_END();
}
