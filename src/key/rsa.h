/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * RSA keys in files: RSAPublicKey and RSAPrivateKey (RFC 8017, appendix A.1), the
 * identifiers of RFC 4055, and the numbers of a JWK (RFC 7518, section 6.3).
 *
 * A key is for PS256, PS384 or PS512; one that does not say which is for PS256. In the
 * handle its numbers have fixed widths (libcrypto/sign.h).
 */
#ifndef KB_KEY_RSA_H
#define KB_KEY_RSA_H

#include "key/key.h"

#define KB_KEY_RSA_MAX_BYTES   512 /* modulus of 4096 bits */
#define KB_KEY_RSA_E_MAX_BYTES 8

/* In the order of RSAPrivateKey. */
typedef enum kb_key_rsa_number {
    KB_KEY_RSA_N,
    KB_KEY_RSA_E,
    KB_KEY_RSA_D,
    KB_KEY_RSA_P,
    KB_KEY_RSA_Q,
    KB_KEY_RSA_DP,
    KB_KEY_RSA_DQ,
    KB_KEY_RSA_QI,
    KB_KEY_RSA_NUMBERS
} kb_key_rsa_number;

/* Unsigned, big-endian. n and e without leading zeros; all others may have them, so that
 * nothing is decided by a secret byte. */
typedef struct kb_key_rsa_bytes {
    const uint8_t *data;
    size_t len;
} kb_key_rsa_bytes;

/* Names of the numbers in a JWK. */
const char *kb_key_rsa_name(kb_key_rsa_number i);

/*
 * Makes a handle of n, e and, with is_private, of all others.
 *
 * jose: PS256, PS384, PS512, or NULL when the file does not say.
 * KB_ERR_UNSUPPORTED (other sizes, other exponents, primes of different lengths);
 * KB_ERR_KEY (what is no RSA key, numbers that do not belong together).
 */
KB_MUST_USE kb_status
kb_key_rsa_from_numbers(kb_key **out, const kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS],
                        bool is_private, const char *jose);

/* Whether the content of an AlgorithmIdentifier begins with an OID of RSA. */
bool kb_key_rsa_is(kb_der algorithm);
/* Read what stands beside such an AlgorithmIdentifier: content is a SEQUENCE; pub is what
 * PKCS#8 may hold besides, of length 0 when it does not. */
KB_MUST_USE kb_status kb_key_rsa_read_public(kb_key **out, kb_der algorithm,
                                             kb_der content);
KB_MUST_USE kb_status kb_key_rsa_read_private(kb_key **out, kb_der algorithm,
                                              kb_der content, kb_der pub);

/* Read RSAPrivateKey and RSAPublicKey alone, from the content of the SEQUENCE: what older
 * tools write. use says nothing, RSA keys are for signatures. */
KB_MUST_USE kb_status kb_key_rsa_read_pkcs1_private(kb_key **out, kb_der der,
                                                    const char *use);
KB_MUST_USE kb_status kb_key_rsa_read_pkcs1_public(kb_key **out, kb_der der,
                                                   const char *use);

/* Whether the handle is of RSA. */
bool kb_key_is_rsa(const kb_key *key);
/* A number of a handle, without leading zeros; those beyond e need its private part. */
kb_key_rsa_bytes kb_key_rsa_number_of(const kb_key *key, kb_key_rsa_number i);
/* Put the AlgorithmIdentifier: rsaEncryption for PS256, id-RSASSA-PSS for the others,
 * whose hash would be lost. */
void kb_key_rsa_put_algorithm(kb_der_writer *w, const kb_key *key);
/* Put RSAPublicKey, RSAPrivateKey. */
void kb_key_rsa_put_public(kb_der_writer *w, const kb_key *key);
void kb_key_rsa_put_private(kb_der_writer *w, const kb_key *key);

#endif
