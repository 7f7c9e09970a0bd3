/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ring products by PCLMULQDQ: lane by lane, in vectors of two lanes for everything else. */
#include "kem/hqc/ops_avx2.h"

#include <immintrin.h>

#define LOW_OF(x)  _mm256_castsi256_si128(x)
#define HIGH_OF(x) _mm256_extracti128_si256(x, 1)
#define BY_LANES(x, y, words)                                                            \
    _mm256_set_m128i(_mm_clmulepi64_si128(HIGH_OF(x), HIGH_OF(y), words),                \
                     _mm_clmulepi64_si128(LOW_OF(x), LOW_OF(y), words))
#define LOW_PRODUCT(x, y)  BY_LANES(x, y, 0x00)
#define HIGH_PRODUCT(x, y) BY_LANES(x, y, 0x11)
#include "kem/hqc/clmul.h"

void kb_hqc_multiply_avx2(const kb_hqc_params *params, kb_hqc_vec *out,
                          const kb_hqc_vec *a, const kb_hqc_vec *b) {
    multiply_by_blocks(params, out, a, b);
}
