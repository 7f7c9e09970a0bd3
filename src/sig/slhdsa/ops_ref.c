/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table; what it calls of SHA-2 and Keccak is dispatched in its turn. */
#include "sig/slhdsa/ops_ref.h"

const kb_slhdsa_ops kb_slhdsa_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .sha2 = {.seed = kb_slhdsa_sha2_seed_ref,
             .hash = kb_slhdsa_sha2_hash_ref,
             .chain = kb_slhdsa_sha2_chain_ref,
             .chain_lanes = 8},
    .shake = {.seed = kb_slhdsa_shake_seed_ref,
              .hash = kb_slhdsa_shake_hash_ref,
              .chain = kb_slhdsa_shake_chain_ref,
              .chain_lanes = 4},
};
