/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Base64url against RFC 4648, a naive second implementation, and hostile texts. */
#include "codec/base64url.h"

#include "codec/base64url_ops.h"
#include "core/cpu.h"
#include "test.h"

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* A second implementation, bit by bit, that shares nothing with the first. */
static void naive_encode(char *out, const uint8_t *in, size_t len) {
    for (size_t c = 0; c * 6 < len * 8; c++) {
        unsigned value = 0;
        for (size_t bit = c * 6; bit < c * 6 + 6; bit++) {
            unsigned b = bit < len * 8 ? (unsigned)in[bit / 8] >> (7 - bit % 8) & 1 : 0;
            value = value << 1 | b;
        }
        out[c] = alphabet[value];
    }
}

static uint32_t random_state = 1;

static uint8_t random_byte(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint8_t)(random_state >> 24);
}

static bool is_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Checks that text is refused at offset at, one-shot and fed byte by byte, with zeros. */
static void check_refused(const char *text, size_t len, size_t at) {
    uint8_t out[512];
    memset(out, 0xaa, sizeof out);
    CHECK_STATUS(kb_base64url_decode(out, text, len, 1000), KB_ERR_FORMAT);
    CHECK(kb_last_error()->has_offset);
    CHECK_INT(kb_last_error()->offset, 1000 + at);
    CHECK(is_zero(out, KB_BASE64URL_BYTES(len)));

    kb_base64url_decoder d = {.offset = 77};
    kb_status status = KB_OK;
    size_t written = 9;
    for (size_t i = 0; i < len && status == KB_OK; i++) {
        status = kb_base64url_decode_feed(&d, out, &written, text + i, 1);
    }
    if (status == KB_OK) {
        status = kb_base64url_decode_finish(&d, out, &written);
    }
    CHECK_STATUS(status, KB_ERR_FORMAT);
    CHECK_INT(kb_last_error()->offset, 77 + at);
    CHECK_INT(written, 0);
}

TEST(gives_the_answers_of_rfc_4648) {
    static const struct {
        const char *bytes, *text;
    } rows[] = {
        {"", ""},
        {"f", "Zg"},
        {"fo", "Zm8"},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg"},
        {"fooba", "Zm9vYmE"},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xbf", "-_-_"},
        {"\x14\xfb\x9c\x03\xd9\x7e", "FPucA9l-"},
        {"\x14\xfb\x9c\x03\xd9", "FPucA9k"},
        {"\x14\xfb\x9c\x03", "FPucAw"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t bytes = strlen(rows[i].bytes), chars = strlen(rows[i].text);
        char text[16];
        uint8_t back[16];
        CHECK_INT(KB_BASE64URL_TEXT_LEN(bytes), chars);
        CHECK_INT(KB_BASE64URL_BYTES(chars), bytes);
        kb_base64url_encode(text, rows[i].bytes, bytes);
        CHECK_MEM(text, rows[i].text, chars);
        CHECK_OK(kb_base64url_decode(back, rows[i].text, chars, 0));
        CHECK_MEM(back, rows[i].bytes, bytes);
    }
}

TEST(every_value_has_its_character_at_every_place) {
    for (unsigned value = 0; value < 64; value++) {
        for (size_t place = 0; place < 16; place++) {
            char text[17] = "AAAAAAAAAAAAAAAA", again[16];
            uint8_t bytes[12];
            text[place] = alphabet[value];
            REQUIRE_OK(kb_base64url_decode(bytes, text, 16, 0));
            unsigned got = 0;
            for (size_t bit = place * 6; bit < place * 6 + 6; bit++) {
                got = got << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1);
            }
            CHECK_INT(got, value);
            kb_base64url_encode(again, bytes, 12);
            CHECK_MEM(again, text, 16);
        }
    }
}

