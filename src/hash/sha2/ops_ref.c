/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The portable table. */
#include "hash/sha2/ops_ref.h"

const kb_sha2_ops kb_sha2_ops_ref = {
    .head = {.name = "portable", .needs = 0},
    .compress256 = kb_sha2_compress256_ref,
    .compress512 = kb_sha2_compress512_ref,
    .compress256_x8 = kb_sha2_compress256_x8_ref,
    .compress512_x8 = kb_sha2_compress512_x8_ref,
    .finish256_x8 = kb_sha2_finish256_x8_ref,
    .finish512_x8 = kb_sha2_finish512_x8_ref,
};
