/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "unit/key/key_help.h"

#define PRIVATE                                                                          \
    "-----BEGIN PRIVATE KEY-----\n"                                                      \
    "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"                 \
    "-----END PRIVATE KEY-----\n"
#define PUBLIC                                                                           \
    "-----BEGIN PUBLIC KEY-----\n"                                                       \
    "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"                     \
    "-----END PUBLIC KEY-----\n"
/* RFC 8037, appendix A.1 to A.3. */
#define OKP                                                                              \
    "{\"kty\":\"OKP\",\"crv\":\"Ed25519\","                                              \
    "\"d\":\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\","                             \
    "\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}"

static kb_status read_as(const void *text, size_t len, const char *use) {
    kb_key *key = NULL;
    kb_status status = read_exact(&key, text, len, use);
    kb_key_free(key);
    return status;
}

static kb_status read_text(const char *text) {
    return read_as(text, strlen(text), NULL);
}

TEST(pem_of_rfc_8410_is_read_and_written) {
    kb_key *key = NULL;
    char *pem = NULL;
    kb_secret *secret = NULL;
    REQUIRE_OK(read_exact(&key, PRIVATE, strlen(PRIVATE), NULL));
    CHECK_STR(kb_key_alg(key), "Ed25519");
    REQUIRE_OK(kb_key_to_public_pem(key, &pem));
    CHECK_STR(pem, PUBLIC);
    REQUIRE_OK(kb_key_to_private_pem(key, &secret));
    CHECK(kb_secret_len(secret) == strlen(PRIVATE) &&
          memcmp(kb_secret_bytes(secret), PRIVATE, strlen(PRIVATE)) == 0);
    kb_jwk_free(pem);
    kb_secret_free(secret);
    kb_key_free(key);
    REQUIRE_OK(read_exact(&key, PUBLIC, strlen(PUBLIC), NULL));
    CHECK(!kb_key_has_private(key));
    CHECK_STATUS(kb_key_to_private_pem(key, &secret), KB_ERR_KEY);
    kb_key_free(key);
}

TEST(pem_has_one_key_under_its_own_label) {
    CHECK_OK(read_text("Some words before it\r\n" PUBLIC "\r\n \n"));
    CHECK_STATUS(read_text(PUBLIC PUBLIC), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "one key") != NULL);
    CHECK_STATUS(read_text(PUBLIC "x"), KB_ERR_FORMAT);
    CHECK_STATUS(read_as(PUBLIC, sizeof PUBLIC, NULL), KB_ERR_FORMAT); /* with its NUL */
    CHECK_STATUS(
        read_text("-----BEGIN PRIVATE KEY-----\n"
                  "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
                  "-----END PRIVATE KEY-----\n"),
        KB_ERR_FORMAT);
    CHECK_STATUS(
        read_text("-----BEGIN PUBLIC KEY-----\n"
                  "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                  "-----END PUBLIC KEY-----\n"),
        KB_ERR_FORMAT);
}

TEST(other_things_in_pem_are_refused_by_name) {
    static const struct {
        const char *label, *text;
    } rows[] = {{"ENCRYPTED PRIVATE KEY", "encrypted"},
                {"CERTIFICATE", "certificate"},
                {"OPENSSH PRIVATE KEY", "OpenSSH"},
                {"PGP MESSAGE", "PGP MESSAGE"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "-----BEGIN %s-----\nAAAA\n-----END %s-----\n",
                 rows[i].label, rows[i].label);
        CHECK_STATUS(read_text(text), KB_ERR_UNSUPPORTED);
        CHECK(strstr(kb_last_error()->text, rows[i].text) != NULL);
    }
}

/* The scalar 1 on P-256: ECPrivateKey with its curve, without, with two blocks. */
#define SEC1                                                                             \
    "-----BEGIN EC PRIVATE KEY-----\n"                                                   \
    "MDECAQEEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABoAoGCCqGSM49AwEH\n"             \
    "-----END EC PRIVATE KEY-----\n"
#define PARAMETERS                                                                       \
    "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"

