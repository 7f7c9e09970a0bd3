/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * JWS with one key: payloads and files, every algorithm.
 *
 * Not here: texts and headers that are refused are jws_refuse_test.c.
 */
#include "jws_help.h"
#include "key/key.h"
#include "unit/sig/classic/rsa_keys.h"

static const char *const algs[] = {
    "Ed25519",           "Ed448",
    "ECDSA-P256",        "ECDSA-P384",
    "ECDSA-P521",        "ML-DSA-44",
    "ML-DSA-65",         "ML-DSA-87",
    "SLH-DSA-SHA2-128f", "ML-DSA-44-Ed25519",
    "ML-DSA-65-Ed25519", "ML-DSA-87-Ed448",
};
static const char *const jose[] = {
    "Ed25519",
    "Ed448",
    "ES256",
    "ES384",
    "ES512",
    "ML-DSA-44",
    "ML-DSA-65",
    "ML-DSA-87",
    "SLH-DSA-SHA2-128f",
    "ML-DSA-44-Ed25519",
    "ML-DSA-65-Ed25519",
    "ML-DSA-87-Ed448",
};

static help_key one, other;
static char jws[65536];

TEST(every_algorithm_signs_a_payload) {
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_buffer text = {0}, payload = {0};
        kb_jws_info info;
        help_key_new(&one, algs[i]);
        help_key_new(&other, algs[i]);
        REQUIRE_OK(kb_jws_sign_memory(&text, &one.key, 1, NULL, "payload", 7));
        CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
        CHECK(payload.len == 7 && memcmp(payload.data, "payload", 7) == 0);
        CHECK_STATUS(kb_jws_verify_memory(&payload, &other.key, 1, text.data, text.len),
                     KB_ERR_AUTH);
        CHECK_INT(payload.len, 0);
        CHECK_OK(kb_jws_inspect(&info, text.data, text.len));
        CHECK_STR(info.alg[0], jose[i]);
        CHECK(info.signatures == 1 && !info.is_file && !info.is_csig &&
              info.payload_bytes == 7);
        CHECK_INT(strlen(info.kid[0]), 43);
        kb_buffer_free(&text);
        kb_buffer_free(&payload);
    }
}

/* Every use of a handle: before, while and after it keeps what follows from its key. */
TEST(handles_sign_and_verify_what_their_bytes_do) {
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *handle = NULL, *pub = NULL;
        kb_key_cache_counts before = kb_key_cache_read();
        REQUIRE_OK(kb_key_generate(&handle, algs[i]));
        REQUIRE_OK(kb_key_public_copy(&pub, handle));
        kb_jws_key by_handle = kb_jws_key_of(handle), by_bytes = by_handle;
        kb_jws_key trusted = kb_jws_key_of(pub);
        by_bytes.handle = NULL;
        by_handle.pool = pool;
        for (int use = 0; use < 3; use++) {
            kb_buffer text = {0}, payload = {0};
            REQUIRE_OK(kb_jws_sign_memory(&text, &by_handle, 1, NULL, "payload", 7));
            CHECK_OK(kb_jws_verify_memory(&payload, &trusted, 1, text.data, text.len));
            CHECK_OK(kb_jws_verify_memory(&payload, &by_bytes, 1, text.data, text.len));
            CHECK(payload.len == 7 && memcmp(payload.data, "payload", 7) == 0);
            text.data[text.len / 2] ^= 1;
            CHECK(kb_jws_verify_memory(&payload, &trusted, 1, text.data, text.len) !=
                  KB_OK);
            text.len = 0;
            CHECK_STATUS(kb_jws_sign_memory(&text, &trusted, 1, NULL, "payload", 7),
                         KB_ERR_KEY);
            kb_buffer_free(&text);
            kb_buffer_free(&payload);
        }
        CHECK((kb_key_cache_read().hits > before.hits) == (handle->sig->keyed != NULL));
        kb_key_free(handle);
        kb_key_free(pub);
    }
    kb_pool_free(pool);
}

TEST(a_handle_that_does_not_sign_is_refused) {
    kb_key *handle = NULL;
    kb_buffer text = {0};
    REQUIRE_OK(kb_key_generate(&handle, "ML-KEM-768"));
    kb_jws_key key = kb_jws_key_of(handle);
    CHECK_STATUS(kb_jws_sign_memory(&text, &key, 1, NULL, "payload", 7),
                 KB_ERR_UNSUPPORTED);
    kb_key_free(handle);
}

