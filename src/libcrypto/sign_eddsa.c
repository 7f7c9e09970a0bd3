/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Ed25519 and Ed448 through EVP_PKEY.
 *
 * Not here: the check of public keys, which libcrypto does not offer, is ed_point.c.
 */
#include "libcrypto/refused.h"
#include "libcrypto/sign.h"

#include <openssl/evp.h>

static int type_of(kb_libcrypto_ed curve) {
    return curve == KB_LIBCRYPTO_ED25519 ? EVP_PKEY_ED25519 : EVP_PKEY_ED448;
}

static kb_status load_private(EVP_PKEY **out, kb_libcrypto_ed curve, const uint8_t *sk) {
    *out = EVP_PKEY_new_raw_private_key(type_of(curve), NULL, sk,
                                        (size_t)KB_LIBCRYPTO_ED_BYTES(curve));
    return *out != NULL
               ? KB_OK
               : KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_new_raw_private_key");
}

kb_status kb_libcrypto_ed_public(kb_libcrypto_ed curve, uint8_t *pk, const uint8_t *sk) {
    EVP_PKEY *key;
    size_t n = (size_t)KB_LIBCRYPTO_ED_BYTES(curve);
    KB_TRY(load_private(&key, curve, sk));
    int ok = EVP_PKEY_get_raw_public_key(key, pk, &n);
    EVP_PKEY_free(key);
    return ok == 1 ? KB_OK
                   : KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_get_raw_public_key");
}

kb_status kb_libcrypto_ed_sign(kb_libcrypto_ed curve, uint8_t *sig, const void *msg,
                               size_t msg_len, const uint8_t *sk) {
    EVP_PKEY *key;
    size_t want = 2 * (size_t)KB_LIBCRYPTO_ED_BYTES(curve), n = want;
    KB_TRY(load_private(&key, curve, sk));
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    kb_status status = KB_OK;
    if (ctx == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_MD_CTX_new");
    } else if (EVP_DigestSignInit(ctx, NULL, NULL, NULL, key) != 1 ||
               EVP_DigestSign(ctx, sig, &n, msg, msg_len) != 1 || n != want) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestSign");
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_ed_verify(kb_libcrypto_ed curve, const uint8_t *sig,
                                 const void *msg, size_t msg_len, const uint8_t *pk) {
    size_t n = (size_t)KB_LIBCRYPTO_ED_BYTES(curve);
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(type_of(curve), NULL, pk, n);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    kb_status status = KB_OK;
    if (key == NULL || ctx == NULL ||
        EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, key) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_DigestVerifyInit");
    } else if (EVP_DigestVerify(ctx, sig, 2 * n, msg, msg_len) != 1) {
        ERR_clear_error();
        status = KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}
