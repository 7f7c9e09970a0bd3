/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "token_sniff.h"

#include "codec/base64url.h"
#include "test.h"

static bool likely(const char *text) {
    return kb_cli_token_is_likely((const uint8_t *)text, strlen(text));
}

/* Compact text: base64url of header, then rest. */
static bool compact(const char *header, const char *rest) {
    char text[KB_CLI_TOKEN_SNIFF_BYTES];
    size_t n = KB_BASE64URL_TEXT_LEN(strlen(header));
    kb_base64url_encode(text, header, strlen(header));
    int more = snprintf(text + n, sizeof text - n, "%s", rest);
    return kb_cli_token_is_likely((const uint8_t *)text, n + (size_t)more);
}

TEST(json_is_a_token_when_its_first_member_is_one_of_a_jwe) {
    CHECK(likely("{\"protected\":\"eyJ"));
    CHECK(likely(" \n\t\r{ \n\"ciphertext\" :"));
    CHECK(likely("{\"recipients\":["));
    CHECK(likely("{\"encrypted_key\""));
    CHECK(!likely("{}"));
    CHECK(!likely("{"));
    CHECK(!likely("{\"protected"));
    CHECK(!likely("{\"protecte\":1}"));
    CHECK(!likely("{\"protected2\":1}"));
    CHECK(!likely("{\"name\":\"protected\"}"));
    CHECK(!likely("{\"payload\":\"\",\"signatures\":[]}"));
    CHECK(!likely("[\"protected\"]"));
    CHECK(!likely("\xEF\xBB\xBF{\"protected\":1}"));
}

TEST(compact_text_is_a_token_when_its_header_names_a_content_encryption) {
    CHECK(compact("{\"alg\":\"X\",\"enc\":\"A256GCM\"}", ".a.b.c.d"));
    CHECK(compact("{ \"enc\":1}", "."));
    CHECK(compact("{\n\"enc\":1}", "."));
    /* A JWS has the same beginning, and no enc. */
    CHECK(!compact("{\"alg\":\"EdDSA\"}", ".e30.AAAA"));
    /* Cut off within the header: only reading it tells. */
    CHECK(compact("{\"alg\":\"EdDSA\"}", ""));
    CHECK(!compact("{\"alg\":\"EdDSA\"}", "\n"));
    CHECK(!compact("{\"alg\":\"EdDSA\"}", " and so on"));
    /* A header that is no base64url is a broken token. */
    CHECK(!likely("eyJhbGciOiJYIn0.a.b.c.d"));
    CHECK(likely("eyJhbGciOiJYIn1.a.b.c.d"));
    CHECK(likely("eyJhbGciOiJYI.a.b.c.d"));
    CHECK(!likely("exit 1"));
    CHECK(!likely("eyes.and.ears"));
    CHECK(!likely("eyJ"));
    CHECK(!likely("hello"));
}

TEST(a_container_is_known_by_its_eight_bytes) {
    static const uint8_t magic[] = {0x89, 'C', 'K', 'E', 'M', '1', '\r', '\n', 0};
    CHECK(kb_cli_token_is_likely(magic, 9));
    CHECK(kb_cli_token_is_likely(magic, 8));
    CHECK(!kb_cli_token_is_likely(magic, 7));
    CHECK(!likely("CKEM1\r\n"));
}

TEST(nothing_and_noise_are_no_tokens) {
    uint8_t noise[KB_CLI_TOKEN_SNIFF_BYTES] = {0};
    CHECK(!kb_cli_token_is_likely(noise, 0));
    for (size_t i = 0; i < sizeof noise; i++) {
        noise[i] = (uint8_t)(i * 37 + 11);
    }
    CHECK(!kb_cli_token_is_likely(noise, sizeof noise));
    /* The longest text without a dot is looked at to its end. */
    memset(noise, 'A', sizeof noise);
    CHECK(!kb_cli_token_is_likely(noise, sizeof noise));
    memcpy(noise, "eyJh", 4);
    CHECK(kb_cli_token_is_likely(noise, sizeof noise));
}

int main(void) {
    RUN(json_is_a_token_when_its_first_member_is_one_of_a_jwe);
    RUN(compact_text_is_a_token_when_its_header_names_a_content_encryption);
    RUN(a_container_is_known_by_its_eight_bytes);
    RUN(nothing_and_noise_are_no_tokens);
    return TEST_END();
}
