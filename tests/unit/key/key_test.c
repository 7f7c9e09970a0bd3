/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test.h"

#include <keybraid/key.h>

TEST(names_become_algorithm_strings) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    REQUIRE_OK(kb_key_alg_from_name(alg, "X25519+ML-KEM-768", NULL, false));
    CHECK_STR(alg, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256");
    REQUIRE_OK(kb_key_alg_from_name(alg, "P-384+ML-KEM-1024", "KMAC256", false));
    CHECK_STR(alg, "CKEM1.P-384.ML-KEM-1024.KMAC256");
    REQUIRE_OK(kb_key_alg_from_name(alg, "X448+HQC-192", NULL, false));
    CHECK_STR(alg, "CKEM1.X448.HQC-192-R26.HKDF-SHA256");
    REQUIRE_OK(kb_key_alg_from_name(alg, "HQC-256", NULL, false));
    CHECK_STR(alg, "HQC-256-R26");
    REQUIRE_OK(kb_key_alg_from_name(alg, "ML-KEM-512", NULL, false));
    CHECK_STR(alg, "ML-KEM-512");
    static const char *const as_they_are[] = {
        "X25519",    "P-521", "ML-DSA-65", "Ed448", "ECDSA-P384", "SLH-DSA-SHA2-128s",
        "ML-KEM-768"};
    for (size_t i = 0; i < sizeof as_they_are / sizeof as_they_are[0]; i++) {
        REQUIRE_OK(kb_key_alg_from_name(alg, as_they_are[i], NULL, false));
        CHECK_STR(alg, as_they_are[i]);
    }
    REQUIRE_OK(kb_key_alg_from_name(alg, "ML-DSA-65+Ed25519", NULL, false));
    CHECK_STR(alg, "ML-DSA-65-Ed25519");
    REQUIRE_OK(kb_key_alg_from_name(alg, "DKEM-128", NULL, true));
    CHECK_STR(alg, "DKEM-128");
    REQUIRE_OK(kb_key_alg_from_name(alg, "X25519+ML-KEM-768+A256KW", NULL, false));
    CHECK_STR(alg, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A256KW");
    REQUIRE_OK(kb_key_alg_from_name(alg, "X448+HQC-256+A256KW", "KMAC256", false));
    CHECK_STR(alg, "CKEM1.X448.HQC-256-R26.KMAC256+A256KW");
}

TEST(wrong_names_are_refused_with_their_reason) {
    char alg[KB_KEY_ALG_MAX_BYTES];
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ML-KEM-1024", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ML-KEM-512", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-KEM-768+X25519", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+HQC-128-V500", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ROT-13", NULL, false),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+", NULL, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "+ML-KEM-768", NULL, false),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25520", NULL, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-DSA-65+X25519", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ML-DSA-65", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-DSA-44+Ed448", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "DKEM-128", NULL, false), KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "DKEM-128-SHAKE", NULL, true), KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "HKDF-SHA256", NULL, false),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519", "SHA3-256", false), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-DSA-65", "SHA3-256", false),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-DSA-65+Ed25519", "SHA3-256", false),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "A256GCM", NULL, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "", NULL, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ML-KEM-768", "HKDF-SHA1", false),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-KEM-768", "SHA3-256", false),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-KEM-768+A256KW", NULL, false),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "ML-DSA-65+Ed25519+A256KW", NULL, false),
                 KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_alg_from_name(alg, "X25519+ML-KEM-1024+A256KW", NULL, false),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_key_alg_from_name(alg, "+A256KW", NULL, false), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(
        kb_key_alg_from_name(alg, "X25519+ML-KEM-768+A256KW+A256KW", NULL, false),
        KB_ERR_UNSUPPORTED);
    CHECK_STATUS(
        kb_key_alg_from_name(alg,
                             "X25519+ML-KEM-768-and-a-name-that-goes-on-for-more-"
                             "than-any-other-one-here+A256KW",
                             NULL, false),
        KB_ERR_UNSUPPORTED);
}

TEST(fresh_keys_differ_and_know_themselves) {
    kb_key *a = NULL, *b = NULL, *copy = NULL;
    const char *alg = "CKEM1.P-256.ML-KEM-768.SHA3-256";
    REQUIRE_OK(kb_key_generate(&a, alg));
    REQUIRE_OK(kb_key_generate(&b, alg));
    CHECK_STR(kb_key_alg(a), alg);
    CHECK(kb_key_has_private(a) && kb_key_is_composite(a));
    CHECK_INT(strlen(kb_key_thumbprint(a)), 43);
    CHECK(strcmp(kb_key_thumbprint(a), kb_key_thumbprint(b)) != 0);
    REQUIRE_OK(kb_key_public_copy(&copy, a));
    CHECK(!kb_key_has_private(copy));
    CHECK_STR(kb_key_thumbprint(copy), kb_key_thumbprint(a));
    kb_secret *jwk = NULL;
    CHECK_STATUS(kb_key_to_private_jwk(copy, &jwk), KB_ERR_KEY);
    kb_key_free(a);
    kb_key_free(b);
    kb_key_free(copy);
    kb_key_free(NULL);
}

TEST(single_keys_are_no_composites) {
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, "ML-KEM-768"));
    CHECK(!kb_key_is_composite(key) && kb_key_has_private(key));
    CHECK(!kb_key_is_signing(key));
    kb_key_free(key);
    key = NULL;
    REQUIRE_OK(kb_key_generate(&key, "ML-DSA-44"));
    CHECK(!kb_key_is_composite(key) && kb_key_is_signing(key));
    kb_key_free(key);
    CHECK_STATUS(kb_key_generate(&key, "X25520"), KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_generate(&key, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256+A128KW"),
                 KB_ERR_UNSUPPORTED);
    CHECK_STATUS(kb_key_generate(&key, ""), KB_ERR_UNSUPPORTED);
}

TEST(a_keyring_of_one_finds_by_kid_or_by_alg) {
    kb_key *key = NULL;
    const kb_key *found = NULL;
    const char *alg = "CKEM1.X25519.ML-KEM-768.HKDF-SHA256";
    REQUIRE_OK(kb_key_generate(&key, alg));
    kb_keyring ring = kb_keyring_of(key);
    CHECK_OK(ring.candidate(ring.self, "other", kb_key_thumbprint(key), 0, &found));
    CHECK(found == key);
    CHECK_OK(ring.candidate(ring.self, alg, NULL, 0, &found));
    CHECK_STATUS(ring.candidate(ring.self, alg, NULL, 1, &found), KB_ERR_NO_KEY);
    CHECK_STATUS(ring.candidate(ring.self, "other", NULL, 0, &found), KB_ERR_NO_KEY);
    CHECK_STATUS(ring.candidate(ring.self, alg, "other", 0, &found), KB_ERR_NO_KEY);
    kb_key_free(key);
}

int main(void) {
    RUN(names_become_algorithm_strings);
    RUN(wrong_names_are_refused_with_their_reason);
    RUN(fresh_keys_differ_and_know_themselves);
    RUN(single_keys_are_no_composites);
    RUN(a_keyring_of_one_finds_by_kid_or_by_alg);
    return TEST_END();
}
