/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Classical signatures by libcrypto: Ed25519, Ed448, ECDSA, RSA-PSS.
 *
 * Nonces of ECDSA and salts of RSA-PSS come from libcrypto's generator; private keys come
 * from the caller.
 */
#ifndef KB_LIBCRYPTO_SIGN_H
#define KB_LIBCRYPTO_SIGN_H

#include "libcrypto/digest.h"
#include "libcrypto/ecdh.h"

/* ---- Ed25519 and Ed448 (RFC 8032, pure; Ed448 with an empty context). ---- */

typedef enum kb_libcrypto_ed { KB_LIBCRYPTO_ED25519, KB_LIBCRYPTO_ED448 } kb_libcrypto_ed;

#define KB_LIBCRYPTO_ED_MAX_BYTES 57
/* Private and public keys have this length, signatures twice of it. */
#define KB_LIBCRYPTO_ED_BYTES(curve) ((curve) == KB_LIBCRYPTO_ED25519 ? 32 : 57)

/* Computes the public key. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_ed_public(kb_libcrypto_ed curve, uint8_t *pk,
                                             const uint8_t *sk);
/* Checks that pk is the one encoding of a point of the curve (RFC 8032, 5.1.3 and 5.2.3)
 * and that this point is not of small order. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_libcrypto_ed_check(kb_libcrypto_ed curve, const uint8_t *pk);
/* Signs with sk. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_ed_sign(kb_libcrypto_ed curve, uint8_t *sig,
                                           const void *msg, size_t msg_len,
                                           const uint8_t *sk);
/* Verifies a signature of full length: S below the group order, R as recomputed.
 * KB_ERR_AUTH, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_libcrypto_ed_verify(kb_libcrypto_ed curve, const uint8_t *sig,
                                             const void *msg, size_t msg_len,
                                             const uint8_t *pk);

/* ---- ECDSA (FIPS 186-5, section 6). Raw signatures are r || s, each as long as a
 * coordinate; DER ones are Ecdsa-Sig-Value (RFC 3279, 2.2.3). ---- */

#define KB_LIBCRYPTO_ECDSA_RAW_MAX_BYTES (2 * KB_LIBCRYPTO_EC_MAX_BYTES)
/* SEQUENCE of two INTEGERs, each with a leading zero. */
#define KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES (3 + 2 * (3 + KB_LIBCRYPTO_EC_MAX_BYTES))

/* Signs the hash of msg: raw form. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_ecdsa_sign(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                              uint8_t *sig, const void *msg,
                                              size_t msg_len, const uint8_t *sk);
/* Verifies a raw signature of full length. KB_ERR_AUTH; KB_ERR_KEY for a pk that is no
 * point; KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_libcrypto_ecdsa_verify(kb_libcrypto_ec curve, kb_libcrypto_md md,
                                                const uint8_t *sig, const void *msg,
                                                size_t msg_len, const uint8_t *pk);
/* The same for a message that the caller has hashed with md. */
KB_MUST_USE kb_status kb_libcrypto_ecdsa_sign_digest(kb_libcrypto_ec curve,
                                                     kb_libcrypto_md md, uint8_t *sig,
                                                     const uint8_t *digest,
                                                     const uint8_t *sk);
KB_MUST_USE kb_status kb_libcrypto_ecdsa_verify_digest(kb_libcrypto_ec curve,
                                                       kb_libcrypto_md md,
                                                       const uint8_t *sig,
                                                       const uint8_t *digest,
                                                       const uint8_t *pk);
/* Writes the DER form of a raw signature; der has KB_LIBCRYPTO_ECDSA_DER_MAX_BYTES. */
KB_MUST_USE kb_status kb_libcrypto_ecdsa_to_der(kb_libcrypto_ec curve, uint8_t *der,
                                                size_t *der_len, const uint8_t *sig);
/* Reads the one DER form of a signature: KB_ERR_FORMAT for any other encoding, for bytes
 * after it, and for numbers that do not fit. */
