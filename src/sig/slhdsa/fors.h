/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FORS (FIPS 205, section 8). */
#ifndef KB_SIG_SLHDSA_FORS_H
#define KB_SIG_SLHDSA_FORS_H

#include "sig/slhdsa/encode.h"
#include "sig/slhdsa/ops.h"

/* Algorithm 16 (fors_sign), and the public key that algorithm 17 would compute from the
 * signature. sig takes k * (a + 1) * n bytes. */
void kb_slhdsa_fors_sign(kb_slhdsa_work *work, uint8_t *sig, uint8_t *pk,
                         const kb_slhdsa_choice *choice);

/* Algorithm 17 (fors_pkFromSig). */
void kb_slhdsa_fors_pk_of_sig(kb_slhdsa_work *work, uint8_t *pk, const uint8_t *sig,
                              const kb_slhdsa_choice *choice);

#endif
