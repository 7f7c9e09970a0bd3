/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fields of bits to bytes and back, and the check of foreign keys. The kernels that round
 * and reconcile are in encode.c as well, behind ops.h. */
#ifndef KB_KEM_DKEM_ENCODE_H
#define KB_KEM_DKEM_ENCODE_H

#include "kem/dkem/params.h"

#include <keybraid/status.h>

/* n coefficients of `bits` bits (at most 13), least significant bit first, to n / 8 *
 * bits bytes; 0 <= c < 2^bits. And back. */
void kb_dkem_pack(uint8_t *out, const int16_t *p, size_t n, unsigned bits);
void kb_dkem_unpack(int16_t *p, const uint8_t *in, size_t n, unsigned bits);

/* Refuses a coefficient of q or more, and a vector that is zero: everyone would know the
 * secrets encapsulated to it. KB_ERR_KEY. */
KB_MUST_USE kb_status kb_dkem_check_pk(const kb_dkem_params *params, const uint8_t *pk);

#endif
