/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JWKs of curves: what they are for, widths, members, thumbprints. */
#include "unit/key/key_help.h"

/* RFC 7517, appendix A.1 and A.2. */
#define EC_X  "\"x\":\"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4\""
#define EC_Y  "\"y\":\"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM\""
#define EC_XY EC_X "," EC_Y
#define EC_D  "\"d\":\"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE\""
#define EC256 "{\"kty\":\"EC\",\"crv\":\"P-256\"," EC_XY
/* RFC 8037, appendix A.6. */
#define X25519                                                                           \
    "{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-"   \
    "FG-IK08\""

static kb_status read_as(const char *text, const char *use, const char *want_alg) {
    kb_key *key = NULL;
    kb_status status = read_exact(&key, text, strlen(text), use);
    if (key != NULL && want_alg != NULL) {
        CHECK_STR(kb_key_alg(key), want_alg);
    }
    kb_key_free(key);
    return status;
}

TEST(use_alg_or_key_ops_say_what_an_elliptic_curve_key_is_for) {
    static const struct {
        const char *text, *hint, *alg;
        kb_status want;
    } rows[] = {
        {EC256 ",\"use\":\"enc\"}", NULL, "P-256", KB_OK},
        {EC256 ",\"use\":\"sig\"}", NULL, "ECDSA-P256", KB_OK},
        {EC256 ",\"alg\":\"ES256\"}", NULL, "ECDSA-P256", KB_OK},
        {EC256 ",\"alg\":\"ECDH-ES\"}", NULL, "P-256", KB_OK},
        {EC256 ",\"alg\":\"ECDH-ES+A256KW\"}", NULL, "P-256", KB_OK},
        {EC256 ",\"key_ops\":[\"verify\"]}", NULL, "ECDSA-P256", KB_OK},
        {EC256 ",\"key_ops\":[\"deriveBits\",\"other\"]}", NULL, "P-256", KB_OK},
        {EC256 ",\"alg\":\"ES256\",\"use\":\"sig\",\"key_ops\":[\"verify\"]}", NULL,
         "ECDSA-P256", KB_OK},
        {EC256 "}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"key_ops\":[]}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"key_ops\":[\"other\"]}", NULL, NULL, KB_ERR_KEY},
        {EC256 "}", "enc", "P-256", KB_OK},
        {EC256 "}", "sig", "ECDSA-P256", KB_OK},
        /* the hint is for files that say nothing */
        {EC256 ",\"use\":\"sig\"}", "enc", "ECDSA-P256", KB_OK},
        {EC256 ",\"use\":\"enc\",\"alg\":\"ES256\"}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"use\":\"sig\",\"alg\":\"ECDH-ES\"}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"use\":\"sig\",\"key_ops\":[\"deriveKey\"]}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"key_ops\":[\"sign\",\"deriveKey\"]}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"alg\":\"ES384\"}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"alg\":\"ES256+x\"}", NULL, NULL, KB_ERR_KEY},
        {EC256 ",\"use\":\"other\"}", NULL, NULL, KB_ERR_UNSUPPORTED},
        {EC256 ",\"key_ops\":[\"sign\",\"sign\"]}", NULL, NULL, KB_ERR_FORMAT},
        {EC256 ",\"key_ops\":\"sign\"}", NULL, NULL, KB_ERR_FORMAT},
        {EC256 ",\"key_ops\":[1]}", NULL, NULL, KB_ERR_FORMAT},
        {EC256 ",\"key_ops\":[[\"sign\"]]}", NULL, NULL, KB_ERR_FORMAT},
        {EC256 ",\"key_ops\":[\"si\\u0067n\"]}", NULL, NULL, KB_ERR_FORMAT},
        {X25519 "}", NULL, "X25519", KB_OK},
        {X25519 ",\"use\":\"enc\",\"alg\":\"ECDH-ES+A128KW\"}", NULL, "X25519", KB_OK},
        {X25519 ",\"use\":\"sig\"}", NULL, NULL, KB_ERR_KEY},
        {X25519 ",\"alg\":\"EdDSA\"}", NULL, NULL, KB_ERR_KEY},
        {X25519 ",\"key_ops\":[\"sign\"]}", NULL, NULL, KB_ERR_KEY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status status = read_as(rows[i].text, rows[i].hint, rows[i].alg);
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
    }
    CHECK_STATUS(read_as(EC256 "}", NULL, NULL), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "use and alg are missing") != NULL);
}

