/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Residues mod q in 16 bits, and polynomials coefficient by coefficient. */
#ifndef KB_KEM_MLKEM_POLY_H
#define KB_KEM_MLKEM_POLY_H

#include "kem/mlkem/params.h"

/* The low and the high half of a product; two's complement, arithmetic shift. */
static inline int16_t kb_mlkem_low(int16_t a, int16_t b) {
    return (int16_t)(uint16_t)((uint32_t)(uint16_t)a * (uint16_t)b);
}

static inline int16_t kb_mlkem_high(int16_t a, int16_t b) {
    return (int16_t)(((int32_t)a * b) >> 16);
}

/* a * b / 2^16 mod q, where b_twisted is b / q mod 2^16 (Montgomery, in halves so that
 * everything stays in 16 bits). Any a, |b| <= q/2; |result| < q: the halves differ by at
 * most 2^15 * q/2 / 2^16 + q/2 < q. */
static inline int16_t kb_mlkem_mul(int16_t a, int16_t b, int16_t b_twisted) {
    return (int16_t)(kb_mlkem_high(a, b) -
                     kb_mlkem_high(kb_mlkem_low(a, b_twisted), KB_MLKEM_Q));
}

/* a / 2^16 mod q. |a| < q * 2^15; |result| < q. -3327 is 1/q mod 2^16. */
static inline int16_t kb_mlkem_montgomery(int32_t a) {
    int16_t m = kb_mlkem_low((int16_t)(uint16_t)(uint32_t)a, -3327);
    return (int16_t)((a - (int32_t)m * KB_MLKEM_Q) >> 16);
}

/* a mod q, nearest to zero (Barrett; 20159 is 2^26 / q rounded). Any a; |result| <= q/2,
 * shown for all 65536 inputs by the unit test. */
static inline int16_t kb_mlkem_reduce(int16_t a) {
    int16_t t = (int16_t)((kb_mlkem_high(a, 20159) + 512) >> 10);
    return (int16_t)(a - t * KB_MLKEM_Q);
}

/* a mod q, 0 <= result < q. Any a. */
static inline uint16_t kb_mlkem_canonical(int16_t a) {
    int16_t c = kb_mlkem_reduce(a);
    /* The sign fills the mask. */
    return (uint16_t)(c + ((c >> 15) & KB_MLKEM_Q));
}

/* |c| <= q/2 on exit, any c on entry. */
void kb_mlkem_poly_reduce(kb_mlkem_poly *p);
/* 0 <= c < q on exit, any c on entry. */
void kb_mlkem_poly_canonical(kb_mlkem_poly *p);
/* p * 2^16; |c| < q on exit, any c on entry. */
void kb_mlkem_poly_to_montgomery(kb_mlkem_poly *p);

#endif
