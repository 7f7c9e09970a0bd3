/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA keys as JWK (RFC 7518, section 6.3). */
#include "codec/base64url.h"
#include "unit/key/rsa_help.h"

#define NUMBER_MAX 2200

/* The eight numbers of the test's key, to be altered. */
typedef struct number {
    uint8_t bytes[NUMBER_MAX];
    size_t len;
    bool is_left_out;
} number;

static number numbers[KB_KEY_RSA_NUMBERS];
static char jwk[16384];

static void load(void) {
    static der_file file;
    kb_key *key = NULL;
    load_hex(&file, pkcs8);
    CHECK_OK(read_exact(&key, file.bytes, file.len, NULL));
    for (kb_key_rsa_number i = 0; key != NULL && i < KB_KEY_RSA_NUMBERS; i++) {
        kb_key_rsa_bytes n = kb_key_rsa_number_of(key, i);
        numbers[i] = (number){.len = n.len};
        memcpy(numbers[i].bytes, n.data, n.len);
    }
    kb_key_free(key);
}

/* Writes the JWK of the numbers, with other members before them. */
static void write_jwk(const char *others, bool is_private) {
    size_t at = (size_t)snprintf(jwk, sizeof jwk, "{%s\"kty\":\"RSA\"", others);
    for (kb_key_rsa_number i = 0; i < (is_private ? KB_KEY_RSA_NUMBERS : KB_KEY_RSA_D);
         i++) {
        if (numbers[i].is_left_out) {
            continue;
        }
        at +=
            (size_t)snprintf(jwk + at, sizeof jwk - at, ",\"%s\":\"", kb_key_rsa_name(i));
        kb_base64url_encode(jwk + at, numbers[i].bytes, numbers[i].len);
        at += KB_BASE64URL_TEXT_LEN(numbers[i].len);
        jwk[at++] = '"';
    }
    memcpy(jwk + at, "}", 2);
}

static kb_status read_jwk(const char *want_alg) {
    kb_key *key = NULL;
    kb_status status = read_exact(&key, jwk, strlen(jwk), NULL);
    if (key != NULL && want_alg != NULL) {
        CHECK_STR(kb_key_alg(key), want_alg);
    }
    kb_key_free(key);
    return status;
}

static kb_status read_public(const char *others) {
    write_jwk(others, false);
    return read_jwk(NULL);
}

static kb_status read_private(void) {
    write_jwk("", true);
    return read_jwk("RSA-2048-PS256");
}

/* RFC 7638, section 3.1. */
#define RFC7638_N                                                                        \
    "\"n\":\"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPF"  \
    "FxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6" \
    "Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91" \
    "CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-cs" \
    "FCur-kEgU8awapJzKnqDKgw\""

