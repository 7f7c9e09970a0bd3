/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hexadecimal: one text per value. */
#include "codec/hex.h"

#include "test.h"

TEST(bytes_are_written_in_lower_case) {
    char text[11] = "##########";
    kb_hex_encode(text, "\x00\x09\xaf\xff", 4);
    CHECK_STR(text, "0009afff");
    kb_hex_encode(text, NULL, 0);
    CHECK_STR(text, "");
}

TEST(every_byte_is_read_as_printf_writes_it) {
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[3];
        uint8_t got = (uint8_t)~byte;
        snprintf(text, sizeof text, "%02x", byte);
        CHECK_OK(kb_hex_decode(&got, 1, text, 2));
        CHECK_INT(got, byte);
    }
    CHECK_OK(kb_hex_decode(NULL, 0, NULL, 0));
}

TEST(other_characters_are_refused_with_their_offset) {
    for (unsigned byte = 0; byte < 256; byte++) {
        if (byte != 0 && strchr("0123456789abcdef", (int)byte) != NULL) {
            continue;
        }
        for (size_t at = 0; at < 6; at++) {
            char text[7] = "12ab90";
            uint8_t out[3] = {1, 1, 1};
            text[at] = (char)byte;
            CHECK_STATUS(kb_hex_decode(out, 3, text, 6), KB_ERR_FORMAT);
            CHECK(kb_last_error()->has_offset);
            CHECK_INT(kb_last_error()->offset, at);
            CHECK_HEX(out, 3, "000000");
        }
    }
}

TEST(a_wrong_length_is_refused) {
    uint8_t out[3];
    for (size_t len = 0; len <= 8; len++) {
        memset(out, 1, sizeof out);
        if (len != 6) {
            CHECK_STATUS(kb_hex_decode(out, 3, "00000000", len), KB_ERR_FORMAT);
            CHECK_HEX(out, 3, "000000");
        }
    }
}

int main(void) {
    RUN(bytes_are_written_in_lower_case);
    RUN(every_byte_is_read_as_printf_writes_it);
    RUN(other_characters_are_refused_with_their_offset);
    RUN(a_wrong_length_is_refused);
    return TEST_END();
}
