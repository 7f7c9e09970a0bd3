/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The two functions that hash the message (FIPS 205, 11.1 and 11.2), which take it in
 * pieces.
 *
 * Order of the calls: begin, absorb any number of times, the end of the same name, which
 * wipes the state. A state that is given up earlier is wiped by its owner.
 *
 * Not here: the tweakable hashes are kernels, in ops.h.
 */
#ifndef KB_SIG_SLHDSA_HASH_H
#define KB_SIG_SLHDSA_HASH_H

#include "hash/keccak/keccak.h"
#include "hash/sha2/sha2_core.h"
#include "sig/slhdsa/params.h"

/* A message on its way into one of the functions. */
typedef struct kb_slhdsa_hash {
    const kb_slhdsa_params *params;
    union {
        kb_sha2_core sha2;
        kb_keccak shake;
    } state;
} kb_slhdsa_hash;

typedef struct kb_slhdsa_hash_ops {
    /* PRF_msg: the randomizer, n bytes. */
    void (*prf_begin)(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                      const uint8_t *sk_prf, const uint8_t *opt_rand);
    void (*prf_end)(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *sk_prf);
    /* H_msg: digest_bytes bytes; pk is PK.seed || PK.root. */
    void (*h_begin)(kb_slhdsa_hash *hash, const kb_slhdsa_params *params,
                    const uint8_t *randomizer, const uint8_t *pk);
    void (*h_end)(kb_slhdsa_hash *hash, uint8_t *out, const uint8_t *randomizer,
                  const uint8_t *pk);
    void (*absorb)(kb_slhdsa_hash *hash, const void *in, size_t len);
} kb_slhdsa_hash_ops;

extern const kb_slhdsa_hash_ops kb_slhdsa_hash_sha2, kb_slhdsa_hash_shake;

static inline const kb_slhdsa_hash_ops *
kb_slhdsa_hash_of(const kb_slhdsa_params *params) {
    return params->is_shake ? &kb_slhdsa_hash_shake : &kb_slhdsa_hash_sha2;
}

#endif
