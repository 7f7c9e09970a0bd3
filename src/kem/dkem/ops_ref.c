/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "kem/dkem/ops_ref.h"

const kb_dkem_ops kb_dkem_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .ntt = kb_dkem_ntt_ref,
    .inverse_ntt = kb_dkem_inverse_ntt_ref,
    .odd_zeta = kb_dkem_odd_zeta_ref,
    .dot = kb_dkem_dot_ref,
    .times_r_plus = kb_dkem_times_r_plus_ref,
    .reject = kb_dkem_reject_ref,
    .encode13 = kb_dkem_encode13_ref,
    .decode13 = kb_dkem_decode13_ref,
    .compress11 = kb_dkem_compress11_ref,
    .decompress11 = kb_dkem_decompress11_ref,
    .signal = kb_dkem_signal_ref,
    .reconcile = kb_dkem_reconcile_ref,
};