static void check_length(const uint8_t *in, size_t len) {
    static char want[8192], got[8192];
    static uint8_t back[8192];
    size_t chars = KB_BASE64URL_TEXT_LEN(len);
    memset(got, '!', sizeof got);
    memset(back, 0x55, sizeof back);
    naive_encode(want, in, len);
    kb_base64url_encode(got, in, len);
    CHECK_MEM(got, want, chars);
    CHECK(got[chars] == '!'); /* nothing is written behind the end */
    CHECK_OK(kb_base64url_decode(back, want, chars, 0));
    CHECK_MEM(back, in, len);
    CHECK(back[len] == 0x55);
}

TEST(agrees_with_a_naive_implementation_for_all_lengths) {
    static uint8_t in[6000];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = random_byte();
    }
    for (size_t len = 0; len <= 200; len++) {
        check_length(in + len, len);
    }
    /* Around the block size: 4096 characters are 3072 bytes. */
    for (size_t len = 3060; len <= 3090; len++) {
        check_length(in, len);
    }
}

TEST(every_bad_byte_is_refused_at_its_offset) {
    for (unsigned byte = 0; byte < 256; byte++) {
        if (byte != 0 && strchr(alphabet, (int)byte) != NULL) {
            continue;
        }
        for (size_t len = 2; len <= 20; len++) {
            for (size_t at = 0; at < len; at++) {
                char text[21] = "AAAAAAAAAAAAAAAAAAAA";
                text[at] = (char)byte;
                check_refused(text, len, at);
            }
        }
        for (size_t at = 0; at < 103; at++) {
            char text[103];
            memset(text, 'A', sizeof text);
            text[at] = (char)byte;
            check_refused(text, sizeof text, at);
        }
    }
}

TEST(the_first_of_several_bad_bytes_is_named) {
    check_refused("AA+A/A==", 8, 2);
    check_refused("AAAAAAAAAAAAAAA\0AAAAAAAA.AAAAAAA", 32, 15);
}

TEST(a_bad_byte_after_a_whole_block_is_found) {
    static char text[10000];
    static uint8_t out[7500];
    memset(text, 'Q', sizeof text);
    for (size_t at = 4090; at < sizeof text; at += 1181) {
        text[at] = ' ';
        memset(out, 1, sizeof out);
        CHECK_STATUS(kb_base64url_decode(out, text, sizeof text, 0), KB_ERR_FORMAT);
        CHECK_INT(kb_last_error()->offset, at);
        CHECK(is_zero(out, sizeof out));
        text[at] = 'Q';
    }
}

TEST(unused_bits_that_are_not_zero_are_refused) {
    for (unsigned value = 0; value < 64; value++) {
        char text[12] = "AAAAAAAAAAA";
        uint8_t out[9];
        text[9] = alphabet[value];
        if (value % 16 != 0) {
            check_refused(text, 10, 9);
            check_refused(text + 8, 2, 1);
        } else {
            CHECK_OK(kb_base64url_decode(out, text, 10, 0));
        }
        text[9] = 'A';
        text[10] = alphabet[value];
        if (value % 4 != 0) {
            check_refused(text, 11, 10);
            check_refused(text + 8, 3, 2);
        } else {
            CHECK_OK(kb_base64url_decode(out, text, 11, 0));
        }
    }
}

TEST(one_character_over_is_refused) {
    check_refused("A", 1, 0);
    check_refused("AAAAA", 5, 4);
    check_refused("AAAAAAAAA", 9, 8);
    check_refused("A.AAA", 5, 1); /* the earlier fault is named */
}

TEST(padding_and_white_space_and_the_other_alphabet_are_refused) {
    check_refused("Zg==", 4, 2);
    CHECK(strstr(kb_last_error()->text, "padding") != NULL);
    check_refused("Zm8=", 4, 3);
    check_refused("Zm9v\n", 5, 4);
    check_refused("Zm9v\r\nZm9v", 10, 4);
    check_refused(" Zm9v", 5, 0);
    check_refused("Zm\t9v", 5, 2);
    check_refused("Zm9v\0", 5, 4);
    check_refused("+_-_", 4, 0);
    check_refused("-/-_", 4, 1);
    check_refused("=", 1, 0);
}

