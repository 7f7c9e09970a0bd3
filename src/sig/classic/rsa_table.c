/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * RSA-PSS behind the signature interface, for keys that were imported: it verifies, and
 * makes neither keys nor signatures. One table per modulus and hash (PS256, PS384, PS512
 * of RFC 7518, section 3.5).
 *
 * Not here: signing for comparison is rsa_pss.c.
 */
#include "core/error.h"
#include "core/secret.h"
#include "sig/classic/classic.h"

#include <string.h>

static kb_status refuse_keygen(size_t n, uint8_t *pk, uint8_t *sk) {
    kb_wipe(pk, KB_LIBCRYPTO_RSA_PK_BYTES(n));
    kb_wipe(sk, KB_LIBCRYPTO_RSA_SK_BYTES(n));
    return KB_FAIL(KB_ERR_POLICY, "RSA keys are imported, none are made");
}

static kb_status refuse_sign(size_t n, uint8_t *sig, size_t *sig_len) {
    kb_wipe(sig, n);
    *sig_len = 0;
    return KB_FAIL(KB_ERR_POLICY, "RSA only verifies, nothing new is signed with it");
}

static kb_status verify(const kb_sig *alg, kb_libcrypto_md md, const uint8_t *sig,
                        size_t sig_len, const kb_sig_message *message,
                        const uint8_t *pk) {
    KB_TRY(kb_classic_check_context(alg->id, message));
    return kb_classic_refuse(kb_libcrypto_rsa_numbers_verify(
        alg->sig_bytes, md, sig, sig_len, message->msg, message->msg_len, pk));
}

/* What depends on the modulus alone, of n bytes; kb_sig functions carry no context. */
#define MODULUS(bits, n)                                                                 \
    static kb_status keygen_##bits(uint8_t *pk, uint8_t *sk) {                           \
        return refuse_keygen(n, pk, sk);                                                 \
    }                                                                                    \
    static kb_status public_of_##bits(uint8_t *pk, const uint8_t *sk) {                  \
        return kb_libcrypto_rsa_numbers_public(n, pk, sk);                               \
    }                                                                                    \
    static kb_status check_pk_##bits(const uint8_t *pk) {                                \
        return kb_libcrypto_rsa_numbers_check(n, pk);                                    \
    }                                                                                    \
    static kb_status sign_##bits(uint8_t *sig, size_t *sig_len,                          \
                                 const kb_sig_message *message, const uint8_t *sk) {     \
        (void)message;                                                                   \
        (void)sk;                                                                        \
        return refuse_sign(n, sig, sig_len);                                             \
    }

#define RSA(bits, n, ps)                                                                 \
    static kb_status verify_##bits##_##ps(const uint8_t *sig, size_t sig_len,            \
                                          const kb_sig_message *message,                 \
                                          const uint8_t *pk) {                           \
        return verify(&kb_rsa##bits##_ps##ps, KB_LIBCRYPTO_SHA##ps, sig, sig_len,        \
                      message, pk);                                                      \
    }                                                                                    \
    const kb_sig kb_rsa##bits##_ps##ps = {.id = "RSA-" #bits "-PS" #ps,                  \
                                          .pk_bytes = KB_LIBCRYPTO_RSA_PK_BYTES(n),      \
                                          .sk_bytes = KB_LIBCRYPTO_RSA_SK_BYTES(n),      \
                                          .sig_bytes = (n),                              \
                                          .context_max = 0,                              \
                                          .keygen = keygen_##bits,                       \
                                          .public_of = public_of_##bits,                 \
                                          .check_pk = check_pk_##bits,                   \
                                          .sign = sign_##bits,                           \
                                          .verify = verify_##bits##_##ps}

MODULUS(2048, 256)
RSA(2048, 256, 256);
RSA(2048, 256, 384);
RSA(2048, 256, 512);
MODULUS(3072, 384)
RSA(3072, 384, 256);
RSA(3072, 384, 384);
RSA(3072, 384, 512);
MODULUS(4096, 512)
RSA(4096, 512, 256);
RSA(4096, 512, 384);
RSA(4096, 512, 512);

static const kb_rsa rows[] = {
    {&kb_rsa2048_ps256, KB_LIBCRYPTO_SHA256}, {&kb_rsa2048_ps384, KB_LIBCRYPTO_SHA384},
    {&kb_rsa2048_ps512, KB_LIBCRYPTO_SHA512}, {&kb_rsa3072_ps256, KB_LIBCRYPTO_SHA256},
    {&kb_rsa3072_ps384, KB_LIBCRYPTO_SHA384}, {&kb_rsa3072_ps512, KB_LIBCRYPTO_SHA512},
    {&kb_rsa4096_ps256, KB_LIBCRYPTO_SHA256}, {&kb_rsa4096_ps384, KB_LIBCRYPTO_SHA384},
    {&kb_rsa4096_ps512, KB_LIBCRYPTO_SHA512},
};

const kb_rsa *kb_rsa_find(const char *id) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].alg->id, id) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

kb_status kb_rsa_verify_digest(const kb_rsa *rsa, const uint8_t *sig, size_t sig_len,
                               const uint8_t *digest, const uint8_t *pk) {
    return kb_classic_refuse(kb_libcrypto_rsa_numbers_verify_digest(
        rsa->alg->sig_bytes, rsa->md, sig, sig_len, digest, pk));
}
