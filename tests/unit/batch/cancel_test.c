/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches that are cancelled, before and while they run. */
#include "whole_case.h"

#include <pthread.h>
#include <semaphore.h>

TEST(a_cancelled_batch_begins_nothing_until_it_is_reset) {
    begin("ML-KEM-768", NULL);
    const kb_sig_message message = {NULL, 0, NULL, 0};
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] = i % 4 == 0   ? encaps_item(alg, &rooms[i], pk)
                   : i % 4 == 1 ? decaps_item(alg, &rooms[i], rooms[i].ct, sk)
                   : i % 4 == 2 ? keygen_item(kb_catalog_find("ML-DSA-44"), &rooms[i])
                                : sign_item(kb_catalog_find("ML-DSA-44"), &rooms[i],
                                            message, rooms[2].sk);
    }
    kb_batch_cancel(batch);
    for (int round = 0; round < 2; round++) {
        CHECK_STATUS(kb_batch_run(batch, items, ITEMS, &counts), KB_ERR_CANCELLED);
        check_counts(0, 0, ITEMS);
        CHECK_STR(kb_last_error()->text, "item 0 of 40: it had not begun");
    }
    for (size_t i = 0; i < ITEMS; i++) {
        CHECK_INT(items[i].status, KB_ERR_CANCELLED);
        CHECK(i % 4 != 0 || is_zero(rooms[i].ct, alg->ct_bytes));
        CHECK(i % 4 > 1 || is_zero(rooms[i].ss, alg->ss_bytes));
        CHECK(i % 4 != 2 || is_zero(rooms[i].sk, 32));
        CHECK(i % 4 != 3 || is_zero(rooms[i].sig, items[i].sign.sig_room));
    }
    kb_batch_reset(batch);
    CHECK_OK(kb_batch_run(batch, items, 1, &counts));
    check_counts(1, 0, 0);
    end();
}

static sem_t has_begun, may_go_on;

/* The fourth item that draws waits until the batch was cancelled. */
static void wait_in_the_fourth(unsigned number) {
    if (number == 4) {
        (void)sem_post(&has_begun);
        (void)sem_wait(&may_go_on);
    }
}

static void *cancel_when_it_has_begun(void *unused) {
    (void)sem_wait(&has_begun);
    kb_batch_cancel(batch);
    (void)sem_post(&may_go_on);
    return unused;
}

TEST(what_has_begun_when_another_thread_cancels_ends_and_the_rest_is_cancelled) {
    pthread_t canceller;
    begin("X25519", NULL); /* whose items run one by one */
    for (size_t i = 0; i < ITEMS; i++) {
        items[i] = encaps_item(alg, &rooms[i], pk);
    }
    REQUIRE(sem_init(&has_begun, 0, 0) == 0 && sem_init(&may_go_on, 0, 0) == 0);
    REQUIRE(pthread_create(&canceller, NULL, cancel_when_it_has_begun, NULL) == 0);
    atomic_store(&rng_calls, 0);
    rng_hook = wait_in_the_fourth;
    CHECK_STATUS(kb_batch_run(batch, items, ITEMS, &counts), KB_ERR_CANCELLED);
    rng_hook = NULL;
    (void)sem_post(&has_begun); /* in case that nobody did */
    (void)pthread_join(canceller, NULL);
    check_counts(4, 0, ITEMS - 4);
    for (size_t i = 0; i < ITEMS; i++) {
        CHECK(i < 4 ? is_exchanged(i) : is_zero(rooms[i].ct, alg->ct_bytes));
        CHECK_INT(items[i].status, i < 4 ? KB_OK : KB_ERR_CANCELLED);
    }
    end();
}

TEST(items_side_by_side_that_have_not_begun_are_cancelled_too) {
    pthread_t canceller;
    begin("ML-KEM-512", NULL);
    for (size_t i = 0; i < 30; i++) {
        items[i] = encaps_item(alg, &rooms[i], pk);
    }
    /* Sixteen draw at once, then the others, which are cancelled meanwhile. */
    REQUIRE(sem_init(&has_begun, 0, 0) == 0 && sem_init(&may_go_on, 0, 0) == 0);
    REQUIRE(pthread_create(&canceller, NULL, cancel_when_it_has_begun, NULL) == 0);
    atomic_store(&rng_calls, 2);
    rng_hook = wait_in_the_fourth; /* the second draw */
    CHECK_STATUS(kb_batch_run(batch, items, 30, &counts), KB_ERR_CANCELLED);
    rng_hook = NULL;
    (void)sem_post(&has_begun); /* in case that nobody did */
    (void)pthread_join(canceller, NULL);
    check_counts(16, 0, 14);
    for (size_t i = 0; i < 30; i++) {
        CHECK(i < 16 ? is_exchanged(i) : is_zero(rooms[i].ct, alg->ct_bytes));
    }
    end();
}

static void *cancel_at_some_time(void *unused) {
    (void)sem_wait(&has_begun);
    kb_batch_cancel(batch);
    return unused;
}

TEST(at_any_time_every_item_is_done_or_cancelled) {
    kb_pool *pool = NULL;
    REQUIRE_OK(kb_pool_new(&pool, 3));
    begin("ML-KEM-512", pool);
    for (int round = 0; round < 50; round++) {
        pthread_t canceller;
        REQUIRE(sem_init(&has_begun, 0, 0) == 0);
        REQUIRE(pthread_create(&canceller, NULL, cancel_at_some_time, NULL) == 0);
        for (size_t i = 0; i < ITEMS; i++) {
            items[i] = encaps_item(alg, &rooms[i], pk);
        }
        (void)sem_post(&has_begun);
        kb_status status = kb_batch_run(batch, items, ITEMS, &counts);
        (void)pthread_join(canceller, NULL);
        CHECK_INT(status, counts.cancelled == 0 ? KB_OK : KB_ERR_CANCELLED);
        CHECK_INT(counts.done + counts.cancelled, ITEMS);
        for (size_t i = 0; i < ITEMS; i++) {
            CHECK(items[i].status == KB_ERR_CANCELLED ? is_zero(rooms[i].ss, 32)
                                                      : is_exchanged(i));
        }
        kb_batch_reset(batch);
    }
    end();
    kb_pool_free(pool);
}

/* A run inside a run: from a hook that the first item calls. */
int main(void) {
    RUN(a_cancelled_batch_begins_nothing_until_it_is_reset);
    RUN(what_has_begun_when_another_thread_cancels_ends_and_the_rest_is_cancelled);
    RUN(items_side_by_side_that_have_not_begun_are_cancelled_too);
    RUN(at_any_time_every_item_is_done_or_cancelled);
    return TEST_END();
}
