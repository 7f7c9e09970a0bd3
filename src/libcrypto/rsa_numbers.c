/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * RSA keys given as numbers: their checks, and verification of RSA-PSS (RFC 8017, section
 * 8.1.2) with them.
 *
 * Not here: keys in DER, and signing, are sign_rsa_pss.c.
 */
#include "core/bytes.h"
#include "core/secret.h"
#include "libcrypto/refused.h"
#include "libcrypto/sign.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <string.h>

#define E_BYTES KB_LIBCRYPTO_RSA_E_BYTES
#define E_MIN   65537 /* FIPS 186-5, A.1.1: above 2^16 */

/* The numbers in the order of sk, the modulus last. */
enum { E, D, P, Q, DP, DQ, QI, N, NUMBERS };

static const char *const names[NUMBERS] = {
    [N] = OSSL_PKEY_PARAM_RSA_N,          [E] = OSSL_PKEY_PARAM_RSA_E,
    [D] = OSSL_PKEY_PARAM_RSA_D,          [P] = OSSL_PKEY_PARAM_RSA_FACTOR1,
    [Q] = OSSL_PKEY_PARAM_RSA_FACTOR2,    [DP] = OSSL_PKEY_PARAM_RSA_EXPONENT1,
    [DQ] = OSSL_PKEY_PARAM_RSA_EXPONENT2, [QI] = OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
};

typedef struct numbers {
    BIGNUM *of[NUMBERS]; /* NULL: not given */
} numbers;

static void numbers_free(numbers *x) {
    for (size_t i = 0; i < NUMBERS; i++) {
        BN_clear_free(x->of[i]);
    }
}

static kb_status take(numbers *x, size_t i, const uint8_t *bytes, size_t len) {
    /* Secure numbers make the parameters below secure, which are wiped then. */
    x->of[i] = i == N || i == E ? BN_new() : BN_secure_new();
    if (x->of[i] == NULL || BN_bin2bn(bytes, (int)len, x->of[i]) == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BN_bin2bn");
    }
    return KB_OK;
}

/* Makes the key of all numbers that are given. */
static kb_status make(EVP_PKEY **out, const numbers *x) {
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, NULL);
    int selection = x->of[D] != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    bool is_built = build != NULL && ctx != NULL;
    *out = NULL;
    for (size_t i = 0; is_built && i < NUMBERS; i++) {
        is_built = x->of[i] == NULL || OSSL_PARAM_BLD_push_BN(build, names[i], x->of[i]);
    }
    if (is_built) {
        params = OSSL_PARAM_BLD_to_param(build);
    }
    kb_status status = KB_OK;
    if (params == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "OSSL_PARAM_BLD");
    } else if (EVP_PKEY_fromdata_init(ctx) != 1 ||
               EVP_PKEY_fromdata(ctx, out, selection, params) != 1) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "not an RSA key");
    }
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    return status;
}

static kb_status load_public(EVP_PKEY **out, size_t n, const uint8_t *pk) {
    numbers x = {.of = {NULL}};
    kb_status status = take(&x, E, pk, E_BYTES);
    if (status == KB_OK) {
        status = take(&x, N, pk + E_BYTES, n);
    }
    if (status == KB_OK) {
        status = make(out, &x);
    }
    numbers_free(&x);
    return status;
}

