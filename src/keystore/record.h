/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One version of a key as it is stored: what is authenticated, and the wrapping of its
 * private part.
 */
#ifndef KB_KEYSTORE_RECORD_H
#define KB_KEYSTORE_RECORD_H

#include "keystore/store.h"

#include <keybraid/stream.h>

#define KB_KEY_ID_BYTES ((KB_KEY_ID_TEXT_BYTES - 1) / 2)
/* Longest wrapped private part: nonce, JWK, tag. */
#define KB_SEALED_MAX_BYTES (KB_AEAD_NONCE_BYTES + KB_JWK_MAX_BYTES + KB_AEAD_TAG_BYTES)

typedef struct kb_record {
    int64_t row; /* id of the row, 0 while it has none */
    uint8_t key_id[KB_KEY_ID_BYTES];
    char name[KB_KEY_NAME_MAX_BYTES + 1];
    unsigned version;
    kb_version_state state;
    char alg[KB_KEY_ALG_MAX_BYTES];
    char kid[KB_THUMBPRINT_TEXT_BYTES];
    int64_t created_s;
    kb_key_limits limits;
    uint64_t uses;
    uint8_t mac[KB_STORE_MAC_BYTES];
    kb_buffer public_jwk; /* text */
    kb_buffer sealed;     /* wrapped private JWK; empty for a public key */
} kb_record;

/* Releases the buffers. */
void kb_record_clear(kb_record *record);

static inline bool kb_record_has_private(const kb_record *record) {
    return record->sealed.len != 0;
}

/* Fills what comes from the key: alg, kid, public part, wrapped private part. The other
 * fields are set before, as the wrapping binds them. */
KB_MUST_USE kb_status kb_record_take_key(const kb_keystore *store, kb_record *record,
                                         const kb_key *key);

/* Computes record->mac over everything in the record but row and mac. */
KB_MUST_USE kb_status kb_record_sign(const kb_keystore *store, kb_record *record);
/* KB_ERR_STORE when record->mac does not fit. */
KB_MUST_USE kb_status kb_record_verify(const kb_keystore *store, const kb_record *record);

/* Makes a key of the public part and checks that alg and kid are its own. */
KB_MUST_USE kb_status kb_record_public(const kb_record *record, kb_key **out);
/* Unwraps the private part and makes a key of it, checked likewise. KB_ERR_KEY when the
 * record has none. */
KB_MUST_USE kb_status kb_record_private(const kb_keystore *store, const kb_record *record,
                                        kb_key **out);

#endif
