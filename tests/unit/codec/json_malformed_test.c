/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Malformed JSON: each text is refused at the offset where it goes wrong. */
#include "codec/json.h"

#include "test.h"

#define ROW(text, at)                                                                    \
    { text, sizeof(text) - 1, at, NULL }
#define NAMED(text, at, words)                                                           \
    { text, sizeof(text) - 1, at, words }

static const struct {
    const char *text;
    size_t len;
    size_t at;
    const char *words; /* of the message, NULL for any */
} rows[] = {
    /* nothing, or not enough */
    NAMED("", 0, "empty input"),
    NAMED(" ", 1, "ends where a value"),
    ROW("\n\r\t ", 4),
    ROW("{", 1),
    ROW("[", 1),
    ROW("[1", 2),
    ROW("[1,", 3),
    ROW("{\"a\"", 4),
    ROW("{\"a\":", 5),
    ROW("{\"a\":1", 6),
    ROW("{\"a\":1,", 7),
    ROW("[[]", 3),
    NAMED("\"", 1, "end of a string"),
    ROW("\"abc", 4),
    ROW("\"\\", 2),
    ROW("\"\\u", 3),
    ROW("\"\\u00", 5),
    ROW("\"\\ud83d", 7),
    ROW("\"\\ud83d\\", 8),
    ROW("\"\\ud83d\\ude0", 12),
    ROW("\"\xc3", 2),
    ROW("{\"a", 3),
    ROW("tru", 3),
    ROW("n", 1),
    ROW("-", 1),
    ROW("1.", 2),
    ROW("1e", 2),
    ROW("1e+", 3),
    /* too much */
    NAMED("1 2", 2, "end of the input"),
    ROW("{}{}", 2),
    ROW("[],", 2),
    ROW("[]]", 2),
    ROW("{}}", 2),
    ROW("null,", 4),
    ROW("truefalse", 4),
    ROW("\"a\"\"b\"", 3),
    ROW("{} x", 3),
    NAMED("1\0", 0, "UTF-16"),
    ROW("{}\0", 2),
    ROW("12\0", 2),
    /* structure */
    ROW("]", 0),
    ROW("}", 0),
    ROW(",", 0),
    ROW(":", 0),
    NAMED("[,1]", 1, "a value or ]"),
    ROW("[1,]", 3),
    ROW("[1,,2]", 3),
    ROW("[1 2]", 3),
    ROW("[1:2]", 2),
    ROW("[1}", 2),
    ROW("{\"a\":1]", 6),
    ROW("[}", 1),
    ROW("{]", 1),
    ROW("{,}", 1),
    ROW("{\"a\":1,}", 7),
    ROW("{\"a\":1,,\"b\":2}", 7),
    NAMED("{\"a\"}", 4, "a colon"),
    ROW("{\"a\",1}", 4),
    ROW("{\"a\":}", 5),
    ROW("{\"a\"::1}", 5),
    ROW("{\"a\" \"b\"}", 5),
    ROW("{\"a\":1 \"b\":2}", 7),
    NAMED("{a:1}", 1, "a member name or }"),
    ROW("{'a':1}", 1),
    ROW("{1:1}", 1),
    ROW("{null:1}", 1),
    ROW("{[]:1}", 1),
    ROW("{\"a\":1,2}", 7),
    ROW("['a']", 1),
    ROW("// c\n1", 0),
    ROW("/* c */1", 0),
    ROW("[1]//", 3),
    ROW("#", 0),
    ROW("\v1", 0),
    ROW("\f1", 0),
    ROW("1\x1e", 1),
    ROW("\xc2\xa0[]", 0),
    ROW("[\xe2\x80\x83]", 1),
    ROW("\x1b[0m", 0),
    /* literals */
    ROW("True", 0),
    ROW("TRUE", 0),
    ROW("trUe", 2),
    ROW("nul1", 3),
    ROW("nulll", 4),
    ROW("falsy", 4),
    ROW("[tru]", 4),
    ROW("undefined", 0),
    ROW("NaN", 0),
    ROW("Infinity", 0),
    ROW("n\xc3ull", 1),
    /* numbers */
    ROW("+1", 0),
    ROW("-a", 1),
    ROW("--1", 1),
    ROW("-Infinity", 1),
    ROW("01", 1),
    ROW("-01", 2),
    ROW("00", 1),
    ROW(".5", 0),
    ROW("-.5", 1),
    ROW("[1.]", 3),
    ROW("1.e5", 2),
    ROW("1.5.5", 3),
    ROW("1e5.5", 3),
    ROW("1e5e5", 3),
    ROW("1ee5", 2),
    ROW("[1e]", 3),
    ROW("[1e-]", 4),
    ROW("1e+-5", 3),
    ROW("1-2", 1),
    ROW("0x10", 1),
    ROW("1_000", 1),
    ROW("1,000", 1),
    ROW("1f", 1),
    ROW("\xef\xbc\x91", 0),
    /* strings */
    NAMED("\"a\nb\"", 2, "control character"),
    ROW("\"\x01\"", 1),
    ROW("\"a\tb\"", 2),
    ROW("\"\x1f\"", 1),
    ROW("\"ab\0\"", 3),
    ROW("{\"a\nb\":1}", 3),
    NAMED("\"\\a\"", 2, "no such escape"),
    ROW("\"\\'\"", 2),
    ROW("\"\\x41\"", 2),
    ROW("\"\\0\"", 2),
    ROW("\"\\U0041\"", 2),
    ROW("\"\\\n\"", 2),
    ROW("\"\\\xc3\xa4\"", 2),
    ROW("\"\\u\"", 3),
    NAMED("\"\\u00g0\"", 5, "hexadecimal"),
    ROW("\"\\u-041\"", 3),
    ROW("\"\\u 041\"", 3),
    ROW("\"\\u004\"", 6),
    ROW("\"\\u{41}\"", 3),
    NAMED("\"\\ud83d\"", 1, "surrogate"),
    ROW("\"xy\\ude00\"", 3),
    ROW("\"\\ud83dx\"", 1),
    ROW("\"\\ud83d\\n\"", 1),
    ROW("\"\\ud83d\\u0041\"", 1),
    ROW("\"\\ud83d\\ud83d\\ude00\"", 1),
    ROW("\"\\ud83d\\ude0z\"", 12),
    ROW("\"\\ude00\\ud83d\"", 1),
    ROW("\"\\udfff\"", 1),
    ROW("{\"\\udbff\":1}", 2),
    /* UTF-8 */
    NAMED("\"\x80\"", 1, "UTF-8"),
    ROW("\"a\xbf\"", 2),
    ROW("\"\xc0\xaf\"", 1),
    ROW("\"\xc1\xbf\"", 1),
    ROW("\"\xc3\"", 2),
    ROW("\"\xc3(\"", 2),
    ROW("\"\xc3\xc3\"", 2),
    ROW("\"\xe0\x80\xaf\"", 2),
    ROW("\"\xe0\x9f\xbf\"", 2),
    ROW("\"\xe2\x82\"", 3),
    ROW("\"\xe2\\u0041\"", 2),
    ROW("\"\xed\xa0\x80\"", 2),
    ROW("\"\xed\xbf\xbf\"", 2),
    ROW("\"\xf0\x80\x80\x80\"", 2),
    ROW("\"\xf0\x8f\xbf\xbf\"", 2),
    ROW("\"\xf0\x9f\x98\"", 4),
    ROW("\"\xf4\x90\x80\x80\"", 2),
    ROW("\"\xf5\x80\x80\x80\"", 1),
    ROW("\"\xf8\x88\x80\x80\x80\"", 1),
    ROW("\"\xfe\"", 1),
    ROW("\"\xff\"", 1),
    ROW("{\"\xc0\x80\":1}", 2),
    ROW("\"\xc3\xa4\xc3\xa4\xa4\"", 5),
    /* encodings */
    NAMED("\xef\xbb\xbf{}", 0, "byte order mark"),
    NAMED("\xef\xbb\xbf", 0, "byte order mark"),
    NAMED("\xef\xbb", 2, "ends where a value"),
    NAMED("\xef\xbb{}", 0, "a value is expected"),
    ROW("\xef{}", 0),
    ROW(" \xef\xbb\xbf{}", 1),
    ROW("{}\xef\xbb\xbf", 2),
    NAMED("\xff\xfe{\0}\0", 0, "UTF-16"),
    NAMED("\xfe\xff\0{\0}", 0, "UTF-16"),
    NAMED("{\0}\0", 0, "UTF-16"),
    NAMED("\0{\0}", 0, "UTF-16"),
    NAMED("\"\0a\0\"\0", 0, "UTF-16"),
    NAMED("[\0\0\0]\0\0\0", 0, "UTF-16"),
    NAMED("\0\0\xfe\xff", 0, "UTF-16"),
};

