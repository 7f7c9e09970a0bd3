/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AVX2 table. */
#include "sig/mldsa/ops_avx2.h"

#include "core/cpu.h"

const kb_mldsa_ops kb_mldsa_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2},
    .ntt = kb_mldsa_ntt_avx2,
    .inverse_ntt = kb_mldsa_inverse_ntt_avx2,
    .dot = kb_mldsa_dot_avx2,
    .reject = kb_mldsa_reject_avx2,
    .reject_small = kb_mldsa_reject_small_avx2,
    .unpack_mask = kb_mldsa_unpack_mask_avx2,
    .pack_mask = kb_mldsa_pack_mask_avx2,
    .pack_w1 = kb_mldsa_pack_w1_avx2,
    .unpack_t1 = kb_mldsa_unpack_t1_avx2,
    .pack_t0 = kb_mldsa_pack_t0_avx2,
    .unpack_t0 = kb_mldsa_unpack_t0_avx2,
    .pack_small = kb_mldsa_pack_small_avx2,
    .unpack_small = kb_mldsa_unpack_small_avx2,
    .power2round = kb_mldsa_power2round_avx2,
    .decompose = kb_mldsa_decompose_avx2,
    .use_hint = kb_mldsa_use_hint_avx2,
    .exceeds = kb_mldsa_exceeds_avx2,
    .add_product = kb_mldsa_add_product_avx2,
    .make_hint = kb_mldsa_make_hint_avx2,
};
