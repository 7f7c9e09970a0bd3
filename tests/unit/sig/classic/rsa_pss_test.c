/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA-PSS: keys that are taken and refused, and one-bit changes. */
#include "rsa_keys.h"
#include "sig/classic/classic.h"
#include "test.h"

static uint8_t key[2048], pub[1024];

static size_t load(uint8_t *out, size_t cap, const char *hex) {
    long n = test_unhex(out, cap, hex);
    CHECK(n > 0);
    return n > 0 ? (size_t)n : 0;
}

TEST(both_private_forms_sign_for_the_public_one) {
    static const char *const forms[] = {pkcs8, pkcs1};
    size_t pub_len = load(pub, sizeof pub, spki), sig_len = 0;
    uint8_t sig[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES], again[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES];
    CHECK_OK(kb_rsa_pss_check_public(pub, pub_len, &sig_len));
    CHECK_INT(sig_len, 256);
    for (size_t i = 0; i < 2; i++) {
        size_t key_len = load(key, sizeof key, forms[i]);
        CHECK_OK(kb_rsa_pss_check_private(key, key_len, &sig_len));
        CHECK_INT(sig_len, 256);
        REQUIRE_OK(kb_rsa_pss_sign(sig, &sig_len, "message", 7, key, key_len));
        CHECK_INT(sig_len, 256);
        CHECK_OK(kb_rsa_pss_verify(sig, sig_len, "message", 7, pub, pub_len));
        REQUIRE_OK(kb_rsa_pss_sign(again, &sig_len, "message", 7, key, key_len));
        CHECK(memcmp(sig, again, 256) != 0);
    }
}

TEST(every_change_is_refused) {
    size_t pub_len = load(pub, sizeof pub, spki), sig_len;
    size_t key_len = load(key, sizeof key, pkcs8);
    uint8_t sig[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES] = {0};
    REQUIRE_OK(kb_rsa_pss_sign(sig, &sig_len, "message", 7, key, key_len));
    for (size_t bit = 0; bit < 8 * sig_len; bit += 13) {
        sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(kb_rsa_pss_verify(sig, sig_len, "message", 7, pub, pub_len),
                     KB_ERR_AUTH);
        sig[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    CHECK_STATUS(kb_rsa_pss_verify(sig, sig_len - 1, "message", 7, pub, pub_len),
                 KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa_pss_verify(sig, sig_len + 1, "message", 7, pub, pub_len),
                 KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa_pss_verify(sig, 0, "message", 7, pub, pub_len), KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa_pss_verify(sig, sig_len, "messagf", 7, pub, pub_len),
                 KB_ERR_AUTH);
    CHECK_STATUS(kb_rsa_pss_verify(sig, sig_len, "message", 7, pub, pub_len - 1),
                 KB_ERR_AUTH);
}

TEST(keys_out_of_range_are_refused) {
    size_t n = load(pub, sizeof pub, spki_1024), sig_len = 5;
    CHECK_STATUS(kb_rsa_pss_check_public(pub, n, &sig_len), KB_ERR_KEY);
    CHECK_INT(sig_len, 0);
    n = load(pub, sizeof pub, spki_e3);
    CHECK_STATUS(kb_rsa_pss_check_public(pub, n, &sig_len), KB_ERR_KEY);
}

TEST(keys_end_where_their_der_ends) {
    size_t n = load(key, sizeof key, pkcs8), sig_len;
    for (size_t cut = 0; cut < n; cut += 37) {
        CHECK_STATUS(kb_rsa_pss_check_private(key, cut, &sig_len), KB_ERR_KEY);
    }
    key[n] = 0;
    CHECK_STATUS(kb_rsa_pss_check_private(key, n + 1, &sig_len), KB_ERR_KEY);
    n = load(pub, sizeof pub, spki);
    pub[n] = 0;
    CHECK_STATUS(kb_rsa_pss_check_public(pub, n + 1, &sig_len), KB_ERR_KEY);
    CHECK_STATUS(kb_rsa_pss_check_public(pub, n - 1, &sig_len), KB_ERR_KEY);
}

/* The last bytes of both private forms are the coefficient, those before a factor. */
TEST(a_private_key_that_does_not_fit_together_is_refused) {
    size_t n = load(key, sizeof key, pkcs1), sig_len;
    key[n - 140] ^= 1;
    CHECK_STATUS(kb_rsa_pss_check_private(key, n, &sig_len), KB_ERR_KEY);
}

TEST(nothing_is_signed_with_a_public_key) {
    size_t n = load(pub, sizeof pub, spki), sig_len = 9;
    uint8_t sig[KB_LIBCRYPTO_RSA_SIG_MAX_BYTES] = {0xa5};
    CHECK_STATUS(kb_rsa_pss_sign(sig, &sig_len, "m", 1, pub, n), KB_ERR_KEY);
    CHECK(sig_len == 0 && sig[0] == 0);
}

int main(void) {
    RUN(both_private_forms_sign_for_the_public_one);
    RUN(every_change_is_refused);
    RUN(keys_out_of_range_are_refused);
    RUN(keys_end_where_their_der_ends);
    RUN(a_private_key_that_does_not_fit_together_is_refused);
    RUN(nothing_is_signed_with_a_public_key);
    return TEST_END();
}
