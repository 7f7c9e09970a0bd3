/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Residues mod q in 32 bits, rounding (FIPS 204, section 7.4), and polynomials
 * coefficient by coefficient. */
#ifndef KB_SIG_MLDSA_POLY_H
#define KB_SIG_MLDSA_POLY_H

#include "sig/mldsa/params.h"

/* a / 2^32 mod q. |a| < q * 2^31; |result| < q. 58728449 is 1/q mod 2^32. */
static inline int32_t kb_mldsa_montgomery(int64_t a) {
    int32_t m = (int32_t)((uint32_t)a * UINT32_C(58728449));
    return (int32_t)((a - (int64_t)m * KB_MLDSA_Q) >> 32);
}

/* All ones when x is negative, else 0: the sign fills the word. */
static inline int32_t kb_mldsa_sign_mask(int32_t x) {
    return x >> 31;
}

/* x mod q from 0 to q - 1. |x| < q. */
static inline int32_t kb_mldsa_canonical(int32_t x) {
    return x + (kb_mldsa_sign_mask(x) & KB_MLDSA_Q);
}

/* The same for |x| < 2q. */
static inline int32_t kb_mldsa_canonical_2q(int32_t x) {
    return kb_mldsa_canonical(x + (kb_mldsa_sign_mask(x) & (2 * KB_MLDSA_Q)) -
                              KB_MLDSA_Q);
}

/* Power2Round (algorithm 35): returns the high part, sets *low, -2^12 < low <= 2^12.
 * 0 <= r < q. */
static inline int32_t kb_mldsa_power2round(int32_t *low, int32_t r) {
    int32_t high = (r + (1 << (KB_MLDSA_D - 1)) - 1) >> KB_MLDSA_D;
    *low = r - (high << KB_MLDSA_D);
    return high;
}

/*
 * Decompose (algorithm 36): returns the high part, sets *low. 0 <= r < q.
 *
 * The high part is (r + gamma2 - 1) / (2 gamma2), rounded down, where 2 gamma2 is
 * 93 * 2^11 or 1023 * 2^9: a shift, then a product in place of the small division, whose
 * result is right for all r (shown by the test of all q inputs).
 */
static inline int32_t kb_mldsa_decompose44(int32_t *low, int32_t r) {
    int32_t high = (((r + 95231) >> 11) * 5638) >> 19;
    /* The value 44 stands for r near q: its high part is 0, its low part one less. */
    int32_t is_wrap = kb_mldsa_sign_mask(43 - high);
    *low = r - high * 190464 + is_wrap;
    return high & ~is_wrap;
}

static inline int32_t kb_mldsa_decompose16(int32_t *low, int32_t r) {
    int32_t high = ((((r + 261887) >> 9) + 1) * 1025) >> 20;
    int32_t is_wrap = kb_mldsa_sign_mask(15 - high);
    *low = r - high * 523776 + is_wrap;
    return high & ~is_wrap;
}

/* UseHint (algorithm 40), for (q - 1) / (2 gamma2) = 44 or 16. 0 <= r < q; hint and r are
 * public. */
int32_t kb_mldsa_use_hint(int32_t hint, int32_t r, int32_t high);

/* s as a polynomial. */
void kb_mldsa_poly_from_small(kb_mldsa_poly *out, const kb_mldsa_small *s);

#endif
