/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The trees of one signature, made by the threads of a pool. */
#ifndef KB_SIG_SLHDSA_PARALLEL_H
#define KB_SIG_SLHDSA_PARALLEL_H

#include "sig/slhdsa/encode.h"
#include "sig/slhdsa/ops.h"
#include "stream/pool.h"

/* FORS and the hypertree of algorithm 19, lines 12 to 16, from the work area of the
 * caller. fors_sig and tree_sig are the parts of the signature; root takes what the topmost
 * tree has as root. The caller's thread works too, and returns when all is done. No heap;
 * stack: 42 KiB here, 33 KiB in the threads of the pool. */
void kb_slhdsa_parallel_sign(kb_slhdsa_work *work, uint8_t *fors_sig, uint8_t *tree_sig,
                             uint8_t *root, const kb_slhdsa_choice *choice,
                             kb_pool *pool);

#endif