TEST(members_are_those_of_the_kty) {
    static const struct {
        const char *text;
        kb_status want;
    } rows[] = {
        {"{\"kty\":\"EC\",\"crv\":\"P-256\",\"use\":\"sig\"," EC_X "}", KB_ERR_FORMAT},
        {"{\"kty\":\"EC\",\"use\":\"sig\"," EC_XY "}", KB_ERR_FORMAT},
        {EC256 ",\"use\":\"sig\",\"pub\":\"AAAA\"}", KB_ERR_FORMAT},
        {EC256 ",\"use\":\"sig\",\"priv\":\"AAAA\"}", KB_ERR_FORMAT},
        {X25519 "," EC_Y "}", KB_ERR_FORMAT},
        {"{\"kty\":\"OKP\",\"crv\":\"P-256\"," EC_X "}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"EC\",\"crv\":\"X25519\"," EC_XY "}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"EC\",\"crv\":\"secp256k1\"," EC_XY "}", KB_ERR_UNSUPPORTED},
        {"{\"kty\":\"EC\",\"crv\":\"P-384\",\"use\":\"sig\"," EC_XY "}", KB_ERR_KEY},
        {EC256 "," EC_D ",\"use\":\"enc\"}", KB_OK},
        /* the scalar of another key; a point that is none */
        {EC256 ",\"use\":\"enc\",\"d\":\"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAI\"}",
         KB_ERR_KEY},
        {"{\"kty\":\"EC\",\"crv\":\"P-256\",\"use\":\"enc\"," EC_X
         ",\"y\":\"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyI\"}",
         KB_ERR_KEY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status status = read_as(rows[i].text, NULL, NULL);
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
    }
}

/* P-521 with an x that begins with a zero byte is found by drawing keys. */
TEST(c13_coordinates_keep_their_leading_zeros) {
    char text[1024], *jwk = NULL;
    kb_key *key = NULL;
    do {
        kb_key_free(key);
        kb_jwk_free(jwk);
        REQUIRE_OK(kb_key_generate(&key, "P-521"));
        REQUIRE_OK(kb_key_to_public_jwk(key, &jwk));
        CHECK_INT(strlen(jwk),
                  strlen("{\"kty\":\"EC\",\"crv\":\"P-521\",\"x\":\"\",\"y\":"
                         "\"\",\"use\":\"enc\",\"kid\":\"\"}") +
                      88 + 88 + 43);
    } while (key->pk[1] != 0);
    CHECK_OK(read_as(jwk, NULL, "P-521"));
    /* The same number in 65 bytes: a zero byte and its two bits go. */
    char x[128], y[128];
    REQUIRE(sscanf(strstr(jwk, "\"x\""), "\"x\":\"%120[^\"]\",\"y\":\"%120[^\"]\"", x,
                   y) == 2);
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char shortened[128] = "";
    uint8_t bytes[66];
    for (size_t i = 0, bits = 0, at = 0; x[i] != '\0'; i++) {
        bits = bits << 6 | (size_t)(strchr(digits, x[i]) - digits);
        if (i % 4 == 3) {
            bytes[at++] = (uint8_t)(bits >> 16);
            bytes[at++] = (uint8_t)(bits >> 8);
            bytes[at++] = (uint8_t)bits;
            bits = 0;
        }
    }
    for (size_t i = 0, at = 0; i < 65; i += 3) {
        size_t n = 65 - i < 3 ? 65 - i : 3;
        size_t bits = (size_t)bytes[1 + i] << 16 |
                      (size_t)(n > 1 ? bytes[2 + i] : 0) << 8 |
                      (n > 2 ? bytes[3 + i] : 0);
        for (size_t j = 0; j <= n; j++) {
            shortened[at++] = digits[bits >> (18 - 6 * j) & 63];
        }
    }
    snprintf(
        text, sizeof text,
        "{\"kty\":\"EC\",\"crv\":\"P-521\",\"use\":\"enc\",\"x\":\"%s\",\"y\":\"%s\"}",
        shortened, y);
    CHECK_STATUS(read_as(text, NULL, NULL), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "x has 65 bytes") != NULL);
    CHECK(strstr(kb_last_error()->text, "leading zeros") != NULL);
    kb_jwk_free(jwk);
    kb_key_free(key);
}

