/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ECDSA through EVP_PKEY, and the two encodings of its signatures. */
#include "core/ct.h"
#include "core/secret.h"
#include "libcrypto/refused.h"
#include "libcrypto/sign.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

typedef struct curve_row {
    const char *group;
    size_t bytes; /* of a coordinate and of a scalar */
} curve_row;

static const curve_row rows[] = {
    [KB_LIBCRYPTO_P256] = {"P-256", 32},
    [KB_LIBCRYPTO_P384] = {"P-384", 48},
    [KB_LIBCRYPTO_P521] = {"P-521", 66},
};

static const EVP_MD *function_of(kb_libcrypto_md md) {
    return md == KB_LIBCRYPTO_SHA256   ? EVP_sha256()
           : md == KB_LIBCRYPTO_SHA384 ? EVP_sha384()
                                       : EVP_sha512();
}

/* Makes a key of a group and one more parameter: a point or a scalar. */
static kb_status load(EVP_PKEY **out, const curve_row *row, OSSL_PARAM half,
                      int selection) {
    char group[8];
    memcpy(group, row->group, strlen(row->group) + 1);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0), half,
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    kb_status status = KB_OK;
    if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_fromdata_init");
    } else if (EVP_PKEY_fromdata(ctx, out, selection, params) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "EVP_PKEY_fromdata");
    }
    EVP_PKEY_CTX_free(ctx);
    return status;
}

/* libcrypto takes numbers in the byte order of the machine. A signature needs no point.
 */
static kb_status load_private(EVP_PKEY **out, const curve_row *row, const uint8_t *sk) {
    KB_SECRET_LOCAL(native, KB_LIBCRYPTO_EC_MAX_BYTES);
    for (size_t i = 0; i < row->bytes; i++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        native[i] = sk[row->bytes - 1 - i];
#else
        native[i] = sk[i];
#endif
    }
    return load(out, row,
                OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, row->bytes),
                EVP_PKEY_KEYPAIR);
}

static kb_status load_public(EVP_PKEY **out, kb_libcrypto_ec curve, const uint8_t *pk) {
    uint8_t point[KB_LIBCRYPTO_EC_POINT_BYTES(KB_LIBCRYPTO_EC_MAX_BYTES)];
    size_t n = KB_LIBCRYPTO_EC_POINT_BYTES(rows[curve].bytes);
    KB_TRY(kb_libcrypto_ec_check(curve, pk));
    memcpy(point, pk, n);
    return load(out, &rows[curve],
                OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, n),
                EVP_PKEY_PUBLIC_KEY);
}

static kb_status sign(EVP_PKEY *key, uint8_t *der, size_t *der_len, const uint8_t *digest,
                      size_t digest_len) {
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status = KB_OK;
    if (ctx == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_CTX_new");
    } else if (EVP_PKEY_sign_init(ctx) != 1 ||
               EVP_PKEY_sign(ctx, der, der_len, digest, digest_len) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_sign");
    }
    EVP_PKEY_CTX_free(ctx);
    return status;
}

static size_t bytes_of(kb_libcrypto_md md) {
    return (size_t)EVP_MD_get_size(function_of(md));
}

kb_status kb_libcrypto_ecdsa_sign_digest(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                         uint8_t *sig, const uint8_t *digest,
                                         const uint8_t *sk) {
    EVP_PKEY *key = NULL;
    uint8_t der[KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES];
    size_t der_len = sizeof der;
    KB_TRY(load_private(&key, &rows[curve], sk));
    kb_status status = sign(key, der, &der_len, digest, bytes_of(md));
    EVP_PKEY_free(key);
    /* The signature is published. */
    KB_CT_PUBLIC(der, sizeof der);
    KB_CT_PUBLIC(&der_len, sizeof der_len);
    if (status == KB_OK) {
        status = kb_libcrypto_ecdsa_from_der(curve, sig, der, der_len);
    }
    return status;
}

