/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The batch as a whole: statuses, items that fail among others, threads. */
#include "whole_case.h"

#include <pthread.h>

TEST(no_items_are_a_run) {
    begin("ML-KEM-768", NULL);
    CHECK_OK(kb_batch_run(batch, NULL, 0, &counts));
    check_counts(0, 0, 0);
    CHECK_OK(kb_batch_run(batch, items, 0, NULL));
    end();
}

TEST(null_is_refused_and_nothing_runs) {
    begin("ML-KEM-768", NULL);
    items[0] = encaps_item(alg, &rooms[0], pk);
    CHECK_STATUS(kb_batch_new(NULL, NULL), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_batch_run(NULL, items, 1, &counts), KB_ERR_ARGUMENT);
    check_counts(0, 0, 0);
    CHECK_STATUS(kb_batch_run(batch, NULL, 1, &counts), KB_ERR_ARGUMENT);
    check_counts(0, 0, 0);
    CHECK_INT(items[0].status, KB_ERR_INTERNAL);
    kb_batch_free(NULL);
    end();
}

/* Makes item i fail, in one of many ways; returns how. */
#define WAYS 12
static kb_status spoil(size_t i, unsigned way) {
    static uint8_t malformed[PK_BYTES];
    kb_batch_item *item = &items[i];
    switch (way) {
    case 0:
        item->alg = "ML-KEM-769";
        return KB_ERR_UNSUPPORTED;
    case 1:
        item->alg = NULL;
        return KB_ERR_ARGUMENT;
    case 2:
        item->encaps.ct_len--;
        return KB_ERR_ARGUMENT;
    case 3:
        item->encaps.ct = NULL;
        return KB_ERR_ARGUMENT;
    case 4:
        item->encaps.ss_len++;
        return KB_ERR_ARGUMENT;
    case 5:
        item->encaps.ss = NULL;
        return KB_ERR_ARGUMENT;
    case 6:
        item->encaps.pk_len = 0;
        return KB_ERR_KEY;
    case 7:
        item->encaps.pk = NULL;
        return KB_ERR_ARGUMENT;
    case 8:
        memset(malformed, 0xff, sizeof malformed);
        item->encaps.pk = malformed;
        return KB_ERR_KEY;
    case 9:
        item->op = (kb_batch_op)0;
        return KB_ERR_ARGUMENT;
    case 10:
        item->op = (kb_batch_op)7;
        return KB_ERR_ARGUMENT;
    default:
        item->alg = "ML-DSA-65"; /* no KEM */
        return KB_ERR_UNSUPPORTED;
    }
}

/* Outputs of a failed encapsulation: zero, untouched where they are none. */
static void check_cleared(size_t i) {
    const kb_batch_encaps *e = &items[i].encaps;
    bool is_known = items[i].op == KB_BATCH_ENCAPS && items[i].alg == alg->id;
    if (e->ct != NULL) {
        bool is_output = is_known && e->ct_len == alg->ct_bytes;
        CHECK(is_output ? is_zero(e->ct, alg->ct_bytes) : e->ct[0] == 0xee);
    }
    if (e->ss != NULL) {
        bool is_output = is_known && e->ss_len == alg->ss_bytes;
        CHECK(is_output ? is_zero(e->ss, alg->ss_bytes) : e->ss[0] == 0xee);
    }
}

TEST(an_item_that_fails_disturbs_no_other) {
    static const char *const ids[] = {"ML-KEM-512", "ML-KEM-1024", "HQC-128-R26"};
    for (size_t a = 0; a < 3; a++) {
        begin(ids[a], NULL);
        for (unsigned way = 0; way < WAYS; way++) {
            for (size_t at = 0; at < 10; at += 3) {
                memset(rooms, 0xee, 10 * sizeof rooms[0]);
                for (size_t i = 0; i < 10; i++) {
                    items[i] = encaps_item(alg, &rooms[i], pk);
                }
                kb_status want = spoil(at, way);
                if (way == 8 && a == 2) {
                    continue; /* HQC has other malformed keys */
                }
                CHECK_STATUS(kb_batch_run(batch, items, 10, &counts), want);
                check_counts(9, 1, 0);
                char begins[32];
                (void)snprintf(begins, sizeof begins, "item %zu of 10: ", at);
                CHECK(strncmp(kb_last_error()->text, begins, strlen(begins)) == 0);
                CHECK_INT(kb_last_error()->status, want);
                CHECK_INT(items[at].status, want);
                check_cleared(at);
                for (size_t i = 0; i < 10; i++) {
                    CHECK(i == at || is_exchanged(i));
                }
            }
        }
        end();
    }
}

