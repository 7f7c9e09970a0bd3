/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of ML-DSA that exist in more than one form, and the choice among them.
 *
 * Buffers need no alignment, and are read and written within their length. Inputs are
 * secret, and outputs too, where nothing else is said; a result that is a mask is nonzero
 * for yes and 0 for no.
 */
#ifndef KB_SIG_MLDSA_OPS_H
#define KB_SIG_MLDSA_OPS_H

#include "core/ops.h"
#include "sig/mldsa/params.h"

typedef struct kb_mldsa_ops {
    kb_ops head;

    /* ---- The transform ---- */

    /* FIPS 204, algorithm 41. |c| <= q on entry (2^23 is fine too), < 9q on exit. */
    void (*ntt)(kb_mldsa_poly *p);
    /* FIPS 204, algorithm 42, times 2^32. |c| < q on entry and exit. */
    void (*inverse_ntt)(kb_mldsa_poly *p);
    /* Sum of the products a[j] * b[j], value by value, less x * y unless x is NULL, times
     * 2^-32; count 1 to 7. |b|, |x|, |y| < 9q; |result| < q. */
    void (*dot)(kb_mldsa_poly *out, const kb_mldsa_packed *a, const kb_mldsa_poly *b,
                size_t count, const kb_mldsa_poly *x, const kb_mldsa_poly *y);

    /* ---- Sampling ---- */

    /* The loop of FIPS 204, algorithm 30: appends what is below q among the 23-bit values
     * of in (len a multiple of 3) to the `have` values of out, up to 256; returns how
     * many there are then. All of it is public. */
    size_t (*reject)(kb_mldsa_packed *out, size_t have, const uint8_t *in, size_t len);
    /* The loop of algorithm 31: the same for the half-bytes of in that algorithm 15
     * accepts; len a multiple of 8, at most KB_MLDSA_SMALL_STREAM_BYTES. Which are
     * accepted is public. */
    size_t (*reject_small)(kb_mldsa_small *out, size_t have, const uint8_t *in,
                           size_t len, int32_t eta);

    /* ---- Fields of bytes (section 7.1) ---- */

    /* BitUnpack(in, gamma1 - 1, gamma1) for gamma1 = 2^(bits - 1), bits 18 or 20;
     * 32 * bits bytes. -gamma1 < c <= gamma1. */
    void (*unpack_mask)(kb_mldsa_poly *out, const uint8_t *in, unsigned bits);
    /* BitPack, its inverse. */
    void (*pack_mask)(uint8_t *out, const kb_mldsa_poly *z, unsigned bits);
    /* One polynomial of w1Encode (algorithm 28), 32 * KB_MLDSA_HIGH_BITS(high) bytes. */
    void (*pack_w1)(uint8_t *out, const uint8_t w1[KB_MLDSA_N], int32_t high);
    /* SimpleBitUnpack of t1, times 2^13. */
    void (*unpack_t1)(kb_mldsa_poly *t1, const uint8_t in[KB_MLDSA_T1_BYTES]);
    /* BitPack(t0, 2^12 - 1, 2^12) and its inverse; every field is a coefficient. */
    void (*pack_t0)(uint8_t out[KB_MLDSA_T0_BYTES], const kb_mldsa_t0 *t0);
    void (*unpack_t0)(kb_mldsa_t0 *t0, const uint8_t in[KB_MLDSA_T0_BYTES]);
    /* BitPack(s, eta, eta), 32 * KB_MLDSA_ETA_BITS(eta) bytes, and its inverse, whose
     * mask says whether a field is no coefficient from -eta to eta; s is the same either
     * way. */
    void (*pack_small)(uint8_t *out, const kb_mldsa_small *s, int32_t eta);
    uint32_t (*unpack_small)(kb_mldsa_small *s, const uint8_t *in, int32_t eta);

    /* ---- Rounding and bounds (section 7.4) ---- */

    /* Of t + s2: t0 and SimpleBitPack of t1. |t| < q. */
    void (*power2round)(uint8_t t1[KB_MLDSA_T1_BYTES], kb_mldsa_t0 *t0,
                        const kb_mldsa_poly *t, const kb_mldsa_small *s2);
    /* Algorithm 36, for (q - 1) / (2 gamma2) = 44 or 16. |c| < q on entry; on exit w is
     * the low part, -gamma2 <= c <= gamma2, and out the high one. */
    void (*decompose)(uint8_t out[KB_MLDSA_N], kb_mldsa_poly *w, int32_t high);
    /* Algorithm 40: out is the hint on entry. |w| < q. All of it is public. */
    void (*use_hint)(uint8_t out[KB_MLDSA_N], const kb_mldsa_poly *w, int32_t high);
    /* Whether some |c| >= bound. |c| < 2^30. */
    uint32_t (*exceeds)(const kb_mldsa_poly *p, int32_t bound);

    /* ---- Products with the challenge, whose terms are public; tau <= 60 ---- */

    /* p += sign * challenge * s, sign 1 or -1; whether some |c| >= bound then. |p| < 2^24
     * on entry. */
    uint32_t (*add_product)(kb_mldsa_poly *p, int32_t sign,
                            const kb_mldsa_challenge *challenge, const kb_mldsa_small *s,
                            int32_t bound);
    /*
     * MakeHint (algorithm 39) in the form that needs no second decomposition: low is the
     * low part of w - c s2 within gamma2; hint holds the high part of w on entry. A hint
     * is 1 when low + c t0 has left [-gamma2, gamma2], or is -gamma2 exactly and the high
     * part is not 0 (for 0 the low part may be -gamma2). Adds the number of ones to
     * *count. Whether some |c t0| >= gamma2.
     */
    uint32_t (*make_hint)(uint8_t hint[KB_MLDSA_N], uint32_t *count,
                          const kb_mldsa_poly *low, const kb_mldsa_challenge *challenge,
                          const kb_mldsa_t0 *t0, int32_t gamma2);
} kb_mldsa_ops;

/* Two blocks of SHAKE256: 544 candidates, of which 9 or 15 of 16 are accepted. */
#define KB_MLDSA_SMALL_STREAM_BYTES 272

extern const kb_mldsa_ops kb_mldsa_ops_ref;
#ifdef KB_SIMD
extern const kb_mldsa_ops kb_mldsa_ops_avx2;
#endif

extern kb_ops_family kb_mldsa_family;

/* Returns the table in use; the first call chooses it. */
static inline const kb_mldsa_ops *kb_mldsa_ops_get(void) {
    return (const kb_mldsa_ops *)kb_ops_get(&kb_mldsa_family);
}

#endif
