/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The concatenated code: shortened Reed-Solomon over GF(2^8), each of its symbols a
 * repeated first-order Reed-Muller codeword. */
#ifndef KB_KEM_HQC_CODE_H
#define KB_KEM_HQC_CODE_H

#include "kem/hqc/params.h"

/* Adds the codeword of k secret message bytes to v. */
void kb_hqc_code_add(const kb_hqc_params *params, kb_hqc_vec *v, const uint8_t *message);
/* Finds the message of a codeword with errors; there is no failure. */
void kb_hqc_code_decode(const kb_hqc_params *params, uint8_t *message,
                        const kb_hqc_vec *v);

/* n1 symbols of k message bytes: 2 delta of parity, then the message. */
void kb_hqc_rs_encode(const kb_hqc_params *params, uint8_t *symbols,
                      const uint8_t *message);
/* The 128 coordinates of RM(1, 7) for one symbol, the lowest first. */
void kb_hqc_rm_encode(uint64_t codeword[2], uint8_t symbol);

#endif