static kb_status ignore(void *self, const kb_json_event *event) {
    (void)self;
    (void)event;
    return KB_OK;
}

static void check_error(size_t i, const char *how) {
    const kb_error *e = kb_last_error();
    CHECK_(e->has_offset && e->offset == rows[i].at, (void)0,
           "row %zu (%s, %s): offset %llu, expected %zu", i, rows[i].text, how,
           (unsigned long long)e->offset, rows[i].at);
    CHECK_(rows[i].words == NULL || strstr(e->text, rows[i].words) != NULL, (void)0,
           "row %zu (%s): \"%s\" lacks \"%s\"", i, how, e->text, rows[i].words);
}

TEST(malformed_texts_are_refused_where_they_go_wrong) {
    const kb_json_limits limits = {8, 64, 64};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_STATUS(kb_json_scan(rows[i].text, rows[i].len, limits, ignore, NULL),
                     KB_ERR_FORMAT);
        check_error(i, "whole");
    }
}

TEST(cut_into_bytes_they_are_refused_at_the_same_place) {
    const kb_json_limits limits = {8, 64, 64};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_json *json = NULL;
        kb_status status = kb_json_new(&json, limits, 0, ignore, NULL);
        for (size_t at = 0; at < rows[i].len && status == KB_OK; at++) {
            status = kb_json_feed(json, rows[i].text + at, 1);
        }
        if (status == KB_OK) {
            status = kb_json_finish(json);
        }
        CHECK_STATUS(status, KB_ERR_FORMAT);
        check_error(i, "bytes");
        kb_json_free(json);
    }
}

/* Every byte in every place of a document either keeps it well formed or is refused. */
TEST(one_wrong_byte_outside_strings_is_refused) {
    static const char text[] = "{\"a\":[1,true,{}],\"b\":null}";
    static const char digits[] = "0123456789";
    const kb_json_limits limits = {8, 64, 64};
    for (size_t at = 0; at < sizeof text - 1; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[at] = (char)byte;
            bool in_name = at == 2 || at == 18, is_digit = at == 6;
            if (byte == (uint8_t)text[at] || in_name ||
                (is_digit && byte != 0 && strchr(digits, (int)byte) != NULL)) {
                continue;
            }
            CHECK_STATUS(kb_json_scan(changed, sizeof text - 1, limits, ignore, NULL),
                         KB_ERR_FORMAT);
        }
    }
}

int main(void) {
    RUN(malformed_texts_are_refused_where_they_go_wrong);
    RUN(cut_into_bytes_they_are_refused_at_the_same_place);
    RUN(one_wrong_byte_outside_strings_is_refused);
    return TEST_END();
}
