/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sizes and parameters of DKEM, an experimental algorithm (README.md says what speaks
 * against its use).
 */
#ifndef KB_KEM_DKEM_PARAMS_H
#define KB_KEM_DKEM_PARAMS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define KB_DKEM_K_MAX          4
#define KB_DKEM_N_MAX          512
#define KB_DKEM_SEED_MAX_BYTES 64 /* S: d, z, m, rho, and the shared secret */

/* n coefficients of `bits` bits; bits of a key (a), of u (b) and of the signal (w). */
#define KB_DKEM_POLY_BYTES(n, bits) ((n) / 8 * (bits))
#define KB_DKEM_PK_BYTES(k, n, a)   ((k)*KB_DKEM_POLY_BYTES(n, a) + (n) / 8)
#define KB_DKEM_RAW_BYTES(k, n, a)  (2 * (k)*KB_DKEM_POLY_BYTES(n, a) + 2 * ((n) / 8))
#define KB_DKEM_CT_BYTES(k, n, b, w)                                                     \
    ((k)*KB_DKEM_POLY_BYTES(n, b) + KB_DKEM_POLY_BYTES(n, w) + (n) / 8)

#define KB_DKEM_PK_MAX_BYTES  KB_DKEM_PK_BYTES(4, 512, 13)
#define KB_DKEM_RAW_MAX_BYTES KB_DKEM_RAW_BYTES(4, 512, 13)
#define KB_DKEM_CT_MAX_BYTES  KB_DKEM_CT_BYTES(4, 512, 11, 4)

/* The sizes that the submission states. */
static_assert(KB_DKEM_PK_BYTES(2, 256, 12) == 800 &&
                  KB_DKEM_RAW_BYTES(2, 256, 12) == 1600 &&
                  KB_DKEM_CT_BYTES(2, 256, 10, 4) == 800,
              "DKEM-128");
static_assert(KB_DKEM_PK_BYTES(4, 256, 12) == 1568 &&
                  KB_DKEM_RAW_BYTES(4, 256, 12) == 3136 &&
                  KB_DKEM_CT_BYTES(4, 256, 11, 5) == 1600,
              "DKEM-256");
static_assert(KB_DKEM_PK_BYTES(4, 512, 13) == 3392 &&
                  KB_DKEM_RAW_BYTES(4, 512, 13) == 6784 &&
                  KB_DKEM_CT_BYTES(4, 512, 11, 4) == 3136,
              "DKEM-512");

/* The hash functions: SM3 is the submission's choice, SHAKE and SHA-3 its variant, which
 * nothing but tests and measurements uses here. */
typedef enum kb_dkem_suite { KB_DKEM_SM3 = 0, KB_DKEM_SHAKE = 1 } kb_dkem_suite;

/* The signal: x to 2^bits x / q, rounded, mod 2^bits, as the upper bits of ((x << bits) +
 * addend) * factor mod 2^32. */
typedef struct kb_dkem_rounding {
    unsigned bits;
    uint32_t addend;
    uint32_t factor;
} kb_dkem_rounding;

/* One parameter set with one suite. */
typedef struct kb_dkem_params {
    const char *id;
    kb_dkem_suite suite;
    const struct kb_dkem_ring *ring;
    size_t k;
    unsigned eta;
    unsigned u_bits; /* of a compressed coefficient of u */
    kb_dkem_rounding w;
    int16_t step;      /* (q - 1) / 2^w.bits: what one step of the signal stands for */
    size_t seed_bytes; /* S = n / 8 */
    size_t pk_bytes;
    size_t raw_bytes; /* the private key as the submission stores it */
    size_t ct_bytes;
} kb_dkem_params;

extern const kb_dkem_params kb_dkem128_params, kb_dkem256_params, kb_dkem512_params;
extern const kb_dkem_params kb_dkem128_shake_params, kb_dkem256_shake_params,
    kb_dkem512_shake_params;

#endif
