/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Embedded known answers. Bytes are in hex. */
#ifndef KB_SELFTEST_ANSWERS_H
#define KB_SELFTEST_ANSWERS_H

#include <stdbool.h>

#define KB_SELFTEST_TOKEN_COUNT     7
#define KB_SELFTEST_KEM_COUNT       12
#define KB_SELFTEST_SLHDSA_COUNT    12
#define KB_SELFTEST_SIGNATURE_COUNT 5
#define KB_SELFTEST_COMPOSITE_COUNT 3
#define KB_SELFTEST_RSA_COUNT       2

/* C compilers need not take longer strings. */
#define KB_SELFTEST_PART_BYTES 2000

typedef struct kb_selftest_token {
    const char *name;
    const char *jwk;
    const char *token;
    const char *plaintext;
} kb_selftest_token;

/* From a private key and coins to the SHA-256 of public key, ciphertext and shared secret. */
typedef struct kb_selftest_kem {
    const char *id;
    const char *sk;
    const char *coins;
    const char *digest;
} kb_selftest_kem;

/* A pure signature and its SHA-256. */
typedef struct kb_selftest_slhdsa {
    const char *id;
    bool is_slow; /* the s sets */
    const char *sk;
    const char *msg;
    const char *ctx;
    const char *opt_rand; /* empty: deterministic */
    const char *digest;
} kb_selftest_slhdsa;

/* A signature that verifies; with sk, signing gives it. */
typedef struct kb_selftest_signature {
    const char *id;
    const char *sk; /* empty when signing is randomized */
    const char *pk;
    const char *msg;
    const char *sig;
} kb_selftest_signature;

/* A composite signature that verifies. Parts one after the other, each but the last that
 * is not empty of KB_SELFTEST_PART_BYTES. */
typedef struct kb_selftest_composite {
    const char *id;
    const char *pk[2];
    const char *msg;
    const char *sig[3];
} kb_selftest_composite;

/* An RSA-PSS signature that verifies. */
typedef struct kb_selftest_rsa {
    const char *name;
    const char *pk; /* SPKI */
    const char *msg;
    const char *sig;
} kb_selftest_rsa;

/* All five curves, all three ML-KEM sets, all five key derivations, both modes. */
extern const kb_selftest_token kb_selftest_tokens[KB_SELFTEST_TOKEN_COUNT];
extern const kb_selftest_kem kb_selftest_kems[KB_SELFTEST_KEM_COUNT];
extern const kb_selftest_slhdsa kb_selftest_slhdsas[KB_SELFTEST_SLHDSA_COUNT];
extern const kb_selftest_signature kb_selftest_signatures[KB_SELFTEST_SIGNATURE_COUNT];
extern const kb_selftest_composite kb_selftest_composites[KB_SELFTEST_COMPOSITE_COUNT];
extern const kb_selftest_rsa kb_selftest_rsas[KB_SELFTEST_RSA_COUNT];

#endif
