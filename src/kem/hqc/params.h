/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sizes and parameters of HQC (specification of 2025-08-22, sets HQC-1, HQC-3 and HQC-5,
 * which are called HQC-128, HQC-192 and HQC-256 here), in both profiles.
 *
 * Everything that a final standard may still change is in the table of params.c and in
 * the domain bytes below.
 */
#ifndef KB_KEM_HQC_PARAMS_H
#define KB_KEM_HQC_PARAMS_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define KB_HQC_SEED_BYTES 32 /* seed_kem, seed_pke, seed_dk, seed_ek, theta, H(ek) */
#define KB_HQC_SALT_BYTES 16
#define KB_HQC_SS_BYTES   32

#define KB_HQC_K_MAX_BYTES    32
#define KB_HQC_N1_MAX         90
#define KB_HQC_DELTA_MAX      29
#define KB_HQC_WEIGHT_MAX     131 /* of x and y */
#define KB_HQC_ENC_WEIGHT_MAX 149 /* of r1, r2 and e */

/* Words of a ring element with zeros up to a size that halves evenly (poly.c) and is a
 * multiple of 16 (the blocks of kb_hqc_scatter). */
#define KB_HQC_MAX_WORDS 928

#define KB_HQC_N_BYTES(n)     (((n) + 7) / 8)
#define KB_HQC_EK_BYTES(n)    (KB_HQC_SEED_BYTES + KB_HQC_N_BYTES(n))
#define KB_HQC_DK_BYTES(n, k) (KB_HQC_EK_BYTES(n) + 2 * KB_HQC_SEED_BYTES + (k))
#define KB_HQC_CT_BYTES(n, n1, mult)                                                     \
    (KB_HQC_N_BYTES(n) + 16 * (n1) * (mult) + KB_HQC_SALT_BYTES)
#define KB_HQC_COINS_BYTES(k) ((k) + KB_HQC_SALT_BYTES)

#define KB_HQC_EK_MAX_BYTES KB_HQC_EK_BYTES(57637)
#define KB_HQC_DK_MAX_BYTES KB_HQC_DK_BYTES(57637, 32)
#define KB_HQC_CT_MAX_BYTES KB_HQC_CT_BYTES(57637, 90, 5)

static_assert(KB_HQC_EK_BYTES(17669) == 2241 && KB_HQC_DK_BYTES(17669, 16) == 2321 &&
                  KB_HQC_CT_BYTES(17669, 46, 3) == 4433,
              "HQC-128");
static_assert(KB_HQC_EK_BYTES(35851) == 4514 && KB_HQC_DK_BYTES(35851, 24) == 4602 &&
                  KB_HQC_CT_BYTES(35851, 56, 5) == 8978,
              "HQC-192");
static_assert(KB_HQC_EK_MAX_BYTES == 7237 && KB_HQC_DK_MAX_BYTES == 7333 &&
                  KB_HQC_CT_MAX_BYTES == 14421,
              "HQC-256");

/* Domain bytes, each after the input of its function. H and XOF share one. */
#define KB_HQC_DOMAIN_G   0
#define KB_HQC_DOMAIN_H   1
#define KB_HQC_DOMAIN_XOF 1
#define KB_HQC_DOMAIN_I   2
#define KB_HQC_DOMAIN_J   3

/* The two states of the designers' code that are in use; they differ only in how bytes of
 * the XOF become positions (sample.c). */
typedef enum kb_hqc_profile {
    KB_HQC_R26, /* 2026-02, commit 161cd4f */
    KB_HQC_V500 /* 2025-08, tag v5.0.0 */
} kb_hqc_profile;

/* One parameter set in one profile. */
typedef struct kb_hqc_params {
    const char *id;
    kb_hqc_profile profile;
    uint32_t n;           /* the ring is GF(2)[X] / (X^n - 1) */
    uint32_t reject_from; /* the largest multiple of n below 2^24 */
    uint32_t inverse;     /* floor(2^32 / n) */
    size_t words;         /* of an element */
    size_t padded_words;  /* with zeros for the multiplication */
    size_t n1;            /* length of the Reed-Solomon code, bytes */
    size_t copies;        /* of each Reed-Muller codeword */
    size_t k;             /* message, bytes */
    size_t delta;         /* errors that Reed-Solomon corrects */
    size_t weight;        /* of x and y */
    size_t enc_weight;    /* of r1, r2 and e */
    size_t n_bytes;
    size_t v_bytes; /* n1 * 16 * copies; a multiple of 8 */
    size_t ek_bytes;
    size_t dk_bytes;
    size_t ct_bytes;
    const uint8_t *generator; /* of Reed-Solomon: x^0 up to x^(2 delta - 1), 64 bytes */
} kb_hqc_params;

extern const kb_hqc_params kb_hqc_128_r26_params, kb_hqc_192_r26_params,
    kb_hqc_256_r26_params;
extern const kb_hqc_params kb_hqc_128_v500_params, kb_hqc_192_v500_params,
    kb_hqc_256_v500_params;

/* An element: bit i is the coefficient of X^i, at weight 2^(i % 64) of word i / 64. Words
 * above `words` of the set, up to `padded_words`, are zero. */
typedef struct kb_hqc_vec {
    uint64_t w[KB_HQC_MAX_WORDS];
} kb_hqc_vec;

#endif
