/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of ML-KEM that exist in more than one form, and the choice among them. */
#ifndef KB_KEM_MLKEM_OPS_H
#define KB_KEM_MLKEM_OPS_H

#include "core/ops.h"
#include "kem/mlkem/params.h"

/* The products of the odd coefficients of a polynomial with their zeta, which every row of
 * a matrix needs again; each table places them as it likes. */
typedef struct kb_mlkem_odd {
    int16_t c[KB_MLKEM_N];
} kb_mlkem_odd;

typedef struct kb_mlkem_ops {
    kb_ops head;
    /* FIPS 203, algorithm 9. |c| < q on entry, <= q/2 on exit. */
    void (*ntt)(kb_mlkem_poly *p);
    /* FIPS 203, algorithm 10, times 2^16. |c| < q on entry and exit. */
    void (*inverse_ntt)(kb_mlkem_poly *p);
    /* odd[j] for each of the k polynomials b, for dot of the same table; |c| <= q/2 on
     * entry. */
    void (*odd_zeta)(kb_mlkem_odd *odd, const kb_mlkem_poly *b, size_t k);
    /* Sum of the k products a[j * stride] * b[j] (FIPS 203, algorithm 11), times 2^-16.
     * 0 <= a < 4096 or |a| <= q/2; |b| <= q/2; |result| < q. */
    void (*dot)(kb_mlkem_poly *out, const kb_mlkem_poly *a, size_t stride,
                const kb_mlkem_poly *b, const kb_mlkem_odd *odd, size_t k);
    /* p * 2^16 + plus. Any c; |plus| < 15q - 1; |c| <= q/2 on exit. */
    void (*times_r_plus)(kb_mlkem_poly *p, const kb_mlkem_poly *plus);
    /* The loop of FIPS 203, algorithm 7: appends what is below q among the 12-bit values
     * of in (len a multiple of 3) to the `have` coefficients of out, up to 256; returns
     * how many there are then. The input is public. */
    size_t (*reject)(kb_mlkem_poly *out, size_t have, const uint8_t *in, size_t len);
    /* FIPS 203, algorithm 8, for eta 2 (128 bytes) and 3 (192 bytes). */
    void (*cbd2)(kb_mlkem_poly *out, const uint8_t *in);
    void (*cbd3)(kb_mlkem_poly *out, const uint8_t *in);
    /* ByteEncode12 of the residues; |c| < q; 384 bytes. */
    void (*encode12)(uint8_t *out, const kb_mlkem_poly *p);
    /* ByteDecode12 without its reduction: 0 <= c < 4096. */
    void (*decode12)(kb_mlkem_poly *p, const uint8_t *in);
    /* ByteEncode_d(Compress_d(p + plus)), 32 * d bytes, for d in 4, 5, 10, 11; the sums
     * are within 2q. */
    void (*compress)(uint8_t *out, const kb_mlkem_poly *p, const kb_mlkem_poly *plus,
                     unsigned d);
    /* Decompress_d(ByteDecode_d(in)), likewise; 0 <= c < q. */
    void (*decompress)(kb_mlkem_poly *p, const uint8_t *in, unsigned d);
    /* ByteEncode1(Compress1(a - b)), 32 bytes, |a - b| < 2q; and p += Decompress1(
     * ByteDecode1(m)), which is 0 or (q + 1) / 2. All of it is secret. */
    void (*to_message)(uint8_t *m, const kb_mlkem_poly *a, const kb_mlkem_poly *b);
    void (*add_message)(kb_mlkem_poly *p, const uint8_t *m);
} kb_mlkem_ops;

extern const kb_mlkem_ops kb_mlkem_ops_ref;
#ifdef KB_SIMD
extern const kb_mlkem_ops kb_mlkem_ops_avx2;
#endif

extern kb_ops_family kb_mlkem_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_mlkem_ops *kb_mlkem_ops_get(void) {
    return (const kb_mlkem_ops *)kb_ops_get(&kb_mlkem_family);
}

#endif
