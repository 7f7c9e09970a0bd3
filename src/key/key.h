/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The inside of a key handle, for the envelope and the keystore. */
#ifndef KB_KEY_KEY_H
#define KB_KEY_KEY_H

#include "composite/composite.h"
#include "key/form.h"
#include "sig/sig.h"

#include <keybraid/key.h>
#include <stdatomic.h>
#include <stdint.h>

/* Room for the parts of any key: P-521 with HQC-256 takes 7,370 bytes, the expanded
 * private key of ML-DSA-87 is the longest private part. */
#define KB_KEY_PK_MAX_BYTES    8192
#define KB_KEY_SK_MAX_BYTES    4896
#define KB_KEY_POINT_MAX_BYTES 133 /* which ECPrivateKey holds, too */

/* What KEMs and signature algorithms have in common: one half of a key, or all of it. */
typedef struct kb_key_part {
    const char *id;
    size_t pk_bytes, sk_bytes;
    kb_status (*keygen)(uint8_t *pk, uint8_t *sk);
    kb_status (*public_of)(uint8_t *pk, const uint8_t *sk);
    kb_status (*check_pk)(const uint8_t *pk);
} kb_key_part;

struct kb_key {
    /* Of keyed.c, which makes them when they are first wanted: the only members that
     * change after the handle was made. */
    atomic_uint public_uses, private_uses;
    _Atomic(void *) keyed_public;
    _Atomic(kb_secret *) keyed_private;
    bool is_composite;
    kb_composite_alg composite; /* when is_composite */
    const kb_kem *kem;          /* of a single KEM key, else NULL */
    const kb_sig *sig;          /* of a signature key, else NULL */
    kb_key_part part[2];
    size_t parts;
    const kb_key_form *form;
    bool is_expanded; /* sk is the standard's expanded private key, not a seed */
    char alg[KB_KEY_ALG_MAX_BYTES];
    char thumbprint[KB_THUMBPRINT_TEXT_BYTES];
    size_t pk_len, sk_len;
    kb_secret *sk; /* NULL for a public handle */
    uint8_t pk[];  /* parts one after the other */
};

/*
 * Makes a handle from its encodings: pk as JWK `pub` (elliptic curves: the uncompressed
 * point), sk as `priv` or `d`. One of the two may be NULL; what is missing is computed or
 * stays unknown.
 *
 * Checks everything that kb_key_from_jwk promises about keys: algorithm, lengths, full
 * validation of the public parts, and that they follow from the private ones.
 */
KB_MUST_USE kb_status kb_key_from_parts(kb_key **out, const char *alg, size_t alg_len,
                                        const uint8_t *pk, size_t pk_len,
                                        const uint8_t *sk, size_t sk_len);

/*
 * The same for an expanded private key of ML-KEM or ML-DSA, which is checked fully
 * (expanded.h). seed: what came with it and must expand to it, else NULL.
 */
KB_MUST_USE kb_status kb_key_from_expanded(kb_key **out, const char *alg,
                                           const uint8_t *pk, size_t pk_len,
                                           const uint8_t *expanded, size_t expanded_len,
                                           const uint8_t *seed, size_t seed_len);

/* KB_ERR_KEY when the handle has no private part, or an expanded one only. */
KB_MUST_USE kb_status kb_key_check_seed(const kb_key *key);

/* Reads a JWK; use is what kb_key_read says. */
KB_MUST_USE kb_status kb_key_read_jwk(kb_key **out, const char *text, size_t len,
                                      const char *use);
/* Reads one DER element: PKCS#8, SPKI, ECPrivateKey, RSAPrivateKey or RSAPublicKey, all
 * others by name as KB_ERR_UNSUPPORTED. */
KB_MUST_USE kb_status kb_key_read_der(kb_key **out, const uint8_t *data, size_t len,
                                      const char *use);
/* The three, from the content of the outer SEQUENCE; pkcs8.c and spki.c. */
KB_MUST_USE kb_status kb_key_read_pkcs8(kb_key **out, kb_der der, const char *use);
KB_MUST_USE kb_status kb_key_read_spki(kb_key **out, kb_der der, const char *use);
KB_MUST_USE kb_status kb_key_read_sec1(kb_key **out, kb_der der, const char *use);

/* KB_ERR_UNSUPPORTED for a compressed point in the place of an uncompressed one. */
KB_MUST_USE kb_status kb_key_check_point(const kb_key_form *form, const kb_der *point);
/* KB_ERR_UNSUPPORTED when the algorithm has no PKCS#8 and no SPKI. */
KB_MUST_USE kb_status kb_key_check_oid(const kb_key *key);
/* Puts the AlgorithmIdentifier. */
void kb_key_put_algorithm(kb_der_writer *w, const kb_key *key);
/* Put the whole structure. KB_ERR_UNSUPPORTED when the algorithm has no such form. */
KB_MUST_USE kb_status kb_key_put_pkcs8(kb_der_writer *w, const kb_key *key);
KB_MUST_USE kb_status kb_key_put_spki(kb_der_writer *w, const kb_key *key);

/* Computes the thumbprint (RFC 7638) of the public part; jwk_write.c. */
KB_MUST_USE kb_status kb_key_set_thumbprint(kb_key *key);

#endif
