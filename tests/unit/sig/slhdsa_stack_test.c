/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SLH-DSA in a thread with a small stack, and how much of it each call touches: the f
 * sets, or with the argument "slow" the s sets. */
#include "sig/sig.h"
#include "sig/slhdsa/slhdsa.h"
#include "stack.h"
#include "test.h"

#define LIMIT_BYTES ((size_t)96 * 1024)

typedef enum operation {
    KEYGEN,
    PUBLIC_OF,
    SIGN_IN_POOL,
    SIGN,
    VERIFY,
    OPERATION_COUNT
} operation;

#define ROW(name, id, is_shake, n, h, d, a, k) &kb_slhdsa_##name,
static const kb_sig *const sigs[] = {KB_SLHDSA_SETS(ROW)};
#undef ROW
#define ROW(name, id, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
static const kb_slhdsa_params *const sets[] = {KB_SLHDSA_SETS(ROW)};
static const char *const names[] = {"keygen", "public_of", "sign in a pool", "sign",
                                    "verify"};

typedef struct job {
    const kb_sig *sig;
    const kb_slhdsa_params *params;
    kb_pool *pool;
    operation operation;
    kb_status status;
} job;

static uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES],
    out[KB_SLHDSA_SIG_MAX_BYTES];
static size_t out_len;

static void *work(void *argument) {
    job *j = argument;
    kb_sig_message m = {(const uint8_t *)"message", 7, NULL, 0};
    switch (j->operation) {
    case KEYGEN:
        j->status = j->sig->keygen(pk, sk);
        break;
    case PUBLIC_OF:
        j->status = j->sig->public_of(pk, sk);
        break;
    case SIGN_IN_POOL:
        j->status = kb_slhdsa_sign_helped(j->params, out, &m, sk, KB_SLHDSA_DETERMINISTIC,
                                          (kb_slhdsa_help){.pool = j->pool});
        break;
    case SIGN:
        j->status = j->sig->sign(out, &out_len, &m, sk);
        break;
    default:
        j->status = j->sig->verify(out, out_len, &m, pk);
    }
    return NULL;
}

static char last_of_id;

TEST(every_call_runs_within_96_kib_of_stack) {
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t i = 0; i < sizeof sigs / sizeof sigs[0]; i++) {
        if (sigs[i]->id[strlen(sigs[i]->id) - 1] != last_of_id) {
            continue;
        }
        for (operation o = KEYGEN; o < OPERATION_COUNT; o++) {
            job j = {sigs[i], sets[i], pool, o, KB_ERR_INTERNAL};
            size_t used = stack_of(work, &j);
            CHECK_INT(j.status, KB_OK);
            TEST_NOTE("%s %s: %zu bytes", sigs[i]->id, names[o], used);
            CHECK(used <= LIMIT_BYTES);
            CHECK(used > 1024);
        }
    }
    kb_pool_free(pool);
}

int main(int argc, char **argv) {
    last_of_id = argc == 2 && strcmp(argv[1], "slow") == 0 ? 's' : 'f';
    RUN(every_call_runs_within_96_kib_of_stack);
    return TEST_END();
}
