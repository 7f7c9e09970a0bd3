/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JSON values as we write them. */
#include "codec/json_write.h"

#include "test.h"

static void check_string(const char *s, size_t n, const char *want) {
    kb_text t = {0};
    char *out = NULL;
    kb_json_write_string(&t, s, n);
    REQUIRE_OK(kb_text_finish(&t, &out));
    CHECK_STR(out, want);
    kb_text_release(out);
}

TEST(strings_escape_what_must_be_escaped_and_nothing_else) {
    check_string("", 0, "\"\"");
    check_string(NULL, 0, "\"\"");
    check_string("ab/c", 4, "\"ab/c\"");
    check_string("\"", 1, "\"\\\"\"");
    check_string("a\\b", 3, "\"a\\\\b\"");
    check_string("\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\"");
    check_string("\0\x01\x1f ", 4, "\"\\u0000\\u0001\\u001f \"");
    check_string("\x7f", 1, "\"\x7f\"");
    check_string("\xc3\xa4\xf0\x9f\x98\x80", 6, "\"\xc3\xa4\xf0\x9f\x98\x80\"");
}

TEST(no_control_character_is_written_as_it_is) {
    for (unsigned c = 0; c < 0x20; c++) {
        char s = (char)c, *out = NULL;
        kb_text t = {0};
        kb_json_write_string(&t, &s, 1);
        REQUIRE_OK(kb_text_finish(&t, &out));
        CHECK(out[1] == '\\');
        for (size_t i = 0; out[i] != '\0'; i++) {
            CHECK((uint8_t)out[i] >= 0x20);
        }
        kb_text_release(out);
    }
}

TEST(malformed_utf8_is_refused) {
    static const char *const bad[] = {
        "\x80", "\xc3", "a\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        kb_text t = {0};
        char *out = NULL;
        kb_json_write_string(&t, bad[i], strlen(bad[i]));
        kb_json_write_string(&t, "good", 4);
        CHECK_STATUS(kb_text_finish(&t, &out), KB_ERR_FORMAT);
        CHECK(out == NULL);
    }
}

TEST(bytes_become_a_base64url_string) {
    kb_text t = {0};
    char *out = NULL;
    kb_json_write_base64url(&t,
                            "\xfb\xff\xbf"
                            "f",
                            4);
    kb_text_append(&t, ",", 1);
    kb_json_write_base64url(&t, NULL, 0);
    REQUIRE_OK(kb_text_finish(&t, &out));
    CHECK_STR(out, "\"-_-_Zg\",\"\"");
    kb_text_release(out);
}

int main(void) {
    RUN(strings_escape_what_must_be_escaped_and_nothing_else);
    RUN(no_control_character_is_written_as_it_is);
    RUN(malformed_utf8_is_refused);
    RUN(bytes_become_a_base64url_string);
    return TEST_END();
}
