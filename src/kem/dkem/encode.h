/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes to polynomials and back, rounding, the signal and what it reconciles, checks of
 * foreign keys. */
#ifndef KB_KEM_DKEM_ENCODE_H
#define KB_KEM_DKEM_ENCODE_H

#include "kem/dkem/params.h"

#include <keybraid/status.h>

/* n coefficients of `bits` bits (at most 13), least significant bit first, to n / 8 *
 * bits bytes; 0 <= c < 2^bits. And back. */
void kb_dkem_pack(uint8_t *out, const int16_t *p, size_t n, unsigned bits);
void kb_dkem_unpack(int16_t *p, const uint8_t *in, size_t n, unsigned bits);

/* One residue, 0 <= x < q, rounded as the submission rounds: not exactly for u of
 * DKEM-512. */
uint32_t kb_dkem_round(const kb_dkem_rounding *rounding, uint32_t x);

/* u compressed and packed; 0 <= c < q. And back: 0 <= c < q. */
void kb_dkem_compress(const kb_dkem_params *params, uint8_t *out, const int16_t *p);
void kb_dkem_decompress(const kb_dkem_params *params, int16_t *p, const uint8_t *in);

/* The signal of kappa - dither, 0 <= kappa < q; dither has a bit per coefficient. */
void kb_dkem_signal(const kb_dkem_params *params, int16_t *w, const int16_t *kappa,
                    const uint8_t *dither);
/* The bits that both sides find from kappa, 0 <= kappa < q, and the signal: S bytes. */
void kb_dkem_reconcile(const kb_dkem_params *params, uint8_t *out, const int16_t *kappa,
                       const int16_t *w);

/* Refuses a coefficient of q or more, and a vector that is zero: everyone would know the
 * secrets encapsulated to it. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_dkem_check_pk(const kb_dkem_params *params, const uint8_t *pk);

#endif
