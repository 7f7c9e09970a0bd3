/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE /* memmem */
#include "jwe_parts.h"

TEST(reencryption_carries_form_and_readable_members_over) {
    size_t len = 400000;
    uint8_t *data = pattern(len);
    for (int compact = 0; compact <= 1; compact++) {
        kb_buffer token = {0}, again = {0}, out = {0};
        kb_source *source = NULL;
        kb_stream *sink = NULL;
        kb_jwe_encrypt_options o = {.format = compact ? KB_JWE_COMPACT : KB_JWE_JSON,
                                    .typ = "T",
                                    .cty = "C",
                                    .aad = compact ? NULL : "abc",
                                    .aad_len = compact ? 0 : 3};
        REQUIRE_OK(seal(&token, o, data, len));
        kb_jwe_reencrypt_options r = {.decrypt = {.keys = kb_keyring_of(key)},
                                      .target = {.recipient = other, .cty = "D"}};
        REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
        REQUIRE_OK(kb_stream_to_buffer(&sink, &again, SIZE_MAX));
        REQUIRE_OK(kb_jwe_reencrypt(source, &r, sink));
        kb_stream_free(sink);
        kb_source_free(source);
        CHECK((again.data[0] == '{') == !compact);
        CHECK(compact || memmem(again.data, again.len, "\"aad\":\"YWJj\"", 12) != NULL);
        REQUIRE_OK(
            kb_jwe_decrypt_memory(&out, kb_keyring_of(other), again.data, again.len));
        CHECK(out.len == len && memcmp(out.data, data, len) == 0);
        kb_buffer_free(&out);
        CHECK_STATUS(
            kb_jwe_decrypt_memory(&out, kb_keyring_of(key), again.data, again.len),
            KB_ERR_NO_KEY);
        /* A damaged source gives no target at all. */
        alter(&token.data[token.len - 40]);
        counter c = {0};
        REQUIRE_OK(kb_source_from_memory(&source, token.data, token.len));
        REQUIRE_OK(kb_stream_new(&sink, &count_ops, &c));
        CHECK_STATUS(kb_jwe_reencrypt(source, &r, sink), KB_ERR_AUTH);
        CHECK(c.bytes == 0 && c.finished == 0);
        kb_stream_free(sink);
        kb_source_free(source);
        kb_buffer_free(&token);
        kb_buffer_free(&again);
    }
    free(data);
}

int main(void) {
    make_keys();
    RUN(reencryption_carries_form_and_readable_members_over);
    free_keys();
    return TEST_END();
}
