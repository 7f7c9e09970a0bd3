/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "key/expanded.h"
#include "unit/key/key_help.h"

static der_file file, altered;

static kb_key *generated(const char *alg) {
    kb_key *key = NULL;
    CHECK_OK(kb_key_generate(&key, alg));
    return key;
}

TEST(every_form_is_read_as_it_was_written) {
    for (size_t i = 0; i < PEM_ALGS; i++) {
        kb_key *key = generated(pem_algs[i]), *again = NULL;
        for (int is_private = 0; is_private < 2; is_private++) {
            write_der(&file, key, is_private);
            REQUIRE_OK(read_exact(&again, file.bytes, file.len, use_of(key)));
            CHECK_STR(kb_key_alg(again), pem_algs[i]);
            CHECK_STR(kb_key_thumbprint(again), kb_key_thumbprint(key));
            CHECK(kb_key_has_private(again) == is_private);
            CHECK(is_written_as(again, &file));
            kb_key_free(again);
        }
        kb_key_free(key);
    }
}

/* Fixed prefixes of RFC 8410, RFC 9935, RFC 9881, RFC 9909 and the LAMPS draft. */
TEST(written_files_begin_as_the_standards_say) {
    static const struct {
        const char *alg, *pkcs8, *spki;
    } rows[] = {
        {"X25519", "302e020100300506032b656e04220420", "302a300506032b656e032100"},
        {"Ed448", "3047020100300506032b6571043b0439", "3043300506032b6571033a00"},
        {"ML-KEM-768", "3054020100300b060960864801650304040204428040",
         "308204b2300b0609608648016503040402038204a100"},
        {"ML-DSA-87", "3034020100300b060960864801650304031304228020",
         "30820a32300b060960864801650304031303820a2100"},
        {"SLH-DSA-SHA2-128f", "3052020100300b06096086480165030403150440",
         "3030300b0609608648016503040315032100"},
        {"P-256",
         "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420",
         "3059301306072a8648ce3d020106082a8648ce3d03010703420004"},
        {"ML-DSA-65-Ed25519", "3051020100300a06082b060105050706300440",
         "308207d1300a06082b06010505070630038207c100"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_key *key = generated(rows[i].alg);
        write_der(&file, key, true);
        CHECK_HEX(file.bytes, strlen(rows[i].pkcs8) / 2, rows[i].pkcs8);
        write_der(&file, key, false);
        CHECK_HEX(file.bytes, strlen(rows[i].spki) / 2, rows[i].spki);
        kb_key_free(key);
    }
}

TEST(every_truncation_and_extension_is_refused) {
    for (size_t i = 0; i < PEM_ALGS; i++) {
        kb_key *key = generated(pem_algs[i]), *other;
        for (int is_private = 0; is_private < 2; is_private++) {
            write_der(&file, key, is_private);
            size_t step = file.len > 300 ? 37 : 1;
            for (size_t n = 0; n < file.len; n += step) {
                kb_status status = read_exact(&other, file.bytes, n, use_of(key));
                CHECK(status == KB_ERR_FORMAT);
                kb_key_free(other);
            }
            file.bytes[file.len] = 0;
            CHECK_STATUS(read_exact(&other, file.bytes, file.len + 1, use_of(key)),
                         KB_ERR_FORMAT);
        }
        kb_key_free(key);
    }
}

/* Alters the file byte by byte: refused, or what is written again is the old or the new
 * file. */
static void flip(const kb_key *key, bool is_private, size_t step) {
    write_der(&file, key, is_private);
    for (size_t bit = 0; bit < 8 * file.len; bit += step) {
        kb_key *other = NULL;
        altered = file;
        altered.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (read_exact(&other, altered.bytes, altered.len, use_of(key)) == KB_OK) {
            CHECK_(is_written_as(other, &file) || is_written_as(other, &altered), (void)0,
                   "%s: bit %zu gives another key", kb_key_alg(key), bit);
        }
        kb_key_free(other);
    }
}

TEST(d13_every_bit_flip_is_refused_or_comes_out_again) {
    for (size_t i = 0; i < PEM_ALGS; i++) {
        kb_key *key = generated(pem_algs[i]);
        bool is_slow = strncmp(pem_algs[i], "SLH", 3) == 0;
        flip(key, true, is_slow ? 61 : strncmp(pem_algs[i], "ML-", 3) == 0 ? 5 : 1);
        flip(key, false, key->pk_len > 200 ? 131 : 1);
        kb_key_free(key);
    }
}

/* The expanded form of a generated key, alone or behind its seed. */
static void write_expanded(der_file *out, const kb_key *key, bool with_seed) {
    static uint8_t expanded[KB_KEY_SK_MAX_BYTES];
    const kb_key_expanded *form = kb_key_expanded_of(kb_key_alg(key));
    REQUIRE(form != NULL);
    form->expand(form, expanded, kb_secret_bytes(key->sk));
    kb_der_writer w = kb_der_writer_on(out->bytes, sizeof out->bytes);
    size_t end = w.at;
    kb_der_put(&w, expanded, form->bytes);
    kb_der_wrap(&w, KB_DER_OCTET_STRING, end);
    if (with_seed) {
        size_t seed_end = w.at;
        kb_der_put(&w, kb_secret_bytes(key->sk), key->sk_len);
        kb_der_wrap(&w, KB_DER_OCTET_STRING, seed_end);
        kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    }
    kb_der_wrap(&w, KB_DER_OCTET_STRING, end);
    kb_key_form_put_oid(&w, key->form);
    kb_der_put(&w, "\2\1\0", 3);
    kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    out->len = sizeof out->bytes - w.at;
    memmove(out->bytes, out->bytes + w.at, out->len);
}

TEST(d4_expanded_keys_are_read_and_stay_expanded_unless_the_seed_is_there) {
    static const char *const algs[] = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024",
                                       "ML-DSA-44",  "ML-DSA-65",  "ML-DSA-87"};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = generated(algs[i]), *other = NULL;
        kb_secret *secret = NULL;
        write_expanded(&file, key, false);
        REQUIRE_OK(read_exact(&other, file.bytes, file.len, NULL));
        CHECK_STR(kb_key_thumbprint(other), kb_key_thumbprint(key));
        CHECK(kb_key_is_expanded(other) && is_written_as(other, &file));
        CHECK_STATUS(kb_key_to_private_jwk(other, &secret), KB_ERR_KEY);
        CHECK(strstr(kb_last_error()->text, "seed") != NULL);
        kb_key_free(other);
        write_expanded(&file, key, true);
        REQUIRE_OK(read_exact(&other, file.bytes, file.len, NULL));
        CHECK(!kb_key_is_expanded(other));
        write_der(&file, key, true);
        CHECK(is_written_as(other, &file));
        kb_key_free(other);
        kb_key_free(key);
    }
}

