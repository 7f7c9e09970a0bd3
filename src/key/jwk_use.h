/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which algorithm a JWK is for: what kty, crv, alg, use and key_ops say together. */
#ifndef KB_KEY_JWK_USE_H
#define KB_KEY_JWK_USE_H

#include <keybraid/status.h>

/* The operations of key_ops (RFC 7517, 4.3) seen so far. */
typedef struct kb_jwk_ops {
    unsigned seen; /* bit i: row i of the table */
    bool is_enc, is_sig;
} kb_jwk_ops;

/* Takes one element of key_ops. KB_ERR_FORMAT for a repeated one; unknown ones say
 * nothing. */
KB_MUST_USE kb_status kb_jwk_take_op(kb_jwk_ops *ops, const char *op);

typedef struct kb_jwk_says {
    const char *kty;
    const char *crv, *alg, *use; /* NULL when missing */
    const kb_jwk_ops *ops;
    const char *hint; /* use of an elliptic-curve key that says nothing itself, or NULL */
} kb_jwk_says;

/*
 * Finds the algorithm string that all of them fit.
 *
 * *id is says->alg or a constant; with kty RSA it is the JOSE name, NULL when alg is
 * missing, since the size of the modulus belongs to the algorithm string.
 * KB_ERR_UNSUPPORTED (unknown curve, unknown use, RSA for other things); KB_ERR_KEY (they
 * contradict each other, or do not tell what an elliptic-curve key is for).
 */
KB_MUST_USE kb_status kb_jwk_find_id(const char **id, const kb_jwk_says *says);

#endif
