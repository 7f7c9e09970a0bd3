/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UTF-8: exactly the sequences of Unicode's table of well-formed bytes. */
#include "codec/utf8.h"

#include "test.h"

/* The table of RFC 3629 section 4, row by row: UTF8-2, -3 and -4. */
static const struct {
    uint8_t low[4], high[4];
    size_t len;
} table[] = {
    {{0x00}, {0x7f}, 1},
    {{0xc2, 0x80}, {0xdf, 0xbf}, 2},
    {{0xe0, 0xa0, 0x80}, {0xe0, 0xbf, 0xbf}, 3},
    {{0xe1, 0x80, 0x80}, {0xec, 0xbf, 0xbf}, 3},
    {{0xed, 0x80, 0x80}, {0xed, 0x9f, 0xbf}, 3},
    {{0xee, 0x80, 0x80}, {0xef, 0xbf, 0xbf}, 3},
    {{0xf0, 0x90, 0x80, 0x80}, {0xf0, 0xbf, 0xbf, 0xbf}, 4},
    {{0xf1, 0x80, 0x80, 0x80}, {0xf3, 0xbf, 0xbf, 0xbf}, 4},
    {{0xf4, 0x80, 0x80, 0x80}, {0xf4, 0x8f, 0xbf, 0xbf}, 4},
};

static bool is_in_table(const uint8_t *b, size_t len) {
    for (size_t row = 0; row < sizeof table / sizeof table[0]; row++) {
        bool fits = table[row].len == len;
        for (size_t i = 0; i < len && fits; i++) {
            fits = b[i] >= table[row].low[i] && b[i] <= table[row].high[i];
        }
        if (fits) {
            return true;
        }
    }
    return false;
}

TEST(one_and_two_and_three_bytes_are_as_the_table_says) {
    unsigned wrong = 0;
    for (unsigned x = 0; x < 0x1000000; x++) {
        uint8_t b[3] = {(uint8_t)(x >> 16), (uint8_t)(x >> 8), (uint8_t)x};
        if (b[0] > 1 && b[0] < 0x7f) {
            continue; /* as 0 and 1 */
        }
        bool want = b[0] < 0x80   ? b[1] < 0x80 ? b[2] < 0x80 : is_in_table(b + 1, 2)
                      : b[0] < 0xe0 ? is_in_table(b, 2) && b[2] < 0x80
                                  : is_in_table(b, 3);
        wrong += kb_utf8_is_valid((const char *)b, 3) != want;
    }
    CHECK_INT(wrong, 0);
    CHECK(kb_utf8_is_valid("", 0));
    CHECK(kb_utf8_is_valid("\0", 1));
}

TEST(four_bytes_are_as_the_table_says) {
    static const uint8_t edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0};
    for (unsigned first = 0xe0; first < 0x100; first++) {
        for (unsigned second = 0; second < 0x100; second++) {
            for (size_t i = 0; i < sizeof edges * sizeof edges; i++) {
                uint8_t b[4] = {(uint8_t)first, (uint8_t)second, edges[i % sizeof edges],
                                edges[i / sizeof edges]};
                bool want =
                    is_in_table(b, 4) || (is_in_table(b, 3) && is_in_table(b + 3, 1));
                CHECK_INT(kb_utf8_is_valid((const char *)b, 4), want);
            }
        }
    }
}

TEST(a_cut_character_is_not_valid) {
    static const char text[] = "\xf0\x9f\x98\x80";
    for (size_t len = 1; len < 4; len++) {
        CHECK(!kb_utf8_is_valid(text, len));
    }
    CHECK(kb_utf8_is_valid(text, 4));
    CHECK(!kb_utf8_is_valid("\xe2\x82", 2));
    CHECK(!kb_utf8_is_valid("\xc3", 1));
}

TEST(code_points_are_written_as_rfc_3629_shows) {
    static const struct {
        uint32_t code;
        const char *bytes;
    } rows[] = {
        {0x41, "A"},
        {0x7f, "\x7f"},
        {0x80, "\xc2\x80"},
        {0x7ff, "\xdf\xbf"},
        {0x800, "\xe0\xa0\x80"},
        {0x2262, "\xe2\x89\xa2"},
        {0xffff, "\xef\xbf\xbf"},
        {0x10000, "\xf0\x90\x80\x80"},
        {0x233b4, "\xf0\xa3\x8e\xb4"},
        {0x10ffff, "\xf4\x8f\xbf\xbf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[4];
        CHECK_INT(kb_utf8_encode(out, rows[i].code), strlen(rows[i].bytes));
        CHECK_MEM(out, rows[i].bytes, strlen(rows[i].bytes));
    }
    char nul[4] = "xyz";
    CHECK_INT(kb_utf8_encode(nul, 0), 1);
    CHECK_MEM(nul, "\0yz", 4);
}

int main(void) {
    RUN(one_and_two_and_three_bytes_are_as_the_table_says);
    RUN(four_bytes_are_as_the_table_says);
    RUN(a_cut_character_is_not_valid);
    RUN(code_points_are_written_as_rfc_3629_shows);
    return TEST_END();
}
