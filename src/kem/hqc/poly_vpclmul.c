/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ring products by VPCLMULQDQ on 256 bits. */
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>
#include <stdbool.h>

#define LANES              2
#define vec                __m256i
#define ADD(x, y)          _mm256_xor_si256(x, y)
#define LOW_PRODUCT(x, y)  _mm256_clmulepi64_epi128(x, y, 0x00)
#define HIGH_PRODUCT(x, y) _mm256_clmulepi64_epi128(x, y, 0x11)
#define SWAP(x)            _mm256_shuffle_epi32(x, 0x4e)
#define LOWS(x, y)         _mm256_unpacklo_epi64(x, y)
#include "kem/hqc/clmul.h"

void kb_hqc_multiply_vpclmul(const kb_hqc_params *params, kb_hqc_vec *out,
                             const kb_hqc_vec *a, const kb_hqc_vec *b) {
    multiply_by_blocks(params, out, a, b);
}
