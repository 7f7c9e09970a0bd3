/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the tests of ML-DSA share: the sets, a repeatable key, a signature of a message
 * with context. */
#ifndef KB_MLDSA_CASE_H
#define KB_MLDSA_CASE_H

#include "sig/mldsa/mldsa.h"
#include "test.h"

#include <keybraid/hash.h>
#include <stdbool.h>

static const struct {
    const kb_mldsa_params *params;
    const kb_sig *sig;
} sets[] = {
    {&kb_mldsa44_params, &kb_mldsa44},
    {&kb_mldsa65_params, &kb_mldsa65},
    {&kb_mldsa87_params, &kb_mldsa87},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static uint8_t xi[KB_MLDSA_SEED_BYTES], rnd[KB_MLDSA_RND_BYTES],
    pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES], sig[KB_MLDSA_SIG_MAX_BYTES + 1];
static uint8_t msg[48], ctx[256];

static const kb_sig_message with_ctx = {msg, sizeof msg, ctx, 20};

static inline void make_key(size_t set, uint8_t number) {
    uint8_t all[64 + sizeof msg + sizeof ctx], in[2] = {(uint8_t)set, number};
    kb_shake256(all, sizeof all, in, sizeof in);
    memcpy(xi, all, 32);
    memcpy(rnd, all + 32, 32);
    memcpy(msg, all + 64, sizeof msg);
    memcpy(ctx, all + 64 + sizeof msg, sizeof ctx);
    kb_mldsa_keygen_derand(sets[set].params, pk, sk, xi);
}

/* A key, and a signature of with_ctx. */
static inline void make(size_t set, uint8_t number) {
    make_key(set, number);
    CHECK_OK(kb_mldsa_sign(sets[set].params, sig, &with_ctx, sk, rnd));
    CHECK_OK(
        kb_mldsa_verify(sets[set].params, sig, sets[set].sig->sig_bytes, &with_ctx, pk));
}

static inline bool is_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

#endif
