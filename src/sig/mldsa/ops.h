/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of ML-DSA that exist in more than one form, and the choice among them. */
#ifndef KB_SIG_MLDSA_OPS_H
#define KB_SIG_MLDSA_OPS_H

#include "core/ops.h"
#include "sig/mldsa/params.h"

typedef struct kb_mldsa_ops {
    kb_ops head;
    /* FIPS 204, algorithm 41. |c| <= q on entry (2^23 is fine too), < 9q on exit. */
    void (*ntt)(kb_mldsa_poly *p);
    /* FIPS 204, algorithm 42, times 2^32. |c| < q on entry and exit. */
    void (*inverse_ntt)(kb_mldsa_poly *p);
    /* Sum of the products a[j] * b[j], value by value, times 2^-32; count 1, 4, 5 or 7.
     * |a| < q, or < 10q when count is 1; |b| < 9q; |result| < q. */
    void (*dot)(kb_mldsa_poly *out, const kb_mldsa_poly *a, const kb_mldsa_poly *b,
                size_t count);
    /* The loop of FIPS 204, algorithm 30: appends what is below q among the 23-bit values
     * of in (len a multiple of 3) to the `have` coefficients of out, up to 256; returns
     * how many there are then. The input is public. */
    size_t (*reject)(kb_mldsa_poly *out, size_t have, const uint8_t *in, size_t len);
    /* BitUnpack(in, gamma1 - 1, gamma1) for gamma1 = 2^(bits - 1), bits 18 or 20;
     * 32 * bits bytes. -gamma1 < c <= gamma1. */
    void (*unpack_mask)(kb_mldsa_poly *out, const uint8_t *in, unsigned bits);
    /* The product of the challenge and s, in whole numbers: |result| <= tau * 4. The
     * places of the challenge's terms are public. */
    void (*times_small)(int16_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
                        const kb_mldsa_small *s);
    /* The same for t0: |result| <= tau * 2^12. */
    void (*times_t0)(int32_t out[KB_MLDSA_N], const kb_mldsa_challenge *challenge,
                     const kb_mldsa_t0 *t);
    /* FIPS 204, algorithm 36, for (q - 1) / (2 gamma2) = 44 or 16. |c| < q on entry; on
     * exit w is the low part, -gamma2 <= c <= gamma2, and out the high one. */
    void (*decompose)(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high);
} kb_mldsa_ops;

extern const kb_mldsa_ops kb_mldsa_ops_ref;

extern kb_ops_family kb_mldsa_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_mldsa_ops *kb_mldsa_ops_get(void) {
    return (const kb_mldsa_ops *)kb_ops_get(&kb_mldsa_family);
}

#endif
