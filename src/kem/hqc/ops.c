/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of HQC and their self-test. */
#include "kem/hqc/ops.h"

#include "core/bytes.h"

#include <keybraid/hash.h>
#include <keybraid/secret.h>

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
    uint32_t positions[KB_HQC_ENC_WEIGHT_MAX], candidates[KB_HQC_WEIGHT_MAX];
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
    for (size_t i = 0; i < KB_HQC_WEIGHT_MAX; i++) {
        positions[i] = UINT32_C(0x7fffffff);
        candidates[i] = (uint32_t)(a.w[i] >> 40) & 0x1ff;
    }
    uint32_t held =
        ops->take(positions, params->weight, 0, candidates, params->weight, 450);
    take_in(sum, &held, sizeof held);
    take_in(sum, positions, sizeof positions);
    take_in(sum, &b, sizeof b);
    ops->multiply(params, &a, &a, &b);
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

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    static const kb_hqc_params *const sets[] = {
        &kb_hqc_128_r26_params, &kb_hqc_192_r26_params, &kb_hqc_256_r26_params};
    uint8_t got[KB_SHA3_256_BYTES] = {0}, want[KB_SHA3_256_BYTES] = {0};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        run((const kb_hqc_ops *)candidate, sets[i], got);
        run((const kb_hqc_ops *)portable, sets[i], want);
    }
    return kb_ct_eq(got, want, sizeof got);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_hqc_ops_vpclmul.head,
    &kb_hqc_ops_avx2.head,
#endif
    &kb_hqc_ops_ref.head,
};

kb_ops_family kb_hqc_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