TEST(fed_in_any_pieces_the_text_is_the_same) {
    uint8_t in[400], back[412];
    char want[540], got[552];
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = random_byte();
    }
    for (unsigned round = 0; round < 3000; round++) {
        size_t len = round % (sizeof in + 1), chars = KB_BASE64URL_TEXT_LEN(len);
        size_t at = 0, done = 0, wrote;
        unsigned most = 1 + random_byte() % (round % 2 == 0 ? 5u : 90u);
        kb_base64url_encoder e = {0};
        kb_base64url_decoder d = {.offset = 5};
        naive_encode(want, in, len);
        while (at < len) {
            size_t n = random_byte() % (most + 1);
            n = n > len - at ? len - at : n;
            wrote = kb_base64url_encode_feed(&e, got + done, in + at, n);
            CHECK(wrote <= KB_BASE64URL_TEXT_LEN(n + 2));
            done += wrote;
            at += n;
        }
        done += kb_base64url_encode_finish(&e, got + done);
        CHECK_INT(done, chars);
        CHECK_MEM(got, want, chars);
        CHECK_INT(kb_base64url_encode_finish(&e, got), 0);

        for (at = 0, done = 0; at < chars;) {
            size_t n = random_byte() % (most + 1);
            n = n > chars - at ? chars - at : n;
            CHECK_OK(kb_base64url_decode_feed(&d, back + done, &wrote, want + at, n));
            CHECK(wrote <= KB_BASE64URL_BYTES(n + 3));
            done += wrote;
            at += n;
            CHECK_INT(d.offset, 5 + at);
        }
        CHECK_OK(kb_base64url_decode_finish(&d, back + done, &wrote));
        CHECK_INT(done + wrote, len);
        CHECK_MEM(back, in, len);
    }
}

/* Runs, then the rest by feed: every length, every carry, and a fault at some place or at
 * none (at the length). */
TEST(a_run_and_the_rest_of_the_text_make_the_whole) {
    enum { BYTES = 420, CHARS = KB_BASE64URL_TEXT_LEN(BYTES) };
    uint8_t in[BYTES], back[BYTES + 12];
    char text[CHARS];
    for (size_t i = 0; i < BYTES; i++) {
        in[i] = random_byte();
    }
    naive_encode(text, in, BYTES);
    for (size_t carried = 0; carried < 4; carried++) {
        for (size_t fault = 0; fault <= CHARS; fault++) {
            kb_base64url_decoder d = {.offset = 9};
            size_t done = 0, wrote, at = carried;
            char kept = fault < CHARS ? text[fault] : '\0';
            if (fault < CHARS) {
                text[fault] = '"';
            }
            CHECK_OK(kb_base64url_decode_feed(&d, back, &wrote, text, carried));
            for (size_t taken = 1; taken != 0; at += taken) {
                taken = kb_base64url_decode_run(&d, back + done, &wrote, text + at,
                                                CHARS - at);
                CHECK(at + taken <= fault || taken == 0);
                CHECK((taken == 0) == (wrote == 0));
                done += wrote;
            }
            CHECK_INT(d.offset, 9 + at);
            CHECK(fault < CHARS || CHARS - at < KB_BASE64URL_RUN_MIN);
            CHECK(at >= fault || fault - at < KB_BASE64URL_RUN_MIN);
            kb_status status =
                kb_base64url_decode_feed(&d, back + done, &wrote, text + at, CHARS - at);
            CHECK_STATUS(status, fault < CHARS ? KB_ERR_FORMAT : KB_OK);
            if (fault < CHARS) {
                CHECK_INT(kb_last_error()->offset, 9 + fault);
                text[fault] = kept;
            } else {
                CHECK_INT(done + wrote, BYTES);
            }
            CHECK_MEM(back, in, done + wrote);
        }
    }
}

TEST(a_fault_behind_carried_characters_leaves_zeros) {
    kb_base64url_decoder d = {0};
    uint8_t out[16];
    size_t written;
    memset(out, 1, sizeof out);
    CHECK_OK(kb_base64url_decode_feed(&d, out, &written, "ZZZ", 3));
    CHECK_INT(written, 0);
    CHECK_STATUS(kb_base64url_decode_feed(&d, out, &written, "ZZZZZZ!ZZ", 9),
                 KB_ERR_FORMAT);
    CHECK_INT(kb_last_error()->offset, 9);
    CHECK_INT(written, 0);
    CHECK(is_zero(out, KB_BASE64URL_BYTES(9)));
}

