/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Embedded known answers. Bytes are in hex. */
#ifndef KB_SELFTEST_ANSWERS_H
#define KB_SELFTEST_ANSWERS_H

#include <stdbool.h>

#define KB_SELFTEST_TOKEN_COUNT     7
#define KB_SELFTEST_KEM_COUNT       12
#define KB_SELFTEST_SLHDSA_COUNT    12
#define KB_SELFTEST_SIGNATURE_COUNT 7

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
    const char
        *sig[2]; /* one after the other: C compilers need not take longer strings */
} kb_selftest_signature;

/* All five curves, all three ML-KEM sets, all five key derivations, both modes. */
extern const kb_selftest_token kb_selftest_tokens[KB_SELFTEST_TOKEN_COUNT];
extern const kb_selftest_kem kb_selftest_kems[KB_SELFTEST_KEM_COUNT];
extern const kb_selftest_slhdsa kb_selftest_slhdsas[KB_SELFTEST_SLHDSA_COUNT];
extern const kb_selftest_signature kb_selftest_signatures[KB_SELFTEST_SIGNATURE_COUNT];

#endif
