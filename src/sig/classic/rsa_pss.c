/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA-PSS (RFC 8017, section 8.1) for comparison. Not here: keys that were imported verify
 * through rsa_table.c. */
#include "core/secret.h"
#include "sig/classic/classic.h"

kb_status kb_rsa_pss_check_private(const uint8_t *der, size_t der_len, size_t *sig_len) {
    *sig_len = 0;
    return kb_libcrypto_rsa_check_private(der, der_len, sig_len);
}

kb_status kb_rsa_pss_check_public(const uint8_t *der, size_t der_len, size_t *sig_len) {
    *sig_len = 0;
    return kb_libcrypto_rsa_check_public(der, der_len, sig_len);
}

kb_status kb_rsa_pss_sign(uint8_t *sig, size_t *sig_len, const void *msg, size_t msg_len,
                          const uint8_t *der, size_t der_len) {
    kb_status status =
        kb_libcrypto_rsa_pss_sign(sig, sig_len, msg, msg_len, der, der_len);
    if (status != KB_OK) {
        kb_wipe(sig, KB_LIBCRYPTO_RSA_SIG_MAX_BYTES);
        *sig_len = 0;
    }
    return status;
}

kb_status kb_rsa_pss_verify(const uint8_t *sig, size_t sig_len, const void *msg,
                            size_t msg_len, const uint8_t *der, size_t der_len) {
    return kb_classic_refuse(
        kb_libcrypto_rsa_pss_verify(sig, sig_len, msg, msg_len, der, der_len));
}
