/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA keys in DER: forms, parameters, strictness. */
#include "unit/key/rsa_help.h"

#define PS256 "RSA-2048-PS256"

static der_file file, altered;

TEST(every_form_is_read_as_one_key_and_written_as_it_was) {
    static const struct {
        const char *hex;
        bool is_private, is_written;
    } rows[] = {{pkcs8, true, true}, {spki, false, true}, {pkcs1, true, false}};
    char thumbprint[KB_THUMBPRINT_TEXT_BYTES] = "";
    for (size_t i = 0; i < 3; i++) {
        kb_key *key = NULL;
        load_hex(&file, rows[i].hex);
        REQUIRE_OK(read_exact(&key, file.bytes, file.len, NULL));
        CHECK_STR(kb_key_alg(key), PS256);
        CHECK(kb_key_is_signing(key) && !kb_key_is_composite(key));
        CHECK(kb_key_has_private(key) == rows[i].is_private);
        CHECK(!rows[i].is_written || is_written_as(key, &file));
        CHECK(i == 0 || strcmp(thumbprint, kb_key_thumbprint(key)) == 0);
        memcpy(thumbprint, kb_key_thumbprint(key), sizeof thumbprint);
        kb_key_free(key);
    }
    /* RSAPublicKey is what stands in the bit string of the SubjectPublicKeyInfo */
    load_hex(&file, spki);
    memmove(file.bytes, file.bytes + 24, file.len - 24);
    file.len -= 24;
    CHECK_OK(read_file(&file, PS256));
}

TEST(every_truncation_and_extension_is_refused) {
    static const char *const forms[] = {pkcs8, pkcs1, spki};
    for (size_t i = 0; i < 3; i++) {
        load_hex(&file, forms[i]);
        size_t len = file.len;
        for (file.len = 0; file.len < len; file.len++) {
            CHECK_STATUS(read_file(&file, NULL), KB_ERR_FORMAT);
        }
        file.bytes[len] = 0;
        file.len = len + 1;
        CHECK_STATUS(read_file(&file, NULL), KB_ERR_FORMAT);
    }
}

/* Every byte of the public file belongs to its meaning. */
TEST(every_changed_byte_of_a_public_key_is_refused_or_another_key) {
    kb_key *key = NULL, *other = NULL;
    load_hex(&file, spki);
    REQUIRE_OK(read_exact(&key, file.bytes, file.len, NULL));
    for (size_t i = 0; i < file.len; i++) {
        altered = file;
        altered.bytes[i] ^= 0x80;
        if (read_exact(&other, altered.bytes, altered.len, NULL) == KB_OK) {
            CHECK(strcmp(kb_key_thumbprint(other), kb_key_thumbprint(key)) != 0);
            kb_key_free(other);
        }
    }
    kb_key_free(key);
}

/* Reads the public key of the test under another AlgorithmIdentifier. */
static kb_status read_with(const char *algorithm, const char *want_alg) {
    uint8_t content[256];
    long n = test_unhex(content, sizeof content, algorithm);
    CHECK(n >= 0);
    load_hex(&file, spki);
    kb_der_writer w = kb_der_writer_on(altered.bytes, sizeof altered.bytes);
    kb_der_put(&w, file.bytes + 19, file.len - 19);
    size_t end = w.at;
    kb_der_put(&w, content, n > 0 ? (size_t)n : 0);
    kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    kb_der_wrap(&w, KB_DER_SEQUENCE, sizeof altered.bytes);
    altered.len = sizeof altered.bytes - w.at;
    memmove(altered.bytes, altered.bytes + w.at, altered.len);
    return read_file(&altered, want_alg);
}

#define RSA_OID "06092a864886f70d010101"
#define PSS_OID "06092a864886f70d01010a"
#define SHA(x)  "060960864801650304020" #x
#define MGF     "06092a864886f70d010108"
/* Hash and MGF1 with NULL, salt in two hex digits. */
#define PARAMS(h, m, salt)                                                               \
    PSS_OID "3034a00f300d" SHA(h) "0500a11c301a" MGF "300d" SHA(m) "0500a2030201" salt

