/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "kem/mlkem/ops_ref.h"

const kb_mlkem_ops kb_mlkem_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .ntt = kb_mlkem_ntt_ref,
    .inverse_ntt = kb_mlkem_inverse_ntt_ref,
    .odd_zeta = kb_mlkem_odd_zeta_ref,
    .dot = kb_mlkem_dot_ref,
    .times_r_plus = kb_mlkem_times_r_plus_ref,
    .reject = kb_mlkem_reject_ref,
    .cbd2 = kb_mlkem_cbd2_ref,
    .cbd3 = kb_mlkem_cbd3_ref,
    .encode12 = kb_mlkem_encode12_ref,
    .decode12 = kb_mlkem_decode12_ref,
    .compress = kb_mlkem_compress_ref,
    .decompress = kb_mlkem_decompress_ref,
    .to_message = kb_mlkem_to_message_ref,
    .add_message = kb_mlkem_add_message_ref,
};
