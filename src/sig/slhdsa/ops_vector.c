/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector tables. Over SHA-2 without the SHA instructions the portable kernels serve:
 * what they call there has eight blocks in vectors. */
#include "sig/slhdsa/ops_vector.h"

#include "core/cpu.h"
#include "sig/slhdsa/ops_ref.h"

#define SHAKE                                                                            \
    {                                                                                    \
        .seed = kb_slhdsa_shake_seed_ref, .hash = kb_slhdsa_shake_hash_avx2,             \
        .chain = kb_slhdsa_shake_chain_avx2, .chain_lanes = 4                            \
    }

const kb_slhdsa_ops kb_slhdsa_ops_shani = {
    .head = {.name = "shani", .needs = KB_CPU_SHANI | KB_CPU_AVX2},
    .sha2 = {.seed = kb_slhdsa_sha2_seed_ref,
             .hash = kb_slhdsa_sha2_hash_shani,
             .chain = kb_slhdsa_sha2_chain_shani,
             .chain_lanes = 4},
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