kb_status kb_libcrypto_ecdsa_verify_digest(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                           const uint8_t *sig, const uint8_t *digest,
                                           const uint8_t *pk) {
    EVP_PKEY *key = NULL;
    uint8_t der[KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES];
    size_t der_len;
    KB_TRY(kb_libcrypto_ecdsa_to_der(curve, der, &der_len, sig));
    KB_TRY(load_public(&key, curve, pk));
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status = KB_OK;
    if (ctx == NULL || EVP_PKEY_verify_init(ctx) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_verify_init");
    } else if (EVP_PKEY_verify(ctx, der, der_len, digest, bytes_of(md)) != 1) {
        ERR_clear_error();
        status = KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_ecdsa_sign(kb_libcrypto_ec curve, kb_libcrypto_md md, uint8_t *sig,
                                  const void *msg, size_t msg_len, const uint8_t *sk) {
    uint8_t digest[EVP_MAX_MD_SIZE];
    KB_TRY(kb_libcrypto_digest_once(md, digest, msg, msg_len));
    return kb_libcrypto_ecdsa_sign_digest(curve, md, sig, digest, sk);
}

kb_status kb_libcrypto_ecdsa_verify(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                    const uint8_t *sig, const void *msg, size_t msg_len,
                                    const uint8_t *pk) {
    uint8_t digest[EVP_MAX_MD_SIZE];
    KB_TRY(kb_libcrypto_digest_once(md, digest, msg, msg_len));
    return kb_libcrypto_ecdsa_verify_digest(curve, md, sig, digest, pk);
}

/* Takes a signature of two numbers over to libcrypto, NULL without memory. */
static ECDSA_SIG *numbers_of(const uint8_t *sig, size_t bytes) {
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(sig, (int)bytes, NULL);
    BIGNUM *s = BN_bin2bn(sig + bytes, (int)bytes, NULL);
    if (numbers == NULL || r == NULL || s == NULL || ECDSA_SIG_set0(numbers, r, s) != 1) {
        BN_free(r);
        BN_free(s);
        ECDSA_SIG_free(numbers);
        return NULL;
    }
    return numbers;
}

static kb_status write_der(uint8_t *der, size_t *der_len, const ECDSA_SIG *numbers) {
    int len = i2d_ECDSA_SIG(numbers, NULL);
    if (len <= 0 || len > KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "i2d_ECDSA_SIG");
    }
    len = i2d_ECDSA_SIG(numbers, &der);
    *der_len = (size_t)len;
    return KB_OK;
}

kb_status kb_libcrypto_ecdsa_to_der(kb_libcrypto_ec curve, uint8_t *der, size_t *der_len,
                                    const uint8_t *sig) {
    ECDSA_SIG *numbers = numbers_of(sig, rows[curve].bytes);
    if (numbers == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "ECDSA_SIG_new");
    }
    kb_status status = write_der(der, der_len, numbers);
    ECDSA_SIG_free(numbers);
    return status;
}

/* One value has one encoding: what was read is written again and compared. */
static kb_status read_strictly(uint8_t *sig, size_t bytes, const ECDSA_SIG *numbers,
                               const uint8_t *der, size_t der_len) {
    uint8_t again[KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES];
    size_t again_len;
    const BIGNUM *r = ECDSA_SIG_get0_r(numbers), *s = ECDSA_SIG_get0_s(numbers);
    if (BN_is_negative(r) || BN_is_negative(s) || (size_t)BN_num_bytes(r) > bytes ||
        (size_t)BN_num_bytes(s) > bytes) {
        return KB_FAIL(KB_ERR_FORMAT, "ECDSA signature: a number does not fit");
    }
    KB_TRY(write_der(again, &again_len, numbers));
    if (again_len != der_len || memcmp(again, der, der_len) != 0) {
        return KB_FAIL(KB_ERR_FORMAT, "ECDSA signature: not the DER encoding");
    }
    if (BN_bn2binpad(r, sig, (int)bytes) < 0 ||
        BN_bn2binpad(s, sig + bytes, (int)bytes) < 0) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "BN_bn2binpad");
    }
    return KB_OK;
}

kb_status kb_libcrypto_ecdsa_from_der(kb_libcrypto_ec curve, uint8_t *sig,
                                      const uint8_t *der, size_t der_len) {
    const uint8_t *at = der;
    if (der_len > KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES) {
        return KB_FAIL(KB_ERR_FORMAT, "ECDSA signature: %zu bytes", der_len);
    }
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &at, (long)der_len);
    if (numbers == NULL) {
        ERR_clear_error();
        return KB_FAIL(KB_ERR_FORMAT, "ECDSA signature: not DER");
    }
    kb_status status = read_strictly(sig, rows[curve].bytes, numbers, der, der_len);
    ECDSA_SIG_free(numbers);
    return status;
}
