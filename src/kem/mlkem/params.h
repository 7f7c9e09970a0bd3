/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sizes and parameters of ML-KEM (FIPS 203, section 8, tables 2 and 3). */
#ifndef KB_KEM_MLKEM_PARAMS_H
#define KB_KEM_MLKEM_PARAMS_H

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#define KB_MLKEM_N     256
#define KB_MLKEM_Q     3329
#define KB_MLKEM_K_MAX 4

#define KB_MLKEM_SYM_BYTES  32 /* d, z, m, rho, K and H(ek) */
#define KB_MLKEM_SEED_BYTES 64 /* d, then z */
#define KB_MLKEM_SS_BYTES   32
#define KB_MLKEM_POLY_BYTES 384

#define KB_MLKEM_EK_BYTES(k)         (384 * (k) + 32)
#define KB_MLKEM_DK_BYTES(k)         (768 * (k) + 96)
#define KB_MLKEM_CT_BYTES(k, du, dv) (32 * ((du) * (k) + (dv)))

#define KB_MLKEM_EK_MAX_BYTES KB_MLKEM_EK_BYTES(4)
#define KB_MLKEM_DK_MAX_BYTES KB_MLKEM_DK_BYTES(4)
#define KB_MLKEM_CT_MAX_BYTES KB_MLKEM_CT_BYTES(4, 11, 5)

/* FIPS 203, table 3. */
static_assert(KB_MLKEM_EK_BYTES(2) == 800 && KB_MLKEM_DK_BYTES(2) == 1632 &&
                  KB_MLKEM_CT_BYTES(2, 10, 4) == 768,
              "ML-KEM-512");
static_assert(KB_MLKEM_EK_BYTES(3) == 1184 && KB_MLKEM_DK_BYTES(3) == 2400 &&
                  KB_MLKEM_CT_BYTES(3, 10, 4) == 1088,
              "ML-KEM-768");
static_assert(KB_MLKEM_EK_BYTES(4) == 1568 && KB_MLKEM_DK_BYTES(4) == 3168 &&
                  KB_MLKEM_CT_BYTES(4, 11, 5) == 1568,
              "ML-KEM-1024");

/* One parameter set; eta2 is 2 in all of them. */
typedef struct kb_mlkem_params {
    const char *id;
    size_t k;
    unsigned eta1;
    unsigned du;
    unsigned dv;
    size_t ek_bytes;
    size_t dk_bytes;
    size_t ct_bytes;
} kb_mlkem_params;

extern const kb_mlkem_params kb_mlkem512_params, kb_mlkem768_params, kb_mlkem1024_params;

/* Of polynomials that vector kernels work on: any address will do, but vectors that cross
 * cache lines take longer. */
#define KB_MLKEM_ALIGNED alignas(32)

/* A polynomial, or its 128 factors mod X^2 - zeta (FIPS 203, 2.4.5 and 4.3). */
typedef struct kb_mlkem_poly {
    int16_t c[KB_MLKEM_N];
} kb_mlkem_poly;

#endif
