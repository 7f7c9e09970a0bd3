/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The two functions that hash the message (FIPS 205, 11.1 and 11.2). The tweakable hashes
 * are kernels, in ops.h. */
#ifndef KB_SIG_SLHDSA_HASH_H
#define KB_SIG_SLHDSA_HASH_H

#include "sig/slhdsa/params.h"

#define KB_SLHDSA_PIECE_COUNT 4

/* A message in pieces: prefix, context, object identifier, content. */
typedef struct kb_slhdsa_message {
    struct {
        const uint8_t *bytes;
        size_t len;
    } pieces[KB_SLHDSA_PIECE_COUNT];
} kb_slhdsa_message;

/* PRF_msg: the randomizer, n bytes. */
void kb_slhdsa_sha2_prf_msg(const kb_slhdsa_params *params, uint8_t *out,
                            const uint8_t *sk_prf, const uint8_t *opt_rand,
                            const kb_slhdsa_message *message);
void kb_slhdsa_shake_prf_msg(const kb_slhdsa_params *params, uint8_t *out,
                             const uint8_t *sk_prf, const uint8_t *opt_rand,
                             const kb_slhdsa_message *message);
/* H_msg: digest_bytes bytes; pk is PK.seed || PK.root. */
void kb_slhdsa_sha2_h_msg(const kb_slhdsa_params *params, uint8_t *out,
                          const uint8_t *randomizer, const uint8_t *pk,
                          const kb_slhdsa_message *message);
void kb_slhdsa_shake_h_msg(const kb_slhdsa_params *params, uint8_t *out,
                           const uint8_t *randomizer, const uint8_t *pk,
                           const kb_slhdsa_message *message);

#endif
