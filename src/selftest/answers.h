/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Embedded known answers. */
#ifndef KB_SELFTEST_ANSWERS_H
#define KB_SELFTEST_ANSWERS_H

#define KB_SELFTEST_TOKEN_COUNT 7

typedef struct kb_selftest_token {
    const char *name;
    const char *jwk;
    const char *token;
    const char *plaintext; /* hex */
} kb_selftest_token;

/* All five curves, all three ML-KEM sets, all five key derivations, both modes. */
extern const kb_selftest_token kb_selftest_tokens[KB_SELFTEST_TOKEN_COUNT];

#endif
