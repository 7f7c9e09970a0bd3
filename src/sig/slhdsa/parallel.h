/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The trees of one signature, made by the threads of a pool. */
#ifndef KB_SIG_SLHDSA_PARALLEL_H
#define KB_SIG_SLHDSA_PARALLEL_H

#include "sig/slhdsa/encode.h"
#include "sig/slhdsa/ops.h"
#include "stream/pool.h"

/* FORS and the hypertree of algorithm 19, lines 12 to 16, from the work area of the
 * caller. fors_sig and tree_sig are the parts of the signature. False when the topmost tree
 * does not have pk_root as its root; what was not begun by then is not done. The caller's
 * thread works too, and returns when all is done. No heap; stack: 46 KiB, in the threads of
 * the pool, too. */
KB_MUST_USE bool kb_slhdsa_parallel_sign(kb_slhdsa_work *work, uint8_t *fors_sig,
                                         uint8_t *tree_sig, const uint8_t *pk_root,
                                         const kb_slhdsa_choice *choice, kb_pool *pool);

#endif
