/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* X25519 and X448 through EVP_PKEY. */
#include "libcrypto/ecdh.h"
#include "libcrypto/refused.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

typedef struct curve_row {
    int type;
    size_t bytes;
} curve_row;

static const curve_row rows[] = {
    [KB_LIBCRYPTO_X25519] = {EVP_PKEY_X25519, 32},
    [KB_LIBCRYPTO_X448] = {EVP_PKEY_X448, 56},
};

/* Makes the key and writes its public half. */
static kb_status load_pair(EVP_PKEY **out, kb_libcrypto_x curve, uint8_t *pk,
                           const uint8_t *sk) {
    size_t bytes = rows[curve].bytes, n = bytes;
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(rows[curve].type, NULL, sk, bytes);
    if (key == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_new_raw_private_key");
    }
    if (EVP_PKEY_get_raw_public_key(key, pk, &n) != 1 || n != bytes) {
        EVP_PKEY_free(key);
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_get_raw_public_key");
    }
    *out = key;
    return KB_OK;
}

/*
 * Makes a key of which only the private half is used. libcrypto would compute the public
 * half, which takes as long as the derivation that the key is for; any string in its place
 * spares that.
 */
static kb_status load_private(EVP_PKEY **out, kb_libcrypto_x curve, const uint8_t *sk,
                              const uint8_t *in_place_of_pk) {
    size_t bytes = rows[curve].bytes;
    OSSL_PARAM halves[] = {
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, (void *)sk, bytes),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)in_place_of_pk,
                                          bytes),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_id(rows[curve].type, NULL);
    bool is_made = ctx != NULL && EVP_PKEY_fromdata_init(ctx) == 1 &&
                   EVP_PKEY_fromdata(ctx, out, EVP_PKEY_KEYPAIR, halves) == 1;
    EVP_PKEY_CTX_free(ctx);
    return is_made ? KB_OK : KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_fromdata");
}

kb_status kb_libcrypto_x_public(kb_libcrypto_x curve, uint8_t *pk, const uint8_t *sk) {
    EVP_PKEY *key = NULL;
    KB_TRY(load_pair(&key, curve, pk, sk));
    EVP_PKEY_free(key);
    return KB_OK;
}

static kb_status derive(EVP_PKEY_CTX *ctx, EVP_PKEY *peer, uint8_t *ss, size_t bytes) {
    size_t n = bytes;
    if (EVP_PKEY_derive_init(ctx) != 1 || EVP_PKEY_derive_set_peer(ctx, peer) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_derive_set_peer");
    }
    /* It computes first and then refuses a result of zeros. */
    if (EVP_PKEY_derive(ctx, ss, &n) != 1) {
        ERR_clear_error();
        return KB_FAIL(KB_ERR_KEY, "shared secret is zero");
    }
    if (n != bytes) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_derive");
    }
    return KB_OK;
}

kb_status kb_libcrypto_x_derive(kb_libcrypto_x curve, uint8_t *pk, uint8_t *ss,
                                const uint8_t *sk, const uint8_t *peer) {
    EVP_PKEY *key = NULL;
    KB_TRY(pk != NULL ? load_pair(&key, curve, pk, sk)
                      : load_private(&key, curve, sk, peer));
    EVP_PKEY *peer_key =
        EVP_PKEY_new_raw_public_key(rows[curve].type, NULL, peer, rows[curve].bytes);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status;
    if (peer_key != NULL && ctx != NULL) {
        status = derive(ctx, peer_key, ss, rows[curve].bytes);
    } else {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_CTX_new");
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(peer_key);
    EVP_PKEY_free(key);
    return status;
}