TEST(every_algorithm_is_written_in_order_and_read_again) {
    static const char *const others[] = {"HQC-128-R26", "HQC-256-V500", "DKEM-512",
                                         "CKEM1.P-521.HQC-256-R26.KMAC256",
                                         "SLH-DSA-SHAKE-192f"};
    for (size_t i = 0; i < PEM_ALGS + 5; i++) {
        const char *alg = i < PEM_ALGS ? pem_algs[i] : others[i - PEM_ALGS];
        kb_key *key = NULL, *again = NULL;
        kb_secret *jwk = NULL, *second = NULL;
        REQUIRE_OK(kb_key_generate(&key, alg));
        REQUIRE_OK(kb_key_to_private_jwk(key, &jwk));
        char *text = calloc(1, kb_secret_len(jwk) + 1);
        REQUIRE(text != NULL);
        memcpy(text, kb_secret_bytes(jwk), kb_secret_len(jwk));
        const char *order[] = {"\"kty\":",
                               key->form->crv != NULL ? "\"crv\":" : "\"alg\":",
                               key->form->crv != NULL ? "\"x\":" : "\"pub\":",
                               key->form->crv != NULL ? "\"d\":" : "\"priv\":",
                               "\"use\":",
                               "\"kid\":"};
        const char *at = text;
        for (size_t j = 0; j < 6 && at != NULL; j++) {
            at = strstr(at, order[j]);
            CHECK(at != NULL);
        }
        REQUIRE_OK(read_exact(&again, text, strlen(text), NULL));
        CHECK_STR(kb_key_alg(again), alg);
        CHECK_STR(kb_key_thumbprint(again), kb_key_thumbprint(key));
        REQUIRE_OK(kb_key_to_private_jwk(again, &second));
        CHECK(kb_secret_len(second) == strlen(text) &&
              memcmp(kb_secret_bytes(second), text, strlen(text)) == 0);
        free(text);
        kb_secret_free(jwk);
        kb_secret_free(second);
        kb_key_free(again);
        kb_key_free(key);
    }
}

/* Every bit of the text: refused, or what is written again is the old or the new text. */
static void flip(const char *alg) {
    kb_key *key = NULL;
    kb_secret *jwk = NULL, *again = NULL;
    REQUIRE_OK(kb_key_generate(&key, alg));
    REQUIRE_OK(kb_key_to_private_jwk(key, &jwk));
    size_t len = kb_secret_len(jwk);
    char *text = malloc(len);
    REQUIRE(text != NULL);
    for (size_t bit = 0; bit < 8 * len; bit++) {
        kb_key *other = NULL;
        memcpy(text, kb_secret_bytes(jwk), len);
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        if (read_exact(&other, text, len, NULL) != KB_OK) {
            continue;
        }
        /* The member of the private part may have become an unknown one. */
        CHECK_(strcmp(kb_key_thumbprint(other), kb_key_thumbprint(key)) == 0, (void)0,
               "%s: bit %zu gives another key", alg, bit);
        if (kb_key_has_private(other)) {
            REQUIRE_OK(kb_key_to_private_jwk(other, &again));
            REQUIRE(kb_secret_len(again) == len);
            /* As it is in the text: bits that X25519 ignores, z of ML-KEM and SK.prf of
             * SLH-DSA do not show in the public key. */
            CHECK(memcmp(kb_secret_bytes(again), kb_secret_bytes(jwk), len) == 0 ||
                  memcmp(kb_secret_bytes(again), text, len) == 0);
            kb_secret_free(again);
        }
        kb_key_free(other);
    }
    free(text);
    kb_secret_free(jwk);
    kb_key_free(key);
}

TEST(d13_altered_private_jwks_are_refused_or_come_out_as_they_are) {
    flip("X25519");
    flip("Ed448");
    flip("P-521");
    flip("ECDSA-P256");
    flip("SLH-DSA-SHA2-128f");
    flip("ML-KEM-512");
}

TEST(thumbprints_are_those_of_the_standards) {
    kb_key *key = NULL;
    REQUIRE_OK(read_exact(&key, X25519 "}", strlen(X25519 "}"), NULL));
    /* SHA-256 of {"crv":"X25519","kty":"OKP","x":"3p7b..."}, with another program. */
    CHECK_STR(kb_key_thumbprint(key), "giQqigT_IKcuzHl0FVJ3k5ts3_TWNAxvsC08UZsfcM8");
    kb_key_free(key);
    /* RFC 7638 takes the members crv, kty, x, y. */
    const char *text = EC256 ",\"use\":\"sig\"}";
    REQUIRE_OK(read_exact(&key, text, strlen(text), NULL));
    CHECK_STR(kb_key_thumbprint(key), "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s");
    kb_key_free(key);
}

int main(void) {
    RUN(use_alg_or_key_ops_say_what_an_elliptic_curve_key_is_for);
    RUN(members_are_those_of_the_kty);
    RUN(c13_coordinates_keep_their_leading_zeros);
    RUN(every_algorithm_is_written_in_order_and_read_again);
    RUN(d13_altered_private_jwks_are_refused_or_come_out_as_they_are);
    RUN(thumbprints_are_those_of_the_standards);
    return TEST_END();
}
