/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "codec/base64url.h"
#include "test.h"

#include <keybraid/key.h>

#define ALG     "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"
#define PUB_LEN (32 + 1184)

typedef struct parts {
    char pub[12288], priv[256];
} parts;

/* Cuts the base64url values out of a private JWK of ours. */
static void take_parts(parts *p) {
    kb_key *key = NULL;
    kb_secret *jwk = NULL;
    char text[4096] = "";
    REQUIRE_OK(kb_key_generate(&key, ALG));
    REQUIRE_OK(kb_key_to_private_jwk(key, &jwk));
    memcpy(text, kb_secret_bytes(jwk), kb_secret_len(jwk));
    CHECK_INT(sscanf(text,
                     "{\"kty\":\"AKP\",\"alg\":\"" ALG
                     "\",\"pub\":\"%2000[^\"]\",\"priv\":\"%200[^\"]\"",
                     p->pub, p->priv),
              2);
    kb_secret_free(jwk);
    kb_key_free(key);
}

static kb_status import(const char *text) {
    kb_key *key = NULL;
    kb_status status = kb_key_from_jwk(&key, text, strlen(text));
    CHECK((status == KB_OK) == (key != NULL));
    kb_key_free(key);
    return status;
}

static kb_status import_with(const char *format, const parts *p) {
    char text[32768];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, format, p->pub, p->priv);
#pragma GCC diagnostic pop
    return import(text);
}

TEST(what_is_written_is_what_d1_asks_for) {
    kb_key *key = NULL, *again = NULL;
    char *jwk = NULL;
    REQUIRE_OK(kb_key_generate(&key, ALG));
    REQUIRE_OK(kb_key_to_public_jwk(key, &jwk));
    CHECK(strncmp(jwk, "{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"", 60) == 0);
    CHECK(strstr(jwk, "priv") == NULL);
    char tail[80];
    snprintf(tail, sizeof tail, "\",\"use\":\"enc\",\"kid\":\"%s\"}",
             kb_key_thumbprint(key));
    CHECK_STR(jwk + strlen(jwk) - strlen(tail), tail);
    REQUIRE_OK(kb_key_from_jwk(&again, jwk, strlen(jwk)));
    CHECK_STR(kb_key_thumbprint(again), kb_key_thumbprint(key));
    CHECK(!kb_key_has_private(again));
    kb_jwk_free(jwk);
    kb_key_free(key);
    kb_key_free(again);
}

TEST(members_in_any_order_and_unknown_ones_are_read) {
    parts p;
    take_parts(&p);
    CHECK_OK(import_with(
        "{\"pub\":\"%s\",\"priv\":\"%s\",\"alg\":\"" ALG "\",\"kty\":\"AKP\"}", &p));
    CHECK_OK(import_with(
        " {\"xx\":{\"pub\":[1,\"2\"]},\"kid\":\"mine\",\"pub\":\"%s\",\"priv\":\"%s\","
        "\"alg\":\"" ALG "\",\"kty\":\"AKP\",\"exp\":1}\n",
        &p));
}

TEST(malformed_jwks_are_refused) {
    static const struct {
        const char *text;
        kb_status want;
    } rows[] = {
        {"", KB_ERR_FORMAT},
        {"[]", KB_ERR_FORMAT},
        {"\"x\"", KB_ERR_FORMAT},
        {"{}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"pub\":\"AAAA\"}", KB_ERR_FORMAT},
        {"{\"kty\":1,\"alg\":\"" ALG "\",\"pub\":\"AAAA\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":[]}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":null}", KB_ERR_FORMAT},
        {"{\"kty\":\"OKP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\",\"x\":\"AAAA\"}",
         KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\",\"d\":\"AAAA\"}",
         KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG
         "\",\"pub\":\"AAAA\",\"priv\":\"AAAA\",\"d\":\"AAAA\"}",
         KB_ERR_FORMAT},
        {"{\"kty\":\"RSA\",\"n\":\"BAAD\",\"e\":\"AQAB\"}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"RSA\",\"n\":\"AAAA\",\"e\":\"AQAB\"}", KB_ERR_KEY},
        {"{\"kty\":\"RSA\",\"n\":\"BAAD\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"RSA\",\"e\":\"AQAB\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"oct\",\"k\":\"AAAA\"}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"AKP\",\"alg\":\"X25519\",\"pub\":\"AAAA\"}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"AKP\",\"alg\":\"ML-DSA-65\",\"pub\":\"AAAA\"}", KB_ERR_KEY},
        {"{\"kty\":\"AKP\",\"alg\":\"ML-DSA-65\",\"use\":\"enc\",\"pub\":\"AAAA\"}",
         KB_ERR_KEY},
        {"{\"kty\":\"AKP\",\"alg\":\"ML-DSA-66\",\"pub\":\"AAAA\"}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "+A256KW\",\"pub\":\"AAAA\"}", KB_ERR_KEY},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "+A128KW\",\"pub\":\"AAAA\"}",
         KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\"}", KB_ERR_KEY},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AAA=\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AA\\u0041A\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"A\\u004bP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\"}", KB_ERR_FORMAT},
        {"{\"kty\":\"AKP\",\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"AAAA\"}",
         KB_ERR_FORMAT},
        {"\xef\xbb\xbf{\"kty\":\"AKP\"}", KB_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_STATUS(import(rows[i].text), rows[i].want);
    }
}

