/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every bit flip and every truncation point of small tokens, one for each serialization.
 */
#define _GNU_SOURCE /* memmem */
#include "test.h"

#include <keybraid/jwe.h>

static kb_key *key;
static kb_buffer token;

static kb_status try_open(const uint8_t *text, size_t len) {
    kb_buffer out = {0};
    kb_status status = kb_jwe_decrypt_memory(&out, kb_keyring_of(key), text, len);
    CHECK(status == KB_OK || out.len == 0);
    kb_buffer_free(&out);
    return status;
}

static void make_token(kb_jwe_format format) {
    kb_jwe_encrypt_options o = {.recipient = key, .format = format};
    REQUIRE_OK(kb_jwe_encrypt_memory(&token, &o, "x", 1));
    CHECK_OK(try_open(token.data, token.len));
}

static void flip_all(void) {
    size_t classes[7] = {0};
    for (size_t bit = 0; bit < 8 * token.len; bit++) {
        token.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        kb_status status = try_open(token.data, token.len);
        CHECK_(status == KB_ERR_FORMAT || status == KB_ERR_UNSUPPORTED ||
                   status == KB_ERR_AUTH || status == KB_ERR_NO_KEY ||
                   status == KB_ERR_KEY || status == KB_ERR_LIMIT,
               (void)0, "bit %zu: %s", bit, kb_status_name(status));
        classes[(int)status / 100]++;
        token.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    TEST_NOTE("%zu flips: %zu malformed, %zu refused, %zu without key", 8 * token.len,
              classes[2], classes[3], classes[4]);
    CHECK(classes[2] > 0 && classes[3] > 0);
    CHECK_OK(try_open(token.data, token.len));
}

static void truncate_all(void) {
    for (size_t len = 0; len < token.len; len++) {
        CHECK_STATUS(try_open(token.data, len), KB_ERR_FORMAT);
    }
}

TEST(every_bit_flip_of_a_json_token_is_refused) {
    make_token(KB_JWE_JSON);
    flip_all();
    kb_buffer_free(&token);
}

TEST(every_truncation_of_a_json_token_is_refused) {
    make_token(KB_JWE_JSON);
    truncate_all();
    kb_buffer_free(&token);
}

TEST(every_bit_flip_of_a_compact_token_is_refused) {
    make_token(KB_JWE_COMPACT);
    flip_all();
    kb_buffer_free(&token);
}

TEST(every_truncation_of_a_compact_token_is_refused) {
    make_token(KB_JWE_COMPACT);
    for (size_t len = 0; len < token.len; len++) {
        kb_status status = try_open(token.data, len);
        CHECK_(status == KB_ERR_FORMAT, (void)0, "%zu bytes: %s", len,
               kb_status_name(status));
    }
    kb_buffer_free(&token);
}

/* Replaces the first character of a member by each of the others of the alphabet. */
static void alter_member(const char *name, size_t from) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    uint8_t *at = memmem(token.data + from, token.len - from, quoted, strlen(quoted));
    REQUIRE(at != NULL);
    at += strlen(quoted);
    uint8_t kept = *at;
    for (size_t i = 0; i < 64; i++) {
        *at = (uint8_t)alphabet[i];
        if (*at != kept) {
            CHECK_STATUS(try_open(token.data, token.len), KB_ERR_AUTH);
            CHECK_STR(kb_last_error()->text,
                      "the token was altered, or is not for this key");
            CHECK(!kb_last_error()->has_offset);
        }
    }
    *at = kept;
}

TEST(what_still_decodes_gives_auth_with_one_text) {
    make_token(KB_JWE_JSON);
    uint8_t *pqc = memmem(token.data, token.len, "\"role\":\"pqc\"", 12);
    REQUIRE(pqc != NULL);
    alter_member("encrypted_key", 0);
    alter_member("encrypted_key", (size_t)(pqc - token.data));
    alter_member("kc", 0);
    alter_member("iv", 0);
    alter_member("ciphertext", 0);
    alter_member("tag", 0);
    CHECK_OK(try_open(token.data, token.len));
    kb_buffer_free(&token);
}

int main(void) {
    if (kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256") != KB_OK) {
        return 1;
    }
    RUN(every_bit_flip_of_a_json_token_is_refused);
    RUN(every_truncation_of_a_json_token_is_refused);
    RUN(every_bit_flip_of_a_compact_token_is_refused);
    RUN(every_truncation_of_a_compact_token_is_refused);
    RUN(what_still_decodes_gives_auth_with_one_text);
    kb_key_free(key);
    return TEST_END();
}
