/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sizes and parameters of SLH-DSA (FIPS 205, section 11, table 2). */
#ifndef KB_SIG_SLHDSA_PARAMS_H
#define KB_SIG_SLHDSA_PARAMS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* lg_w is 4 in every set, so a WOTS+ digit is a nibble. */
#define KB_SLHDSA_DIGIT_MAX 15

#define KB_SLHDSA_PK_BYTES(n)   (2 * (n))
#define KB_SLHDSA_SK_BYTES(n)   (4 * (n))
#define KB_SLHDSA_WOTS_COUNT(n) (2 * (n) + 3) /* len: chains of a WOTS+ key */
#define KB_SLHDSA_SIG_BYTES(n, h, d, a, k)                                               \
    ((n) * (1 + (k) * ((a) + 1) + (h) + (d)*KB_SLHDSA_WOTS_COUNT(n)))
/* m: bytes of the message digest, which names k FORS leaves, a tree and a leaf. */
#define KB_SLHDSA_DIGEST_BYTES(h, d, a, k)                                               \
    (((k) * (a) + 7) / 8 + ((h) - (h) / (d) + 7) / 8 + ((h) / (d) + 7) / 8)

#define KB_SLHDSA_N_MAX_BYTES      32
#define KB_SLHDSA_PK_MAX_BYTES     64
#define KB_SLHDSA_SK_MAX_BYTES     128
#define KB_SLHDSA_SIG_MAX_BYTES    49856
#define KB_SLHDSA_DIGEST_MAX_BYTES 49
#define KB_SLHDSA_WOTS_MAX_COUNT   67
#define KB_SLHDSA_FORS_MAX_COUNT   35
#define KB_SLHDSA_HEIGHT_MAX       14 /* of a FORS tree; the trees of keys are lower */

/* X(name, id, is_shake, n, h, d, a, k) for each of the 12 sets. */
#define KB_SLHDSA_SETS(X)                                                                \
    X(sha2_128s, "SLH-DSA-SHA2-128s", false, 16, 63, 7, 12, 14)                          \
    X(sha2_128f, "SLH-DSA-SHA2-128f", false, 16, 66, 22, 6, 33)                          \
    X(sha2_192s, "SLH-DSA-SHA2-192s", false, 24, 63, 7, 14, 17)                          \
    X(sha2_192f, "SLH-DSA-SHA2-192f", false, 24, 66, 22, 8, 33)                          \
    X(sha2_256s, "SLH-DSA-SHA2-256s", false, 32, 64, 8, 14, 22)                          \
    X(sha2_256f, "SLH-DSA-SHA2-256f", false, 32, 68, 17, 9, 35)                          \
    X(shake_128s, "SLH-DSA-SHAKE-128s", true, 16, 63, 7, 12, 14)                         \
    X(shake_128f, "SLH-DSA-SHAKE-128f", true, 16, 66, 22, 6, 33)                         \
    X(shake_192s, "SLH-DSA-SHAKE-192s", true, 24, 63, 7, 14, 17)                         \
    X(shake_192f, "SLH-DSA-SHAKE-192f", true, 24, 66, 22, 8, 33)                         \
    X(shake_256s, "SLH-DSA-SHAKE-256s", true, 32, 64, 8, 14, 22)                         \
    X(shake_256f, "SLH-DSA-SHAKE-256f", true, 32, 68, 17, 9, 35)

/* FIPS 205, table 2: m and the sizes of public key and signature. */
static_assert(KB_SLHDSA_DIGEST_BYTES(63, 7, 12, 14) == 30 &&
                  KB_SLHDSA_PK_BYTES(16) == 32 &&
                  KB_SLHDSA_SIG_BYTES(16, 63, 7, 12, 14) == 7856,
              "SLH-DSA-SHA2-128s, SLH-DSA-SHAKE-128s");
static_assert(KB_SLHDSA_DIGEST_BYTES(66, 22, 6, 33) == 34 &&
                  KB_SLHDSA_SIG_BYTES(16, 66, 22, 6, 33) == 17088,
              "SLH-DSA-SHA2-128f, SLH-DSA-SHAKE-128f");
static_assert(KB_SLHDSA_DIGEST_BYTES(63, 7, 14, 17) == 39 &&
                  KB_SLHDSA_PK_BYTES(24) == 48 &&
                  KB_SLHDSA_SIG_BYTES(24, 63, 7, 14, 17) == 16224,
              "SLH-DSA-SHA2-192s, SLH-DSA-SHAKE-192s");
static_assert(KB_SLHDSA_DIGEST_BYTES(66, 22, 8, 33) == 42 &&
                  KB_SLHDSA_SIG_BYTES(24, 66, 22, 8, 33) == 35664,
              "SLH-DSA-SHA2-192f, SLH-DSA-SHAKE-192f");
static_assert(KB_SLHDSA_DIGEST_BYTES(64, 8, 14, 22) == 47 &&
                  KB_SLHDSA_PK_BYTES(32) == 64 &&
                  KB_SLHDSA_SIG_BYTES(32, 64, 8, 14, 22) == 29792,
              "SLH-DSA-SHA2-256s, SLH-DSA-SHAKE-256s");
static_assert(KB_SLHDSA_DIGEST_BYTES(68, 17, 9, 35) == KB_SLHDSA_DIGEST_MAX_BYTES &&
                  KB_SLHDSA_SIG_BYTES(32, 68, 17, 9, 35) == KB_SLHDSA_SIG_MAX_BYTES,
              "SLH-DSA-SHA2-256f, SLH-DSA-SHAKE-256f");

/* One parameter set, in the letters of the standard. */
typedef struct kb_slhdsa_params {
    const char *id;
    bool is_shake;
    size_t n;          /* bytes of a hash value */
    unsigned d;        /* layers of the hypertree */
    unsigned layer_h;  /* h': height of the trees of one layer */
    unsigned a;        /* height of a FORS tree */
    unsigned k;        /* FORS trees */
    size_t wots_count; /* len */
    size_t digest_bytes;
    size_t pk_bytes;
    size_t sk_bytes;
    size_t sig_bytes;
} kb_slhdsa_params;

#define KB_SLHDSA_DECLARE_PARAMS(name, id, is_shake, n, h, d, a, k)                      \
    extern const kb_slhdsa_params kb_slhdsa_##name##_params;
KB_SLHDSA_SETS(KB_SLHDSA_DECLARE_PARAMS)
#undef KB_SLHDSA_DECLARE_PARAMS

#endif
