/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FLOE with given IVs, nonces and distance between two keys: for known answers only, a
 * nonce that comes twice gives the key of the authentication away. */
#ifndef KB_SYM_FLOE_DERAND_H
#define KB_SYM_FLOE_DERAND_H

#include "sym/floe.h"

/* The rotation that FLOE states: a new AEAD key every 2^20 segments. */
#define KB_FLOE_ROTATION_BITS 20

typedef struct kb_floe_message {
    const uint8_t *key; /* KB_FLOE_KEY_BYTES, secret */
    uint32_t segment_bytes;
    unsigned rotation_bits; /* 0..20 */
    const void *aad;
    size_t aad_len;
} kb_floe_message;

/* kb_floe_seal_new with the IV given. */
KB_MUST_USE kb_status kb_floe_seal_new_derand(kb_floe **out,
                                              const kb_floe_message *message,
                                              const uint8_t iv[KB_FLOE_IV_BYTES],
                                              uint8_t header[KB_FLOE_HEADER_BYTES]);

/* kb_floe_open_new with another rotation. */
KB_MUST_USE kb_status
kb_floe_open_new_rotation(kb_floe **out, const kb_floe_message *message,
                          const uint8_t header[KB_FLOE_HEADER_BYTES]);

/* kb_floe_lane_seal with the nonce given. */
KB_MUST_USE kb_status kb_floe_lane_seal_derand(kb_floe_lane *lane, uint64_t index,
                                               bool is_final, uint8_t *out,
                                               const uint8_t *in, size_t in_len,
                                               const uint8_t nonce[KB_FLOE_NONCE_BYTES]);

#endif
