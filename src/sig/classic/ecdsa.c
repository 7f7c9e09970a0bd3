/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ECDSA on P-256, P-384 and P-521 (FIPS 186-5, section 6) behind the signature interface:
 * raw signatures, the hashes of ES256, ES384 and ES512 (RFC 7518, section 3.4).
 */
#include "core/error.h"
#include "core/secret.h"
#include "libcrypto/ec_scalar.h"
#include "sig/classic/classic.h"

#include <string.h>

static const kb_ecdsa p256 = {&kb_ecdsa_p256, KB_LIBCRYPTO_P256, KB_LIBCRYPTO_SHA256};
static const kb_ecdsa p384 = {&kb_ecdsa_p384, KB_LIBCRYPTO_P384, KB_LIBCRYPTO_SHA384};
static const kb_ecdsa p521 = {&kb_ecdsa_p521, KB_LIBCRYPTO_P521, KB_LIBCRYPTO_SHA512};

const kb_ecdsa *kb_ecdsa_find(const char *id) {
    static const kb_ecdsa *const all[] = {&p256, &p384, &p521};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i]->alg->id, id) == 0) {
            return all[i];
        }
    }
    return NULL;
}

static kb_status public_of(const kb_ecdsa *c, uint8_t *pk, const uint8_t *sk) {
    kb_status status = kb_libcrypto_ec_scalar_check(c->curve, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ec_public(c->curve, pk, sk);
    }
    if (status != KB_OK) {
        kb_wipe(pk, c->alg->pk_bytes);
    }
    return status;
}

static kb_status keygen(const kb_ecdsa *c, uint8_t *pk, uint8_t *sk) {
    kb_status status = kb_libcrypto_ec_scalar_draw(c->curve, sk);
    if (status == KB_OK) {
        status = public_of(c, pk, sk);
    } else {
        kb_wipe(pk, c->alg->pk_bytes);
    }
    if (status != KB_OK) {
        kb_wipe(sk, c->alg->sk_bytes);
    }
    return status;
}

kb_status kb_ecdsa_sign_digest(const kb_ecdsa *ecdsa, uint8_t *sig, size_t *sig_len,
                               const uint8_t *digest, const uint8_t *sk) {
    *sig_len = 0;
    kb_status status = kb_libcrypto_ec_scalar_check(ecdsa->curve, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ecdsa_sign_digest(ecdsa->curve, ecdsa->md, sig, digest, sk);
    }
    if (status == KB_OK) {
        *sig_len = ecdsa->alg->sig_bytes;
    } else {
        kb_wipe(sig, ecdsa->alg->sig_bytes);
    }
    return status;
}

kb_status kb_ecdsa_verify_digest(const kb_ecdsa *ecdsa, const uint8_t *sig,
                                 size_t sig_len, const uint8_t *digest,
                                 const uint8_t *pk) {
    if (sig_len != ecdsa->alg->sig_bytes) {
        return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    return kb_classic_refuse(
        kb_libcrypto_ecdsa_verify_digest(ecdsa->curve, ecdsa->md, sig, digest, pk));
}

static kb_status hash(const kb_ecdsa *c, uint8_t *digest, const kb_sig_message *message) {
    KB_TRY(kb_classic_check_context(c->alg->id, message));
    return kb_libcrypto_digest_once(c->md, digest, message->msg, message->msg_len);
}

static kb_status sign(const kb_ecdsa *c, uint8_t *sig, size_t *sig_len,
                      const kb_sig_message *message, const uint8_t *sk) {
    uint8_t digest[KB_ECDSA_DIGEST_MAX_BYTES];
    kb_status status = hash(c, digest, message);
    if (status != KB_OK) {
        *sig_len = 0;
        kb_wipe(sig, c->alg->sig_bytes);
        return status;
    }
    return kb_ecdsa_sign_digest(c, sig, sig_len, digest, sk);
}

static kb_status verify(const kb_ecdsa *c, const uint8_t *sig, size_t sig_len,
                        const kb_sig_message *message, const uint8_t *pk) {
    uint8_t digest[KB_ECDSA_DIGEST_MAX_BYTES];
    KB_TRY(hash(c, digest, message));
    return kb_ecdsa_verify_digest(c, sig, sig_len, digest, pk);
}

kb_status kb_ecdsa_sign_der(kb_libcrypto_ec curve, kb_libcrypto_md md, uint8_t *der,
                            size_t *der_len, const void *msg, size_t msg_len,
                            const uint8_t *sk) {
    uint8_t raw[KB_LIBCRYPTO_ECDSA_RAW_MAX_BYTES];
    kb_status status = kb_libcrypto_ec_scalar_check(curve, sk);
    if (status == KB_OK) {
        status = kb_libcrypto_ecdsa_sign(curve, md, raw, msg, msg_len, sk);
    }
    if (status == KB_OK) {
        status = kb_libcrypto_ecdsa_to_der(curve, der, der_len, raw);
    }
    if (status != KB_OK) {
        kb_wipe(der, KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES);
        *der_len = 0;
    }
    return status;
}

kb_status kb_ecdsa_verify_der(kb_libcrypto_ec curve, kb_libcrypto_md md,
                              const uint8_t *der, size_t der_len, const void *msg,
                              size_t msg_len, const uint8_t *pk) {
    uint8_t raw[KB_LIBCRYPTO_ECDSA_RAW_MAX_BYTES];
    kb_status status = kb_libcrypto_ecdsa_from_der(curve, raw, der, der_len);
    if (status == KB_OK) {
        status = kb_libcrypto_ecdsa_verify(curve, md, raw, msg, msg_len, pk);
    }
    return kb_classic_refuse(status);
}

/* kb_sig functions carry no context, so every curve has its own. */
#define ECDSA(name, catalog_id, n)                                                       \
    static kb_status name##_keygen(uint8_t *pk, uint8_t *sk) {                           \
        return keygen(&name, pk, sk);                                                    \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk, const uint8_t *sk) {                  \
        return public_of(&name, pk, sk);                                                 \
    }                                                                                    \
    static kb_status name##_check_pk(const uint8_t *pk) {                                \
        return kb_libcrypto_ec_check(name.curve, pk);                                    \
    }                                                                                    \
    static kb_status name##_sign(uint8_t *sig, size_t *sig_len,                          \
                                 const kb_sig_message *message, const uint8_t *sk) {     \
        return sign(&name, sig, sig_len, message, sk);                                   \
    }                                                                                    \
    static kb_status name##_verify(const uint8_t *sig, size_t sig_len,                   \
                                   const kb_sig_message *message, const uint8_t *pk) {   \
        return verify(&name, sig, sig_len, message, pk);                                 \
    }                                                                                    \
    const kb_sig kb_ecdsa_##name = {.id = catalog_id,                                    \
                                    .pk_bytes = KB_LIBCRYPTO_EC_POINT_BYTES(n),          \
                                    .sk_bytes = (n),                                     \
                                    .sig_bytes = 2 * (n),                                \
                                    .context_max = 0,                                    \
                                    .keygen = name##_keygen,                             \
                                    .public_of = name##_public_of,                       \
                                    .check_pk = name##_check_pk,                         \
                                    .sign = name##_sign,                                 \
                                    .verify = name##_verify}

ECDSA(p256, "ECDSA-P256", 32);
ECDSA(p384, "ECDSA-P384", 48);
ECDSA(p521, "ECDSA-P521", 66);
