/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector tables of SHA-2. */
#include "hash/sha2/ops_vector.h"

#include "core/cpu.h"
#include "hash/sha2/ops_ref.h"

const kb_sha2_ops kb_sha2_ops_shani = {
    .head = {.name = "shani", .needs = KB_CPU_SHANI | KB_CPU_AVX2 | KB_CPU_BMI2},
    .compress256 = kb_sha2_compress256_shani,
    .compress512 = kb_sha2_compress512_avx2,
    .compress256_x8 = kb_sha2_compress256_x8_shani,
    .compress512_x8 = kb_sha2_compress512_x8_avx2,
    .finish256_x8 = kb_sha2_finish256_x8_shani,
    .finish512_x8 = kb_sha2_finish512_x8_avx2,
};

const kb_sha2_ops kb_sha2_ops_avx2 = {
    .head = {.name = "avx2", .needs = KB_CPU_AVX2 | KB_CPU_BMI2},
    .compress256 = kb_sha2_compress256_ref,
    .compress512 = kb_sha2_compress512_avx2,
    .compress256_x8 = kb_sha2_compress256_x8_avx2,
    .compress512_x8 = kb_sha2_compress512_x8_avx2,
    .finish256_x8 = kb_sha2_finish256_x8_avx2,
    .finish512_x8 = kb_sha2_finish512_x8_avx2,
};
