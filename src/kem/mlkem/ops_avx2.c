/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 table. */
#include "kem/mlkem/ops_avx2.h"

#include "core/cpu.h"

const kb_mlkem_ops kb_mlkem_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .ntt = kb_mlkem_ntt_avx2,
    .inverse_ntt = kb_mlkem_inverse_ntt_avx2,
    .odd_zeta = kb_mlkem_odd_zeta_avx2,
    .dot = kb_mlkem_dot_avx2,
    .times_r_plus = kb_mlkem_times_r_plus_avx2,
    .reject = kb_mlkem_reject_avx2,
    .cbd2 = kb_mlkem_cbd2_avx2,
    .cbd3 = kb_mlkem_cbd3_avx2,
    .encode12 = kb_mlkem_encode12_avx2,
    .decode12 = kb_mlkem_decode12_avx2,
    .compress = kb_mlkem_compress_avx2,
    .decompress = kb_mlkem_decompress_avx2,
    .to_message = kb_mlkem_to_message_avx2,
    .add_message = kb_mlkem_add_message_avx2,
};
