/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Composite and classical signatures in a thread with a small stack, and how much of it
 * each call touches. */
#include "composite/sig_lamps.h"
#include "sig/classic/classic.h"
#include "stack.h"
#include "test.h"

/* 96 KiB of our own and 5 KiB of the thread's bookkeeping. */
#define LIMIT_BYTES ((size_t)(96 + 5) * 1024)

typedef enum operation {
    KEYGEN,
    PUBLIC_OF,
    CHECK_PK,
    SIGN,
    VERIFY,
    OPERATION_COUNT
} operation;

static const kb_sig *const algs[] = {
    &kb_sig_mldsa44_ed25519,
    &kb_sig_mldsa65_ed25519,
    &kb_sig_mldsa87_ed448,
    &kb_ed25519,
    &kb_ed448,
    &kb_ecdsa_p256,
    &kb_ecdsa_p384,
    &kb_ecdsa_p521,
};
static const char *const names[] = {"keygen", "public_of", "check_pk", "sign", "verify"};

typedef struct job {
    const kb_sig *alg;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[KB_SIG_LAMPS_PK_MAX_BYTES], sk[KB_SIG_LAMPS_SK_MAX_BYTES];
static uint8_t sig[KB_SIG_LAMPS_SIG_MAX_BYTES];
static size_t sig_len;

static void *work(void *argument) {
    job *j = argument;
    kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    switch (j->operation) {
    case KEYGEN:
        j->status = j->alg->keygen(pk, sk);
        break;
    case PUBLIC_OF:
        j->status = j->alg->public_of(pk, sk);
        break;
    case CHECK_PK:
        j->status = j->alg->check_pk(pk);
        break;
    case SIGN:
        j->status = j->alg->sign(sig, &sig_len, &m, sk);
        break;
    default:
        j->status = j->alg->verify(sig, sig_len, &m, pk);
    }
    return NULL;
}

TEST(every_call_runs_in_a_small_thread) {
    for (size_t i = 0; i < sizeof algs / sizeof algs[0]; i++) {
        for (operation o = KEYGEN; o < OPERATION_COUNT; o++) {
            job j = {algs[i], o, KB_ERR_INTERNAL};
            size_t used = stack_of(work, &j);
            CHECK_INT(j.status, KB_OK);
            TEST_NOTE("%s %s: %zu bytes", algs[i]->id, names[o], used);
            CHECK(used <= LIMIT_BYTES);
            CHECK(used > 1024);
        }
    }
}

int main(void) {
    RUN(every_call_runs_in_a_small_thread);
    return TEST_END();
}
