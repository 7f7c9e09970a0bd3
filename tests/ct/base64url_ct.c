/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Base64url of secret bytes, as in a private JWK. Lengths are public, and so is whether a
 * text is valid, which the decoder itself declares. */
#include "codec/base64url.h"

#include "codec/base64url_ops.h"
#include "core/cpu.h"
#include "ct.h"

#define MOST 4100

static uint8_t bytes[MOST], back[MOST + 4];
static char text[KB_BASE64URL_TEXT_LEN(MOST) + 4];

static void check_length(size_t len) {
    size_t chars = KB_BASE64URL_TEXT_LEN(len);
    ct_make_secret(bytes, len, (unsigned)len);
    kb_base64url_encode(text, bytes, len);
    CHECK(ct_is_secret(text, chars));
    CHECK_OK(kb_base64url_decode(back, text, chars, 0));
    /* All bits: also those that would tell a letter from a digit. */
    KB_CT_SECRET(text, chars);
    CHECK_OK(kb_base64url_decode(back, text, chars, 0));
    CHECK(ct_is_secret(back, len));
    CHECK(ct_same(back, bytes, len));
}

TEST(encoding_and_decoding_at_once) {
    for (size_t len = 0; len <= 70; len++) {
        check_length(len);
    }
    for (size_t len = MOST - 30; len <= MOST; len++) {
        check_length(len);
    }
}

TEST(encoding_and_decoding_in_pieces) {
    const size_t len = 200, chars = KB_BASE64URL_TEXT_LEN(200);
    for (size_t piece = 1; piece <= 50; piece++) {
        kb_base64url_encoder e = {0};
        kb_base64url_decoder d = {0};
        size_t done = 0, wrote;
        ct_make_secret(bytes, len, (unsigned)piece);
        for (size_t at = 0; at < len; at += piece) {
            size_t n = piece < len - at ? piece : len - at;
            done += kb_base64url_encode_feed(&e, text + done, bytes + at, n);
        }
        done += kb_base64url_encode_finish(&e, text + done);
        CHECK_INT(done, chars);
        KB_CT_SECRET(text, chars);
        done = 0;
        for (size_t at = 0; at < chars; at += piece) {
            size_t n = piece < chars - at ? piece : chars - at;
            CHECK_OK(kb_base64url_decode_feed(&d, back + done, &wrote, text + at, n));
            done += wrote;
        }
        CHECK_OK(kb_base64url_decode_finish(&d, back + done, &wrote));
        CHECK_INT(done + wrote, len);
        CHECK(ct_is_secret(back, len));
        CHECK(ct_same(back, bytes, len));
    }
}

TEST(decoding_in_a_run) {
    const size_t len = 1000, chars = KB_BASE64URL_TEXT_LEN(1000);
    kb_base64url_decoder d = {0};
    size_t wrote;
    ct_make_secret(bytes, len, 3);
    kb_base64url_encode(text, bytes, len);
    KB_CT_SECRET(text, chars);
    size_t taken = kb_base64url_decode_run(&d, back, &wrote, text, chars);
    CHECK(taken > chars / 2);
    CHECK(ct_is_secret(back, wrote));
    CHECK(ct_same(back, bytes, wrote));
    /* With three characters that were carried over. */
    CHECK_OK(kb_base64url_decode_feed(&d, back, &wrote, text, 3));
    CHECK(kb_base64url_decode_run(&d, back, &wrote, text + 3, chars - 3) > chars / 2);
    CHECK(ct_same(back, bytes, wrote));
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    TEST_NOTE("table %s", kb_base64url_ops_get()->head.name);
    RUN(encoding_and_decoding_at_once);
    RUN(encoding_and_decoding_in_pieces);
    RUN(decoding_in_a_run);
    return TEST_END();
}
