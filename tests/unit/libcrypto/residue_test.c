/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A refusal leaves nothing in libcrypto's error queue, which belongs to the application.
 */
#include "kem/kem.h"
#include "sig/classic/classic.h"
#include "test.h"

#include <openssl/err.h>

static void refuse_once(const kb_kem *kem, const uint8_t *point) {
    uint8_t sk[66] = {0}, ss[66];
    sk[kem->sk_bytes - 1] = 1;
    CHECK_STATUS(kem->decaps(ss, point, sk), KB_ERR_AUTH);
    CHECK_INT(ERR_peek_error(), 0);
}

TEST(refused_points_leave_no_error) {
    uint8_t point[133] = {4};
    refuse_once(&kb_p256, point);
    CHECK_STATUS(kb_p256.check_pk(point), KB_ERR_KEY);
    CHECK_INT(ERR_peek_error(), 0);
    memset(point + 1, 0xff, sizeof point - 1);
    refuse_once(&kb_p256, point);
    refuse_once(&kb_p384, point);
    refuse_once(&kb_p521, point);
}

TEST(zero_secrets_leave_no_error) {
    const uint8_t zero[56] = {0};
    refuse_once(&kb_x25519, zero);
    refuse_once(&kb_x448, zero);
}

TEST(refused_signatures_leave_no_error) {
    static const kb_sig *const algs[] = {&kb_ed25519, &kb_ed448, &kb_ecdsa_p256,
                                         &kb_ecdsa_p384, &kb_ecdsa_p521};
    const kb_sig_message message = {(const uint8_t *)"m", 1, NULL, 0};
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        uint8_t pk[133], sk[66], sig[132] = {0}, point[133] = {0};
        size_t len;
        REQUIRE_OK(algs[i]->keygen(pk, sk));
        CHECK_STATUS(algs[i]->verify(sig, algs[i]->sig_bytes, &message, pk), KB_ERR_AUTH);
        CHECK_INT(ERR_peek_error(), 0);
        REQUIRE_OK(algs[i]->sign(sig, &len, &message, sk));
        CHECK_STATUS(algs[i]->verify(sig, len, &message, point), KB_ERR_AUTH);
        CHECK_STATUS(algs[i]->check_pk(point), KB_ERR_KEY);
        CHECK_INT(ERR_peek_error(), 0);
    }
    const uint8_t der[] = {0x30, 6, 2, 1, 1, 3, 1, 1};
    uint8_t raw[64];
    size_t len;
    CHECK_STATUS(kb_libcrypto_ecdsa_from_der(KB_LIBCRYPTO_P256, raw, der, sizeof der),
                 KB_ERR_FORMAT);
    CHECK_STATUS(kb_rsa_pss_check_private(der, sizeof der, &len), KB_ERR_KEY);
    CHECK_STATUS(kb_rsa_pss_check_public(der, sizeof der, &len), KB_ERR_KEY);
    CHECK_INT(ERR_peek_error(), 0);
    static uint8_t n_pk[KB_LIBCRYPTO_RSA_PK_BYTES(256)];
    static uint8_t n_sk[KB_LIBCRYPTO_RSA_SK_BYTES(256)], n_sig[256];
    CHECK_STATUS(kb_libcrypto_rsa_numbers_public(256, n_pk, n_sk), KB_ERR_KEY);
    CHECK_INT(ERR_peek_error(), 0);
    memset(n_pk, 0xff, sizeof n_pk);
    CHECK_STATUS(kb_libcrypto_rsa_numbers_check(256, n_pk), KB_ERR_KEY);
    CHECK_INT(ERR_peek_error(), 0);
    CHECK_STATUS(kb_libcrypto_rsa_numbers_verify(256, KB_LIBCRYPTO_SHA256, n_sig,
                                                 sizeof n_sig, "m", 1, n_pk),
                 KB_ERR_AUTH);
    CHECK_INT(ERR_peek_error(), 0);
}

int main(void) {
    RUN(refused_points_leave_no_error);
    RUN(zero_secrets_leave_no_error);
    RUN(refused_signatures_leave_no_error);
    return TEST_END();
}
