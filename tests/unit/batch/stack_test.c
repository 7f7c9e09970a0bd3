/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches of the operations that take most stack, in a thread with a small one. */
#include "stack.h"
#include "test.h"

#include <keybraid/keybraid.h>

#define LIMIT_BYTES ((size_t)104 * 1024)
#define ITEMS       5

static uint8_t pk[8192], sk[256], ct[ITEMS][16384], ss[ITEMS][64], sig[ITEMS][5000];
static kb_batch_item items[ITEMS];
static kb_batch *batch;

static void *run(void *status) {
    *(kb_status *)status = kb_batch_run(batch, items, ITEMS, NULL);
    return NULL;
}

static void measure(const char *id, const char *what) {
    kb_status status = KB_ERR_INTERNAL;
    size_t used = stack_of(run, &status);
    CHECK_INT(status, KB_OK);
    TEST_NOTE("%s, %s: %zu bytes", id, what, used);
    CHECK(used > 1024 && used <= LIMIT_BYTES);
}

static void exchange(const char *id) {
    const kb_alg *alg = kb_catalog_find(id);
    REQUIRE_OK(kb_kem_keygen(id, pk, alg->pk_bytes, sk, alg->sk_bytes));
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] = (kb_batch_item){
            .op = KB_BATCH_ENCAPS,
            .alg = id,
            .encaps = {ct[i], alg->ct_bytes, ss[i], alg->ss_bytes, pk, alg->pk_bytes}};
    }
    measure(id, "encapsulation");
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] = (kb_batch_item){
            .op = KB_BATCH_DECAPS,
            .alg = id,
            .decaps = {ss[i], alg->ss_bytes, ct[i], alg->ct_bytes, sk, alg->sk_bytes}};
    }
    measure(id, "decapsulation");
}

TEST(kems_run_within_a_small_stack) {
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    exchange("ML-KEM-1024");
    exchange("HQC-256-R26");
    exchange("DKEM-512");
    kb_batch_free(batch);
}

TEST(signatures_are_made_within_a_small_stack) {
    static const char *const ids[] = {"ML-DSA-44", "ML-DSA-87"};
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    for (size_t a = 0; a < sizeof ids / sizeof ids[0]; a++) {
        const kb_alg *alg = kb_catalog_find(ids[a]);
        REQUIRE_OK(kb_sig_keygen(ids[a], pk, alg->pk_bytes, sk, alg->sk_bytes));
        for (size_t i = 0; i < ITEMS; i++) {
            items[i] = (kb_batch_item){.op = KB_BATCH_SIGN,
                                       .alg = ids[a],
                                       .sign = {.sig = sig[i],
                                                .sig_room = sizeof sig[i],
                                                .sk = sk,
                                                .sk_len = alg->sk_bytes}};
        }
        measure(ids[a], "signing");
    }
    kb_batch_free(batch);
}

int main(void) {
    RUN(kems_run_within_a_small_stack);
    RUN(signatures_are_made_within_a_small_stack);
    return TEST_END();
}
