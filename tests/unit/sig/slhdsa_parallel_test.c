/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One signature by several threads is the signature by one, and so is one with the topmost
 * tree made before: the f sets, or with the argument "slow" the s sets. */
#include "core/secret.h"
#include "sig/slhdsa/pieces.h"
#include "sig/slhdsa/tree.h"
#include "test.h"

#include <keybraid/hash.h>
#include <pthread.h>

#define ROW(name, id, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
static const kb_slhdsa_params *const sets[] = {KB_SLHDSA_SETS(ROW)};
#define SET_COUNT (sizeof sets / sizeof sets[0])

static char last_of_id = 'f';
static const kb_slhdsa_params *params;
static uint8_t pk[KB_SLHDSA_PK_MAX_BYTES], sk[KB_SLHDSA_SK_MAX_BYTES];
static uint8_t want[KB_SLHDSA_SIG_MAX_BYTES], got[KB_SLHDSA_SIG_MAX_BYTES];
static const uint8_t zero[KB_SLHDSA_SIG_MAX_BYTES];
static uint8_t top[KB_SLHDSA_TREE_BYTES(9, 24) + 1];
static const kb_sig_message message = {(const uint8_t *)"message", 7,
                                       (const uint8_t *)"context", 7};

static void make_key(const kb_slhdsa_params *set) {
    uint8_t seeds[96];
    params = set;
    kb_shake256(seeds, sizeof seeds, set->id, strlen(set->id));
    kb_slhdsa_keygen_derand(params, pk, sk, seeds, seeds + params->n,
                            seeds + 2 * params->n);
}

static bool is_chosen(size_t set) {
    return sets[set]->id[strlen(sets[set]->id) - 1] == last_of_id;
}

TEST(threads_do_not_change_the_signature) {
    static const unsigned jobs[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        kb_pool *pool;
        REQUIRE_OK(kb_pool_new(&pool, jobs[i]));
        for (size_t s = 0; s < SET_COUNT; s++) {
            if (is_chosen(s)) {
                make_key(sets[s]);
                CHECK_OK(
                    kb_slhdsa_sign(params, want, &message, sk, KB_SLHDSA_DETERMINISTIC));
                memset(got, 0xa5, sizeof got);
                CHECK_OK(kb_slhdsa_sign_helped(params, got, &message, sk,
                                               KB_SLHDSA_DETERMINISTIC,
                                               (kb_slhdsa_help){.pool = pool}));
                CHECK_MEM(got, want, params->sig_bytes);
                CHECK(got[params->sig_bytes % sizeof got] == 0xa5 ||
                      params->sig_bytes == sizeof got);
            }
        }
        kb_pool_free(pool);
    }
}

TEST(the_topmost_tree_made_before_does_not_change_the_signature) {
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t s = 0; s < SET_COUNT; s++) {
        if (!is_chosen(s)) {
            continue;
        }
        make_key(sets[s]);
        size_t bytes = KB_SLHDSA_TREE_BYTES(params->layer_h, params->n);
        REQUIRE(bytes < sizeof top);
        memset(top, 0xa5, sizeof top);
        kb_slhdsa_top(params, top, sk);
        CHECK_INT(top[bytes], 0xa5);
        CHECK_MEM(top + bytes - params->n, pk + params->n, params->n);
        CHECK_OK(kb_slhdsa_sign(params, want, &message, sk, KB_SLHDSA_DETERMINISTIC));
        for (int i = 0; i < 2; i++) {
            memset(got, 0xa5, sizeof got);
            CHECK_OK(kb_slhdsa_sign_helped(params, got, &message, sk,
                                           KB_SLHDSA_DETERMINISTIC,
                                           (kb_slhdsa_help){top, i == 0 ? NULL : pool}));
            CHECK_MEM(got, want, params->sig_bytes);
        }
    }
    kb_pool_free(pool);
}

/* It is used: with another key's tree, nothing is signed, by one thread or by two. */
TEST(the_topmost_tree_of_another_key_is_refused) {
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    make_key(sets[1]);
    sk[0] ^= 1;
    kb_slhdsa_top(params, top, sk);
    sk[0] ^= 1;
    for (int i = 0; i < 2; i++) {
        memset(got, 0xa5, sizeof got);
        CHECK_STATUS(kb_slhdsa_sign_helped(params, got, &message, sk,
                                           KB_SLHDSA_DETERMINISTIC,
                                           (kb_slhdsa_help){top, i == 0 ? NULL : pool}),
                     KB_ERR_KEY);
        CHECK_MEM(got, zero, params->sig_bytes);
    }
    kb_pool_free(pool);
}

