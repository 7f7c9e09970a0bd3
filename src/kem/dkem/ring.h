/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The two rings of DKEM behind one set of functions: n = 256, q = 3329 and n = 512, q =
 * 7681. A polynomial is n coefficients; a vector is its polynomials one after the other.
 *
 * The transform of the first ring is bit for bit that of ML-KEM, so ML-KEM's kernels
 * compute it; those of the second are in ntt.c, behind ops.h.
 */
#ifndef KB_KEM_DKEM_RING_H
#define KB_KEM_DKEM_RING_H

#include "kem/dkem/params.h"

typedef struct kb_dkem_ring {
    size_t n;
    int16_t q;
    unsigned bits;      /* of a packed coefficient */
    int32_t barrett;    /* 2^26 / q, rounded */
    int16_t r;          /* 2^16 mod q, nearest to zero */
    size_t group_bytes; /* a whole number of candidates of `bits` bits, as reject reads */
    size_t group_inverse; /* 2^16 / group_bytes, rounded up: exact below 4096 bytes */
    /* |c| < q on entry, <= q/2 on exit. */
    void (*ntt)(int16_t *p);
    /* The inverse times 2^16. |c| < q on entry and exit. */
    void (*inverse_ntt)(int16_t *p);
    /* What dot needs of a vector b beside it: up to k times n numbers, placed as the table
     * likes. |c| <= q/2. */
    void (*odd_zeta)(int16_t *odd, const int16_t *b, size_t k);
    /* Sum of the k products a[j * stride] * b[j] of polynomials in the transformed
     * domain, times 2^-16. |a| <= q/2, or a as decode leaves it; |b| <= q/2; |result| <
     * q. */
    void (*dot)(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                const int16_t *odd, size_t k);
    /* p * 2^16 + plus. Any c; |plus| < 2q; |c| <= q/2 on exit. */
    void (*times_r_plus)(int16_t *p, const int16_t *plus);
    /* Appends what is below q among the candidates of in (len a multiple of group_bytes)
     * to the `have` coefficients of out, up to n; returns how many there are then. The
     * input is public. */
    size_t (*reject)(int16_t *out, size_t have, const uint8_t *in, size_t len);
    /* The residues in n / 8 * bits bytes; |c| < q. And back: 0 <= c < 2^bits, and below
     * q in the second ring. */
    void (*encode)(uint8_t *out, const int16_t *p);
    void (*decode)(int16_t *p, const uint8_t *in);
    /* p + plus compressed to u_bits bits each of a set of this ring, and packed; |p| < q;
     * |plus| <= 3. And back: 0 <= c < q. */
    void (*compress)(uint8_t *out, const int16_t *p, const int16_t *plus,
                     unsigned u_bits);
    void (*decompress)(int16_t *p, const uint8_t *in, unsigned u_bits);
} kb_dkem_ring;

extern const kb_dkem_ring kb_dkem_ring256, kb_dkem_ring512;

#endif