/* Lets libcrypto check a key; releases it. */
static kb_status check(EVP_PKEY *key, int (*by)(EVP_PKEY_CTX *ctx), const char *refusal) {
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status = KB_OK;
    if (ctx == NULL) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_CTX_new");
    } else if (by(ctx) != 1) {
        ERR_clear_error();
        status = KB_FAIL(KB_ERR_KEY, "%s", refusal);
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_rsa_numbers_check(size_t n, const uint8_t *pk) {
    EVP_PKEY *key;
    uint64_t e = kb_load_be64(pk);
    const uint8_t *modulus = pk + E_BYTES;
    if (e < E_MIN || e % 2 == 0) {
        return KB_FAIL(KB_ERR_KEY, "RSA exponent: must be odd, from 65537 on");
    }
    if (modulus[0] < 0x80) {
        return KB_FAIL(KB_ERR_KEY, "RSA modulus: shorter than %zu bits", 8 * n);
    }
    if (modulus[n - 1] % 2 == 0) {
        return KB_FAIL(KB_ERR_KEY, "RSA modulus: even");
    }
    KB_TRY(load_public(&key, n, pk));
    return check(key, EVP_PKEY_public_check,
                 "RSA modulus: prime, a power, or has a small factor");
}

/* The modulus is p q; what is wrong with it, the check of the pair finds. */
static kb_status multiply(numbers *x) {
    BN_CTX *ctx = BN_CTX_secure_new();
    x->of[N] = BN_new();
    bool is_done =
        ctx != NULL && x->of[N] != NULL && BN_mul(x->of[N], x->of[P], x->of[Q], ctx) == 1;
    BN_CTX_free(ctx);
    return is_done ? KB_OK : KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "BN_mul");
}

static kb_status load_private(EVP_PKEY **out, numbers *x, size_t n, const uint8_t *sk) {
    for (size_t i = E; i <= QI; i++) {
        size_t len = i == E ? E_BYTES : i == D ? n : n / 2;
        KB_TRY(take(x, i, sk, len));
        sk += len;
    }
    KB_TRY(multiply(x));
    return make(out, x);
}

kb_status kb_libcrypto_rsa_numbers_public(size_t n, uint8_t *pk, const uint8_t *sk) {
    numbers x = {.of = {NULL}};
    EVP_PKEY *key = NULL;
    kb_status status = load_private(&key, &x, n, sk);
    if (status == KB_OK) {
        status = check(key, EVP_PKEY_check,
                       "RSA private key: its numbers do not belong together");
    }
    if (status == KB_OK) {
        memcpy(pk, sk, E_BYTES);
        if (BN_bn2binpad(x.of[N], pk + E_BYTES, (int)n) != (int)n) {
            status = KB_LIBCRYPTO_REFUSED(KB_ERR_KEY, "RSA modulus");
        }
    }
    numbers_free(&x);
    if (status != KB_OK) {
        kb_wipe(pk, KB_LIBCRYPTO_RSA_PK_BYTES(n));
    }
    return status;
}

static const EVP_MD *function_of(kb_libcrypto_md md) {
    return md == KB_LIBCRYPTO_SHA256   ? EVP_sha256()
           : md == KB_LIBCRYPTO_SHA384 ? EVP_sha384()
                                       : EVP_sha512();
}

/* MGF1 takes the hash of the signature unless told otherwise. */
static bool set_pss(EVP_PKEY_CTX *ctx, const EVP_MD *md) {
    return EVP_PKEY_verify_init(ctx) == 1 &&
           EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PSS_PADDING) == 1 &&
           EVP_PKEY_CTX_set_signature_md(ctx, md) == 1 &&
           EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, RSA_PSS_SALTLEN_DIGEST) == 1;
}

kb_status kb_libcrypto_rsa_numbers_verify_digest(size_t n, kb_libcrypto_md md,
                                                 const uint8_t *sig, size_t sig_len,
                                                 const uint8_t *digest,
                                                 const uint8_t *pk) {
    EVP_PKEY *key;
    const EVP_MD *function = function_of(md);
    if (sig_len != n) {
        return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    KB_TRY(load_public(&key, n, pk));
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
    kb_status status = KB_OK;
    if (ctx == NULL || !set_pss(ctx, function)) {
        status = KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_PKEY_verify_init");
    } else if (EVP_PKEY_verify(ctx, sig, sig_len, digest,
                               (size_t)EVP_MD_get_size(function)) != 1) {
        ERR_clear_error();
        status = KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return status;
}

kb_status kb_libcrypto_rsa_numbers_verify(size_t n, kb_libcrypto_md md,
                                          const uint8_t *sig, size_t sig_len,
                                          const void *msg, size_t msg_len,
                                          const uint8_t *pk) {
    uint8_t digest[EVP_MAX_MD_SIZE];
    KB_TRY(kb_libcrypto_digest_once(md, digest, msg, msg_len));
    return kb_libcrypto_rsa_numbers_verify_digest(n, md, sig, sig_len, digest, pk);
}
