/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A batch makes no heap call once it exists, whatever its items do and by however many
 * threads: malloc and its kin are counted in this program. The algorithms are those of our
 * own; libcrypto allocates.
 */
#include "heap_calls.h"
#include "test.h"

#include <keybraid/keybraid.h>

#define ITEMS 30

static uint8_t pk[ITEMS][8192], sk[ITEMS][256], ct[ITEMS][16384], ss[ITEMS][128],
    sig[ITEMS][50000];
static kb_batch_item items[ITEMS];
static const char *const kems[] = {"ML-KEM-768", "ML-KEM-768", "HQC-128-R26", "DKEM-128",
                                   "ML-KEM-768", "ML-KEM-768", "ML-KEM-768"};
#define KEMS (sizeof kems / sizeof kems[0])
static const char *const sigs[] = {"ML-DSA-44", "SLH-DSA-SHA2-128f", "ML-DSA-87"};
#define SIGS (sizeof sigs / sizeof sigs[0])

static const kb_alg *kem_of(size_t i) {
    return kb_catalog_find(kems[i % KEMS]);
}

static const kb_alg *sig_of(size_t i) {
    return kb_catalog_find(sigs[i % SIGS]);
}

/* Runs the items, and then the same with some that fail; returns the heap calls. */
static unsigned run(kb_batch *batch, size_t count) {
    kb_batch_counts counts;
    unsigned before = atomic_load(&heap_calls);
    kb_status good = kb_batch_run(batch, items, count, &counts);
    const char *alg = items[1].alg;
    items[1].alg = "none";
    kb_status bad = kb_batch_run(batch, items, count, NULL);
    items[1].alg = alg;
    kb_batch_cancel(batch);
    kb_status cancelled = kb_batch_run(batch, items, count, NULL);
    kb_batch_reset(batch);
    kb_status again = kb_batch_run(batch, items, count, NULL);
    unsigned used = atomic_load(&heap_calls) - before;
    CHECK_OK(good);
    CHECK_OK(again);
    CHECK_STATUS(bad, KB_ERR_UNSUPPORTED);
    CHECK_STATUS(cancelled, KB_ERR_CANCELLED);
    CHECK_INT(counts.done, count);
    return used;
}

static void run_kems(kb_batch *batch) {
    for (size_t i = 0; i < ITEMS; i++) {
        const kb_alg *a = kem_of(i);
        items[i] = (kb_batch_item){.op = KB_BATCH_KEM_KEYGEN,
                                   .alg = a->id,
                                   .keygen = {pk[i], a->pk_bytes, sk[i], a->sk_bytes}};
    }
    CHECK_INT(run(batch, ITEMS), 0);
    for (size_t i = 0; i < ITEMS; i++) {
        const kb_alg *a = kem_of(i);
        items[i] = (kb_batch_item){
            .op = KB_BATCH_ENCAPS,
            .alg = a->id,
            .encaps = {ct[i], a->ct_bytes, ss[i], a->ss_bytes, pk[i], a->pk_bytes}};
    }
    CHECK_INT(run(batch, ITEMS), 0);
    for (size_t i = 0; i < ITEMS; i++) {
        const kb_alg *a = kem_of(i);
        items[i] = (kb_batch_item){
            .op = KB_BATCH_DECAPS,
            .alg = a->id,
            .decaps = {ss[i], a->ss_bytes, ct[i], a->ct_bytes, sk[i], a->sk_bytes}};
    }
    CHECK_INT(run(batch, ITEMS), 0);
}

static void run_sigs(kb_batch *batch) {
    static const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};
    static size_t len[2 * SIGS];
    for (size_t i = 0; i < 2 * SIGS; i++) {
        const kb_alg *a = sig_of(i);
        items[i] = (kb_batch_item){.op = KB_BATCH_SIG_KEYGEN,
                                   .alg = a->id,
                                   .keygen = {pk[i], a->pk_bytes, sk[i], a->sk_bytes}};
    }
    CHECK_INT(run(batch, 2 * SIGS), 0);
    for (size_t i = 0; i < 2 * SIGS; i++) {
        const kb_alg *a = sig_of(i);
        items[i] = (kb_batch_item){
            .op = KB_BATCH_SIGN,
            .alg = a->id,
            .sign = {sig[i], sizeof sig[i], 0, message, sk[i], a->sk_bytes}};
    }
    CHECK_INT(run(batch, 2 * SIGS), 0);
    for (size_t i = 0; i < 2 * SIGS; i++) {
        const kb_alg *a = sig_of(i);
        len[i] = items[i].sign.sig_len;
        items[i] =
            (kb_batch_item){.op = KB_BATCH_VERIFY,
                            .alg = a->id,
                            .verify = {sig[i], len[i], message, pk[i], a->pk_bytes}};
    }
    CHECK_INT(run(batch, 2 * SIGS), 0);
}

static void run_handles(kb_batch *batch) {
    const kb_alg *a = kb_catalog_find("ML-KEM-768");
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, a->id));
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] =
            (kb_batch_item){.op = KB_BATCH_ENCAPS,
                            .key = key,
                            .encaps = {ct[i], a->ct_bytes, ss[i], a->ss_bytes, NULL, 0}};
    }
    /* Beyond the two uses after which a handle keeps what it keeps. */
    CHECK_OK(kb_batch_run(batch, items, ITEMS, NULL));
    unsigned before = atomic_load(&heap_calls);
    kb_status status = kb_batch_run(batch, items, ITEMS, NULL);
    CHECK_INT(atomic_load(&heap_calls) - before, 0);
    CHECK_OK(status);
    kb_key_free(key);
}

static void run_all(unsigned jobs) {
    kb_pool *pool = NULL;
    kb_batch *batch = NULL;
    REQUIRE_OK(kb_pool_new(&pool, jobs));
    REQUIRE_OK(kb_batch_new(&batch, pool));
    run_kems(batch);
    run_sigs(batch);
    run_handles(batch);
    kb_batch_free(batch);
    kb_pool_free(pool);
}

TEST(the_counter_counts) {
    unsigned before = atomic_load(&heap_calls);
    void *volatile p = malloc(10);
    free(p);
    CHECK_INT(atomic_load(&heap_calls) - before, 1);
}

TEST(a_batch_of_one_thread_uses_no_heap) {
    run_all(1);
}

TEST(a_batch_of_three_threads_uses_no_heap) {
    run_all(3);
}

int main(void) {
    RUN(the_counter_counts);
    RUN(a_batch_of_one_thread_uses_no_heap);
    RUN(a_batch_of_three_threads_uses_no_heap);
    return TEST_END();
}
