/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "kem/hqc/ops_ref.h"

const kb_hqc_ops kb_hqc_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .multiply = kb_hqc_multiply_ref,
    .scatter = kb_hqc_scatter_ref,
    .replace_repeats = kb_hqc_replace_repeats_ref,
    .take = kb_hqc_take_ref,
    .rm_decode = kb_hqc_rm_decode_ref,
    .rs_decode = kb_hqc_rs_decode_ref,
};
