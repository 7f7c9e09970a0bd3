/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "sig/mldsa/ops_ref.h"

const kb_mldsa_ops kb_mldsa_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .ntt = kb_mldsa_ntt_ref,
    .inverse_ntt = kb_mldsa_inverse_ntt_ref,
    .dot = kb_mldsa_dot_ref,
    .reject = kb_mldsa_reject_ref,
    .reject_small = kb_mldsa_reject_small_ref,
    .unpack_mask = kb_mldsa_unpack_mask_ref,
    .pack_mask = kb_mldsa_pack_mask_ref,
    .pack_w1 = kb_mldsa_pack_w1_ref,
    .unpack_t1 = kb_mldsa_unpack_t1_ref,
    .pack_t0 = kb_mldsa_pack_t0_ref,
    .unpack_t0 = kb_mldsa_unpack_t0_ref,
    .pack_small = kb_mldsa_pack_small_ref,
    .unpack_small = kb_mldsa_unpack_small_ref,
    .power2round = kb_mldsa_power2round_ref,
    .decompose = kb_mldsa_decompose_ref,
    .use_hint = kb_mldsa_use_hint_ref,
    .exceeds = kb_mldsa_exceeds_ref,
    .add_product = kb_mldsa_add_product_ref,
    .make_hint = kb_mldsa_make_hint_ref,
};
