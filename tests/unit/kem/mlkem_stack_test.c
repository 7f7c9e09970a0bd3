/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ML-KEM in a thread with a small stack, and how much of it each call touches. */
#include "kem/kem.h"
#include "stack.h"
#include "test.h"

#define LIMIT_BYTES ((size_t)96 * 1024)

typedef enum operation {
    KEYGEN,
    CHECK_PK,
    ENCAPS,
    DECAPS,
    KEYGENS,
    ENCAPSES,
    DECAPSES,
    OPERATION_COUNT
} operation;

static const kb_kem *const kems[] = {&kb_mlkem512, &kb_mlkem768, &kb_mlkem1024};
static const char *const names[] = {"keygen",      "check_pk",    "encaps",     "decaps",
                                    "four keygen", "four encaps", "four decaps"};

typedef struct job {
    const kb_kem *kem;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[2048], ct[2048], ss[KB_KEM_SS_MAX_BYTES], sk[KB_KEM_SK_MAX_BYTES];

/* Four side by side, of the same inputs. */
static uint8_t many[KB_KEM_MANY][2048], secrets[KB_KEM_MANY][KB_KEM_SS_MAX_BYTES];
static uint8_t *const out[] = {many[0], many[1], many[2], many[3]};
static uint8_t *const ss_out[] = {secrets[0], secrets[1], secrets[2], secrets[3]};
static const uint8_t *const pks[] = {pk, pk, pk, pk}, *const sks[] = {sk, sk, sk, sk},
                            *const cts[] = {ct, ct, ct, ct};

static void *work(void *argument) {
    job *j = argument;
    j->status = KB_OK;
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
    case DECAPS:
        j->status = j->kem->decaps(ss, ct, sk);
        break;
    case KEYGENS:
        j->kem->many->public_of(out, sks, NULL);
        break;
    case ENCAPSES:
        j->kem->many->encaps(out, ss_out, pks, sks, NULL);
        break;
    default:
        j->kem->many->decaps(ss_out, cts, sks, NULL);
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
