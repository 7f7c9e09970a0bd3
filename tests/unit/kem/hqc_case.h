/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the tests of HQC share: the sets, repeatable random bytes, and slow arithmetic
 * that owes nothing to the code under test. */
#ifndef KB_HQC_CASE_H
#define KB_HQC_CASE_H

#include "kem/hqc/hqc.h"
#include "kem/hqc/ops.h"
#include "kem/kem.h"
#include "tables.h"

#include <keybraid/hash.h>

static const struct {
    const kb_hqc_params *params;
    const kb_kem *kem;
} sets[] = {
    {&kb_hqc_128_r26_params, &kb_hqc_128_r26},
    {&kb_hqc_192_r26_params, &kb_hqc_192_r26},
    {&kb_hqc_256_r26_params, &kb_hqc_256_r26},
    {&kb_hqc_128_v500_params, &kb_hqc_128_v500},
    {&kb_hqc_192_v500_params, &kb_hqc_192_v500},
    {&kb_hqc_256_v500_params, &kb_hqc_256_v500},
};
#define SET_COUNT (sizeof sets / sizeof sets[0])
/* The first three have one profile; what is below the samplers is the same in both. */
#define SIZE_COUNT 3

/* Bytes that depend on two numbers only. */
static inline void fill(void *out, size_t len, unsigned what, unsigned number) {
    uint8_t label[4] = {(uint8_t)what, (uint8_t)(what >> 8), (uint8_t)number,
                        (uint8_t)(number >> 8)};
    kb_shake256(out, len, label, sizeof label);
}

static inline void fill_vec(const kb_hqc_params *params, kb_hqc_vec *v, unsigned what,
                            unsigned number) {
    static uint8_t bytes[8 * KB_HQC_MAX_WORDS];
    fill(bytes, params->n_bytes, what, number);
    kb_hqc_load(v, bytes, params->n_bytes);
    kb_hqc_cut(v, params->n);
}

#endif
