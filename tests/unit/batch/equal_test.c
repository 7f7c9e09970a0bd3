/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A batch of any algorithm gives what the single calls give with the same randomness, in
 * one thread and in several. ECDSA, whose randomness is libcrypto's, is verified instead.
 * The s sets of SLH-DSA, which sign for seconds, run with the argument "slow" only.
 */
#include "batch_help.h"

#define COUNT 11 /* two groups of four and three more */

static room single[COUNT], many[COUNT];
static kb_batch_item items[COUNT];
static size_t n; /* of them in use */
static bool runs_slow;

static const uint8_t text[3][5] = {"abcd", "efgh", "ijkl"};

static kb_sig_message message_of(size_t i) {
    return (kb_sig_message){text[i % 3], i % 6, NULL, 0};
}

static void run(kb_pool *pool) {
    kb_batch *batch = NULL;
    kb_batch_counts counts;
    REQUIRE_OK(kb_batch_new(&batch, pool));
    CHECK_OK(kb_batch_run(batch, items, n, &counts));
    CHECK_INT(counts.done, n);
    CHECK_INT(counts.failed + counts.cancelled, 0);
    for (size_t i = 0; i < n; i++) {
        CHECK_INT(items[i].status, KB_OK);
    }
    kb_batch_free(batch);
}

static bool is_slhdsa(const kb_alg *alg) {
    return strncmp(alg->family, "SLH-DSA", 7) == 0;
}

static bool is_ecdsa(const kb_alg *alg) {
    return strncmp(alg->family, "ECDSA", 5) == 0;
}

/* Elliptic curves draw as often as it takes to be in range, libcrypto for itself. */
static bool draws_once(const kb_alg *alg) {
    return alg->is_post_quantum;
}

static void keygens(const kb_alg *alg, kb_pool *pool) {
    rng = pool == NULL ? STREAM : SAME;
    rng_at = 0;
    for (size_t i = 0; i < n; i++) {
        kb_batch_item one = keygen_item(alg, &single[i]);
        CHECK_OK(one.op == KB_BATCH_KEM_KEYGEN
                     ? kb_kem_keygen(alg->id, one.keygen.pk, alg->pk_bytes, one.keygen.sk,
                                     alg->sk_bytes)
                     : kb_sig_keygen(alg->id, one.keygen.pk, alg->pk_bytes, one.keygen.sk,
                                     alg->sk_bytes));
        items[i] = keygen_item(alg, &many[i]);
    }
    rng_at = 0;
    run(pool);
    for (size_t i = 0; i < n; i++) {
        if (pool == NULL && draws_once(alg)) {
            CHECK_MEM(many[i].pk, single[i].pk, alg->pk_bytes);
            CHECK_MEM(many[i].sk, single[i].sk, alg->sk_bytes);
            continue;
        }
        uint8_t pk[PK_BYTES];
        CHECK_OK(alg->kind == KB_ALG_KEM ? kb_kem_public_of(alg->id, pk, alg->pk_bytes,
                                                            many[i].sk, alg->sk_bytes)
                                         : kb_sig_public_of(alg->id, pk, alg->pk_bytes,
                                                            many[i].sk, alg->sk_bytes));
        CHECK_MEM(many[i].pk, pk, alg->pk_bytes);
    }
}

/* Different keys for the operations; in `single`. */
static void make_keys(const kb_alg *alg) {
    rng = KERNEL;
    for (size_t i = 0; i < n; i++) {
        room *r = &single[i];
        CHECK_OK(
            alg->kind == KB_ALG_KEM
                ? kb_kem_keygen(alg->id, r->pk, alg->pk_bytes, r->sk, alg->sk_bytes)
                : kb_sig_keygen(alg->id, r->pk, alg->pk_bytes, r->sk, alg->sk_bytes));
    }
}

