/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Residues of both rings in 16 bits, and polynomials coefficient by coefficient. */
#ifndef KB_KEM_DKEM_POLY_H
#define KB_KEM_DKEM_POLY_H

#include "kem/dkem/ring.h"

#define KB_DKEM_Q512 7681

/* zeta[i] = 62^BitRev8(i) * 2^16 mod q, and the same divided by q mod 2^16. */
extern const int16_t kb_dkem_zeta[256], kb_dkem_zeta_twisted[256];

/* a mod q, nearest to zero (Barrett), for any a and either ring; exact, as the unit test
 * shows for all inputs. */
static inline int16_t kb_dkem_reduce(int16_t a, int32_t q, int32_t barrett) {
    int32_t t = (barrett * a + (INT32_C(1) << 25)) >> 26;
    return (int16_t)(a - t * q);
}

/* 0 <= result < q, for |a| <= q/2: the sign fills the mask. */
static inline int16_t kb_dkem_add_q_if_negative(int16_t a, int32_t q) {
    return (int16_t)(a + ((a >> 15) & q));
}

/* The low and the high half of a product; two's complement, arithmetic shift. */
static inline int16_t kb_dkem_low(int16_t a, int16_t b) {
    return (int16_t)(uint16_t)((uint32_t)(uint16_t)a * (uint16_t)b);
}

static inline int16_t kb_dkem_high(int16_t a, int16_t b) {
    return (int16_t)(((int32_t)a * b) >> 16);
}

/* a * b / 2^16 mod 7681, where b_twisted is b / q mod 2^16. Any a, |b| <= q/2; |result|
 * <= |a| q / 2^17 + q/2 < q. */
static inline int16_t kb_dkem_mul(int16_t a, int16_t b, int16_t b_twisted) {
    return (int16_t)(kb_dkem_high(a, b) -
                     kb_dkem_high(kb_dkem_low(a, b_twisted), KB_DKEM_Q512));
}

/* a / 2^16 mod 7681. |a| < q * 2^15; |result| < q. -7679 is 1/q mod 2^16. */
static inline int16_t kb_dkem_montgomery(int32_t a) {
    int16_t m = kb_dkem_low((int16_t)(uint16_t)(uint32_t)a, -7679);
    return (int16_t)((a - (int32_t)m * KB_DKEM_Q512) >> 16);
}

/* 0 <= c < q on exit, any c on entry. */
void kb_dkem_poly_canonical(const kb_dkem_ring *ring, int16_t *p);

#endif