TEST(the_thumbprint_is_that_of_rfc_7638) {
    static const char *const algs[] = {"", ",\"alg\":\"PS256\"", ",\"alg\":\"PS512\""};
    for (size_t i = 0; i < 3; i++) {
        kb_key *key = NULL;
        (void)snprintf(jwk, sizeof jwk,
                       "{\"kty\":\"RSA\"," RFC7638_N ",\"e\":\"AQAB\"%s,"
                       "\"kid\":\"2011-04-29\"}",
                       algs[i]);
        REQUIRE_OK(read_exact(&key, jwk, strlen(jwk), NULL));
        CHECK_STR(kb_key_thumbprint(key), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
        CHECK_STR(kb_key_alg(key), i == 2 ? "RSA-2048-PS512" : "RSA-2048-PS256");
        char *again = NULL;
        REQUIRE_OK(kb_key_to_public_jwk(key, &again));
        (void)snprintf(jwk, sizeof jwk,
                       "{\"kty\":\"RSA\",\"alg\":\"%s\"," RFC7638_N ",\"e\":\"AQAB\","
                       "\"use\":\"sig\",\"kid\":\"%s\"}",
                       i == 2 ? "PS512" : "PS256", kb_key_thumbprint(key));
        CHECK_STR(again, jwk);
        kb_jwk_free(again);
        kb_key_free(key);
    }
    (void)snprintf(jwk, sizeof jwk,
                   "{\"kty\":\"RSA\"," RFC7638_N ",\"e\":\"AQAB\",\"alg\":\"RS256\"}");
    CHECK_STATUS(read_jwk(NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "RS256") != NULL);
}

TEST(a_private_key_is_written_as_it_was_read) {
    kb_key *key = NULL, *again = NULL;
    kb_secret *text = NULL;
    load();
    write_jwk("\"alg\":\"PS384\",", true);
    REQUIRE_OK(read_exact(&key, jwk, strlen(jwk), NULL));
    CHECK_STR(kb_key_alg(key), "RSA-2048-PS384");
    CHECK(kb_key_has_private(key) && !kb_key_is_expanded(key));
    REQUIRE_OK(kb_key_to_private_jwk(key, &text));
    REQUIRE_OK(read_exact(&again, kb_secret_bytes(text), kb_secret_len(text), NULL));
    for (kb_key_rsa_number i = 0; i < KB_KEY_RSA_NUMBERS; i++) {
        kb_key_rsa_bytes n = kb_key_rsa_number_of(again, i);
        CHECK(n.len == numbers[i].len && memcmp(n.data, numbers[i].bytes, n.len) == 0);
    }
    CHECK_STR(kb_key_alg(again), "RSA-2048-PS384");
    kb_secret_free(text);
    kb_key_free(key);
    kb_key_free(again);
}

TEST(what_a_key_says_of_its_use_must_be_ps) {
    static const struct {
        const char *others, *alg;
        kb_status want;
    } rows[] = {
        {"", "RSA-2048-PS256", KB_OK},
        {"\"use\":\"sig\",", "RSA-2048-PS256", KB_OK},
        {"\"key_ops\":[\"verify\",\"sign\"],", "RSA-2048-PS256", KB_OK},
        {"\"alg\":\"PS512\",\"use\":\"sig\",", "RSA-2048-PS512", KB_OK},
        {"\"alg\":\"RS512\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"RSA-OAEP\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"ES256\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"PS25\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"PS2566\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"PS256+x\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"alg\":\"RSA-2048-PS256\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"use\":\"enc\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"use\":\"other\",", NULL, KB_ERR_UNSUPPORTED},
        {"\"key_ops\":[\"wrapKey\"],", NULL, KB_ERR_UNSUPPORTED},
        {"\"key_ops\":[\"wrapKey\",\"verify\"],", NULL, KB_ERR_KEY},
        {"\"alg\":\"PS256\",\"use\":\"enc\",", NULL, KB_ERR_KEY},
        {"\"alg\":\"PS256\",\"key_ops\":[\"decrypt\"],", NULL, KB_ERR_KEY},
        {"\"crv\":\"P-256\",", NULL, KB_ERR_FORMAT},
        {"\"x\":\"AAAA\",", NULL, KB_ERR_FORMAT},
        {"\"pub\":\"AAAA\",", NULL, KB_ERR_FORMAT},
        {"\"n\":\"AAAA\",", NULL, KB_ERR_FORMAT},
        {"\"oth\":[{\"r\":\"AAAA\"}],", NULL, KB_ERR_UNSUPPORTED},
    };
    load();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_jwk(rows[i].others, false);
        kb_status status = read_jwk(rows[i].alg);
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
    }
    (void)snprintf(jwk, sizeof jwk,
                   "{\"kty\":\"AKP\",\"alg\":\"RSA-2048-PS256\",\"pub\":\"AAAA\"}");
    CHECK_STATUS(read_jwk(NULL), KB_ERR_UNSUPPORTED);
    (void)snprintf(jwk, sizeof jwk,
                   "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AAAA\",\"n\":\"AAAA\"}");
    CHECK_STATUS(read_jwk(NULL), KB_ERR_FORMAT);
}

/* With another modulus or exponent. */
static kb_status read_changed(kb_key_rsa_number i, const uint8_t *bytes, size_t len) {
    load();
    memcpy(numbers[i].bytes, bytes, len);
    numbers[i].len = len;
    return read_public("");
}

