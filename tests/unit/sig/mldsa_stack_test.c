/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-DSA in a thread with a small stack, and how much of it each call touches. */
#include "core/cpu.h"
#include "sig/mldsa/mldsa.h"
#include "stack.h"
#include "test.h"

#define LIMIT_BYTES ((size_t)96 * 1024)

typedef enum operation {
    KEYGEN,
    PUBLIC_OF,
    SIGN,
    VERIFY,
    KEYGEN_EXPANDED,
    SIGN_EXPANDED,
    SIGN_PREHASH,
    VERIFY_PREHASH,
    CHECK_SK,
    SIGN_WITH,
    VERIFY_WITH,
    OPERATION_COUNT
} operation;

static const kb_mldsa_params *const sets[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                              &kb_mldsa87_params};
static const char *const names[] = {
    "keygen",           "public_of",      "sign",           "verify",
    "keygen, expanded", "sign, expanded", "sign, pre-hash", "verify, pre-hash",
    "check_sk",         "sign_with",      "verify_with"};

typedef struct job {
    const kb_mldsa_params *params;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[KB_MLDSA_PK_MAX_BYTES], sk[KB_MLDSA_SK_MAX_BYTES],
    sig[KB_MLDSA_SIG_MAX_BYTES], xi[KB_MLDSA_SEED_BYTES], rnd[KB_MLDSA_RND_BYTES],
    mu[KB_MLDSA_MU_BYTES];
static kb_mldsa_private priv;
static kb_mldsa_public pub;

static kb_status run(const kb_mldsa_params *params, operation o) {
    const kb_sig *alg = kb_sig_find(params->id);
    const kb_sig_prehash *prehash = kb_sig_prehash_find("SHA2-512");
    kb_sig_message message = {mu, sizeof mu, mu, 20};
    size_t len;
    switch (o) {
    case KEYGEN:
        return alg->keygen(pk, xi);
    case PUBLIC_OF:
        return alg->public_of(pk, xi);
    case SIGN:
        return alg->sign(sig, &len, &message, xi);
    case VERIFY:
        return alg->verify(sig, alg->sig_bytes, &message, pk);
    case KEYGEN_EXPANDED:
        kb_mldsa_keygen_derand(params, pk, sk, xi);
        return KB_OK;
    case SIGN_EXPANDED:
        return kb_mldsa_sign(params, sig, &message, sk, rnd);
    case SIGN_PREHASH:
        return kb_mldsa_sign_prehash(params, sig, prehash, &message, sk, rnd);
    case VERIFY_PREHASH:
        return kb_mldsa_verify_prehash(params, sig, alg->sig_bytes, prehash, &message,
                                       pk);
    case CHECK_SK:
        return kb_mldsa_check_sk(params, sk);
    case SIGN_WITH:
        return kb_mldsa_sign_with(params, sig, &priv, mu, rnd);
    default:
        return kb_mldsa_verify_with(params, sig, alg->sig_bytes, &pub, mu);
    }
}

static void *work(void *argument) {
    job *j = argument;
    j->status = run(j->params, j->operation);
    return NULL;
}

TEST(every_call_runs_within_96_kib_of_stack) {
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        for (operation o = KEYGEN; o < OPERATION_COUNT; o++) {
            job j = {sets[i], o, KB_ERR_INTERNAL};
            if (o == SIGN_WITH) {
                kb_mldsa_expand_private(sets[i], &priv, sk);
                kb_mldsa_expand_public(sets[i], &pub, pk);
            }
            size_t used = stack_of(work, &j);
            CHECK_INT(j.status, KB_OK);
            TEST_NOTE("%s %s: %zu bytes", sets[i]->id, names[o], used);
            CHECK(used <= LIMIT_BYTES);
            CHECK(used > 8192);
        }
    }
}

int main(void) {
#ifdef KB_TEST_PORTABLE
    kb_cpu_limit(0);
#endif
    RUN(every_call_runs_within_96_kib_of_stack);
    return TEST_END();
}
