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

/* out += in, without reduction. */
void kb_mldsa_poly_add_small(kb_mldsa_poly *out, const int16_t in[KB_MLDSA_N]);
void kb_mldsa_poly_subtract_small(kb_mldsa_poly *out, const int16_t in[KB_MLDSA_N]);
void kb_mldsa_poly_subtract(kb_mldsa_poly *out, const kb_mldsa_poly *in);
/* s as a polynomial. */
void kb_mldsa_poly_from_small(kb_mldsa_poly *out, const kb_mldsa_small *s);
/* 0 <= c < q on exit, |c| < 2q on entry. */
void kb_mldsa_poly_canonical(kb_mldsa_poly *p);
/* All ones when some |c| >= bound, else 0. |c| < 2^30. In constant time. */
uint32_t kb_mldsa_exceeds(const int32_t c[KB_MLDSA_N], int32_t bound);
/*
 * MakeHint (algorithm 39) in the form that needs no second decomposition: r is the low
 * part of w - c s2, plus c t0; high that of w. A hint is 1 when r has left
 * [-gamma2, gamma2], or is -gamma2 exactly and the high part is not 0 (for 0 the low part
 * may be -gamma2). Returns the number of ones. In constant time.
 */
uint32_t kb_mldsa_make_hint(uint8_t out[KB_MLDSA_N], const int32_t r[KB_MLDSA_N],
                            const uint8_t high[KB_MLDSA_N], int32_t gamma2);

#endif
