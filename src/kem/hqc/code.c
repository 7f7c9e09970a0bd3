/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Message to codeword and back, through both codes. */
#include "kem/hqc/code.h"

#include "core/secret.h"
#include "kem/hqc/ops.h"

void kb_hqc_code_add(const kb_hqc_params *params, kb_hqc_vec *v, const uint8_t *message) {
    KB_SECRET_LOCAL(symbols, KB_HQC_N1_MAX);
    uint64_t codeword[2];
    KB_WIPE_AT_END(codeword);
    kb_hqc_rs_encode(params, symbols, message);
    for (size_t i = 0; i < params->n1; i++) {
        kb_hqc_rm_encode(codeword, symbols[i]);
        uint64_t *to = v->w + 2 * params->copies * i;
        for (size_t copy = 0; copy < params->copies; copy++) {
            to[2 * copy] ^= codeword[0];
            to[2 * copy + 1] ^= codeword[1];
        }
    }
}

void kb_hqc_code_decode(const kb_hqc_params *params, uint8_t *message,
                        const kb_hqc_vec *v) {
    KB_SECRET_LOCAL(symbols, KB_HQC_N1_MAX);
    const kb_hqc_ops *ops = kb_hqc_ops_get();
    ops->rm_decode(params, symbols, v);
    ops->rs_decode(params, message, symbols);
}