static kb_status sign_file(kb_buffer *text, const kb_jws_key *keys, size_t count,
                           const void *data, size_t len, size_t step) {
    kb_stream *sink = NULL, *stage = NULL;
    kb_status status = kb_stream_to_buffer(&sink, text, SIZE_MAX);
    if (status == KB_OK) {
        status = kb_jws_sign_new(&stage, keys, count, sink);
    }
    for (size_t at = 0; status == KB_OK && at < len; at += step) {
        status = kb_stream_feed(stage, (const char *)data + at,
                                len - at < step ? len - at : step);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    kb_stream_free(sink);
    return status;
}

static kb_status verify_file(const kb_jws_key *keys, size_t count, const void *text,
                             size_t text_len, const void *data, size_t len) {
    kb_stream *stage = NULL;
    kb_status status = kb_jws_verify_new(&stage, keys, count, text, text_len);
    if (status == KB_OK) {
        status = kb_stream_feed(stage, data, len);
    }
    if (status == KB_OK) {
        status = kb_stream_finish(stage);
    }
    kb_stream_free(stage);
    return status;
}

/* The digest object of "abc" by FIPS 180-4. */
static const char abc_object[] =
    "{\"alg\":\"SHA-512\",\"digest\":\"3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05ohkp"
    "kqJ0_BqDa6PCOj_uu9RU1EI2Q86A4qmslPpUyknw\",\"size\":3}";

#define FILE_HEADER(alg) "{\"alg\":\"" alg "\",\"cty\":\"" KB_JWS_DIGEST_CTY "\"}"

TEST(a_file_is_signed_by_its_digest_object) {
    static uint8_t big[200001];
    kb_buffer text = {0}, again = {0};
    kb_jws_info info;
    help_key_new(&one, "Ed25519");
    for (size_t i = 0; i < sizeof big; i++) {
        big[i] = (uint8_t)(i * 31);
    }
    REQUIRE_OK(sign_file(&text, &one.key, 1, big, sizeof big, 65536));
    REQUIRE_OK(sign_file(&again, &one.key, 1, big, sizeof big, 1001));
    CHECK(text.len == again.len && memcmp(text.data, again.data, text.len) == 0);
    CHECK_OK(kb_jws_inspect(&info, text.data, text.len));
    CHECK(info.is_file && !info.is_csig);
    CHECK_OK(verify_file(&one.key, 1, text.data, text.len, big, sizeof big));
    CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, big, sizeof big - 1),
                 KB_ERR_AUTH);
    CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, big, 0), KB_ERR_AUTH);
    big[100000] ^= 1;
    CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, big, sizeof big),
                 KB_ERR_AUTH);
    kb_buffer_free(&text);
    REQUIRE_OK(sign_file(&text, &one.key, 1, "", 0, 1));
    CHECK_OK(verify_file(&one.key, 1, text.data, text.len, "", 0));
    CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, "x", 1), KB_ERR_AUTH);
    kb_buffer_free(&text);
    kb_buffer_free(&again);
}

/* The form is fixed to the byte, so that a JWS made elsewhere from the same rule
 * verifies, and nothing that merely means the same does. */
TEST(a_digest_object_has_one_text) {
    static const char *const wrong[] = {
        "{ \"alg\":\"SHA-512\"}",
        "",
        "{}",
        "abc",
    };
    help_key_new(&one, "Ed25519");
    help_jws_begin(jws, abc_object);
    help_jws_sign(jws, FILE_HEADER("Ed25519"), abc_object, &one);
    help_jws_end(jws);
    CHECK_OK(verify_file(&one.key, 1, jws, strlen(jws), "abc", 3));
    CHECK_STATUS(verify_file(&one.key, 1, jws, strlen(jws), "abd", 3), KB_ERR_AUTH);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        help_jws_begin(jws, wrong[i]);
        help_jws_sign(jws, FILE_HEADER("Ed25519"), wrong[i], &one);
        help_jws_end(jws);
        CHECK_STATUS(verify_file(&one.key, 1, jws, strlen(jws), "abc", 3), KB_ERR_AUTH);
    }
    char longer[256];
    (void)snprintf(longer, sizeof longer, "%s ", abc_object);
    help_jws_begin(jws, longer);
    help_jws_sign(jws, FILE_HEADER("Ed25519"), longer, &one);
    help_jws_end(jws);
    CHECK_STATUS(verify_file(&one.key, 1, jws, strlen(jws), "abc", 3), KB_ERR_AUTH);
}

