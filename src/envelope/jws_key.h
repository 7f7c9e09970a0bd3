/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signature keys as JOSE sees them: names of algorithms, thumbprints. */
#ifndef KB_ENVELOPE_JWS_KEY_H
#define KB_ENVELOPE_JWS_KEY_H

#include "composite/sig_lamps.h"

#include <keybraid/jws.h>

#define KB_JWS_THUMBPRINT_BYTES 32

/* A key whose algorithm was found and whose lengths were checked. */
typedef struct kb_jws_signer {
    const kb_sig *sig;
    const char *alg; /* JOSE name */
    const kb_jws_key *key;
    uint8_t thumbprint[KB_JWS_THUMBPRINT_BYTES];
} kb_jws_signer;

/* Whether a token's alg names some signature algorithm of this version. */
bool kb_jws_key_is_alg(const char *alg);

/* Whether a token's alg may be verified with the key: its own name, or EdDSA (RFC 8037)
 * for Ed25519 and Ed448. */
bool kb_jws_key_fits(const kb_jws_signer *signer, const char *alg);

/* Checks one or two keys and fills signers. KB_ERR_ARGUMENT, KB_ERR_UNSUPPORTED,
 * KB_ERR_KEY, KB_ERR_POLICY as in keybraid/jws.h. */
KB_MUST_USE kb_status kb_jws_key_check(kb_jws_signer signers[KB_JWS_KEYS_MAX],
                                       const kb_jws_key *keys, size_t count,
                                       bool is_private);

#endif
