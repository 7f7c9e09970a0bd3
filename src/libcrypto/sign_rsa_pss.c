/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* RSA-PSS through EVP_PKEY, with keys in DER. */
#include "libcrypto/refused.h"
#include "libcrypto/sign.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#define SALT_BYTES 32

/* FIPS 186-5, A.1.1: the public exponent is odd and above 2^16; at most 2^64 here, which
 * bounds the work of a verification. */
static kb_status check_key(EVP_PKEY *key, size_t *sig_len) {
    int bits = EVP_PKEY_get_bits(key);
    BIGNUM *e = NULL;
    if (EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA) {
        return KB_FAIL(KB_ERR_KEY, "not an RSA key");
    }
    if (bits < KB_LIBCRYPTO_RSA_MIN_BITS || bits > KB_LIBCRYPTO_RSA_MAX_BITS ||
        bits % 8 != 0) {
        return KB_FAIL(KB_ERR_KEY, "RSA key of %d bits", bits);
    }
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &e) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "RSA exponent");
    }
    bool is_good = BN_is_odd(e) && BN_num_bits(e) > 16 && BN_num_bits(e) <= 64;
    BN_free(e);
    *sig_len = (size_t)bits / 8;
    return is_good ? KB_OK : KB_FAIL(KB_ERR_KEY, "RSA exponent out of range");
}

/* Reads one DER value and nothing after it. */
static kb_status load(EVP_PKEY **out, size_t *sig_len, bool is_private,
                      const uint8_t *der, size_t der_len) {
    const uint8_t *at = der;
    *out = NULL;
    if (der_len > INT32_MAX) {
        return KB_FAIL(KB_ERR_KEY, "RSA key: %zu bytes", der_len);
    }
    *out = is_private ? d2i_AutoPrivateKey(NULL, &at, (long)der_len)
                      : d2i_PUBKEY(NULL, &at, (long)der_len);
    if (*out == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "RSA key is not DER");
    }
    kb_status status = check_key(*out, sig_len);
    if (status == KB_OK && at != der + der_len) {
        status = KB_FAIL(KB_ERR_KEY, "RSA key: bytes after the end");
    }
    if (status != KB_OK) {
        EVP_PKEY_free(*out);
        *out = NULL;
    }
    return status;
}

static kb_status check(bool is_private, const uint8_t *der, size_t der_len,
                       size_t *sig_len) {
    EVP_PKEY *key;
    KB_TRY(load(&key, sig_len, is_private, der, der_len));
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status = KB_OK;
    if (ctx == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_CTX_new");
    } else if ((is_private ? EVP_PKEY_check(ctx) : EVP_PKEY_public_check(ctx)) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "RSA key is not consistent");
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_rsa_check_private(const uint8_t *der, size_t der_len,
                                         size_t *sig_len) {
    return check(true, der, der_len, sig_len);
}

kb_status kb_libcrypto_rsa_check_public(const uint8_t *der, size_t der_len,
                                        size_t *sig_len) {
    return check(false, der, der_len, sig_len);
}

/* MGF1 takes the hash of the signature unless told otherwise. */
static bool set_pss(EVP_PKEY_CTX *ctx) {
    return EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PSS_PADDING) == 1 &&
           EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, SALT_BYTES) == 1;
}

kb_status kb_libcrypto_rsa_pss_sign(uint8_t *sig, size_t *sig_len, const void *msg,
                                    size_t msg_len, const uint8_t *der, size_t der_len) {
    EVP_PKEY *key;
    EVP_PKEY_CTX *pss;
    KB_TRY(load(&key, sig_len, true, der, der_len));
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    kb_status status = KB_OK;
    if (ctx == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_MD_CTX_new");
    } else if (EVP_DigestSignInit(ctx, &pss, EVP_sha256(), NULL, key) != 1 ||
               !set_pss(pss) || EVP_DigestSign(ctx, sig, sig_len, msg, msg_len) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestSign");
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_rsa_pss_verify(const uint8_t *sig, size_t sig_len, const void *msg,
                                      size_t msg_len, const uint8_t *der,
                                      size_t der_len) {
    EVP_PKEY *key;
    EVP_PKEY_CTX *pss;
    size_t want;
    KB_TRY(load(&key, &want, false, der, der_len));
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    kb_status status = KB_OK;
    if (ctx == NULL || EVP_DigestVerifyInit(ctx, &pss, EVP_sha256(), NULL, key) != 1 ||
        !set_pss(pss)) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_DigestVerifyInit");
    } else if (sig_len != want ||
               EVP_DigestVerify(ctx, sig, sig_len, msg, msg_len) != 1) {
        ERR_clear_error();
        status = KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}
