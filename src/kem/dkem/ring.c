/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The two rings: ML-KEM's kernels for q = 3329, those of ops.h for q = 7681. */
#include "kem/dkem/ring.h"

#include "kem/dkem/ops.h"
#include "kem/dkem/poly.h"
#include "kem/mlkem/ops.h"
#include "kem/mlkem/poly.h"

static_assert(sizeof(kb_mlkem_poly) == 256 * sizeof(int16_t) &&
                  sizeof(kb_mlkem_odd) == 256 * sizeof(int16_t),
              "coefficients one after the other are polynomials of ML-KEM");

static void ntt256(int16_t *p) {
    kb_mlkem_ops_get()->ntt((kb_mlkem_poly *)p);
}

static void inverse_ntt256(int16_t *p) {
    kb_mlkem_ops_get()->inverse_ntt((kb_mlkem_poly *)p);
}

static void odd_zeta256(int16_t *odd, const int16_t *b, size_t k) {
    kb_mlkem_ops_get()->odd_zeta((kb_mlkem_odd *)odd, (const kb_mlkem_poly *)b, k);
}

static void dot256(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                   const int16_t *odd, size_t k) {
    kb_mlkem_ops_get()->dot((kb_mlkem_poly *)out, (const kb_mlkem_poly *)a, stride,
                            (const kb_mlkem_poly *)b, (const kb_mlkem_odd *)odd, k);
}

static void times_r_plus256(int16_t *p, const int16_t *plus) {
    kb_mlkem_ops_get()->times_r_plus((kb_mlkem_poly *)p, (const kb_mlkem_poly *)plus);
}

static size_t reject256(int16_t *out, size_t have, const uint8_t *in, size_t len) {
    return kb_mlkem_ops_get()->reject((kb_mlkem_poly *)out, have, in, len);
}

static void encode256(uint8_t *out, const int16_t *p) {
    kb_mlkem_ops_get()->encode12(out, (const kb_mlkem_poly *)p);
}

static void decode256(int16_t *p, const uint8_t *in) {
    kb_mlkem_ops_get()->decode12((kb_mlkem_poly *)p, in);
}

static void compress256(uint8_t *out, const int16_t *p, const int16_t *plus,
                        unsigned u_bits) {
    kb_mlkem_ops_get()->compress(out, (const kb_mlkem_poly *)p,
                                 (const kb_mlkem_poly *)plus, u_bits);
}

static void decompress256(int16_t *p, const uint8_t *in, unsigned u_bits) {
    kb_mlkem_ops_get()->decompress((kb_mlkem_poly *)p, in, u_bits);
}

const kb_dkem_ring kb_dkem_ring256 = {
    .n = 256,
    .q = 3329,
    .bits = 12,
    .barrett = 20159,
    .r = -1044,
    .group_bytes = 3,
    .group_inverse = 21846,
    .ntt = ntt256,
    .inverse_ntt = inverse_ntt256,
    .odd_zeta = odd_zeta256,
    .dot = dot256,
    .times_r_plus = times_r_plus256,
    .reject = reject256,
    .encode = encode256,
    .decode = decode256,
    .compress = compress256,
    .decompress = decompress256,
};

static void ntt512(int16_t *p) {
    kb_dkem_ops_get()->ntt(p);
}

static void inverse_ntt512(int16_t *p) {
    kb_dkem_ops_get()->inverse_ntt(p);
}

static void odd_zeta512(int16_t *odd, const int16_t *b, size_t k) {
    kb_dkem_ops_get()->odd_zeta(odd, b, k);
}

static void dot512(int16_t *out, const int16_t *a, size_t stride, const int16_t *b,
                   const int16_t *odd, size_t k) {
    kb_dkem_ops_get()->dot(out, a, stride, b, odd, k);
}

static void times_r_plus512(int16_t *p, const int16_t *plus) {
    kb_dkem_ops_get()->times_r_plus(p, plus);
}

static size_t reject512(int16_t *out, size_t have, const uint8_t *in, size_t len) {
    return kb_dkem_ops_get()->reject(out, have, in, len);
}

static void encode512(uint8_t *out, const int16_t *p) {
    kb_dkem_ops_get()->encode13(out, p);
}

static void decode512(int16_t *p, const uint8_t *in) {
    kb_dkem_ops_get()->decode13(p, in);
}

/* The one set of this ring has eleven bits. */
static void compress512(uint8_t *out, const int16_t *p, const int16_t *plus,
                        unsigned u_bits) {
    (void)u_bits;
    kb_dkem_ops_get()->compress11(out, p, plus);
}

static void decompress512(int16_t *p, const uint8_t *in, unsigned u_bits) {
    (void)u_bits;
    kb_dkem_ops_get()->decompress11(p, in);
}

const kb_dkem_ring kb_dkem_ring512 = {
    .n = 512,
    .q = KB_DKEM_Q512,
    .bits = 13,
    .barrett = 8737,
    .r = -3593,
    .group_bytes = 13,
    .group_inverse = 5042,
    .ntt = ntt512,
    .inverse_ntt = inverse_ntt512,
    .odd_zeta = odd_zeta512,
    .dot = dot512,
    .times_r_plus = times_r_plus512,
    .reject = reject512,
    .encode = encode512,
    .decode = decode512,
    .compress = compress512,
    .decompress = decompress512,
};