/* A signed text must never pass as the signature of a file, nor the reverse. */
TEST(texts_and_files_are_not_confused) {
    static const char *const types[] = {
        KB_JWS_DIGEST_CTY,
        "vnd.keybraid.digest+json",
        "APPLICATION/VND.KEYBRAID.DIGEST+JSON",
        "Application/vnd.Keybraid.digest+json; charset=utf-8",
        "vnd.keybraid.digest+json;x=y",
        " application/vnd.keybraid.digest+json",
        "vnd.keybraid.digest+json ",
    };
    static const char *const fine[] = {"application/vnd.keybraid.digest+jsonx",
                                       "application/json", "text/plain", "",
                                       "vnd.keybraid.digest"};
    kb_buffer text = {0}, payload = {0};
    help_key_new(&one, "Ed25519");
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        kb_jws_options o = {.cty = types[i]};
        CHECK_STATUS(
            kb_jws_sign_memory(&text, &one.key, 1, &o, abc_object, strlen(abc_object)),
            KB_ERR_ARGUMENT);
        CHECK(text.len == 0 && text.data == NULL);
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        kb_jws_options o = {.typ = "JOSE+JSON", .cty = fine[i]};
        CHECK_OK(
            kb_jws_sign_memory(&text, &one.key, 1, &o, abc_object, strlen(abc_object)));
        CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
        CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, "abc", 3),
                     KB_ERR_FORMAT);
    }
    CHECK_OK(
        kb_jws_sign_memory(&text, &one.key, 1, NULL, abc_object, strlen(abc_object)));
    CHECK_STATUS(verify_file(&one.key, 1, text.data, text.len, "abc", 3), KB_ERR_FORMAT);
    text.len = 0;
    CHECK_OK(sign_file(&text, &one.key, 1, "abc", 3, 3));
    CHECK_STATUS(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len),
                 KB_ERR_FORMAT);
    CHECK(payload.len == 0);
    kb_buffer_free(&text);
    kb_buffer_free(&payload);
}

TEST(every_flipped_character_is_refused) {
    kb_buffer text = {0}, payload = {0};
    help_key_new(&one, "ECDSA-P256");
    REQUIRE_OK(kb_jws_sign_memory(&text, &one.key, 1, NULL, "payload", 7));
    for (size_t bit = 0; bit < 8 * text.len; bit++) {
        text.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len) != KB_OK);
        text.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    for (size_t n = 0; n < text.len; n++) {
        CHECK_STATUS(kb_jws_verify_memory(&payload, &one.key, 1, text.data, n),
                     KB_ERR_FORMAT);
    }
    CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
    kb_buffer_free(&text);
    kb_buffer_free(&payload);
}

TEST(limits_are_kept) {
    kb_buffer text = {0}, payload = {0};
    help_key_new(&one, "Ed25519");
    uint8_t *big = calloc(1, KB_JWS_MAX_BYTES + 1);
    REQUIRE(big != NULL);
    CHECK_STATUS(
        kb_jws_sign_memory(&text, &one.key, 1, NULL, big, KB_JWS_PAYLOAD_MAX_BYTES + 1),
        KB_ERR_LIMIT);
    CHECK_OK(kb_jws_sign_memory(&text, &one.key, 1, NULL, big, KB_JWS_PAYLOAD_MAX_BYTES));
    CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
    CHECK_INT(payload.len, KB_JWS_PAYLOAD_MAX_BYTES);
    CHECK_STATUS(kb_jws_verify_memory(&payload, &one.key, 1, big, KB_JWS_MAX_BYTES + 1),
                 KB_ERR_LIMIT);
    CHECK_OK(kb_jws_sign_memory(&text, &one.key, 1, NULL, NULL, 0));
    CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
    CHECK_INT(payload.len, 0);
    memset(big, 'x', 8000);
    big[8000] = '\0';
    kb_jws_options o = {.cty = (const char *)big};
    CHECK_OK(kb_jws_sign_memory(&text, &one.key, 1, &o, "p", 1));
    CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
    memset(big, 'x', 8200);
    big[8200] = '\0';
    CHECK_STATUS(kb_jws_sign_memory(&text, &one.key, 1, &o, "p", 1), KB_ERR_ARGUMENT);
    o.cty = "\xff";
    CHECK_STATUS(kb_jws_sign_memory(&text, &one.key, 1, &o, "p", 1), KB_ERR_ARGUMENT);
    free(big);
    kb_buffer_free(&text);
    kb_buffer_free(&payload);
}

