/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM in a thread with a small stack, and how much of it each call touches. */
#include "kem/kem.h"
#include "stack.h"
#include "test.h"

#define LIMIT_BYTES ((size_t)96 * 1024)

typedef enum operation { KEYGEN, CHECK_PK, ENCAPS, DECAPS, OPERATION_COUNT } operation;

static const kb_kem *const kems[] = {&kb_mlkem512, &kb_mlkem768, &kb_mlkem1024};
static const char *const names[] = {"keygen", "check_pk", "encaps", "decaps"};

typedef struct job {
    const kb_kem *kem;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[2048], ct[2048], ss[KB_KEM_SS_MAX_BYTES], sk[KB_KEM_SK_MAX_BYTES];

static void *work(void *argument) {
    job *j = argument;
    switch (j->operation) {
    case KEYGEN:
        j->status = j->kem->keygen(pk, sk);
        break;
    case CHECK_PK:
        j->status = j->kem->check_pk(pk);
        break;
    case ENCAPS:
        j->status = j->kem->encaps(ct, ss, pk);
        break;
    default:
        j->status = j->kem->decaps(ss, ct, sk);
    }
    return NULL;
}

TEST(every_call_runs_within_96_kib_of_stack) {
    for (size_t i = 0; i < sizeof kems / sizeof kems[0]; i++) {
        for (operation o = KEYGEN; o < OPERATION_COUNT; o++) {
            job j = {kems[i], o, KB_ERR_INTERNAL};
            size_t used = stack_of(work, &j);
            CHECK_INT(j.status, KB_OK);
            TEST_NOTE("%s %s: %zu bytes", kems[i]->id, names[o], used);
            CHECK(used <= LIMIT_BYTES);
            CHECK(used > 1024);
        }
    }
}

int main(void) {
    RUN(every_call_runs_within_96_kib_of_stack);
    return TEST_END();
}
