/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "sig/mldsa/ops_ref.h"

const kb_mldsa_ops kb_mldsa_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .ntt = kb_mldsa_ntt_ref,
    .inverse_ntt = kb_mldsa_inverse_ntt_ref,
    .dot = kb_mldsa_dot_ref,
    .reject = kb_mldsa_reject_ref,
    .unpack_mask = kb_mldsa_unpack_mask_ref,
    .times_small = kb_mldsa_times_small_ref,
    .times_t0 = kb_mldsa_times_t0_ref,
    .decompose = kb_mldsa_decompose_ref,
};