/* What a reader would refuse is not written. */
TEST(a_kid_needs_no_escape) {
    static const char *const kids[] = {"a\"b", "a\\b", "a\nb", "\x1f", "\xff"};
    kb_buffer text = {0}, payload = {0};
    kb_jws_info info;
    help_key_new(&one, "Ed25519");
    for (size_t i = 0; i < sizeof kids / sizeof kids[0]; i++) {
        one.key.kid = kids[i];
        CHECK_STATUS(kb_jws_sign_memory(&text, &one.key, 1, NULL, "p", 1),
                     KB_ERR_ARGUMENT);
    }
    one.key.kid = "mein Schl\xc3\xbcssel/1";
    REQUIRE_OK(kb_jws_sign_memory(&text, &one.key, 1, NULL, "p", 1));
    CHECK_OK(kb_jws_verify_memory(&payload, &one.key, 1, text.data, text.len));
    CHECK_OK(kb_jws_inspect(&info, text.data, text.len));
    CHECK_STR(info.kid[0], one.key.kid);
    kb_buffer_free(&text);
    kb_buffer_free(&payload);
}

TEST(keys_are_checked_before_anything_else) {
    kb_buffer text = {0}, payload = {0};
    kb_stream *stage = NULL;
    help_key_new(&one, "Ed25519");
    kb_jws_key k = one.key;
    CHECK_STATUS(kb_jws_sign_memory(&text, NULL, 1, NULL, "p", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 0, NULL, "p", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 3, NULL, "p", 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_jws_verify_new(&stage, &k, 0, "{}", 2), KB_ERR_ARGUMENT);
    k.sk = NULL;
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 1, NULL, "p", 1), KB_ERR_KEY);
    CHECK_STATUS(kb_jws_sign_new(&stage, &k, 1, NULL), KB_ERR_KEY);
    k.sk = one.sk;
    k.sk_len = 31;
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 1, NULL, "p", 1), KB_ERR_KEY);
    k.sk_len = 32;
    k.pk_len = 33;
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 1, NULL, "p", 1), KB_ERR_KEY);
    k.pk_len = 32;
    k.alg = "Ed25518";
    CHECK_STATUS(kb_jws_sign_memory(&text, &k, 1, NULL, "p", 1), KB_ERR_UNSUPPORTED);
    k.alg = "X25519";
    CHECK_STATUS(kb_jws_verify_memory(&payload, &k, 1, "{}", 2), KB_ERR_UNSUPPORTED);
    k.alg = "Ed25519";
    k.pk =
        (const uint8_t *)"\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    CHECK_STATUS(kb_jws_verify_memory(&payload, &k, 1, "{}", 2), KB_ERR_KEY);
    k.pk = NULL;
    CHECK_STATUS(kb_jws_verify_memory(&payload, &k, 1, "{}", 2), KB_ERR_ARGUMENT);
    CHECK(stage == NULL);
}

/* RSA is legacy: what exists verifies, nothing new is protected with it. */
TEST(rsa_signs_nothing_and_is_no_part_of_a_pair) {
    static uint8_t der[512], sk[2048];
    kb_buffer text = {0}, payload = {0};
    kb_stream *stage = NULL;
    kb_key *key = NULL;
    long len = test_unhex(der, sizeof der, spki);
    REQUIRE(len > 0);
    REQUIRE_OK(kb_key_read(&key, der, (size_t)len, NULL));
    help_key_new(&one, "Ed25519");
    kb_jws_key pair[] = {one.key,
                         {.alg = kb_key_alg(key),
                          .pk = key->pk,
                          .pk_len = key->pk_len,
                          .sk = sk,
                          .sk_len = key->sig->sk_bytes}};
    CHECK_STATUS(kb_jws_sign_memory(&text, &pair[1], 1, NULL, "p", 1), KB_ERR_POLICY);
    CHECK_STATUS(kb_jws_sign_new(&stage, &pair[1], 1, NULL), KB_ERR_POLICY);
    CHECK_STATUS(kb_jws_sign_memory(&text, pair, 2, NULL, "p", 1), KB_ERR_POLICY);
    CHECK_STATUS(kb_jws_verify_memory(&payload, pair, 2, "{}", 2), KB_ERR_POLICY);
    CHECK_STATUS(kb_jws_verify_memory(&payload, &pair[1], 1, "{}", 2), KB_ERR_FORMAT);
    CHECK(text.len == 0 && stage == NULL);
    kb_key_free(key);
}

int main(void) {
    RUN(every_algorithm_signs_a_payload);
    RUN(handles_sign_and_verify_what_their_bytes_do);
    RUN(a_handle_that_does_not_sign_is_refused);
    RUN(a_file_is_signed_by_its_digest_object);
    RUN(a_digest_object_has_one_text);
    RUN(texts_and_files_are_not_confused);
    RUN(every_flipped_character_is_refused);
    RUN(limits_are_kept);
    RUN(a_kid_needs_no_escape);
    RUN(keys_are_checked_before_anything_else);
    RUN(rsa_signs_nothing_and_is_no_part_of_a_pair);
    return TEST_END();
}
