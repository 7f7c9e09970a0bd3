/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key encapsulation with handles of single KEM keys: as by the bytes of the key, with and
 * without what the handle keeps. */
#include "key/keyed.h"
#include "test.h"

#include <keybraid/key.h>
#include <keybraid/secret.h>

static uint8_t ct[16000], zero[16000];

static const char *const algs[] = {
    "ML-KEM-512",  "ML-KEM-768",  "ML-KEM-1024", "X25519",       "P-384",
    "HQC-128-R26", "HQC-192-R26", "HQC-256-R26", "HQC-128-V500", "DKEM-128"};

TEST(both_sides_of_every_use_have_the_same_secret) {
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        kb_key *key = NULL;
        uint8_t sent[KB_KEM_SS_MAX_BYTES], got[KB_KEM_SS_MAX_BYTES];
        REQUIRE_OK(kb_key_generate(&key, algs[i]));
        const kb_kem *kem = key->kem;
        for (int use = 0; use < 3; use++) {
            REQUIRE_OK(kb_key_encaps(ct, kem->ct_bytes, sent, kem->ss_bytes, key));
            CHECK_OK(kb_key_decaps(got, kem->ss_bytes, ct, kem->ct_bytes, key));
            CHECK_MEM(got, sent, kem->ss_bytes);
            CHECK_OK(kem->decaps(got, ct, kb_secret_bytes(key->sk)));
            CHECK_MEM(got, sent, kem->ss_bytes);
            REQUIRE_OK(kem->encaps(ct, sent, key->pk));
            CHECK_OK(kb_key_decaps(got, kem->ss_bytes, ct, kem->ct_bytes, key));
            CHECK_MEM(got, sent, kem->ss_bytes);
        }
        kb_key_free(key);
    }
}

/* The secret of a damaged ciphertext depends on the private key alone: both ways give it. */
TEST(damaged_ciphertexts_give_the_same_wrong_secret) {
    static const char *const implicit[] = {"ML-KEM-768", "HQC-128-R26"};
    for (size_t i = 0; i < 2; i++) {
        kb_key *key = NULL;
        uint8_t sent[KB_KEM_SS_MAX_BYTES], got[KB_KEM_SS_MAX_BYTES],
            want[KB_KEM_SS_MAX_BYTES];
        REQUIRE_OK(kb_key_generate(&key, implicit[i]));
        const kb_kem *kem = key->kem;
        REQUIRE_OK(kem->encaps(ct, sent, key->pk));
        ct[5] ^= 1;
        REQUIRE_OK(kem->decaps(want, ct, kb_secret_bytes(key->sk)));
        CHECK(memcmp(want, sent, kem->ss_bytes) != 0);
        for (int use = 0; use < 3; use++) {
            CHECK_OK(kb_key_decaps(got, kem->ss_bytes, ct, kem->ct_bytes, key));
            CHECK_MEM(got, want, kem->ss_bytes);
        }
        kb_key_free(key);
    }
}

TEST(what_is_refused_leaves_zeros) {
    kb_key *key = NULL, *pub = NULL, *composite = NULL, *signing = NULL;
    uint8_t ss[32];
    REQUIRE_OK(kb_key_generate(&key, "ML-KEM-768"));
    REQUIRE_OK(kb_key_public_copy(&pub, key));
    REQUIRE_OK(kb_key_generate(&composite, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256"));
    REQUIRE_OK(kb_key_generate(&signing, "Ed25519"));
    CHECK_STATUS(kb_key_encaps(ct, 1088, ss, 32, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_encaps(ct, 1088, ss, 32, composite), KB_ERR_KEY);
    CHECK_STATUS(kb_key_encaps(ct, 1088, ss, 32, signing), KB_ERR_KEY);
    CHECK_STATUS(kb_key_decaps(ss, 32, ct, 1088, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_key_decaps(ss, 32, ct, 1088, composite), KB_ERR_KEY);
    memset(ct, 0xa5, sizeof ct);
    CHECK_STATUS(kb_key_encaps(ct, 1088, ss, 31, key), KB_ERR_ARGUMENT);
    CHECK_MEM(ct, zero, 1088);
    memset(ss, 0xa5, sizeof ss);
    CHECK_STATUS(kb_key_encaps(ct, 1087, ss, 32, key), KB_ERR_ARGUMENT);
    CHECK_MEM(ss, zero, 32);
    CHECK_STATUS(kb_key_encaps(NULL, 1088, ss, 32, key), KB_ERR_ARGUMENT);
    memset(ss, 0xa5, sizeof ss);
    CHECK_STATUS(kb_key_decaps(ss, 32, ct, 1089, key), KB_ERR_FORMAT);
    CHECK_MEM(ss, zero, 32);
    memset(ss, 0xa5, sizeof ss);
    CHECK_STATUS(kb_key_decaps(ss, 32, ct, 1088, pub), KB_ERR_KEY);
    CHECK_MEM(ss, zero, 32);
    memset(ss, 0xa5, sizeof ss);
    CHECK_STATUS(kb_key_decaps(ss, 31, ct, 1088, key), KB_ERR_ARGUMENT);
    CHECK_INT(ss[0], 0xa5);
    kb_key_free(key);
    kb_key_free(pub);
    kb_key_free(composite);
    kb_key_free(signing);
}

int main(void) {
    RUN(both_sides_of_every_use_have_the_same_secret);
    RUN(damaged_ciphertexts_give_the_same_wrong_secret);
    RUN(what_is_refused_leaves_zeros);
    return TEST_END();
}
