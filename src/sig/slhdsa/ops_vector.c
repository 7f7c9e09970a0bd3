/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector tables. Over SHA-2 without the SHA instructions the portable kernels serve:
 * what they call there has eight blocks in vectors. */
#include "sig/slhdsa/ops_vector.h"

#include "core/cpu.h"
#include "sig/slhdsa/ops_ref.h"

static void sha2_hash(kb_slhdsa_work *work, uint8_t *const *out,
                      const kb_slhdsa_address *adrs, const uint8_t *const *in, size_t len,
                      size_t used) {
    size_t n = work->params->n;
    if (len == n || len == 32) {
        kb_slhdsa_sha2_hash_shani(work->seeded256, n, out, adrs, in, len, used);
    } else {
        kb_slhdsa_sha2_hash_ref(work, out, adrs, in, len, used);
    }
}

static void sha2_chain(kb_slhdsa_work *work, uint8_t *const *values,
                       const kb_slhdsa_address *adrs, uint32_t steps, size_t used) {
    kb_slhdsa_sha2_chain_shani(work->seeded256, work->params->n, values, adrs, steps,
                               used);
}

#define SHAKE                                                                            \
    {                                                                                    \
        .seed = kb_slhdsa_shake_seed_ref, .hash = kb_slhdsa_shake_hash_avx2,             \
        .chain = kb_slhdsa_shake_chain_avx2, .chain_lanes = 4                            \
    }

const kb_slhdsa_ops kb_slhdsa_ops_shani = {
    .head = {.name = "shani", .needs = KB_CPU_SHANI | KB_CPU_AVX2},
    .sha2 = {.seed = kb_slhdsa_sha2_seed_ref,
             .hash = sha2_hash,
             .chain = sha2_chain,
             .chain_lanes = 8},
    .shake = SHAKE,
};

const kb_slhdsa_ops kb_slhdsa_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .sha2 = {.seed = kb_slhdsa_sha2_seed_ref,
             .hash = kb_slhdsa_sha2_hash_ref,
             .chain = kb_slhdsa_sha2_chain_ref,
             .chain_lanes = 8},
    .shake = SHAKE,
};
