/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* XMSS and the hypertree (FIPS 205, sections 6 and 7). */
#ifndef KB_SIG_SLHDSA_HYPERTREE_H
#define KB_SIG_SLHDSA_HYPERTREE_H

#include "sig/slhdsa/encode.h"
#include "sig/slhdsa/ops.h"

/* The root of the topmost tree: PK.root (algorithm 18, line 2). Stack: 30 KiB. */
void kb_slhdsa_hypertree_root(kb_slhdsa_work *work, uint8_t *root);

/* The same with all nodes of that tree, KB_SLHDSA_TREE_BYTES(layer_h, n). */
void kb_slhdsa_hypertree_top(kb_slhdsa_work *work, uint8_t *all);

/* Algorithm 12 (ht_sign) of n bytes with the choice's leaf; sig takes
 * d * (wots_count + layer_h) * n bytes, root what the topmost tree has as root. */
void kb_slhdsa_hypertree_sign(kb_slhdsa_work *work, uint8_t *sig, uint8_t *root,
                              const uint8_t *message, const kb_slhdsa_choice *choice);

/* The same in parts, in any order, given a work area each: the tree of one layer, whose
 * path goes to its place in sig, with the signature of n public bytes on the way, unless
 * message is NULL; and that signature alone. What a layer signs is the root of the layer
 * below. */
void kb_slhdsa_hypertree_layer(kb_slhdsa_work *work, uint8_t *sig, uint8_t *root,
                               const uint8_t *message, const kb_slhdsa_choice *choice,
                               unsigned layer);
void kb_slhdsa_hypertree_sign_layer(kb_slhdsa_work *work, uint8_t *sig,
                                    const uint8_t *message,
                                    const kb_slhdsa_choice *choice, unsigned layer);

/* Algorithm 13 (ht_verify) up to the comparison, which is the caller's. */
void kb_slhdsa_hypertree_root_of_sig(kb_slhdsa_work *work, uint8_t *root,
                                     const uint8_t *message, const uint8_t *sig,
                                     const kb_slhdsa_choice *choice);

#endif