TEST(parameters_are_those_of_ps256_ps384_ps512_or_none) {
    static const struct {
        const char *algorithm, *alg;
        kb_status want;
    } rows[] = {
        {RSA_OID "0500", "RSA-2048-PS256", KB_OK},
        {PSS_OID, "RSA-2048-PS256", KB_OK},
        {PARAMS(1, 1, "20"), "RSA-2048-PS256", KB_OK},
        {PARAMS(2, 2, "30"), "RSA-2048-PS384", KB_OK},
        {PARAMS(3, 3, "40"), "RSA-2048-PS512", KB_OK},
        /* without the NULL of the hashes */
        {PSS_OID "3030a00d300b" SHA(1) "a11a3018" MGF "300b" SHA(1) "a203020120",
         "RSA-2048-PS256", KB_OK},
        /* no NULL, something else, two of them */
        {RSA_OID, NULL, KB_ERR_FORMAT},
        {RSA_OID "3000", NULL, KB_ERR_FORMAT},
        {RSA_OID "05000500", NULL, KB_ERR_FORMAT},
        {RSA_OID "050100", NULL, KB_ERR_FORMAT},
        {PSS_OID "0500", NULL, KB_ERR_FORMAT},
        /* two hashes, another salt, a long one, SHA3-256, SHA-224 */
        {PARAMS(1, 2, "20"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(1, 1, "1f"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(1, 1, "30"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(3, 3, "20"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(8, 8, "20"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(4, 4, "1c"), NULL, KB_ERR_UNSUPPORTED},
        {PARAMS(1, 1, "a0"), NULL, KB_ERR_FORMAT},
        /* defaults left out: all of them, the salt, the mask */
        {PSS_OID "3000", NULL, KB_ERR_UNSUPPORTED},
        {PSS_OID "302fa00f300d" SHA(1) "0500a11c301a" MGF "300d" SHA(1) "0500", NULL,
         KB_ERR_UNSUPPORTED},
        {PSS_OID "3011a00f300d" SHA(1) "0500", NULL, KB_ERR_UNSUPPORTED},
        {PSS_OID "3005a203020120", NULL, KB_ERR_UNSUPPORTED},
        /* no MGF1 */
        {PSS_OID "3034a00f300d" SHA(1) "0500a11c301a" PSS_OID
                                       "300d" SHA(1) "0500a203020120",
         NULL, KB_ERR_UNSUPPORTED},
        /* the trailer, whose default is left out in DER */
        {PSS_OID "3039a00f300d" SHA(1) "0500a11c301a" MGF
                                       "300d" SHA(1) "0500a203020120a303020101",
         NULL, KB_ERR_FORMAT},
        /* bytes behind a part: the hash, the mask, the salt, everything */
        {PSS_OID "3036a011300d" SHA(1) "05000500a11c301a" MGF
                                       "300d" SHA(1) "0500a203020120",
         NULL, KB_ERR_FORMAT},
        {PSS_OID "3036a00f300d" SHA(1) "0500a11e301a" MGF
                                       "300d" SHA(1) "05000500a203020120",
         NULL, KB_ERR_FORMAT},
        {PSS_OID "3036a00f300d" SHA(1) "0500a11c301a" MGF
                                       "300d" SHA(1) "0500a2050201200500",
         NULL, KB_ERR_FORMAT},
        {PARAMS(1, 1, "20") "0500", NULL, KB_ERR_FORMAT},
        /* RSA-OAEP, and MGF1 as if it were a key */
        {"06092a864886f70d010107", NULL, KB_ERR_UNSUPPORTED},
        {MGF, NULL, KB_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kb_status status = read_with(rows[i].algorithm, rows[i].alg);
        CHECK_(status == rows[i].want, (void)0, "row %zu: %s (%s)", i,
               kb_status_name(status), status == KB_OK ? "" : kb_last_error()->text);
    }
}

TEST(keys_that_say_their_hash_are_written_with_it) {
    static const char *const algorithms[] = {PARAMS(2, 2, "30"), PARAMS(3, 3, "40")};
    for (size_t i = 0; i < 2; i++) {
        kb_key *key = NULL;
        CHECK_OK(read_with(algorithms[i], NULL));
        REQUIRE_OK(read_exact(&key, altered.bytes, altered.len, NULL));
        CHECK(is_written_as(key, &altered));
        kb_key_free(key);
    }
}

/* RSAPublicKey of two INTEGERs in hex. */
static kb_status read_numbers(const char *n, const char *e) {
    uint8_t bytes[2048];
    kb_der_writer w = kb_der_writer_on(altered.bytes, sizeof altered.bytes);
    for (int i = 0; i < 2; i++) {
        size_t end = w.at;
        long len = test_unhex(bytes, sizeof bytes, i == 0 ? e : n);
        CHECK(len >= 0);
        kb_der_put(&w, bytes, len > 0 ? (size_t)len : 0);
        kb_der_wrap(&w, KB_DER_INTEGER, end);
    }
    uint8_t no_unused_bits = 0;
    kb_der_wrap(&w, KB_DER_SEQUENCE, sizeof altered.bytes);
    kb_der_put(&w, &no_unused_bits, 1);
    kb_der_wrap(&w, KB_DER_BIT_STRING, sizeof altered.bytes);
    size_t end = w.at;
    long len = test_unhex(bytes, sizeof bytes, RSA_OID "0500");
    kb_der_put(&w, bytes, (size_t)len);
    kb_der_wrap(&w, KB_DER_SEQUENCE, end);
    kb_der_wrap(&w, KB_DER_SEQUENCE, sizeof altered.bytes);
    altered.len = sizeof altered.bytes - w.at;
    memmove(altered.bytes, altered.bytes + w.at, altered.len);
    return read_file(&altered, NULL);
}

/* The modulus of the test's key with its leading zero, between changes of its ends. */
static const char *modulus(const char *first, const char *last) {
    static char text[1200];
    (void)snprintf(text, sizeof text, "%s%.*s%s", first, 510 - (int)strlen(last),
                   spki + 68, last);
    return text;
}

TEST(integers_are_positive_and_short_and_keys_of_our_sizes) {
    const char *good = modulus("00d4", "");
    char text[1200];
    CHECK_OK(read_numbers(good, "010001"));
    CHECK_STATUS(read_numbers(good + 2, "010001"), KB_ERR_FORMAT); /* negative */
    (void)snprintf(text, sizeof text, "00%s", good);
    CHECK_STATUS(read_numbers(text, "010001"), KB_ERR_FORMAT); /* a zero too many */
    CHECK_STATUS(read_numbers("", "010001"), KB_ERR_FORMAT);
    CHECK_STATUS(read_numbers("00", "010001"), KB_ERR_FORMAT);
    CHECK_STATUS(read_numbers(good, "00010001"), KB_ERR_FORMAT);
    CHECK_STATUS(read_numbers(good, "810001"), KB_ERR_FORMAT);
    CHECK_STATUS(read_numbers(good, ""), KB_ERR_FORMAT);
    CHECK_STATUS(read_numbers(good, "01"), KB_ERR_KEY);
    CHECK_STATUS(read_numbers(good, "02"), KB_ERR_KEY);
    CHECK_STATUS(read_numbers(good, "010000"), KB_ERR_KEY);
    CHECK_STATUS(read_numbers(good, "03"), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "exponent of 3,") != NULL);
    CHECK_STATUS(read_numbers(good, "7fff"), KB_ERR_UNSUPPORTED);
    CHECK_OK(read_numbers(good, "00ffffffffffffffff"));
    CHECK_STATUS(read_numbers(good, "010000000000000001"), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "9 bytes") != NULL);
    CHECK_STATUS(read_numbers(modulus("00d4", "02"), "010001"), KB_ERR_KEY); /* even */
    CHECK(strstr(kb_last_error()->text, "even") != NULL);
    CHECK_STATUS(read_numbers(modulus("54", ""), "010001"), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "2047 bits") != NULL);
    CHECK_STATUS(read_numbers(modulus("01d4", ""), "010001"), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "2049 bits") != NULL);
    CHECK_STATUS(read_numbers("03", "010001"), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "of 2 bits") != NULL);
    load_hex(&file, spki_1024);
    CHECK_STATUS(read_file(&file, NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "1024 bits") != NULL);
    load_hex(&file, spki_e3);
    CHECK_STATUS(read_file(&file, NULL), KB_ERR_UNSUPPORTED);
}

/* pkcs1 as the content of PKCS#8 with the publicKey of version 1. */
static kb_status read_with_public(const uint8_t *pub, size_t pub_len) {
    static const uint8_t unused = 0, version[] = {KB_DER_INTEGER, 1, 1};
    load_hex(&file, pkcs8);
    kb_der_writer w = kb_der_writer_on(altered.bytes, sizeof altered.bytes);
    kb_der_put(&w, pub, pub_len);
    kb_der_put(&w, &unused, 1);
    kb_der_wrap(&w, KB_DER_CONTEXT(1), sizeof altered.bytes);
    kb_der_put(&w, file.bytes + 7, file.len - 7);
    kb_der_put(&w, version, sizeof version);
    kb_der_wrap(&w, KB_DER_SEQUENCE, sizeof altered.bytes);
    altered.len = sizeof altered.bytes - w.at;
    memmove(altered.bytes, altered.bytes + w.at, altered.len);
    return read_file(&altered, NULL);
}

TEST(a_public_key_beside_the_private_one_must_be_its_own) {
    der_file pub;
    load_hex(&pub, spki);
    CHECK_OK(read_with_public(pub.bytes + 24, pub.len - 24));
    pub.bytes[100] ^= 1;
    CHECK_STATUS(read_with_public(pub.bytes + 24, pub.len - 24), KB_ERR_KEY);
    pub.bytes[100] ^= 1;
    CHECK_STATUS(read_with_public(pub.bytes + 24, pub.len - 25), KB_ERR_FORMAT);
    CHECK_STATUS(read_with_public(pub.bytes + 24, 0), KB_ERR_FORMAT);
}

/* The modulus, the exponents, the primes and the coefficient, each with one bit changed. */
TEST(every_number_of_a_private_key_is_checked) {
    static const size_t at[] = {20, 270, 300, 600, 700, 850, 980, 1180};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        load_hex(&file, pkcs1);
        file.bytes[at[i]] ^= 2;
        kb_status status = read_file(&file, NULL);
        CHECK_(status != KB_OK, (void)0, "byte %zu", at[i]);
    }
    load_hex(&file, pkcs1);
    file.bytes[6] = 1; /* the version */
    CHECK_STATUS(read_file(&file, NULL), KB_ERR_UNSUPPORTED);
    CHECK(strstr(kb_last_error()->text, "two primes") != NULL);
    file.bytes[6] = 2;
    CHECK_STATUS(read_file(&file, NULL), KB_ERR_UNSUPPORTED);
}

int main(void) {
    RUN(every_form_is_read_as_one_key_and_written_as_it_was);
    RUN(every_truncation_and_extension_is_refused);
    RUN(every_changed_byte_of_a_public_key_is_refused_or_another_key);
    RUN(parameters_are_those_of_ps256_ps384_ps512_or_none);
    RUN(keys_that_say_their_hash_are_written_with_it);
    RUN(integers_are_positive_and_short_and_keys_of_our_sizes);
    RUN(a_public_key_beside_the_private_one_must_be_its_own);
    RUN(every_number_of_a_private_key_is_checked);
    return TEST_END();
}
