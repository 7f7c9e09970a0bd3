/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of ML-KEM through a batch: each case five times, so that four are computed
 * side by side and one alone. The randomness of the case takes the place of the kernel's.
 */
#include "core/rng.h"
#include "kat/kat.h"
#include "kem/kem.h"

#include <keybraid/keybraid.h>

#define TIMES 5

kb_status __wrap_kb_rng_bytes(void *out, size_t n);

static const uint8_t *coins;
static size_t coins_len;

kb_status __wrap_kb_rng_bytes(void *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((uint8_t *)out)[i] = coins[i % coins_len];
    }
    return KB_OK;
}

static kb_batch *batch;
static kb_batch_item items[TIMES];

/* Runs the items; every status is to be `want`. */
static bool run(kb_status want) {
    kb_batch_counts counts;
    CHECK_INT(kb_batch_run(batch, items, TIMES, &counts), want);
    CHECK_INT(want == KB_OK ? counts.done : counts.failed, TIMES);
    for (size_t i = 0; i < TIMES; i++) {
        CHECK_INT(items[i].status, want);
    }
    return want == KB_OK;
}

static void run_keygen(const kat_case *c) {
    const kb_alg *alg = kb_catalog_find(kat_text(c, "alg"));
    size_t d_len, z_len;
    const uint8_t *d = kat_hex(c, "d", &d_len), *z = kat_hex(c, "z", &z_len);
    uint8_t *seed = kat_buffer(64);
    REQUIRE(d_len == 32 && z_len == 32);
    (void)memcpy(seed, d, 32);
    (void)memcpy(seed + 32, z, 32);
    coins = seed;
    coins_len = 64;
    for (size_t i = 0; i < TIMES; i++) {
        items[i] = (kb_batch_item){
            .op = KB_BATCH_KEM_KEYGEN,
            .alg = alg->id,
            .keygen = {kat_buffer(alg->pk_bytes), alg->pk_bytes, kat_buffer(64), 64}};
    }
    REQUIRE(run(KB_OK));
    for (size_t i = 0; i < TIMES; i++) {
        kat_check(c, "ek", items[i].keygen.pk, alg->pk_bytes);
        CHECK_MEM(items[i].keygen.sk, seed, 64);
    }
}

/* To the public key of the case, whatever its length. */
static void add_encaps(const kat_case *c, const kb_alg *alg) {
    size_t ek_len;
    const uint8_t *ek = kat_hex(c, "ek", &ek_len);
    for (size_t i = 0; i < TIMES; i++) {
        items[i] = (kb_batch_item){.op = KB_BATCH_ENCAPS,
                                   .alg = alg->id,
                                   .encaps = {kat_buffer(alg->ct_bytes), alg->ct_bytes,
                                              kat_buffer(32), 32, ek, ek_len}};
    }
}

static void run_encaps(const kat_case *c) {
    const kb_alg *alg = kb_catalog_find(kat_text(c, "alg"));
    coins = kat_hex(c, "m", &coins_len);
    REQUIRE(coins_len == 32);
    add_encaps(c, alg);
    if (!run(kat_is_invalid(c) ? KB_ERR_KEY : KB_OK)) {
        return;
    }
    for (size_t i = 0; i < TIMES; i++) {
        kat_check(c, "c", items[i].encaps.ct, alg->ct_bytes);
        kat_check(c, "k", items[i].encaps.ss, 32);
    }
}

static void run_check_ek(const kat_case *c) {
    static const uint8_t any[32] = {1};
    coins = any;
    coins_len = sizeof any;
    add_encaps(c, kb_catalog_find(kat_text(c, "alg")));
    (void)run(kat_is_invalid(c) ? KB_ERR_KEY : KB_OK);
}

static void run_decaps_seed(const kat_case *c) {
    const kb_alg *alg = kb_catalog_find(kat_text(c, "alg"));
    size_t d_len, z_len, ct_len;
    const uint8_t *d = kat_hex(c, "d", &d_len), *z = kat_hex(c, "z", &z_len);
    const uint8_t *ct = kat_hex(c, "c", &ct_len);
    uint8_t *seed = kat_buffer(d_len + z_len);
    (void)memcpy(seed, d, d_len);
    (void)memcpy(seed + d_len, z, z_len);
    for (size_t i = 0; i < TIMES; i++) {
        items[i] = (kb_batch_item){
            .op = KB_BATCH_DECAPS,
            .alg = alg->id,
            .decaps = {kat_buffer(32), 32, ct, ct_len, seed, d_len + z_len}};
    }
    if (d_len + z_len != 64 || ct_len != alg->ct_bytes) {
        CHECK(kat_is_invalid(c));
        (void)run(d_len + z_len != 64 ? KB_ERR_KEY : KB_ERR_FORMAT);
        return;
    }
    REQUIRE(run(KB_OK));
    for (size_t i = 0; i < TIMES; i++) {
        kat_check(c, "k", items[i].decaps.ss, 32);
    }
}

/* Expanded private keys are no keys of this interface. */
static void leave_out(const kat_case *c) {
    (void)c;
}

int main(void) {
    static const kat_op ops[] = {
        {"mlkem-keygen", run_keygen},     {"mlkem-encaps", run_encaps},
        {"mlkem-decaps", leave_out},      {"mlkem-decaps-seed", run_decaps_seed},
        {"mlkem-check-ek", run_check_ek}, {"mlkem-check-dk", leave_out}};
    if (kb_batch_new(&batch, NULL) != KB_OK) {
        kat_die("no batch", "kb_batch_new");
    }
    int code = kat_main("mlkem", ops, sizeof ops / sizeof ops[0]);
    kb_batch_free(batch);
    return code;
}
