/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ring products by VPCLMULQDQ on 256 bits. */
#include "kem/hqc/ops_avx2.h"

#define LOW_PRODUCT(x, y)  _mm256_clmulepi64_epi128(x, y, 0x00)
#define HIGH_PRODUCT(x, y) _mm256_clmulepi64_epi128(x, y, 0x11)
#include "kem/hqc/clmul.h"

void kb_hqc_multiply_vpclmul(const kb_hqc_params *params, kb_hqc_vec *out,
                             const kb_hqc_vec *a, const kb_hqc_vec *b) {
    multiply_by_blocks(params, out, a, b);
}
