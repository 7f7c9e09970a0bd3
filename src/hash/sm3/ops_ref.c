/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "hash/sm3/ops_ref.h"

const kb_sm3_ops kb_sm3_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .compress = kb_sm3_compress_ref,
    .finish_x16 = kb_sm3_finish_x16_ref,
};
