/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FORS (FIPS 205, section 8). */
#ifndef KB_SIG_SLHDSA_FORS_H
#define KB_SIG_SLHDSA_FORS_H

#include "sig/slhdsa/encode.h"
#include "sig/slhdsa/ops.h"

#define KB_SLHDSA_ROOTS_MAX_BYTES (KB_SLHDSA_FORS_MAX_COUNT * KB_SLHDSA_N_MAX_BYTES)

/* Algorithm 16 (fors_sign), and the public key that algorithm 17 would compute from the
 * signature. sig takes k * (a + 1) * n bytes. */
void kb_slhdsa_fors_sign(kb_slhdsa_work *work, uint8_t *sig, uint8_t *pk,
                         const kb_slhdsa_choice *choice);

/* The two parts of it: tree `number`, whose value and path go to their places in sig, its
 * root to its place in roots (k * n bytes); then the public key of all roots. Trees may be
 * made in any order, given a work area each. */
void kb_slhdsa_fors_tree(kb_slhdsa_work *work, uint8_t *sig, uint8_t *roots,
                         const kb_slhdsa_choice *choice, unsigned number);
void kb_slhdsa_fors_pk(kb_slhdsa_work *work, uint8_t *pk, const uint8_t *roots,
                       const kb_slhdsa_choice *choice);

/* Algorithm 17 (fors_pkFromSig). */
void kb_slhdsa_fors_pk_of_sig(kb_slhdsa_work *work, uint8_t *pk, const uint8_t *sig,
                              const kb_slhdsa_choice *choice);

#endif