TEST(no_pool_is_one_thread) {
    make_key(sets[1]);
    CHECK_OK(kb_slhdsa_sign(params, want, &message, sk, KB_SLHDSA_DETERMINISTIC));
    CHECK_OK(kb_slhdsa_sign_helped(params, got, &message, sk, KB_SLHDSA_DETERMINISTIC,
                                   (kb_slhdsa_help){NULL, NULL}));
    CHECK_MEM(got, want, params->sig_bytes);
}

TEST(what_is_refused_is_refused_by_threads) {
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    make_key(sets[7]);
    kb_sig_message m = {NULL, 0, zero, 256};
    memset(got, 0xa5, sizeof got);
    CHECK_STATUS(kb_slhdsa_sign_helped(params, got, &m, sk, KB_SLHDSA_DETERMINISTIC,
                                       (kb_slhdsa_help){.pool = pool}),
                 KB_ERR_ARGUMENT);
    CHECK_MEM(got, zero, params->sig_bytes);
    sk[0] ^= 1;
    memset(got, 0xa5, sizeof got);
    CHECK_STATUS(kb_slhdsa_sign_helped(params, got, &message, sk, KB_SLHDSA_DETERMINISTIC,
                                       (kb_slhdsa_help){.pool = pool}),
                 KB_ERR_KEY);
    CHECK_MEM(got, zero, params->sig_bytes);
    kb_pool_free(pool);
}

TEST(a_message_in_pieces_is_signed_by_threads) {
    kb_pool *pool;
    kb_slhdsa_pieces pieces;
    KB_WIPE_AT_END(pieces);
    REQUIRE_OK(kb_pool_new(&pool, 3));
    make_key(sets[1]);
    CHECK_OK(kb_slhdsa_sign(params, want, &message, sk, KB_SLHDSA_DETERMINISTIC));
    CHECK_OK(kb_slhdsa_pieces_sign(&pieces, params, message.ctx, message.ctx_len, sk,
                                   KB_SLHDSA_DETERMINISTIC));
    pieces.help.pool = pool;
    kb_slhdsa_pieces_update(&pieces, message.msg, message.msg_len);
    CHECK_OK(kb_slhdsa_pieces_again(&pieces));
    kb_slhdsa_pieces_update(&pieces, message.msg, message.msg_len);
    CHECK_OK(kb_slhdsa_pieces_finish_sign(&pieces, got));
    CHECK_MEM(got, want, params->sig_bytes);
    kb_pool_free(pool);
}

typedef struct signer {
    kb_pool *pool;
    uint8_t sig[KB_SLHDSA_SIG_MAX_BYTES];
    kb_status status;
} signer;

static void *sign_often(void *arg) {
    signer *s = arg;
    for (int i = 0; i < 5; i++) {
        s->status =
            kb_slhdsa_sign_helped(params, s->sig, &message, sk, KB_SLHDSA_DETERMINISTIC,
                                  (kb_slhdsa_help){.pool = s->pool});
    }
    return NULL;
}

TEST(signatures_at_the_same_time_share_a_pool) {
    static signer signers[3];
    pthread_t threads[3];
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    make_key(sets[1]);
    CHECK_OK(kb_slhdsa_sign(params, want, &message, sk, KB_SLHDSA_DETERMINISTIC));
    for (size_t i = 0; i < 3; i++) {
        signers[i].pool = pool;
        REQUIRE(pthread_create(&threads[i], NULL, sign_often, &signers[i]) == 0);
    }
    for (size_t i = 0; i < 3; i++) {
        REQUIRE(pthread_join(threads[i], NULL) == 0);
        CHECK_OK(signers[i].status);
        CHECK_MEM(signers[i].sig, want, params->sig_bytes);
    }
    kb_pool_free(pool);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "slow") == 0) {
        last_of_id = 's';
    }
    RUN(threads_do_not_change_the_signature);
    RUN(the_topmost_tree_made_before_does_not_change_the_signature);
    RUN(the_topmost_tree_of_another_key_is_refused);
    RUN(no_pool_is_one_thread);
    RUN(what_is_refused_is_refused_by_threads);
    RUN(a_message_in_pieces_is_signed_by_threads);
    RUN(signatures_at_the_same_time_share_a_pool);
    return TEST_END();
}