/* Alters one byte in every field of an expanded key of ML-KEM: s, the public key, its
 * hash, z; and of ML-DSA: rho, K, tr, s1, s2, t0. */
TEST(d3_altered_fields_of_expanded_keys_are_refused_where_they_can_be_noticed) {
    static const struct {
        const char *alg;
        size_t at; /* in the expanded key */
        bool may_pass;
    } rows[] = {
        {"ML-KEM-768", 0, false},        {"ML-KEM-768", 1151, false},
        {"ML-KEM-768", 1152, false},     {"ML-KEM-768", 2303, false},
        {"ML-KEM-768", 2304, false},     {"ML-KEM-768", 2335, false},
        {"ML-KEM-768", 2336, false},     {"ML-KEM-768", 2367, false},
        {"ML-KEM-768", 2368, true},      {"ML-KEM-768", 2399, true},
        {"ML-DSA-65", 0, false},         {"ML-DSA-65", 32, true},
        {"ML-DSA-65", 63, true},         {"ML-DSA-65", 64, false},
        {"ML-DSA-65", 127, false},       {"ML-DSA-65", 128, false},
        {"ML-DSA-65", 128 + 640, false}, {"ML-DSA-65", 128 + 1408, false},
        {"ML-DSA-65", 4031, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_key *key = generated(rows[i].alg), *other = NULL;
        size_t bytes = kb_key_expanded_of(rows[i].alg)->bytes;
        for (int with_seed = 0; with_seed < 2; with_seed++) {
            write_expanded(&altered, key, with_seed);
            altered.bytes[altered.len - bytes + rows[i].at] ^= 1;
            kb_status status = read_exact(&other, altered.bytes, altered.len, NULL);
            if (with_seed == 0 && rows[i].may_pass) {
                CHECK_STATUS(status, KB_OK);
                CHECK(status == KB_OK && is_written_as(other, &altered));
            } else {
                CHECK_(status == KB_ERR_KEY, (void)0, "%s, byte %zu", rows[i].alg,
                       rows[i].at);
            }
            kb_key_free(other);
        }
        kb_key_free(key);
    }
}

/* The seed in the "both" form, bit by bit. */
TEST(a_seed_that_does_not_belong_to_the_expanded_key_is_refused) {
    kb_key *key = generated("ML-KEM-512"), *other = NULL;
    write_expanded(&file, key, true);
    size_t seed_at = file.len - kb_key_expanded_of("ML-KEM-512")->bytes - 4 - 64;
    for (size_t i = 0; i < 64; i++) {
        altered = file;
        altered.bytes[seed_at + i] ^= 0x10;
        CHECK_STATUS(read_exact(&other, altered.bytes, altered.len, NULL), KB_ERR_KEY);
    }
    kb_key_free(key);
}

/* Builds PKCS#8 of an Ed25519 key (RFC 8410, section 10.3) with what follows it. */
static size_t build(uint8_t *out, uint8_t version, const char *tail_hex) {
    static const char head[] =
        "300506032b657004220420"
        "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";
    uint8_t body[512];
    long n = test_unhex(body, sizeof body, head);
    long m = test_unhex(body + n, sizeof body - (size_t)n, tail_hex);
    size_t len = (size_t)(n + m) + 3;
    size_t at = 0;
    out[at++] = 0x30;
    if (len >= 128) {
        out[at++] = 0x81;
    }
    out[at++] = (uint8_t)len;
    out[at++] = 2;
    out[at++] = 1;
    out[at++] = version;
    memcpy(out + at, body, len - 3);
    return at + len - 3;
}

#define ED_PUB "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"
/* A friendlyName attribute, as in the example of RFC 8410. */
#define ED_ATTRIBUTES "a01f301d060a2a864886f70d01090914310f0c0d437572646c6520436861697273"

TEST(version_attributes_and_public_key_are_taken_as_rfc_5958_says) {
    static const struct {
        uint8_t version;
        const char *tail;
        kb_status want;
    } rows[] = {
        {0, "", KB_OK},
        {1, "", KB_OK},
        {2, "", KB_ERR_UNSUPPORTED},
        {0, ED_ATTRIBUTES, KB_OK},
        {1, ED_ATTRIBUTES "812100" ED_PUB, KB_OK},
        {0, "812100" ED_PUB, KB_OK},
        {1, "812100" ED_PUB, KB_OK},
        {1, "812101" ED_PUB, KB_ERR_FORMAT},
        {1, "8100", KB_ERR_FORMAT},
        {1, "810100", KB_ERR_FORMAT},
        {1, "812000bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1",
         KB_ERR_KEY},
        {1, "81210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e0",
         KB_ERR_KEY},
        {1, "812100" ED_PUB "0500", KB_ERR_FORMAT},
        {1, "812100" ED_PUB ED_ATTRIBUTES, KB_ERR_FORMAT},
        {1, "a003020100", KB_ERR_FORMAT},
        {1, "a000", KB_OK},
        {1, "0500", KB_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_key *key = NULL;
        uint8_t der[512];
        size_t len = build(der, rows[i].version, rows[i].tail);
        kb_status status = read_exact(&key, der, len, NULL);
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
        if (status == KB_OK) {
            CHECK_HEX(key->pk, key->pk_len, ED_PUB);
        }
        kb_key_free(key);
    }
}

static kb_status read_hex(const char *hex, const char *use) {
    uint8_t der[4096];
    kb_key *key = NULL;
    long len = test_unhex(der, sizeof der, hex);
    CHECK(len > 0);
    kb_status status = read_exact(&key, der, (size_t)len, use);
    kb_key_free(key);
    return status;
}

/* The scalar 1 on P-256: the public key is the generator (SP 800-186, 3.2.1.3). */
#define P256_G                                                                           \
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"                   \
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
#define ONE        "0000000000000000000000000000000000000000000000000000000000000001"
#define EC_ALG     "301306072a8648ce3d020106082a8648ce3d030107"
#define EC_ALG_384 "301006072a8648ce3d020106052b81040022"
#define P256_OID   "a00a06082a8648ce3d030107"

TEST(elliptic_curve_keys_follow_rfc_5915) {
    static const struct {
        const char *der;
        kb_status want;
    } rows[] = {
        {"3041020100" EC_ALG "0427302502010104"
         "20" ONE,
         KB_OK},
        /* with the curve again, with another one */
        {"304d020100" EC_ALG "0433303102010104"
         "20" ONE P256_OID,
         KB_OK},
        {"304a020100" EC_ALG "0430302e02010104"
         "20" ONE "a00706052b81040022",
         KB_ERR_KEY},
        /* with the public key, with a wrong one, compressed */
        {"308187020100" EC_ALG "046d306b02010104"
         "20" ONE "a14403420004" P256_G,
         KB_OK},
        {"308187020100" EC_ALG "046d306b02010104"
         "20" ONE "a14403420004"
         "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
         "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
         KB_ERR_KEY},
        {"3067020100" EC_ALG "044d304b02010104"
         "20" ONE "a12403220003"
         "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
         KB_ERR_UNSUPPORTED},
        /* scalar of 31 bytes, of 33, zero, version 0 */
        {"3040020100" EC_ALG "0426302402010104"
         "1f"
         "00000000000000000000000000000000000000000000000000000000000001",
         KB_ERR_KEY},
        {"3042020100" EC_ALG "0428302602010104"
         "2100" ONE,
         KB_ERR_KEY},
        {"3041020100" EC_ALG "0427302502010104"
         "20"
         "0000000000000000000000000000000000000000000000000000000000000000",
         KB_ERR_KEY},
        {"3041020100" EC_ALG "0427302502010004"
         "20" ONE,
         KB_ERR_UNSUPPORTED},
        /* another curve in the AlgorithmIdentifier, none, NULL, an unknown one */
        {"303e020100" EC_ALG_384 "0427302502010104"
         "20" ONE,
         KB_ERR_KEY},
        {"3037020100300906072a8648ce3d0201"
         "0427302502010104"
         "20" ONE,
         KB_ERR_UNSUPPORTED},
        {"3039020100300b06072a8648ce3d02010500"
         "0427302502010104"
         "20" ONE,
         KB_ERR_UNSUPPORTED},
        {"303e020100301006072a8648ce3d020106052b8104000a"
         "0427302502010104"
         "20" ONE,
         KB_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status status = read_hex(rows[i].der, "sig");
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
    }
    CHECK_STATUS(read_hex(rows[0].der, NULL), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "enc or sig") != NULL);
    CHECK_STATUS(read_hex(rows[0].der, "both"), KB_ERR_ARGUMENT);
}

TEST(what_is_no_key_of_ours_is_refused_by_name) {
    static const struct {
        const char *der, *text;
        kb_status want;
    } rows[] = {
        {"301a300d06092a864886f70d010101050003090030060201030201"
         "05",
         "RSA", KB_ERR_UNSUPPORTED},
        {"3006020101040101", "curve", KB_ERR_UNSUPPORTED},
        {"3011300b06092a864886f70d01050d04020102", "encrypted", KB_ERR_UNSUPPORTED},
        {"300c300302010130003003030100", "certificate", KB_ERR_UNSUPPORTED},
        {"300d300706032b65030500030200ff", "1.3.101.3", KB_ERR_UNSUPPORTED},
        {"301030090607604c01010101"
         "0103030200ff"
         "ff",
         "trailing", KB_ERR_FORMAT},
        {"3000", "neither", KB_ERR_FORMAT},
        {"30020500", "neither", KB_ERR_FORMAT},
        /* parameters where there are none: X25519 with NULL */
        {"302c300706032b656e0500032100" ONE, "no parameters", KB_ERR_FORMAT},
        /* indefinite length */
        {"3080020100", "length", KB_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status status = read_hex(rows[i].der, "sig");
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
        CHECK_(status == KB_OK || strcmp(rows[i].text, "trailing") == 0 ||
                   strstr(kb_last_error()->text, rows[i].text) != NULL,
               (void)0, "row %zu: %s", i, kb_last_error()->text);
    }
}

TEST(the_choice_is_made_by_the_tag_never_by_the_length) {
    kb_key *key = generated("ML-KEM-768"), *other = NULL;
    write_der(&file, key, true);
    /* seed [0] begins at byte 20: as an OCTET STRING it is an expanded key of 64 bytes. */
    CHECK_HEX(file.bytes + 20, 2, "8040");
    file.bytes[20] = 0x04;
    CHECK_STATUS(read_exact(&other, file.bytes, file.len, NULL), KB_ERR_KEY);
    CHECK(strstr(kb_last_error()->text, "expanded") != NULL);
    file.bytes[20] = 0x81;
    CHECK_STATUS(read_exact(&other, file.bytes, file.len, NULL), KB_ERR_FORMAT);
    kb_key_free(key);
}

/* Three 12-bit fields of t, the first, one in the middle and the last, at or above q. */
TEST(d1_public_keys_with_coefficients_of_q_and_above_are_refused) {
    static const char *const algs[] = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"};
    static const unsigned values[] = {3329, 3330, 4095};
    for (size_t i = 0; i < 3; i++) {
        kb_key *key = generated(algs[i]), *other = NULL;
        write_der(&file, key, false);
        size_t fields = (key->pk_len - 32) * 8 / 12;
        const size_t at[] = {0, fields / 2, fields - 1};
        for (size_t j = 0; j < 9; j++) {
            altered = file;
            uint8_t *p = altered.bytes + file.len - key->pk_len + at[j / 3] / 2 * 3;
            unsigned v = values[j % 3];
            if (at[j / 3] % 2 == 0) {
                p[0] = (uint8_t)v;
                p[1] = (uint8_t)((p[1] & 0xf0) | v >> 8);
            } else {
                p[1] = (uint8_t)((p[1] & 0x0f) | v << 4);
                p[2] = (uint8_t)(v >> 4);
            }
            CHECK_STATUS(read_exact(&other, altered.bytes, altered.len, NULL),
                         KB_ERR_KEY);
        }
        kb_key_free(key);
    }
}

TEST(keys_without_such_a_form_say_so) {
    static const char *const algs[] = {"HQC-128-R26", "DKEM-128",
                                       "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"};
    for (size_t i = 0; i < 3; i++) {
        kb_key *key = generated(algs[i]);
        char *text = NULL;
        kb_secret *secret = NULL;
        CHECK_STATUS(kb_key_to_public_pem(key, &text), KB_ERR_UNSUPPORTED);
        CHECK(strstr(kb_last_error()->text, "no PEM form") != NULL);
        CHECK_STATUS(kb_key_to_private_pem(key, &secret), KB_ERR_UNSUPPORTED);
        CHECK(text == NULL && secret == NULL);
        kb_key_free(key);
    }
}

int main(void) {
    RUN(every_form_is_read_as_it_was_written);
    RUN(written_files_begin_as_the_standards_say);
    RUN(every_truncation_and_extension_is_refused);
    RUN(d13_every_bit_flip_is_refused_or_comes_out_again);
    RUN(d4_expanded_keys_are_read_and_stay_expanded_unless_the_seed_is_there);
    RUN(d3_altered_fields_of_expanded_keys_are_refused_where_they_can_be_noticed);
    RUN(a_seed_that_does_not_belong_to_the_expanded_key_is_refused);
    RUN(version_attributes_and_public_key_are_taken_as_rfc_5958_says);
    RUN(elliptic_curve_keys_follow_rfc_5915);
    RUN(what_is_no_key_of_ours_is_refused_by_name);
    RUN(the_choice_is_made_by_the_tag_never_by_the_length);
    RUN(d1_public_keys_with_coefficients_of_q_and_above_are_refused);
    RUN(keys_without_such_a_form_say_so);
    return TEST_END();
}
