/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC under one key over several messages, as HKDF-Expand needs it. */
#ifndef KB_SYM_HMAC_H
#define KB_SYM_HMAC_H

#include <keybraid/kdf.h>

/* Caller memory; holds handles only, all of them wiped by kb_hmac_wipe. */
typedef struct kb_hmac_state {
    kb_sha2 *inner; /* after the inner pad */
    kb_sha2 *outer; /* after the outer pad */
    kb_sha2 *run;
    size_t hash_bytes;
} kb_hmac_state;

/* Takes the key and starts the first message. On error nothing is held. */
KB_MUST_USE kb_status kb_hmac_init(kb_hmac_state *hmac, kb_hash_alg alg, const void *key,
                                   size_t key_len);
KB_MUST_USE kb_status kb_hmac_update(kb_hmac_state *hmac, const void *in, size_t len);
/* Writes hash_bytes and starts the next message. On error out is zero. */
KB_MUST_USE kb_status kb_hmac_final(kb_hmac_state *hmac, uint8_t *out);
/* Allowed on a zero state and more than once. */
void kb_hmac_wipe(kb_hmac_state *hmac);

#endif
