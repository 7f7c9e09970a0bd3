/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every signature table is put through: fresh keys, and one-bit changes everywhere.
 */
#ifndef KB_TESTS_CLASSIC_SIG_CASE_H
#define KB_TESTS_CLASSIC_SIG_CASE_H

#include "sig/sig.h"
#include "test.h"

#define SIG_CASE_MAX_BYTES 133

/* Flips every stride-th bit of n bytes; nothing may verify meanwhile. */
static inline void sig_case_flip(const kb_sig *alg, uint8_t *bytes, size_t n,
                                 unsigned stride, const uint8_t *sig,
                                 const kb_sig_message *m, const uint8_t *pk) {
    for (size_t bit = 0; bit < 8 * n; bit += stride) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CHECK_STATUS(alg->verify(sig, alg->sig_bytes, m, pk), KB_ERR_AUTH);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

/* A signature made by this table verifies, and not after any single change. */
static inline void sig_case_sweep(const kb_sig *alg, unsigned stride) {
    uint8_t pk[SIG_CASE_MAX_BYTES], again[SIG_CASE_MAX_BYTES], sk[66];
    uint8_t sig[SIG_CASE_MAX_BYTES + 1] = {0},
                                     msg[40] = "what somebody signed, or did not";
    size_t sig_len;
    kb_sig_message m = {msg, sizeof msg, NULL, 0};
    REQUIRE_OK(alg->keygen(pk, sk));
    CHECK_OK(alg->check_pk(pk));
    CHECK_OK(alg->public_of(again, sk));
    CHECK_MEM(pk, again, alg->pk_bytes);
    REQUIRE_OK(alg->sign(sig, &sig_len, &m, sk));
    CHECK_INT(sig_len, alg->sig_bytes);
    CHECK_OK(alg->verify(sig, sig_len, &m, pk));
    sig_case_flip(alg, sig, alg->sig_bytes, stride, sig, &m, pk);
    sig_case_flip(alg, msg, sizeof msg, stride, sig, &m, pk);
    sig_case_flip(alg, pk, alg->pk_bytes, stride, sig, &m, pk);
    for (size_t n = 0; n <= alg->sig_bytes + 1; n++) {
        CHECK_STATUS(alg->verify(sig, n, &m, pk),
                     n == alg->sig_bytes ? KB_OK : KB_ERR_AUTH);
    }
    m.msg_len--;
    CHECK_STATUS(alg->verify(sig, sig_len, &m, pk), KB_ERR_AUTH);
    m = (kb_sig_message){NULL, 0, NULL, 0};
    CHECK_STATUS(alg->verify(sig, sig_len, &m, pk), KB_ERR_AUTH);
    CHECK_OK(alg->sign(sig, &sig_len, &m, sk));
    CHECK_OK(alg->verify(sig, sig_len, &m, pk));
}

/* A context is refused on both sides, and nothing is signed. */
static inline void sig_case_context(const kb_sig *alg) {
    uint8_t pk[SIG_CASE_MAX_BYTES], sk[66], zero[SIG_CASE_MAX_BYTES] = {0};
    uint8_t sig[SIG_CASE_MAX_BYTES];
    size_t sig_len = 7;
    kb_sig_message m = {(const uint8_t *)"m", 1, (const uint8_t *)"c", 1};
    CHECK_INT(alg->context_max, 0);
    REQUIRE_OK(alg->keygen(pk, sk));
    memset(sig, 0xa5, sizeof sig);
    CHECK_STATUS(alg->sign(sig, &sig_len, &m, sk), KB_ERR_ARGUMENT);
    CHECK_MEM(sig, zero, alg->sig_bytes);
    CHECK_INT(sig_len, 0);
    CHECK_STATUS(alg->verify(sig, alg->sig_bytes, &m, pk), KB_ERR_ARGUMENT);
}

#endif