TEST(the_first_failure_in_order_is_the_status_of_the_run) {
    kb_pool *pool = NULL;
    REQUIRE_OK(kb_pool_new(&pool, 5));
    begin("ML-KEM-768", pool);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < ITEMS; i++) {
            items[i] = encaps_item(alg, &rooms[i], pk);
        }
        (void)spoil(37, 0);
        (void)spoil(11, 6);
        (void)spoil(12, 3);
        CHECK_STATUS(kb_batch_run(batch, items, ITEMS, &counts), KB_ERR_KEY);
        check_counts(ITEMS - 3, 3, 0);
        CHECK(strncmp(kb_last_error()->text, "item 11 of 40: ML-KEM-768 public key",
                      36) == 0);
    }
    end();
    kb_pool_free(pool);
}

TEST(key_generation_and_decapsulation_say_what_single_calls_say) {
    begin("ML-KEM-768", NULL);
    for (size_t i = 0; i < 8; i++) {
        items[i] = keygen_item(alg, &rooms[i]);
    }
    items[2].keygen.sk_len--;
    items[5].keygen.pk = NULL;
    CHECK_STATUS(kb_batch_run(batch, items, 8, &counts), KB_ERR_ARGUMENT);
    check_counts(6, 2, 0);
    CHECK(is_zero(rooms[2].pk, alg->pk_bytes) && rooms[2].sk[0] == 0xee);
    CHECK(is_zero(rooms[5].sk, alg->sk_bytes) && rooms[5].pk[0] == 0xee);
    for (size_t i = 0; i < 8; i++) {
        items[i] = decaps_item(alg, &rooms[i], rooms[i].ct, sk);
    }
    items[1].decaps.ct_len--;
    items[3].decaps.sk_len = 32;
    items[6].decaps.sk = NULL;
    items[7].decaps.ss_len = 31;
    CHECK_STATUS(kb_batch_run(batch, items, 8, &counts), KB_ERR_FORMAT);
    check_counts(4, 4, 0);
    CHECK_INT(items[3].status, KB_ERR_KEY);
    CHECK_INT(items[6].status, KB_ERR_ARGUMENT);
    CHECK_INT(items[7].status, KB_ERR_ARGUMENT);
    for (size_t i = 0; i < 7; i++) {
        CHECK(is_zero(rooms[i].ss, alg->ss_bytes) == (items[i].status != KB_OK));
    }
    CHECK(rooms[7].ss[0] == 0xee);
    end();
}

