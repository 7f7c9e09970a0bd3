/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "kem/dkem/ops_ref.h"

const kb_dkem_ops kb_dkem_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .ntt = kb_dkem_ntt_ref,
    .inverse_ntt = kb_dkem_inverse_ntt_ref,
    .odd_zeta = kb_dkem_odd_zeta_ref,
    .dot = kb_dkem_dot_ref,
    .reject = kb_dkem_reject_ref,
};
