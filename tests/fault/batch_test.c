/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Batches with each draw of randomness and each allocation refused in turn: what failed
 * says so and is zero, everything else is as it should be, and the next run is whole.
 */
#include "core/error.h"
#include "core/rng.h"
#include "test.h"

#include <keybraid/keybraid.h>
#include <stdatomic.h>

kb_status __real_kb_rng_bytes(void *out, size_t n);
kb_status __wrap_kb_rng_bytes(void *out, size_t n);
void *__real_kb_malloc(size_t n);
void *__wrap_kb_malloc(size_t n);

/* The draw of that number fails, from 1 on; 0: none. Likewise allocations. */
static atomic_uint draws, refused_draw, allocations, refused_allocation;

kb_status __wrap_kb_rng_bytes(void *out, size_t n) {
    if (atomic_fetch_add(&draws, 1) + 1 == atomic_load(&refused_draw)) {
        kb_wipe(out, n);
        return KB_FAIL(KB_ERR_RNG, "refused by the test");
    }
    return __real_kb_rng_bytes(out, n);
}

void *__wrap_kb_malloc(size_t n) {
    if (atomic_fetch_add(&allocations, 1) + 1 == atomic_load(&refused_allocation)) {
        return NULL;
    }
    return __real_kb_malloc(n);
}

#define ITEMS 30

static uint8_t pk[2][4096], sk[2][64], ct[ITEMS][8192], ss[ITEMS][32];
static kb_batch_item items[ITEMS];

static const kb_alg *alg_of(size_t i) {
    return kb_catalog_find(i % 10 == 9 ? "HQC-128-R26" : "ML-KEM-512");
}

static bool is_zero(const uint8_t *p, size_t n) {
    unsigned any = 0;
    for (size_t i = 0; i < n; i++) {
        any |= p[i];
    }
    return any == 0;
}

static bool is_whole(size_t i) {
    const kb_alg *alg = alg_of(i);
    uint8_t got[32];
    return kb_kem_decaps(alg->id, got, 32, ct[i], alg->ct_bytes, sk[i % 10 == 9],
                         alg->sk_bytes) == KB_OK &&
           memcmp(got, ss[i], 32) == 0;
}

/* Refuses the draw of that number; returns whether there was one. */
static bool run_without(kb_batch *batch, unsigned draw) {
    kb_batch_counts counts;
    size_t failed = 0;
    memset(ct, 0xee, sizeof ct);
    memset(ss, 0xee, sizeof ss);
    atomic_store(&draws, 0);
    atomic_store(&refused_draw, draw);
    kb_status status = kb_batch_run(batch, items, ITEMS, &counts);
    bool was_there = atomic_load(&draws) >= draw;
    atomic_store(&refused_draw, 0);
    CHECK_INT(status, was_there ? KB_ERR_RNG : KB_OK);
    for (size_t i = 0; i < ITEMS; i++) {
        if (items[i].status == KB_OK) {
            CHECK(is_whole(i));
            continue;
        }
        failed++;
        CHECK_INT(items[i].status, KB_ERR_RNG);
        CHECK(is_zero(ct[i], alg_of(i)->ct_bytes) && is_zero(ss[i], 32));
    }
    CHECK_INT(counts.failed, failed);
    CHECK_INT(counts.done, ITEMS - failed);
    CHECK((failed > 0) == was_there);
    return was_there;
}

static void every_draw(unsigned jobs) {
    kb_pool *pool = NULL;
    kb_batch *batch = NULL;
    REQUIRE_OK(kb_pool_new(&pool, jobs));
    REQUIRE_OK(kb_batch_new(&batch, pool));
    for (size_t i = 0; i < 2; i++) {
        const kb_alg *alg = alg_of(i == 0 ? 0 : 9);
        REQUIRE_OK(kb_kem_keygen(alg->id, pk[i], alg->pk_bytes, sk[i], alg->sk_bytes));
    }
    for (size_t i = 0; i < ITEMS; i++) {
        const kb_alg *alg = alg_of(i);
        items[i] = (kb_batch_item){
            .op = KB_BATCH_ENCAPS,
            .alg = alg->id,
            .encaps = {ct[i], alg->ct_bytes, ss[i], 32, pk[i % 10 == 9], alg->pk_bytes}};
    }
    unsigned draw = 1;
    while (run_without(batch, draw)) {
        draw++;
    }
    CHECK(draw > 6); /* three of HQC, and at least one for each run of ML-KEM */
    kb_batch_free(batch);
    kb_pool_free(pool);
}

TEST(items_whose_randomness_is_refused_fail_alone) {
    every_draw(1);
    every_draw(3);
}

TEST(a_batch_that_cannot_be_had_is_said_to_be_so) {
    kb_status status = KB_ERR_MEMORY;
    unsigned refused = 0;
    while (status == KB_ERR_MEMORY) {
        kb_batch *batch = NULL;
        atomic_store(&allocations, 0);
        atomic_store(&refused_allocation, ++refused);
        status = kb_batch_new(&batch, NULL);
        atomic_store(&refused_allocation, 0);
        CHECK((batch == NULL) == (status != KB_OK));
        kb_batch_free(batch);
    }
    CHECK_INT(status, KB_OK);
    CHECK(refused > 2); /* itself, and its work area */
}

/* What a handle would keep is done without. */
TEST(a_handle_without_memory_for_what_it_keeps_serves_all_the_same) {
    const kb_alg *alg = kb_catalog_find("ML-KEM-512");
    kb_batch *batch = NULL;
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, alg->id));
    REQUIRE_OK(kb_batch_new(&batch, NULL));
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] = (kb_batch_item){.op = KB_BATCH_ENCAPS,
                                   .key = key,
                                   .encaps = {ct[i], alg->ct_bytes, ss[i], 32, NULL, 0}};
    }
    for (unsigned refused = 1; refused < 4; refused++) {
        atomic_store(&allocations, 0);
        atomic_store(&refused_allocation, refused);
        CHECK_OK(kb_batch_run(batch, items, ITEMS, NULL));
        atomic_store(&refused_allocation, 0);
    }
    kb_batch_free(batch);
    kb_key_free(key);
}

int main(void) {
    RUN(items_whose_randomness_is_refused_fail_alone);
    RUN(a_batch_that_cannot_be_had_is_said_to_be_so);
    RUN(a_handle_without_memory_for_what_it_keeps_serves_all_the_same);
    return TEST_END();
}
