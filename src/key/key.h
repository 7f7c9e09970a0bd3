/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The inside of a key handle, for the envelope and the keystore. */
#ifndef KB_KEY_KEY_H
#define KB_KEY_KEY_H

#include "composite/composite.h"

#include <keybraid/key.h>
#include <stdint.h>

struct kb_key {
    bool is_composite;
    kb_composite_alg composite; /* when is_composite */
    const kb_kem *single;       /* when not */
    char alg[KB_KEY_ALG_MAX_BYTES];
    char thumbprint[KB_THUMBPRINT_TEXT_BYTES];
    size_t pk_len, sk_len;
    uint8_t pk[KB_COMPOSITE_PK_MAX_BYTES]; /* halves one after the other */
    kb_secret *sk;                         /* NULL for a public handle */
};

/*
 * Makes a handle from the encodings of JWK `pub` and `priv` (sk NULL for a public key).
 *
 * Checks everything that kb_key_from_jwk promises about keys: algorithm, lengths, full
 * validation of the public halves, and that they follow from the private ones.
 */
KB_MUST_USE kb_status kb_key_from_parts(kb_key **out, const char *alg, size_t alg_len,
                                        const uint8_t *pk, size_t pk_len,
                                        const uint8_t *sk, size_t sk_len);

#endif