/* Each way to cut in three: the carried bytes and characters, and what the kernels are
 * given next to them, take every length. */
TEST(cut_at_any_two_places_the_text_is_the_same) {
    enum { BYTES = 100, CHARS = KB_BASE64URL_TEXT_LEN(BYTES) };
    uint8_t in[BYTES], back[BYTES + 3];
    char want[CHARS], got[CHARS + 3];
    for (size_t i = 0; i < BYTES; i++) {
        in[i] = random_byte();
    }
    naive_encode(want, in, BYTES);
    for (size_t first = 0; first <= CHARS; first++) {
        for (size_t second = first; second <= CHARS; second++) {
            const size_t ends[3] = {first, second, CHARS};
            kb_base64url_encoder e = {0};
            kb_base64url_decoder d = {0};
            size_t at = 0, done = 0, wrote;
            for (size_t i = 0; i < 3; i++) {
                CHECK_OK(kb_base64url_decode_feed(&d, back + done, &wrote, want + at,
                                                  ends[i] - at));
                done += wrote;
                at = ends[i];
            }
            CHECK_OK(kb_base64url_decode_finish(&d, back + done, &wrote));
            CHECK_INT(done + wrote, BYTES);
            CHECK_MEM(back, in, BYTES);
            if (second > BYTES) {
                continue;
            }
            for (at = 0, done = 0; at < BYTES;) {
                size_t end = at < first ? first : at < second ? second : BYTES;
                done += kb_base64url_encode_feed(&e, got + done, in + at, end - at);
                at = end;
            }
            done += kb_base64url_encode_finish(&e, got + done);
            CHECK_INT(done, CHARS);
            CHECK_MEM(got, want, CHARS);
        }
    }
}

TEST(no_bytes_need_no_memory) {
    size_t written;
    kb_base64url_decoder d = {0};
    kb_base64url_encoder e = {0};
    kb_base64url_encode(NULL, NULL, 0);
    CHECK_OK(kb_base64url_decode(NULL, NULL, 0, 0));
    CHECK_INT(kb_base64url_encode_feed(&e, NULL, NULL, 0), 0);
    CHECK_OK(kb_base64url_decode_feed(&d, NULL, &written, NULL, 0));
    CHECK_OK(kb_base64url_decode_finish(&d, NULL, &written));
    CHECK_INT(written, 0);
}

TEST(the_table_is_the_one_that_this_program_is_for) {
    const kb_ops *best = kb_base64url_family.tables[0];
    bool is_best = (best->needs & ~kb_cpu_features()) == 0;
    TEST_NOTE("table %s", kb_base64url_ops_get()->head.name);
    CHECK(&kb_base64url_ops_get()->head == (is_best ? best : &kb_base64url_ops_ref.head));
#ifdef KB_TEST_PORTABLE
    CHECK_STR(kb_base64url_ops_get()->head.name, "portable");
#endif
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    RUN(the_table_is_the_one_that_this_program_is_for);
    RUN(gives_the_answers_of_rfc_4648);
    RUN(every_value_has_its_character_at_every_place);
    RUN(agrees_with_a_naive_implementation_for_all_lengths);
    RUN(every_bad_byte_is_refused_at_its_offset);
    RUN(the_first_of_several_bad_bytes_is_named);
    RUN(a_bad_byte_after_a_whole_block_is_found);
    RUN(unused_bits_that_are_not_zero_are_refused);
    RUN(one_character_over_is_refused);
    RUN(padding_and_white_space_and_the_other_alphabet_are_refused);
    RUN(fed_in_any_pieces_the_text_is_the_same);
    RUN(a_run_and_the_rest_of_the_text_make_the_whole);
    RUN(a_fault_behind_carried_characters_leaves_zeros);
    RUN(cut_at_any_two_places_the_text_is_the_same);
    RUN(no_bytes_need_no_memory);
    return TEST_END();
}