TEST(public_numbers_out_of_range_are_refused_with_their_size) {
    static uint8_t big[NUMBER_MAX];
    memset(big, 0xff, sizeof big);
    load();
    CHECK_OK(read_public(""));
    numbers[KB_KEY_RSA_N].bytes[255] ^= 1;
    CHECK_STATUS(read_public(""), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "even") != NULL);
    load();
    numbers[KB_KEY_RSA_N].bytes[0] = 0x7f;
    CHECK_STATUS(read_public(""), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "2047 bits") != NULL);
    load();
    memmove(numbers[KB_KEY_RSA_N].bytes + 1, numbers[KB_KEY_RSA_N].bytes, 256);
    numbers[KB_KEY_RSA_N].bytes[0] = 0;
    numbers[KB_KEY_RSA_N].len++;
    CHECK_STATUS(read_public(""), KB_ERR_KEY); /* a zero byte before it */
    CHECK_STATUS(read_changed(KB_KEY_RSA_N, big, 0), KB_ERR_KEY);
    CHECK_STATUS(read_changed(KB_KEY_RSA_N, big, 128), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "1024 bits") != NULL);
    CHECK_STATUS(read_changed(KB_KEY_RSA_N, big, 1024), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "8192 bits") != NULL);
    CHECK_STATUS(read_changed(KB_KEY_RSA_N, big, NUMBER_MAX), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(read_changed(KB_KEY_RSA_N, big, 256), KB_ERR_KEY); /* 2^2048 - 1 */
    static const struct {
        const char *hex;
        kb_status want;
    } exponents[] = {
        {"010001", KB_OK},
        {"ffffffffffffffff", KB_OK},
        {"", KB_ERR_KEY},
        {"00", KB_ERR_KEY},
        {"00010001", KB_ERR_KEY},
        {"01", KB_ERR_KEY},
        {"02", KB_ERR_KEY},
        {"010000", KB_ERR_KEY},
        {"03", KB_ERR_UNSUPPORTED},
        {"ffff", KB_ERR_UNSUPPORTED},
        {"010000000000000001", KB_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        uint8_t e[16];
        long len = test_unhex(e, sizeof e, exponents[i].hex);
        REQUIRE(len >= 0);
        kb_status status = read_changed(KB_KEY_RSA_E, e, (size_t)len);
        CHECK_(status == exponents[i].want, (void)0, "%s: %s", exponents[i].hex,
               kb_status_name(status));
    }
    CHECK_STATUS(read_changed(KB_KEY_RSA_E, big, 100), KB_ERR_UNSUPPORTED);
}

TEST(private_numbers_are_all_there_and_fit_together) {
    load();
    CHECK_OK(read_private());
    for (kb_key_rsa_number i = KB_KEY_RSA_D; i < KB_KEY_RSA_NUMBERS; i++) {
        load();
        numbers[i].is_left_out = true;
        CHECK_STATUS(read_private(), KB_ERR_UNSUPPORTED);
        CHECK(strstr(kb_last_error()->text, kb_key_rsa_name(i)) != NULL);
        load();
        numbers[i].len = 0;
        CHECK_STATUS(read_private(), KB_ERR_KEY);
        load();
        numbers[i].bytes[numbers[i].len - 1] ^= 2;
        CHECK_STATUS(read_private(), KB_ERR_KEY);
        load();
        numbers[i].bytes[numbers[i].len++] = 1; /* a byte longer than it may be, but d */
        CHECK_STATUS(read_private(), i == KB_KEY_RSA_D ? KB_ERR_KEY : KB_ERR_UNSUPPORTED);
    }
    /* n - 2 instead of n: the public part is another key's */
    load();
    numbers[KB_KEY_RSA_N].bytes[255] ^= 2;
    CHECK_STATUS(read_private(), KB_ERR_KEY);
    /* e differs from the one of d */
    load();
    numbers[KB_KEY_RSA_E].bytes[2] = 3;
    CHECK_STATUS(read_private(), KB_ERR_KEY);
}

/* Whether a private number begins with a zero is nobody's business. */
TEST(private_numbers_may_be_padded_to_their_width) {
    load();
    CHECK_INT(numbers[KB_KEY_RSA_D].len, 255);
    memmove(numbers[KB_KEY_RSA_D].bytes + 1, numbers[KB_KEY_RSA_D].bytes, 255);
    numbers[KB_KEY_RSA_D].bytes[0] = 0;
    numbers[KB_KEY_RSA_D].len = 256;
    CHECK_OK(read_private());
    memmove(numbers[KB_KEY_RSA_D].bytes + 1, numbers[KB_KEY_RSA_D].bytes, 256);
    numbers[KB_KEY_RSA_D].len = 257;
    CHECK_STATUS(read_private(), KB_ERR_UNSUPPORTED);
}

TEST(sets_pass_over_the_rsa_keys_of_others) {
    static char text[4 * sizeof jwk];
    static const char *const others[] = {"\"alg\":\"RS256\",", "\"use\":\"enc\",",
                                         "\"alg\":\"PS256\","};
    size_t at = (size_t)snprintf(text, sizeof text, "{\"keys\":[");
    load();
    for (size_t i = 0; i < 3; i++) {
        write_jwk(others[i], false);
        at +=
            (size_t)snprintf(text + at, sizeof text - at, "%s%s", i == 0 ? "" : ",", jwk);
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "]}");
    kb_key_set set;
    REQUIRE_OK(kb_key_from_jwks(&set, text, at, NULL));
    CHECK_INT(set.count, 1);
    CHECK_INT(set.skipped, 2);
    kb_key_set_free(&set);
}

TEST(no_key_of_rsa_is_made) {
    kb_key *key = NULL;
    char alg[KB_KEY_ALG_MAX_BYTES];
    CHECK_STATUS(kb_key_generate(&key, "RSA-2048-PS256"), KB_ERR_POLICY);
    CHECK(key == NULL);
    CHECK_STATUS(kb_key_alg_from_name(alg, "RSA-2048-PS256", NULL, true), KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "RSA", NULL, true), KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "RSA-2048-PS256+ML-KEM-768", NULL, true),
                 KB_ERR_POLICY);
}

int main(void) {
    RUN(the_thumbprint_is_that_of_rfc_7638);
    RUN(a_private_key_is_written_as_it_was_read);
    RUN(what_a_key_says_of_its_use_must_be_ps);
    RUN(public_numbers_out_of_range_are_refused_with_their_size);
    RUN(private_numbers_are_all_there_and_fit_together);
    RUN(private_numbers_may_be_padded_to_their_width);
    RUN(sets_pass_over_the_rsa_keys_of_others);
    RUN(no_key_of_rsa_is_made);
    return TEST_END();
}