TEST(signatures_say_what_single_calls_say) {
    static const uint8_t long_ctx[KB_SIG_CONTEXT_MAX_BYTES + 1];
    const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};
    begin("ML-DSA-44", NULL);
    for (size_t i = 0; i < 6; i++) {
        items[i] = sign_item(alg, &rooms[i], message, sk);
        items[i].sign.sig_room = i == 1 ? 10 : SIG_BYTES;
        items[i].sign.sig_len = 77;
    }
    items[2].sign.message.ctx = long_ctx;
    items[2].sign.message.ctx_len = sizeof long_ctx;
    items[3].sign.sk_len++;
    items[4].alg = "RSA-3072-PS256";
    CHECK_STATUS(kb_batch_run(batch, items, 6, &counts), KB_ERR_ARGUMENT);
    check_counts(2, 4, 0);
    CHECK_INT(items[2].status, KB_ERR_ARGUMENT);
    CHECK_INT(items[3].status, KB_ERR_KEY);
    CHECK(items[4].status != KB_OK);
    for (size_t i = 1; i < 5; i++) {
        CHECK(is_zero(rooms[i].sig, items[i].sign.sig_room));
        CHECK_INT(items[i].sign.sig_len, 0);
    }
    CHECK_INT(items[5].sign.sig_len, alg->sig_bytes);
    for (size_t i = 0; i < 6; i++) {
        items[i] = verify_item(alg, rooms[5].sig, alg->sig_bytes, message, pk);
    }
    items[1].verify.sig = rooms[0].sig; /* another, as good */
    items[2].verify.sig_len--;
    items[3].verify.message.msg_len--;
    items[4].verify.pk_len = 31;
    CHECK_STATUS(kb_batch_run(batch, items, 6, &counts), KB_ERR_AUTH);
    check_counts(3, 3, 0);
    CHECK_INT(items[2].status, KB_ERR_AUTH);
    CHECK_INT(items[3].status, KB_ERR_AUTH);
    CHECK_INT(items[4].status, KB_ERR_KEY);
    items[0] = keygen_item(alg, &rooms[0]);
    items[0].keygen.pk_len = 9;
    CHECK_STATUS(kb_batch_run(batch, items, 1, &counts), KB_ERR_ARGUMENT);
    CHECK(is_zero(rooms[0].sk, alg->sk_bytes));
    end();
}

TEST(without_randomness_items_that_need_it_fail_and_others_do_not) {
    begin("ML-KEM-768", NULL);
    for (size_t i = 0; i < 12; i++) {
        items[i] = i % 3 == 0   ? encaps_item(alg, &rooms[i], pk)
                   : i % 3 == 1 ? decaps_item(alg, &rooms[i], rooms[i].ct, sk)
                                : keygen_item(alg, &rooms[i]);
    }
    atomic_store(&rng_calls, 0);
    atomic_store(&rng_fails_from, 1);
    CHECK_STATUS(kb_batch_run(batch, items, 12, &counts), KB_ERR_RNG);
    atomic_store(&rng_fails_from, 0);
    check_counts(4, 8, 0);
    for (size_t i = 0; i < 12; i++) {
        CHECK_INT(items[i].status, i % 3 == 1 ? KB_OK : KB_ERR_RNG);
        CHECK(i % 3 != 0 ||
              (is_zero(rooms[i].ct, alg->ct_bytes) && is_zero(rooms[i].ss, 32)));
        CHECK(i % 3 != 2 ||
              (is_zero(rooms[i].pk, alg->pk_bytes) && is_zero(rooms[i].sk, 64)));
    }
    CHECK_OK(kb_batch_run(batch, items, 12, &counts));
    end();
}

TEST(randomness_of_items_side_by_side_is_drawn_in_one_piece) {
    begin("ML-KEM-768", NULL);
    for (size_t i = 0; i < 16; i++) {
        items[i] = encaps_item(alg, &rooms[i], pk);
    }
    atomic_store(&rng_calls, 0);
    CHECK_OK(kb_batch_run(batch, items, 16, NULL));
    CHECK_INT(atomic_load(&rng_calls), 1);
    end();
}

/* Different algorithms and operations in turn. */
static void mixed(kb_pool *pool) {
    static const char *const ids[] = {"ML-KEM-512", "HQC-128-R26", "ML-KEM-768",
                                      "ML-KEM-512", "X25519",      "ML-KEM-1024"};
    static uint8_t key[ITEMS][PK_BYTES], secret[ITEMS][SK_BYTES];
    REQUIRE_OK(kb_batch_new(&batch, pool));
    for (size_t i = 0; i < ITEMS; i++) {
        alg = kb_catalog_find(ids[i % 6]);
        REQUIRE_OK(
            kb_kem_keygen(alg->id, key[i], alg->pk_bytes, secret[i], alg->sk_bytes));
        items[i] = encaps_item(alg, &rooms[i], key[i]);
    }
    CHECK_OK(kb_batch_run(batch, items, ITEMS, &counts));
    check_counts(ITEMS, 0, 0);
    for (size_t i = 0; i < ITEMS; i++) {
        static uint8_t ss[SS_BYTES];
        alg = kb_catalog_find(ids[i % 6]);
        CHECK_OK(kb_kem_decaps(alg->id, ss, alg->ss_bytes, rooms[i].ct, alg->ct_bytes,
                               secret[i], alg->sk_bytes));
        CHECK_MEM(ss, rooms[i].ss, alg->ss_bytes);
    }
    end();
}

