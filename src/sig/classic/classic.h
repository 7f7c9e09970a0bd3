/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Classical signatures: the tables behind the signature interface, ECDSA with a free
 * choice of hash and encoding, and RSA-PSS that signs, with keys in DER of any size.
 */
#ifndef KB_SIG_CLASSIC_CLASSIC_H
#define KB_SIG_CLASSIC_CLASSIC_H

#include "libcrypto/sign.h"
#include "sig/sig.h"

/* Pure mode, no context. sk: RFC 8032 private key. */
extern const kb_sig kb_ed25519, kb_ed448;
/* With SHA-256, SHA-384 and SHA-512 in this order. sk: scalar, big-endian, full width;
 * pk: SEC 1 uncompressed; signature: r || s, each of full width. */
extern const kb_sig kb_ecdsa_p256, kb_ecdsa_p384, kb_ecdsa_p521;
/* RSA-PSS with SHA-256, SHA-384 and SHA-512, keys as libcrypto/sign.h has them in numbers.
 * They verify; making keys and signing are KB_ERR_POLICY. */
extern const kb_sig kb_rsa2048_ps256, kb_rsa2048_ps384, kb_rsa2048_ps512;
extern const kb_sig kb_rsa3072_ps256, kb_rsa3072_ps384, kb_rsa3072_ps512;
extern const kb_sig kb_rsa4096_ps256, kb_rsa4096_ps384, kb_rsa4096_ps512;

/* ECDSA for messages that the caller hashes, piece by piece (libcrypto/digest.h). */
typedef struct kb_ecdsa {
    const kb_sig *alg;
    kb_libcrypto_ec curve;
    kb_libcrypto_md md; /* to be used for the digest */
} kb_ecdsa;

#define KB_ECDSA_DIGEST_MAX_BYTES 64

/* NULL when this is the id of none of the three. */
const kb_ecdsa *kb_ecdsa_find(const char *id);
/* As sign and verify of the table, with the digest of the message in its place. */
KB_MUST_USE kb_status kb_ecdsa_sign_digest(const kb_ecdsa *ecdsa, uint8_t *sig,
                                           size_t *sig_len, const uint8_t *digest,
                                           const uint8_t *sk);
KB_MUST_USE kb_status kb_ecdsa_verify_digest(const kb_ecdsa *ecdsa, const uint8_t *sig,
                                             size_t sig_len, const uint8_t *digest,
                                             const uint8_t *pk);

/* Signs into DER (Ecdsa-Sig-Value); der has KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES. KB_ERR_KEY
 * (scalar out of range), KB_ERR_MEMORY. On error der is zero and *der_len 0. */
KB_MUST_USE kb_status kb_ecdsa_sign_der(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                        uint8_t *der, size_t *der_len, const void *msg,
                                        size_t msg_len, const uint8_t *sk);
/* Verifies a DER signature; any other encoding of the same numbers is refused.
 * KB_ERR_AUTH. */
KB_MUST_USE kb_status kb_ecdsa_verify_der(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                          const uint8_t *der, size_t der_len,
                                          const void *msg, size_t msg_len,
                                          const uint8_t *pk);

/* RSA-PSS for messages that the caller hashes, piece by piece. */
typedef struct kb_rsa {
    const kb_sig *alg;
    kb_libcrypto_md md; /* to be used for the digest */
} kb_rsa;
#define KB_RSA_DIGEST_MAX_BYTES 64
/* Finds the row of an id; NULL when it is not of RSA. */
const kb_rsa *kb_rsa_find(const char *id);
/* As verify of the table, with the digest of the message in its place. */
KB_MUST_USE kb_status kb_rsa_verify_digest(const kb_rsa *rsa, const uint8_t *sig,
                                           size_t sig_len, const uint8_t *digest,
                                           const uint8_t *pk);

/* RSA-PSS with SHA-256 and a salt of 32 bytes, moduli of 2048 to 8192 bits. For comparison
 * only. Private keys are PKCS#8 or RSAPrivateKey,
 * public keys SPKI, all DER. */
KB_MUST_USE kb_status kb_rsa_pss_check_private(const uint8_t *der, size_t der_len,
                                               size_t *sig_len);
KB_MUST_USE kb_status kb_rsa_pss_check_public(const uint8_t *der, size_t der_len,
                                              size_t *sig_len);
/* Signs; sig has KB_LIBCRYPTO_RSA_SIG_MAX_BYTES. KB_ERR_KEY. On error sig is zero and
 * *sig_len 0. */
KB_MUST_USE kb_status kb_rsa_pss_sign(uint8_t *sig, size_t *sig_len, const void *msg,
                                      size_t msg_len, const uint8_t *der, size_t der_len);
/* Verifies. KB_ERR_AUTH, also for a key that is none. */
KB_MUST_USE kb_status kb_rsa_pss_verify(const uint8_t *sig, size_t sig_len,
                                        const void *msg, size_t msg_len,
                                        const uint8_t *der, size_t der_len);

/* For the files of this folder. */

/* Refuses a context, which these algorithms have not. KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_classic_check_context(const char *id,
                                               const kb_sig_message *message);
/* Turns what is wrong with a key or an encoding into KB_ERR_AUTH. */
kb_status kb_classic_refuse(kb_status status);

#endif
