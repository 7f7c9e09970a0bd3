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
 * Makes a key whose private half is ours and whose public half is the peer's, which is both
 * sides of a derivation. Of a private half alone libcrypto would compute the public one,
 * in the time of the derivation itself.
 */
static kb_status load_halves(EVP_PKEY **out, kb_libcrypto_x curve, const uint8_t *sk,
                             const uint8_t *peer) {
    size_t bytes = rows[curve].bytes;
    OSSL_PARAM halves[] = {
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PRIV_KEY, (void *)sk, bytes),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)peer, bytes),
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

/* libcrypto's check of a peer finds only keys without a public half: it is left out. */
static kb_status compute(EVP_PKEY_CTX *ctx, EVP_PKEY *peer, uint8_t *ss, size_t bytes) {
    size_t n = bytes;
    if (EVP_PKEY_derive_init(ctx) != 1 ||
        EVP_PKEY_derive_set_peer_ex(ctx, peer, 0) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_PKEY_derive_set_peer_ex");
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

static kb_status derive(EVP_PKEY *key, EVP_PKEY *peer, uint8_t *ss, size_t bytes) {
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    if (ctx == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_CTX_new");
    }
    kb_status status = compute(ctx, peer, ss, bytes);
    EVP_PKEY_CTX_free(ctx);
    return status;
}

kb_libcrypto_x_peer *kb_libcrypto_x_peer_new(kb_libcrypto_x curve, const uint8_t *pk) {
    EVP_PKEY *peer =
        EVP_PKEY_new_raw_public_key(rows[curve].type, NULL, pk, rows[curve].bytes);
    if (peer == NULL) {
        ERR_clear_error();
    }
    return (kb_libcrypto_x_peer *)peer;
}

void kb_libcrypto_x_peer_free(kb_libcrypto_x_peer *peer) {
    EVP_PKEY_free((EVP_PKEY *)peer);
}

kb_status kb_libcrypto_x_derive_to(kb_libcrypto_x curve, uint8_t *pk, uint8_t *ss,
                                   const uint8_t *sk, const kb_libcrypto_x_peer *peer) {
    EVP_PKEY *key = NULL;
    if (peer == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "libcrypto: public key");
    }
    KB_TRY(load_pair(&key, curve, pk, sk));
    /* Of the peer only the count of references changes, which is atomic. */
    kb_status status = derive(key, (EVP_PKEY *)peer, ss, rows[curve].bytes);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_x_derive(kb_libcrypto_x curve, uint8_t *ss, const uint8_t *sk,
                                const uint8_t *peer) {
    EVP_PKEY *key = NULL;
    KB_TRY(load_halves(&key, curve, sk, peer));
    kb_status status = derive(key, key, ss, rows[curve].bytes);
    EVP_PKEY_free(key);
    return status;
}
