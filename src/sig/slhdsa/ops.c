/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tables of SLH-DSA and their self-test. */
#include "sig/slhdsa/ops.h"

#include <keybraid/secret.h>
#include <string.h>

#define TRIAL_SETS 6
#define TRIAL_MAX  (KB_SLHDSA_WOTS_MAX_COUNT * KB_SLHDSA_N_MAX_BYTES)

/* What the kernels make of fixed public bytes. Each step works on what a step before
 * made, so one wrong kernel shows in all that follows. */
typedef struct trial {
    uint8_t values[TRIAL_SETS][KB_SLHDSA_LANE_COUNT][KB_SLHDSA_N_MAX_BYTES];
} trial;

static void run_set(const kb_slhdsa_kernels *kernels, const kb_slhdsa_params *params,
                    uint8_t values[KB_SLHDSA_LANE_COUNT][KB_SLHDSA_N_MAX_BYTES]) {
    kb_slhdsa_work work = {.params = params, .kernels = kernels};
    kb_slhdsa_address adrs[KB_SLHDSA_LANE_COUNT];
    uint8_t *out[KB_SLHDSA_LANE_COUNT], bytes[TRIAL_MAX + KB_SLHDSA_LANE_COUNT];
    const uint8_t *in[KB_SLHDSA_LANE_COUNT];
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        /* A linear congruence: every bit position varies. */
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        bytes[i] = (uint8_t)(x >> 24);
    }
    memcpy(work.pk_seed, bytes, sizeof work.pk_seed);
    kernels->seed(&work);
    for (size_t j = 0; j < KB_SLHDSA_LANE_COUNT; j++) {
        uint32_t k = (uint32_t)j * UINT32_C(0x01010101) + UINT32_C(0x80706050);
        adrs[j] = (kb_slhdsa_address){.layer = (uint32_t)j,
                                      .tree = (uint64_t)k << 32 | ~k,
                                      .type = (uint32_t)j,
                                      .key_pair = k,
                                      .chain = k + 1,
                                      .hash = (uint32_t)j % 4};
        out[j] = values[j];
        in[j] = bytes + j;
    }
    /* Each number of lanes, as the vector tables treat few and many apart. */
    for (size_t used = KB_SLHDSA_LANE_COUNT; used > 0; used--) {
        kernels->hash(&work, out, adrs, in, params->wots_count * params->n, used);
        kernels->chain(&work, out, adrs, (uint32_t)used + 3, used);
        kernels->hash(&work, out, adrs, (const uint8_t *const *)out, params->n, used);
        /* What this turn computes goes into the inputs of the next. */
        for (size_t j = 0; j < used; j++) {
            memcpy(bytes + j * params->n, values[j], params->n);
        }
        kernels->hash(&work, out, adrs, in, 2 * params->n, used);
        for (size_t j = 0; j < used; j++) {
            memcpy(bytes + (KB_SLHDSA_LANE_COUNT + j) * params->n, values[j], params->n);
        }
    }
}

static void run(const kb_slhdsa_ops *ops, trial *t) {
    static const kb_slhdsa_params *const sets[TRIAL_SETS] = {
        &kb_slhdsa_sha2_128f_params,  &kb_slhdsa_sha2_192f_params,
        &kb_slhdsa_sha2_256f_params,  &kb_slhdsa_shake_128f_params,
        &kb_slhdsa_shake_192f_params, &kb_slhdsa_shake_256f_params};
    *t = (trial){0};
    for (size_t i = 0; i < TRIAL_SETS; i++) {
        run_set(sets[i]->is_shake ? &ops->shake : &ops->sha2, sets[i], t->values[i]);
    }
}

static bool agrees(const kb_ops *candidate, const kb_ops *portable) {
    trial got, want;
    run((const kb_slhdsa_ops *)candidate, &got);
    run((const kb_slhdsa_ops *)portable, &want);
    return kb_ct_eq(&got, &want, sizeof got);
}

static const kb_ops *const tables[] = {
#ifdef KB_SIMD
    &kb_slhdsa_ops_shani.head,
    &kb_slhdsa_ops_avx2.head,
#endif
    &kb_slhdsa_ops_ref.head,
};

kb_ops_family kb_slhdsa_family = {
    .tables = tables, .count = sizeof tables / sizeof tables[0], .agrees = agrees};
