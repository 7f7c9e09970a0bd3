/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ring products by PCLMULQDQ. */
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>
#include <stdbool.h>

#define LANES              1
#define vec                __m128i
#define ADD(x, y)          _mm_xor_si128(x, y)
#define LOW_PRODUCT(x, y)  _mm_clmulepi64_si128(x, y, 0x00)
#define HIGH_PRODUCT(x, y) _mm_clmulepi64_si128(x, y, 0x11)
#define SWAP(x)            _mm_shuffle_epi32(x, 0x4e)
#define LOWS(x, y)         _mm_unpacklo_epi64(x, y)
#include "kem/hqc/clmul.h"

void kb_hqc_multiply_avx2(const kb_hqc_params *params, kb_hqc_vec *out,
                          const kb_hqc_vec *a, const kb_hqc_vec *b) {
    multiply_by_blocks(params, out, a, b);
}
