/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* WOTS+ (FIPS 205, section 5): eight key pairs side by side, and the public key that a
 * signature belongs to. */
#ifndef KB_SIG_SLHDSA_WOTS_H
#define KB_SIG_SLHDSA_WOTS_H

#include "sig/slhdsa/ops.h"

/* The key pairs of one tree, and what is to be signed with one of them on the way. */
typedef struct kb_slhdsa_wots {
    uint32_t layer;
    uint64_t tree;
    uint8_t *sig;           /* takes wots_count * n bytes; NULL: nothing is signed */
    uint32_t signer;        /* the key pair that signs */
    const uint32_t *digits; /* wots_count of them, from the message */
} kb_slhdsa_wots;

/* Algorithm 6 (wots_pkGen) for the key pairs from `first` on, whose public keys are the
 * leaves of the tree; picks up the signature of algorithm 7 while the chains are walked.
 * `arg` is a kb_slhdsa_wots. Stack: 18 KiB. */
void kb_slhdsa_wots_leaves(kb_slhdsa_work *work, void *arg, uint8_t *out, uint32_t first);

/* Algorithm 7 (wots_sign) alone, for a tree that is made elsewhere. */
void kb_slhdsa_wots_sign(kb_slhdsa_work *work, const kb_slhdsa_wots *wots);

/* Algorithm 8 (wots_pkFromSig). */
void kb_slhdsa_wots_pk_of_sig(kb_slhdsa_work *work, uint8_t *out,
                              const kb_slhdsa_wots *wots, const uint8_t *sig);

#endif
