/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ed25519 and Ed448 (RFC 8032, pure) behind the signature interface. */
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "sig/classic/classic.h"

static size_t bytes_of(kb_libcrypto_ed curve) {
    return (size_t)KB_LIBCRYPTO_ED_BYTES(curve);
}

static kb_status public_of(kb_libcrypto_ed curve, uint8_t *pk, const uint8_t *sk) {
    kb_status status = kb_libcrypto_ed_public(curve, pk, sk);
    if (status != KB_OK) {
        kb_wipe(pk, bytes_of(curve));
    }
    return status;
}

static kb_status keygen(kb_libcrypto_ed curve, uint8_t *pk, uint8_t *sk) {
    kb_status status = kb_rng_bytes(sk, bytes_of(curve));
    if (status == KB_OK) {
        status = public_of(curve, pk, sk);
    } else {
        kb_wipe(pk, bytes_of(curve));
    }
    if (status != KB_OK) {
        kb_wipe(sk, bytes_of(curve));
    }
    return status;
}

static kb_status sign(const kb_sig *alg, kb_libcrypto_ed curve, uint8_t *sig,
                      size_t *sig_len, const kb_sig_message *message, const uint8_t *sk) {
    *sig_len = 0;
    kb_status status = kb_classic_check_context(alg->id, message);
    if (status == KB_OK) {
        status = kb_libcrypto_ed_sign(curve, sig, message->msg, message->msg_len, sk);
    }
    if (status == KB_OK) {
        *sig_len = alg->sig_bytes;
    } else {
        kb_wipe(sig, alg->sig_bytes);
    }
    return status;
}

/* libcrypto takes a key that is not canonical or of small order, so the key is looked at
 * in every verification. */
static kb_status verify(const kb_sig *alg, kb_libcrypto_ed curve, const uint8_t *sig,
                        size_t sig_len, const kb_sig_message *message,
                        const uint8_t *pk) {
    KB_TRY(kb_classic_check_context(alg->id, message));
    if (sig_len != alg->sig_bytes) {
        return KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
    }
    KB_TRY(kb_classic_refuse(kb_libcrypto_ed_check(curve, pk)));
    return kb_libcrypto_ed_verify(curve, sig, message->msg, message->msg_len, pk);
}

/* kb_sig functions carry no context, so every curve has its own. */
#define EDDSA(name, catalog_id, curve, n)                                                \
    static kb_status name##_keygen(uint8_t *pk, uint8_t *sk) {                           \
        return keygen(curve, pk, sk);                                                    \
    }                                                                                    \
    static kb_status name##_public_of(uint8_t *pk, const uint8_t *sk) {                  \
        return public_of(curve, pk, sk);                                                 \
    }                                                                                    \
    static kb_status name##_check_pk(const uint8_t *pk) {                                \
        return kb_libcrypto_ed_check(curve, pk);                                         \
    }                                                                                    \
    static kb_status name##_sign(uint8_t *sig, size_t *sig_len,                          \
                                 const kb_sig_message *message, const uint8_t *sk) {     \
        return sign(&kb_##name, curve, sig, sig_len, message, sk);                       \
    }                                                                                    \
    static kb_status name##_verify(const uint8_t *sig, size_t sig_len,                   \
                                   const kb_sig_message *message, const uint8_t *pk) {   \
        return verify(&kb_##name, curve, sig, sig_len, message, pk);                     \
    }                                                                                    \
    const kb_sig kb_##name = {.id = catalog_id,                                          \
                              .pk_bytes = (n),                                           \
                              .sk_bytes = (n),                                           \
                              .sig_bytes = 2 * (n),                                      \
                              .context_max = 0,                                          \
                              .keygen = name##_keygen,                                   \
                              .public_of = name##_public_of,                             \
                              .check_pk = name##_check_pk,                               \
                              .sign = name##_sign,                                       \
                              .verify = name##_verify}

EDDSA(ed25519, "Ed25519", KB_LIBCRYPTO_ED25519, 32);
EDDSA(ed448, "Ed448", KB_LIBCRYPTO_ED448, 57);
