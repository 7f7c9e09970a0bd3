/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chooses the HQC table once, after checking it against the portable one. */
#include "kem/hqc/ops.h"

#include "core/bytes.h"
#include "core/cpu.h"

#include <keybraid/hash.h>
#include <keybraid/secret.h>
#include <stdatomic.h>
#include <stdbool.h>

static const kb_hqc_ops *const tables[] = {&kb_hqc_ops_ref};

static _Atomic(const kb_hqc_ops *) chosen;
static atomic_uint dropped_count;

/* Fixed public elements, every bit pattern likely. */
static void fill(const kb_hqc_params *params, kb_hqc_vec *v, uint64_t x) {
    *v = (kb_hqc_vec){0};
    for (size_t i = 0; i < params->words; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        v->w[i] = x ^ x >> 32;
    }
    v->w[params->words - 1] &= (UINT64_C(1) << params->n % 64) - 1;
}

static void take_in(uint8_t sum[KB_SHA3_256_BYTES], const void *p, size_t n) {
    uint8_t both[2][KB_SHA3_256_BYTES];
    memcpy(both[0], sum, sizeof both[0]);
    kb_sha3_256(both[1], p, n);
    kb_sha3_256(sum, both, sizeof both);
}

/* The digest of everything that the kernels compute for one set from fixed public bytes.
 * Steps work on what steps before made, so one wrong kernel shows in all that follows. */
static void run(const kb_hqc_ops *ops, const kb_hqc_params *params,
                uint8_t sum[KB_SHA3_256_BYTES]) {
    kb_hqc_vec a, b;
    uint32_t positions[KB_HQC_ENC_WEIGHT_MAX];
    uint8_t symbols[KB_HQC_N1_MAX] = {0}, message[KB_HQC_K_MAX_BYTES] = {0};
    fill(params, &a, 1);
    fill(params, &b, 2);
    for (size_t i = 0; i < KB_HQC_ENC_WEIGHT_MAX; i++) {
        /* The upper half of each word, in a range where some are equal. */
        positions[i] = (uint32_t)(a.w[i] >> 32) & 0x1ff;
    }
    ops->replace_repeats(positions, params->enc_weight);
    ops->scatter(params, &b, positions, params->enc_weight);
    take_in(sum, positions, sizeof positions);
    take_in(sum, &b, sizeof b);
    ops->multiply(params, (kb_hqc_vec *const[]){&a}, (const kb_hqc_vec *const[]){&a}, 1,
                  &b);
    take_in(sum, &a, sizeof a);
    /* A random word decodes to symbols that are no codeword; zeros with a few errors do.
     */
    ops->rm_decode(params, symbols, &a);
    take_in(sum, symbols, sizeof symbols);
    ops->rs_decode(params, message, symbols);
    take_in(sum, message, sizeof message);
    for (size_t i = params->delta; i < params->n1; i++) {
        symbols[i] = 0;
    }
    symbols[params->n1 - 1] = symbols[0];
    symbols[0] = 0;
    ops->rs_decode(params, message, symbols);
    take_in(sum, message, sizeof message);
}

static bool agrees_with_portable(const kb_hqc_ops *candidate) {
    static const kb_hqc_params *const sets[] = {
        &kb_hqc_128_r26_params, &kb_hqc_192_r26_params, &kb_hqc_256_r26_params};
    uint8_t got[KB_SHA3_256_BYTES] = {0}, want[KB_SHA3_256_BYTES] = {0};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        run(candidate, sets[i], got);
        run(&kb_hqc_ops_ref, sets[i], want);
    }
    return kb_ct_eq(got, want, sizeof got);
}

const kb_hqc_ops *kb_hqc_ops_pick(const kb_hqc_ops *const *list, size_t count,
                                  uint32_t features, unsigned *dropped) {
    for (size_t i = 0; i < count; i++) {
        if ((list[i]->needs & ~features) != 0) {
            continue;
        }
        if (list[i] == &kb_hqc_ops_ref || agrees_with_portable(list[i])) {
            return list[i];
        }
        (*dropped)++;
    }
    return &kb_hqc_ops_ref;
}

const kb_hqc_ops *kb_hqc_ops_get(void) {
    const kb_hqc_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);
    if (ops == NULL) {
        /* Two threads may choose at once; both find the same. */
        unsigned dropped = 0;
        ops = kb_hqc_ops_pick(tables, sizeof tables / sizeof tables[0], kb_cpu_features(),
                              &dropped);
        atomic_store(&dropped_count, dropped);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}

const kb_hqc_ops *const *kb_hqc_ops_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}

unsigned kb_hqc_ops_dropped(void) {
    (void)kb_hqc_ops_get();
    return atomic_load(&dropped_count);
}