TEST(algorithms_may_be_mixed_and_order_is_kept) {
    mixed(NULL);
    for (unsigned jobs = 1; jobs <= 5; jobs += 2) {
        kb_pool *pool = NULL;
        REQUIRE_OK(kb_pool_new(&pool, jobs));
        mixed(pool);
        kb_pool_free(pool);
    }
}

static kb_status inner;
static void run_again(unsigned number) {
    if (number == 1) {
        inner = kb_batch_run(batch, items + 1, 1, &counts);
    }
}

TEST(a_second_run_at_the_same_time_is_refused) {
    begin("HQC-128-R26", NULL);
    items[0] = encaps_item(alg, &rooms[0], pk);
    items[1] = encaps_item(alg, &rooms[1], pk);
    atomic_store(&rng_calls, 0);
    rng_hook = run_again;
    CHECK_OK(kb_batch_run(batch, items, 1, NULL));
    rng_hook = NULL;
    CHECK_INT(inner, KB_ERR_STATE);
    check_counts(0, 0, 0);
    CHECK_INT(items[1].status, KB_ERR_INTERNAL);
    CHECK_OK(kb_batch_run(batch, items + 1, 1, &counts));
    end();
}

typedef struct user {
    kb_pool *pool;
    kb_batch_item items[ITEMS];
    room *rooms;
    unsigned bad;
} user;

static void *use(void *self) {
    user *u = self;
    kb_batch *own = NULL;
    u->bad += kb_batch_new(&own, u->pool) != KB_OK;
    for (int round = 0; round < 10; round++) {
        for (size_t i = 0; i < ITEMS; i++) {
            u->items[i] = encaps_item(alg, &u->rooms[i], pk);
        }
        u->bad += kb_batch_run(own, u->items, ITEMS, NULL) != KB_OK;
        for (size_t i = 0; i < ITEMS; i++) {
            uint8_t ss[32];
            u->bad += kb_kem_decaps(alg->id, ss, 32, u->rooms[i].ct, alg->ct_bytes, sk,
                                    alg->sk_bytes) != KB_OK ||
                      memcmp(ss, u->rooms[i].ss, 32) != 0;
        }
    }
    kb_batch_free(own);
    return NULL;
}

TEST(batches_share_a_pool) {
    static user users[3];
    static room more[2][ITEMS];
    pthread_t threads[3];
    kb_pool *pool = NULL;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    begin("ML-KEM-768", NULL);
    for (size_t i = 0; i < 3; i++) {
        users[i].pool = pool;
        users[i].rooms = i == 0 ? rooms : more[i - 1];
        REQUIRE(pthread_create(&threads[i], NULL, use, &users[i]) == 0);
    }
    for (size_t i = 0; i < 3; i++) {
        (void)pthread_join(threads[i], NULL);
        CHECK_INT(users[i].bad, 0);
    }
    end();
    kb_pool_free(pool);
}

int main(void) {
    RUN(no_items_are_a_run);
    RUN(null_is_refused_and_nothing_runs);
    RUN(an_item_that_fails_disturbs_no_other);
    RUN(the_first_failure_in_order_is_the_status_of_the_run);
    RUN(key_generation_and_decapsulation_say_what_single_calls_say);
    RUN(signatures_say_what_single_calls_say);
    RUN(without_randomness_items_that_need_it_fail_and_others_do_not);
    RUN(randomness_of_items_side_by_side_is_drawn_in_one_piece);
    RUN(algorithms_may_be_mixed_and_order_is_kept);
    RUN(a_second_run_at_the_same_time_is_refused);
    RUN(batches_share_a_pool);
    return TEST_END();
}
