/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sizes and parameters of ML-DSA (FIPS 204, section 4, tables 1 and 2). */
#ifndef KB_SIG_MLDSA_PARAMS_H
#define KB_SIG_MLDSA_PARAMS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define KB_MLDSA_N     256
#define KB_MLDSA_Q     8380417
#define KB_MLDSA_D     13 /* bits dropped from t */
#define KB_MLDSA_K_MAX 8
#define KB_MLDSA_L_MAX 7

#define KB_MLDSA_SEED_BYTES 32 /* xi, the short private key */
#define KB_MLDSA_RHO_BYTES  32
#define KB_MLDSA_KEY_BYTES  32 /* K */
#define KB_MLDSA_RND_BYTES  32
#define KB_MLDSA_TR_BYTES   64
#define KB_MLDSA_MU_BYTES   64

#define KB_MLDSA_T1_BYTES      320 /* 10 bits a coefficient */
#define KB_MLDSA_T0_BYTES      416 /* 13 bits */
#define KB_MLDSA_MASK_MAX_BITS 20
#define KB_MLDSA_TAU_MAX       60
#define KB_MLDSA_TILDE_MAX     64

/* Bits of a coefficient of s1 and s2, and of w1. */
#define KB_MLDSA_ETA_BITS(eta)   ((eta) == 2 ? 3 : 4)
#define KB_MLDSA_HIGH_BITS(high) ((high) == 44 ? 6 : 4)

#define KB_MLDSA_PK_BYTES(k) (32 + KB_MLDSA_T1_BYTES * (k))
#define KB_MLDSA_SK_BYTES(k, l, eta)                                                     \
    (128 + 32 * ((k) + (l)) * KB_MLDSA_ETA_BITS(eta) + KB_MLDSA_T0_BYTES * (k))
#define KB_MLDSA_SIG_BYTES(k, l, tilde, mask_bits, omega)                                \
    ((tilde) + 32 * (l) * (mask_bits) + (omega) + (k))

#define KB_MLDSA_PK_MAX_BYTES  KB_MLDSA_PK_BYTES(8)
#define KB_MLDSA_SK_MAX_BYTES  KB_MLDSA_SK_BYTES(8, 7, 2)
#define KB_MLDSA_SIG_MAX_BYTES KB_MLDSA_SIG_BYTES(8, 7, 64, 20, 75)

/* FIPS 204, table 2. */
static_assert(KB_MLDSA_PK_BYTES(4) == 1312 && KB_MLDSA_SK_BYTES(4, 4, 2) == 2560 &&
                  KB_MLDSA_SIG_BYTES(4, 4, 32, 18, 80) == 2420,
              "ML-DSA-44");
static_assert(KB_MLDSA_PK_BYTES(6) == 1952 && KB_MLDSA_SK_BYTES(6, 5, 4) == 4032 &&
                  KB_MLDSA_SIG_BYTES(6, 5, 48, 20, 55) == 3309,
              "ML-DSA-65");
static_assert(KB_MLDSA_PK_BYTES(8) == 2592 && KB_MLDSA_SK_BYTES(8, 7, 2) == 4896 &&
                  KB_MLDSA_SIG_BYTES(8, 7, 64, 20, 75) == 4627,
              "ML-DSA-87");

/* One parameter set. */
typedef struct kb_mldsa_params {
    const char *id;
    size_t k;           /* rows of the matrix */
    size_t l;           /* its columns */
    int32_t eta;        /* |coefficient of s1, s2| at most */
    size_t tau;         /* coefficients of the challenge that are not 0 */
    unsigned mask_bits; /* gamma1 is 2^(mask_bits - 1) */
    int32_t high;       /* values of the high part: (q - 1) / (2 gamma2), 44 or 16 */
    size_t omega;       /* 1s in the hint at most */
    size_t tilde_bytes; /* of c~: lambda / 4 */
    size_t pk_bytes;
    size_t sk_bytes; /* the expanded form */
    size_t sig_bytes;
} kb_mldsa_params;

extern const kb_mldsa_params kb_mldsa44_params, kb_mldsa65_params, kb_mldsa87_params;

static inline int32_t kb_mldsa_gamma1(const kb_mldsa_params *params) {
    return (int32_t)1 << (params->mask_bits - 1);
}

static inline int32_t kb_mldsa_gamma2(const kb_mldsa_params *params) {
    return params->high == 44 ? (KB_MLDSA_Q - 1) / 88 : (KB_MLDSA_Q - 1) / 32;
}

static inline int32_t kb_mldsa_beta(const kb_mldsa_params *params) {
    return (int32_t)params->tau * params->eta;
}

/* A polynomial, or its 256 values (FIPS 204, 2.5). */
typedef struct kb_mldsa_poly {
    int32_t c[KB_MLDSA_N];
} kb_mldsa_poly;

/* A polynomial of the matrix: 256 values below q, three little-endian bytes each, which is
 * how the sampler's stream brings them. A quarter of 57 KiB less to hold and to read. */
#define KB_MLDSA_PACKED_BYTES (3 * KB_MLDSA_N)

typedef struct kb_mldsa_packed {
    uint8_t b[KB_MLDSA_PACKED_BYTES];
} kb_mldsa_packed;

/* A polynomial of s1 or s2, |c| <= 4, and one of t0, -2^12 < c <= 2^12. */
typedef struct kb_mldsa_small {
    int8_t c[KB_MLDSA_N];
} kb_mldsa_small;

typedef struct kb_mldsa_t0 {
    int16_t c[KB_MLDSA_N];
} kb_mldsa_t0;

/* The challenge by its terms: X^shift[j], where X^(256 + i) is -X^i. */
typedef struct kb_mldsa_challenge {
    uint16_t shift[KB_MLDSA_TAU_MAX];
    size_t tau;
} kb_mldsa_challenge;

#endif
