/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Pure SLH-DSA (FIPS 205, algorithms 22 and 24) over a message that comes in pieces, in
 * constant memory. The signatures are those of slhdsa.h.
 *
 * Signing needs the message twice, first for the randomizer, then for the digest: begin,
 * update with all of it, again, update with all of it once more, finish. Verifying needs
 * it once: begin, update, finish.
 *
 * That the message was the same both times is checked: the second pass computes the
 * randomizer anew, which, as a keyed hash of n bytes, two messages share by a chance of
 * 2^(-8n). A mixed signature would not endanger the key, which SLH-DSA uses for nothing
 * but digests; it would be a signature of the second message, which nobody asked for.
 *
 * Keys, signature and context belong to the caller and stand until finish. The struct
 * holds secrets while signing: its owner wipes it (KB_WIPE_AT_END). Calls out of order
 * are KB_ERR_STATE. No heap; stack as slhdsa.h says.
 */
#ifndef KB_SIG_SLHDSA_PIECES_H
#define KB_SIG_SLHDSA_PIECES_H

#include "sig/slhdsa/hash.h"
#include "sig/slhdsa/slhdsa.h"

typedef struct kb_slhdsa_pieces {
    const kb_slhdsa_params *params;
    const uint8_t *key; /* sk, or pk when verifying */
    const uint8_t *sig; /* when verifying */
    const uint8_t *ctx;
    size_t ctx_len;
    kb_slhdsa_help
        help; /* none, unless its owner sets it before the signature is finished */
    enum { KB_SLHDSA_ENDED, KB_SLHDSA_FIRST, KB_SLHDSA_SECOND, KB_SLHDSA_VERIFY } pass;
    uint8_t opt_rand[KB_SLHDSA_N_MAX_BYTES];
    uint8_t randomizer[KB_SLHDSA_N_MAX_BYTES];
    kb_slhdsa_hash prf; /* in both passes of signing */
    kb_slhdsa_hash h;   /* in the second, and when verifying */
} kb_slhdsa_pieces;

/* opt_rand as in slhdsa.h. KB_ERR_ARGUMENT (context). */
KB_MUST_USE kb_status kb_slhdsa_pieces_sign(kb_slhdsa_pieces *pieces,
                                            const kb_slhdsa_params *params,
                                            const uint8_t *ctx, size_t ctx_len,
                                            const uint8_t *sk, const uint8_t *opt_rand);
/* KB_ERR_ARGUMENT (context), KB_ERR_AUTH (length of the signature). */
KB_MUST_USE kb_status kb_slhdsa_pieces_verify(kb_slhdsa_pieces *pieces,
                                              const kb_slhdsa_params *params,
                                              const uint8_t *sig, size_t sig_len,
                                              const uint8_t *ctx, size_t ctx_len,
                                              const uint8_t *pk);
void kb_slhdsa_pieces_update(kb_slhdsa_pieces *pieces, const void *data, size_t len);
/* Ends the first pass of signing. */
KB_MUST_USE kb_status kb_slhdsa_pieces_again(kb_slhdsa_pieces *pieces);
/* Ends the second pass and signs. KB_ERR_IO: the passes differ; KB_ERR_KEY as slhdsa.h.
 * On error sig is zero. */
KB_MUST_USE kb_status kb_slhdsa_pieces_finish_sign(kb_slhdsa_pieces *pieces,
                                                   uint8_t *sig);
/* KB_ERR_AUTH. */
KB_MUST_USE kb_status kb_slhdsa_pieces_finish_verify(kb_slhdsa_pieces *pieces);

#endif
