/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 table. */
#include "kem/dkem/ops_avx2.h"

#include "core/cpu.h"

const kb_dkem_ops kb_dkem_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .ntt = kb_dkem_ntt_avx2,
    .inverse_ntt = kb_dkem_inverse_ntt_avx2,
    .odd_zeta = kb_dkem_odd_zeta_avx2,
    .dot = kb_dkem_dot_avx2,
    .times_r_plus = kb_dkem_times_r_plus_avx2,
    .reject = kb_dkem_reject_avx2,
    .encode13 = kb_dkem_encode13_avx2,
    .decode13 = kb_dkem_decode13_avx2,
    .compress11 = kb_dkem_compress11_avx2,
    .decompress11 = kb_dkem_decompress11_avx2,
    .signal = kb_dkem_signal_avx2,
    .reconcile = kb_dkem_reconcile_avx2,
};