TEST(keys_that_do_not_fit_are_refused) {
    static const char *const form =
        "{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"%s\",\"priv\":\"%s\"}";
    parts p, other, bad;
    uint8_t pub[PUB_LEN];
    take_parts(&p);
    take_parts(&other);
    CHECK_OK(import_with(form, &p));
    CHECK_STATUS(import_with("{\"kty\":\"AKP\",\"alg\":\"" ALG
                             "\",\"pub\":\"%s\",\"priv\":\"%s\",\"use\":\"sig\"}",
                             &p),
                 KB_ERR_KEY);
    bad = p;
    memcpy(bad.priv, other.priv,
           sizeof bad.priv); /* the whole private part of another key */
    CHECK_STATUS(import_with(form, &bad), KB_ERR_KEY);
    bad = p;
    memcpy(bad.priv + 44, other.priv + 44, 80); /* its post-quantum half only */
    CHECK_STATUS(import_with(form, &bad), KB_ERR_KEY);
    bad = p;
    bad.priv[strlen(bad.priv) - 4] = '\0'; /* three bytes short */
    CHECK_STATUS(import_with(form, &bad), KB_ERR_KEY);
    bad = p;
    strcat(bad.pub, "AAAA");
    CHECK_STATUS(import_with(form, &bad), KB_ERR_KEY);
    char *longest = calloc(1, 16000);
    REQUIRE(longest != NULL);
    memset(longest, 'A', 15000);
    memcpy(longest, "{\"pub\":\"", 8);
    CHECK_STATUS(import(longest), KB_ERR_KEY); /* told before the text ends */
    free(longest);
    /* Coefficients at or above q, first, middle and last; a non-canonical X25519 value.
     */
    static const size_t at[] = {0, 576, 1149};
    for (size_t i = 0; i < 4; i++) {
        REQUIRE_OK(kb_base64url_decode(pub, p.pub, strlen(p.pub), 0));
        if (i < 3) {
            pub[32 + at[i]] = 0x01;
            pub[32 + at[i] + 1] = 0xfd; /* low nibble d: 0xd01 = 3329 */
        } else {
            pub[31] |= 0x80;
        }
        kb_base64url_encode(bad.pub, pub, sizeof pub);
        bad.pub[KB_BASE64URL_TEXT_LEN(PUB_LEN)] = '\0';
        CHECK_STATUS(
            import_with("{\"kty\":\"AKP\",\"alg\":\"" ALG "\",\"pub\":\"%s\"}", &bad),
            KB_ERR_KEY);
    }
}

TEST(long_texts_are_refused_before_reading) {
    char *text = malloc(KB_JWK_MAX_BYTES + 1);
    REQUIRE(text != NULL);
    memset(text, ' ', KB_JWK_MAX_BYTES + 1);
    kb_key *key = NULL;
    CHECK_STATUS(kb_key_from_jwk(&key, text, KB_JWK_MAX_BYTES + 1), KB_ERR_LIMIT);
    CHECK_STATUS(kb_key_from_jwk(&key, text, KB_JWK_MAX_BYTES), KB_ERR_FORMAT);
    free(text);
}

int main(void) {
    RUN(what_is_written_is_what_d1_asks_for);
    RUN(members_in_any_order_and_unknown_ones_are_read);
    RUN(malformed_jwks_are_refused);
    RUN(keys_that_do_not_fit_are_refused);
    RUN(long_texts_are_refused_before_reading);
    return TEST_END();
}