static void exchanges(const kb_alg *alg, kb_pool *pool) {
    make_keys(alg);
    rng = pool == NULL && draws_once(alg) ? STREAM : SAME;
    rng_at = 0;
    for (size_t i = 0; i < n; i++) {
        room *r = &single[i];
        CHECK_OK(kb_kem_encaps(alg->id, r->ct, alg->ct_bytes, r->ss, alg->ss_bytes, r->pk,
                               alg->pk_bytes));
        items[i] = encaps_item(alg, &many[i], r->pk);
    }
    rng_at = 0;
    run(pool);
    for (size_t i = 0; i < n; i++) {
        CHECK_MEM(many[i].ct, single[i].ct, alg->ct_bytes);
        CHECK_MEM(many[i].ss, single[i].ss, alg->ss_bytes);
        CHECK(i == 0 || memcmp(many[i].ss, many[i - 1].ss, alg->ss_bytes) != 0);
    }
    /* Among good ciphertexts some that are rejected without being told so. */
    for (size_t i = 0; i < n; i++) {
        room *r = &single[i];
        r->ct[17] ^= alg->is_post_quantum && i % 3 == 1;
        CHECK_OK(kb_kem_decaps(alg->id, r->ss, alg->ss_bytes, r->ct, alg->ct_bytes, r->sk,
                               alg->sk_bytes));
        items[i] = decaps_item(alg, &many[i], r->ct, r->sk);
    }
    run(pool);
    for (size_t i = 0; i < n; i++) {
        CHECK_MEM(many[i].ss, single[i].ss, alg->ss_bytes);
    }
}

static void signatures(const kb_alg *alg, kb_pool *pool) {
    size_t len[COUNT];
    make_keys(alg);
    rng = SAME;
    for (size_t i = 0; i < n; i++) {
        kb_sig_message message = message_of(i);
        len[i] = alg->sig_bytes;
        CHECK_OK(kb_sig_sign(alg->id, single[i].sig, &len[i], &message, single[i].sk,
                             alg->sk_bytes));
        items[i] = sign_item(alg, &many[i], message, single[i].sk);
    }
    run(pool);
    for (size_t i = 0; i < n; i++) {
        const kb_batch_sign *s = &items[i].sign;
        if (!is_ecdsa(alg)) {
            CHECK_INT(s->sig_len, len[i]);
            CHECK_MEM(many[i].sig, single[i].sig, len[i]);
        }
        len[i] = s->sig_len;
    }
    for (size_t i = 0; i < n; i++) {
        items[i] = verify_item(alg, many[i].sig, len[i], message_of(i), single[i].pk);
    }
    run(pool);
}

static void algorithms(kb_pool *pool) {
    size_t count, seen = 0;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        const kb_alg *alg = &rows[i];
        bool is_slow = is_slhdsa(alg) && alg->id[strlen(alg->id) - 1] == 's';
        n = is_slhdsa(alg) ? 3 : COUNT;
        if (is_slow != runs_slow || alg->sk_bytes == 0 ||
            strncmp(alg->family, "RSA", 3) == 0 ||
            strncmp(alg->family, "composite", 9) == 0) {
            continue;
        }
        if (pool != NULL && !runs_slow && is_slhdsa(alg) &&
            strstr(alg->id, "128") == NULL) {
            continue; /* once is enough of the longest */
        }
        int bad = test_bad;
        if (alg->kind == KB_ALG_KEM) {
            keygens(alg, pool);
            exchanges(alg, pool);
            seen++;
        } else if (alg->kind == KB_ALG_SIG) {
            keygens(alg, pool);
            signatures(alg, pool);
            seen++;
        }
        if (test_bad != bad) {
            TEST_NOTE("failed: %s", alg->id);
        }
    }
    rng = KERNEL;
    CHECK_INT(seen, runs_slow ? 6 : pool == NULL ? 34 : 30);
}

TEST(every_algorithm_gives_what_single_calls_give) {
    algorithms(NULL);
}

static void with_threads(unsigned jobs) {
    kb_pool *pool = NULL;
    REQUIRE_OK(kb_pool_new(&pool, jobs));
    algorithms(pool);
    kb_pool_free(pool);
}

TEST(every_algorithm_gives_the_same_with_two_threads) {
    with_threads(2);
}

TEST(every_algorithm_gives_the_same_with_five_threads) {
    with_threads(5);
}

int main(int argc, char **argv) {
    runs_slow = argc > 1 && strcmp(argv[1], "slow") == 0;
    RUN(every_algorithm_gives_what_single_calls_give);
    if (!runs_slow) {
        RUN(every_algorithm_gives_the_same_with_two_threads);
    }
    RUN(every_algorithm_gives_the_same_with_five_threads);
    return TEST_END();
}
