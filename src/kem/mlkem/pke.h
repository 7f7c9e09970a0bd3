/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* K-PKE (FIPS 203, section 5) without its hashes, which one operation (mlkem.c) and four
 * side by side (many.c) make in different ways. */
#ifndef KB_KEM_MLKEM_PKE_H
#define KB_KEM_MLKEM_PKE_H

#include "kem/mlkem/mlkem.h"

/* The product of the matrix with s, and e: line 18 of algorithm 13 and what is made of it
 * (ek without rho, t and s of out). noise is s and e, one after the other, and is
 * transformed. */
void kb_mlkem_pke_finish_keys(const kb_mlkem_params *params, kb_mlkem_private *out,
                              uint8_t *ek, kb_mlkem_poly *noise);

/* Algorithm 14 (K-PKE.Encrypt) from line 18 on. noise is y, e1 and e2 one after the
 * other, and changes. */
void kb_mlkem_pke_encrypt(const kb_mlkem_params *params, uint8_t *ct,
                          const kb_mlkem_public *pub, const uint8_t m[KB_MLKEM_SYM_BYTES],
                          kb_mlkem_poly *noise);

/* Algorithm 15 (K-PKE.Decrypt). */
void kb_mlkem_pke_decrypt(const kb_mlkem_params *params, uint8_t m[KB_MLKEM_SYM_BYTES],
                          const uint8_t *ct, const kb_mlkem_private *priv);

#endif
