/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How the keys of each algorithm are written down: the members of a JWK, the object
 * identifiers and the private key of PKCS#8. One table, read by every reader and writer.
 *
 * An algorithm without a row is written as a JWK of kty AKP only. The rows of RSA have one
 * OID, and a file tells them apart by more than that: not here, but in rsa.h.
 */
#ifndef KB_KEY_FORM_H
#define KB_KEY_FORM_H

#include "codec/der.h"

#include <keybraid/status.h>

#define KB_KEY_USE_ENC "enc"
#define KB_KEY_USE_SIG "sig"

/* What the privateKey OCTET STRING of PKCS#8 holds. */
typedef enum kb_key_private {
    KB_KEY_PRIVATE_RAW,    /* the bytes (RFC 9909, LAMPS composites) */
    KB_KEY_PRIVATE_OCTETS, /* an OCTET STRING of them (RFC 8410) */
    KB_KEY_PRIVATE_CHOICE, /* seed, expanded key or both (RFC 9935, RFC 9881) */
    KB_KEY_PRIVATE_EC,     /* ECPrivateKey (RFC 5915) */
    KB_KEY_PRIVATE_RSA     /* RSAPrivateKey (RFC 8017), all of it in rsa.h */
} kb_key_private;

/* Content bytes of an OBJECT IDENTIFIER. */
typedef struct kb_key_oid {
    uint8_t len;
    uint8_t bytes[10];
} kb_key_oid;

typedef struct kb_key_form {
    const char *id;      /* algorithm string of the key */
    const char *kty;     /* JWK */
    const char *use;     /* "enc" or "sig" */
    const char *crv;     /* NULL for kty AKP, whose alg is the id, and for kty RSA */
    const char *jose[2]; /* not AKP: values of alg that fit, perhaps with "+..." */
    kb_key_oid oid;      /* len 0: there is no PKCS#8 and no SPKI */
    kb_key_oid curve;    /* parameters; len 0: they are absent */
    kb_key_private private_form;
} kb_key_form;

/* The row of an algorithm; one of kty AKP without id and OID for those that have none. */
const kb_key_form *kb_key_form_of(const char *id);

/* The rows, to look one up by what a file says. */
const kb_key_form *kb_key_forms(size_t *count);

/* Whether a JOSE `alg` fits the row. */
bool kb_key_form_has_jose(const kb_key_form *form, const char *alg);

/*
 * Finds the row of an AlgorithmIdentifier that is not of RSA, whose content is *algorithm.
 *
 * use: what a key of an elliptic curve serves, which its OID does not tell; may be NULL.
 * KB_ERR_FORMAT; KB_ERR_UNSUPPORTED (the OID by name or number); KB_ERR_KEY (use needed).
 */
KB_MUST_USE kb_status kb_key_form_of_oid(const kb_key_form **out, kb_der algorithm,
                                         const char *use);

/* The same for the parameters of an elliptic curve alone. */
KB_MUST_USE kb_status kb_key_form_of_curve(const kb_key_form **out, kb_der parameters,
                                           const char *use);

/* Puts the AlgorithmIdentifier of the row, which is not of RSA. */
void kb_key_form_put_oid(kb_der_writer *w, const kb_key_form *form);

#endif
