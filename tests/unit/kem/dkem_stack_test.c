/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* DKEM in a thread with a small stack, and how much of it each call touches. */
#include "kem/dkem/dkem.h"
#include "kem/kem.h"
#include "stack.h"
#include "test.h"

#define LIMIT_BYTES ((size_t)96 * 1024)

typedef enum operation {
    KEYGEN,
    CHECK_PK,
    ENCAPS,
    DECAPS,
    RAW_KEYGEN,
    CHECK_RAW,
    RAW_DECAPS,
    OPERATION_COUNT
} operation;

static const kb_kem *const kems[] = {&kb_dkem128,       &kb_dkem256,
                                     &kb_dkem512,       &kb_dkem128_shake,
                                     &kb_dkem256_shake, &kb_dkem512_shake};
static const char *const names[] = {"keygen",     "check_pk",  "encaps",    "decaps",
                                    "raw keygen", "check_raw", "raw decaps"};

static const kb_dkem_params *const params[] = {
    &kb_dkem128_params,       &kb_dkem256_params,       &kb_dkem512_params,
    &kb_dkem128_shake_params, &kb_dkem256_shake_params, &kb_dkem512_shake_params};

typedef struct job {
    const kb_dkem_params *params;
    const kb_kem *kem;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[4096], ct[4096], ss[KB_KEM_SS_MAX_BYTES], sk[KB_KEM_SK_MAX_BYTES],
    raw[KB_DKEM_RAW_MAX_BYTES];

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
    case DECAPS:
        j->status = j->kem->decaps(ss, ct, sk);
        break;
    case RAW_KEYGEN:
        kb_dkem_keygen_derand(j->params, pk, raw, sk, sk + j->params->seed_bytes);
        j->status = KB_OK;
        break;
    case CHECK_RAW:
        j->status = kb_dkem_check_raw(j->params, raw);
        break;
    default:
        kb_dkem_decaps(j->params, ss, ct, raw);
        j->status = KB_OK;
    }
    return NULL;
}

TEST(every_call_runs_within_96_kib_of_stack) {
    for (size_t i = 0; i < sizeof kems / sizeof kems[0]; i++) {
        for (operation o = KEYGEN; o < OPERATION_COUNT; o++) {
            job j = {params[i], kems[i], o, KB_ERR_INTERNAL};
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