TEST(sec_1_keys_that_name_their_curve_are_read) {
    CHECK_OK(read_as(SEC1, strlen(SEC1), "sig"));
    CHECK_OK(read_as(PARAMETERS SEC1, strlen(PARAMETERS SEC1), "enc"));
    CHECK_STATUS(read_text(SEC1), KB_ERR_KEY);
    CHECK_STATUS(read_text(PARAMETERS), KB_ERR_FORMAT);
    CHECK_STATUS(read_as(SEC1 SEC1, strlen(SEC1 SEC1), "sig"), KB_ERR_FORMAT);
    static const char nameless[] =
        "-----BEGIN EC PRIVATE KEY-----\n"
        "MCUCAQEEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB\n"
        "-----END EC PRIVATE KEY-----\n";
    CHECK_STATUS(read_as(nameless, strlen(nameless), "sig"), KB_ERR_UNSUPPORTED);
    static const char wrong[] =
        "-----BEGIN PRIVATE KEY-----\n"
        "MDECAQEEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABoAoGCCqGSM49AwEH\n"
        "-----END PRIVATE KEY-----\n";
    CHECK_STATUS(read_as(wrong, strlen(wrong), "sig"), KB_ERR_FORMAT);
}

TEST(b1_b3_other_encodings_are_named) {
    static const uint8_t utf16le[] = {0xff, 0xfe, '{', 0, '"', 0};
    static const uint8_t utf16be[] = {0xfe, 0xff, 0, '{'};
    static const uint8_t bare[] = {'-', 0, '-', 0, '-', 0};
    CHECK_STATUS(read_as(utf16le, sizeof utf16le, NULL), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "UTF-16") != NULL);
    CHECK_STATUS(read_as(utf16be, sizeof utf16be, NULL), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "UTF-16") != NULL);
    CHECK_STATUS(read_as(bare, sizeof bare, NULL), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "UTF-16") != NULL);
    CHECK_STATUS(read_text("\xef\xbb\xbf" PUBLIC), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "byte order mark") != NULL);
    CHECK_STATUS(read_text("\xef\xbb\xbf" OKP), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "byte order mark") != NULL);
}

TEST(the_first_bytes_decide_the_form) {
    kb_key *key = NULL;
    CHECK_OK(read_text(OKP));
    CHECK_OK(read_text(" \n" OKP "\n"));
    CHECK_STATUS(read_text(""), KB_ERR_FORMAT);
    CHECK_STATUS(read_text(" \r\n\t"), KB_ERR_FORMAT);
    CHECK_STATUS(read_text("[" OKP "]"), KB_ERR_FORMAT);
    CHECK_STATUS(read_text("hello"), KB_ERR_FORMAT);
    CHECK_STATUS(read_text("0"), KB_ERR_FORMAT);
    REQUIRE_OK(read_exact(&key, OKP, strlen(OKP), NULL));
    CHECK_STR(kb_key_thumbprint(key), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    kb_key_free(key);
    char *longest = malloc(KB_JWK_MAX_BYTES + 1);
    REQUIRE(longest != NULL);
    memset(longest, ' ', KB_JWK_MAX_BYTES + 1);
    CHECK_STATUS(read_as(longest, KB_JWK_MAX_BYTES + 1, NULL), KB_ERR_LIMIT);
    CHECK_STATUS(read_as(longest, KB_JWK_MAX_BYTES, NULL), KB_ERR_FORMAT);
    free(longest);
}

/* Every character of a PEM text: refused or the same key, or another whole key. */
TEST(altered_pem_is_refused_or_comes_out_again) {
    char text[sizeof PRIVATE];
    for (size_t bit = 0; bit < 8 * strlen(PRIVATE); bit++) {
        kb_key *key = NULL;
        kb_secret *pem = NULL;
        memcpy(text, PRIVATE, sizeof text);
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        if (read_exact(&key, text, strlen(PRIVATE), NULL) == KB_OK) {
            CHECK_OK(kb_key_to_private_pem(key, &pem));
            bool is_same = memcmp(kb_secret_bytes(pem), PRIVATE, strlen(PRIVATE)) == 0;
            bool is_new = memcmp(kb_secret_bytes(pem), text, strlen(PRIVATE)) == 0;
            CHECK_(is_same || is_new, (void)0, "bit %zu", bit);
        }
        kb_secret_free(pem);
        kb_key_free(key);
    }
}

int main(void) {
    RUN(pem_of_rfc_8410_is_read_and_written);
    RUN(pem_has_one_key_under_its_own_label);
    RUN(other_things_in_pem_are_refused_by_name);
    RUN(sec_1_keys_that_name_their_curve_are_read);
    RUN(b1_b3_other_encodings_are_named);
    RUN(the_first_bytes_decide_the_form);
    RUN(altered_pem_is_refused_or_comes_out_again);
    return TEST_END();
}