KB_MUST_USE kb_status kb_libcrypto_ecdsa_from_der(kb_libcrypto_ec curve, uint8_t *sig,
                                                  const uint8_t *der, size_t der_len);

/* ---- RSA-PSS with SHA-256, MGF1 with SHA-256, salt of 32 bytes (RFC 8017, 8.1). ---- */

#define KB_LIBCRYPTO_RSA_MIN_BITS      2048
#define KB_LIBCRYPTO_RSA_MAX_BITS      8192
#define KB_LIBCRYPTO_RSA_SIG_MAX_BYTES (KB_LIBCRYPTO_RSA_MAX_BITS / 8)

/* Checks a private key (PKCS#8 or RFC 8017 RSAPrivateKey, DER) or a public one (SPKI,
 * DER): size, exponent, and that a private key fits together. Sets *sig_len. KB_ERR_KEY.
 */
KB_MUST_USE kb_status kb_libcrypto_rsa_check_private(const uint8_t *der, size_t der_len,
                                                     size_t *sig_len);
KB_MUST_USE kb_status kb_libcrypto_rsa_check_public(const uint8_t *der, size_t der_len,
                                                    size_t *sig_len);
/* Signs; sig has KB_LIBCRYPTO_RSA_SIG_MAX_BYTES. KB_ERR_KEY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_rsa_pss_sign(uint8_t *sig, size_t *sig_len,
                                                const void *msg, size_t msg_len,
                                                const uint8_t *der, size_t der_len);
/* Verifies. KB_ERR_AUTH, KB_ERR_KEY. */
KB_MUST_USE kb_status kb_libcrypto_rsa_pss_verify(const uint8_t *sig, size_t sig_len,
                                                  const void *msg, size_t msg_len,
                                                  const uint8_t *der, size_t der_len);

/* ---- RSA keys as numbers of fixed widths, big-endian, for a modulus of n bytes:
 * pk is e || modulus, sk is e || d || p || q || d mod p-1 || d mod q-1 || 1/q mod p. ---- */

#define KB_LIBCRYPTO_RSA_E_BYTES     8
#define KB_LIBCRYPTO_RSA_PK_BYTES(n) (KB_LIBCRYPTO_RSA_E_BYTES + (n))
#define KB_LIBCRYPTO_RSA_SK_BYTES(n) (KB_LIBCRYPTO_RSA_E_BYTES + (n) + 5 * ((n) / 2))
/* The largest modulus of keys in this form. */
#define KB_LIBCRYPTO_RSA_NUMBERS_MAX_BYTES 512

/* Checks a public key: a modulus of exactly 8n bits, odd and composite, without small
 * factors; an odd exponent from 65537 on. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_libcrypto_rsa_numbers_check(size_t n, const uint8_t *pk);
/* Computes the public key after all numbers of the private one were checked against each
 * other: p and q prime, d, and the three for the Chinese remainder theorem. KB_ERR_KEY,
 * KB_ERR_MEMORY; on error pk is zero. */
KB_MUST_USE kb_status kb_libcrypto_rsa_numbers_public(size_t n, uint8_t *pk,
                                                      const uint8_t *sk);
/* Verifies RSA-PSS with md (SHA-256, SHA-384 or SHA-512) for the message and MGF1 and a
 * salt as long as its digest. KB_ERR_AUTH; KB_ERR_KEY for a pk that libcrypto does not
 * take; KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_libcrypto_rsa_numbers_verify(size_t n, kb_libcrypto_md md,
                                                      const uint8_t *sig, size_t sig_len,
                                                      const void *msg, size_t msg_len,
                                                      const uint8_t *pk);
/* The same with the digest of the message. */
KB_MUST_USE kb_status kb_libcrypto_rsa_numbers_verify_digest(size_t n, kb_libcrypto_md md,
                                                             const uint8_t *sig,
                                                             size_t sig_len,
                                                             const uint8_t *digest,
                                                             const uint8_t *pk);

#endif
