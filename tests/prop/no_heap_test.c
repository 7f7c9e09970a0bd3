/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The post-quantum algorithms make no heap call, neither when they succeed nor when they
 * refuse: malloc and its kin are counted in this program. With the argument "slow" it runs
 * the s sets of SLH-DSA, which sign for seconds, and nothing else.
 */
#include "heap_calls.h"
#include "key/key.h"
#include "sig/mldsa/mldsa.h"
#include "sig/slhdsa/slhdsa.h"
#include "test.h"

#include <keybraid/catalog.h>

static uint8_t pk[8192], sk[256], ct[16384], ss[128], again[128], sig[65536];

/* Checks that nothing was allocated since `before`. */
static void check_calls(const char *id, const char *what, unsigned before) {
    unsigned used = atomic_load(&heap_calls) - before;
    CHECK_(used == 0, (void)0, "%s, %s: %u heap calls", id, what, used);
}

static void run_kem(const kb_kem *kem) {
    unsigned before = atomic_load(&heap_calls);
    kb_status status = kem->keygen(pk, sk);
    status = status == KB_OK ? kem->check_pk(pk) : status;
    status = status == KB_OK ? kem->encaps(ct, ss, pk) : status;
    status = status == KB_OK ? kem->decaps(again, ct, sk) : status;
    check_calls(kem->id, "use", before);
    CHECK_OK(status);
    CHECK_MEM(again, ss, kem->ss_bytes);
    /* An altered ciphertext, and a public key that may be malformed. */
    ct[0] ^= 1;
    memset(pk, 0xff, kem->pk_bytes);
    before = atomic_load(&heap_calls);
    status = kem->decaps(again, ct, sk);
    kb_status checked = kem->check_pk(pk);
    check_calls(kem->id, "refusal", before);
    CHECK(status == KB_OK || status == KB_ERR_AUTH);
    CHECK(checked == KB_OK || checked == KB_ERR_KEY);
}

static void run_sig(const kb_sig *alg) {
    static const uint8_t long_ctx[KB_SIG_CONTEXT_MAX_BYTES + 1];
    kb_sig_message message = {(const uint8_t *)"message", 7, (const uint8_t *)"ctx", 3};
    kb_sig_message refused = {(const uint8_t *)"message", 7, long_ctx, sizeof long_ctx};
    size_t len = 0, none = 0;
    unsigned before = atomic_load(&heap_calls);
    kb_status status = alg->keygen(pk, sk);
    status = status == KB_OK ? alg->check_pk(pk) : status;
    status = status == KB_OK ? alg->sign(sig, &len, &message, sk) : status;
    status = status == KB_OK ? alg->verify(sig, len, &message, pk) : status;
    check_calls(alg->id, "use", before);
    CHECK_OK(status);
    sig[len / 2] ^= 1;
    before = atomic_load(&heap_calls);
    status = alg->verify(sig, len, &message, pk);
    kb_status cut = alg->verify(sig, len - 1, &message, pk);
    kb_status signed_long = alg->sign(sig, &none, &refused, sk);
    check_calls(alg->id, "refusal", before);
    CHECK_STATUS(status, KB_ERR_AUTH);
    CHECK_STATUS(cut, KB_ERR_AUTH);
    CHECK_STATUS(signed_long, KB_ERR_ARGUMENT);
}

/* Signs and verifies a message by its digest, with the wrong hash function, too. */
static void run_mldsa_prehash(const kb_mldsa_params *params, const kb_sig_prehash *hash,
                              const kb_sig_prehash *other) {
    static uint8_t expanded[KB_MLDSA_SK_MAX_BYTES];
    const uint8_t seed[KB_MLDSA_SEED_BYTES] = {1};
    const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};
    unsigned before = atomic_load(&heap_calls);
    kb_mldsa_keygen_derand(params, pk, expanded, seed);
    kb_status made = kb_mldsa_sign_prehash(params, sig, hash, &message, expanded, seed);
    kb_status good =
        kb_mldsa_verify_prehash(params, sig, params->sig_bytes, hash, &message, pk);
    kb_status bad =
        kb_mldsa_verify_prehash(params, sig, params->sig_bytes, other, &message, pk);
    check_calls("HashML-DSA", hash->id, before);
    CHECK_OK(made);
    CHECK_OK(good);
    CHECK_STATUS(bad, KB_ERR_AUTH);
}

static void run_slhdsa_prehash(const kb_slhdsa_params *params, const kb_sig_prehash *hash,
                               const kb_sig_prehash *other) {
    const uint8_t seed[3 * KB_SLHDSA_N_MAX_BYTES] = {1};
    const kb_sig_message message = {(const uint8_t *)"message", 7, NULL, 0};
    unsigned before = atomic_load(&heap_calls);
    kb_slhdsa_keygen_derand(params, pk, sk, seed, seed + params->n, seed + 2 * params->n);
    kb_status made =
        kb_slhdsa_sign_prehash(params, sig, hash, &message, sk, KB_SLHDSA_DETERMINISTIC);
    kb_status good =
        kb_slhdsa_verify_prehash(params, sig, params->sig_bytes, hash, &message, pk);
    kb_status bad =
        kb_slhdsa_verify_prehash(params, sig, params->sig_bytes, other, &message, pk);
    check_calls(params->id, hash->id, before);
    CHECK_OK(made);
    CHECK_OK(good);
    CHECK_STATUS(bad, KB_ERR_AUTH);
}

