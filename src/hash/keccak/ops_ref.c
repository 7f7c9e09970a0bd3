/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "hash/keccak/ops_ref.h"

const kb_keccak_ops kb_keccak_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .permute = kb_keccak_permute_ref,
    .permute_x4 = kb_keccak_permute_x4_ref,
    .permute_x4_to = kb_keccak_permute_x4_to_ref,
    .absorb_x4 = kb_keccak_absorb_x4_ref,
    .squeeze_x4 = kb_keccak_squeeze_x4_ref,
    .is_wide = false,
};
