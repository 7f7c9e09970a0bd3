/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of ML-KEM that exist in more than one form, and the choice among them. */
#ifndef KB_KEM_MLKEM_OPS_H
#define KB_KEM_MLKEM_OPS_H

#include "core/ops.h"
#include "kem/mlkem/params.h"

/* The products of the odd coefficients of a vector with their zeta, which every row of a
 * matrix needs again. */
typedef struct kb_mlkem_odd {
    int16_t c[KB_MLKEM_N / 2];
} kb_mlkem_odd;

typedef struct kb_mlkem_ops {
    kb_ops head;
    /* FIPS 203, algorithm 9. |c| < q on entry, <= q/2 on exit. */
    void (*ntt)(kb_mlkem_poly *p);
    /* FIPS 203, algorithm 10, times 2^16. |c| < q on entry and exit. */
    void (*inverse_ntt)(kb_mlkem_poly *p);
    /* odd[j] for each of the k polynomials b; |c| <= q/2 on entry, < q on exit. */
    void (*odd_zeta)(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k);
    /* Sum of the k products a[j * stride] * b[j] (FIPS 203, algorithm 11), times 2^-16.
     * 0 <= a < 4096 or |a| <= q/2; |b| <= q/2; |result| < q. */
    void (*dot)(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k);
    /* The loop of FIPS 203, algorithm 7: appends what is below q among the 12-bit values
     * of in (len a multiple of 3) to the `have` coefficients of out, up to 256; returns
     * how many there are then. The input is public. */
    size_t (*reject)(kb_mlkem_poly *out, size_t have, const uint8_t *in, size_t len);
    /* FIPS 203, algorithm 8, for eta 2 (128 bytes) and 3 (192 bytes). */
    void (*cbd2)(kb_mlkem_poly *out, const uint8_t *in);
    void (*cbd3)(kb_mlkem_poly *out, const uint8_t *in);
} kb_mlkem_ops;

extern const kb_mlkem_ops kb_mlkem_ops_ref;

extern kb_ops_family kb_mlkem_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_mlkem_ops *kb_mlkem_ops_get(void) {
    return (const kb_mlkem_ops *)kb_ops_get(&kb_mlkem_family);
}

#endif