/* With a handle that has been used twice, nothing is allocated any more. */
static void run_kem_handle(const char *id) {
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, id));
    for (int use = 0; use < 4; use++) {
        unsigned before = atomic_load(&heap_calls);
        kb_status status =
            kb_key_encaps(ct, key->kem->ct_bytes, ss, key->kem->ss_bytes, key);
        kb_status opened =
            kb_key_decaps(again, key->kem->ss_bytes, ct, key->kem->ct_bytes, key);
        if (use >= 2) {
            check_calls(id, "handle", before);
        }
        CHECK_OK(status);
        CHECK_OK(opened);
        CHECK_MEM(again, ss, key->kem->ss_bytes);
    }
    kb_key_free(key);
}

static void run_sig_handle(const char *id, kb_pool *pool) {
    kb_sig_message message = {(const uint8_t *)"message", 7, (const uint8_t *)"ctx", 3};
    kb_key *key = NULL;
    REQUIRE_OK(kb_key_generate(&key, id));
    for (int use = 0; use < 4; use++) {
        size_t len = sizeof sig;
        unsigned before = atomic_load(&heap_calls);
        kb_status made = kb_key_sign(sig, &len, &message, key, pool);
        kb_status good = kb_key_verify(sig, len, &message, key);
        sig[len / 2] ^= 1;
        kb_status bad = kb_key_verify(sig, len, &message, key);
        if (use >= 2) {
            check_calls(id, "handle", before);
        }
        CHECK_OK(made);
        CHECK_OK(good);
        CHECK_STATUS(bad, KB_ERR_AUTH);
    }
    kb_key_free(key);
}

/* What the count is worth: a call that does allocate is seen. */
TEST(the_counter_counts) {
    unsigned before = atomic_load(&heap_calls);
    void *volatile p = malloc(10);
    free(p);
    CHECK_INT(atomic_load(&heap_calls) - before, 1);
}

/* The s sets run the same code as the f sets, for seconds. */
static bool is_slow(const char *id) {
    return id[strlen(id) - 1] == 's';
}

/* Runs the tables of the catalog that are slow, or those that are not. */
static void run_tables(bool slow, size_t want_kems, size_t want_sigs) {
    size_t count, kems = 0, sigs = 0;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        const kb_kem *kem = kb_kem_find(rows[i].id);
        const kb_sig *alg = kb_sig_find(rows[i].id);
        if (!rows[i].is_post_quantum || is_slow(rows[i].id) != slow) {
            continue;
        }
        if (kem != NULL) {
            run_kem(kem);
            kems++;
        }
        if (alg != NULL) {
            run_sig(alg);
            sigs++;
        }
    }
    CHECK_INT(kems, want_kems);
    CHECK_INT(sigs, want_sigs);
}

/* Every set and every hash function, each function with one set. */
static void run_slhdsa_prehashes(bool slow) {
#define PARAMS_ADDRESS(name, text, is_shake, n, h, d, a, k) &kb_slhdsa_##name##_params,
    static const kb_slhdsa_params *const sets[] = {KB_SLHDSA_SETS(PARAMS_ADDRESS)};
    size_t count, next = 0;
    const kb_sig_prehash *list = kb_sig_prehash_list(&count);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        for (int times = 0; times < 2 && is_slow(sets[i]->id) == slow; times++) {
            run_slhdsa_prehash(sets[i], &list[next], &list[(next + 1) % count]);
            next = (next + 1) % count;
        }
    }
    CHECK_INT(next, 0);
}

TEST(post_quantum_algorithms_use_no_heap) {
    run_tables(false, 15, 9);
}

TEST(handles_in_use_allocate_nothing) {
    static const char *const kems[] = {"ML-KEM-512", "ML-KEM-1024", "HQC-128-R26",
                                       "HQC-256-R26", "DKEM-128"};
    static const char *const sigs[] = {"ML-DSA-44", "ML-DSA-65", "ML-DSA-87",
                                       "SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f"};
    kb_pool *pool;
    REQUIRE_OK(kb_pool_new(&pool, 2));
    for (size_t i = 0; i < 5; i++) {
        run_kem_handle(kems[i]);
        run_sig_handle(sigs[i], NULL);
        run_sig_handle(sigs[i], pool);
    }
    kb_pool_free(pool);
}

TEST(hashml_dsa_uses_no_heap) {
    static const kb_mldsa_params *const sets[] = {&kb_mldsa44_params, &kb_mldsa65_params,
                                                  &kb_mldsa87_params};
    size_t count;
    const kb_sig_prehash *list = kb_sig_prehash_list(&count);
    for (size_t i = 0; i < 3 * count; i++) {
        run_mldsa_prehash(sets[i % 3], &list[i / 3], &list[(i / 3 + 1) % count]);
    }
}

TEST(hashslh_dsa_uses_no_heap) {
    run_slhdsa_prehashes(false);
}

TEST(the_s_sets_of_slh_dsa_use_no_heap) {
    run_tables(true, 0, 6);
    run_slhdsa_prehashes(true);
}

int main(int argc, char **argv) {
    RUN(the_counter_counts);
    if (argc > 1 && strcmp(argv[1], "slow") == 0) {
        RUN(the_s_sets_of_slh_dsa_use_no_heap);
        return TEST_END();
    }
    RUN(post_quantum_algorithms_use_no_heap);
    RUN(handles_in_use_allocate_nothing);
    RUN(hashml_dsa_uses_no_heap);
    RUN(hashslh_dsa_uses_no_heap);
    return TEST_END();
}
