/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The vector kernels; for ops_vector.c, which lists them. */
#ifndef KB_SIG_SLHDSA_OPS_VECTOR_H
#define KB_SIG_SLHDSA_OPS_VECTOR_H

#include "sig/slhdsa/ops.h"

/* From the state after PK.seed's block: len is n, or 2n for n = 16. */
void kb_slhdsa_sha2_hash_shani(const uint32_t start[8], size_t n, uint8_t *const *out,
                               const kb_slhdsa_address *adrs, const uint8_t *const *in,
                               size_t len, size_t used);
void kb_slhdsa_sha2_chain_shani(const uint32_t start[8], size_t n, uint8_t *const *values,
                                const kb_slhdsa_address *adrs, uint32_t steps,
                                size_t used);
void kb_slhdsa_shake_hash_avx2(kb_slhdsa_work *work, uint8_t *const *out,
                               const kb_slhdsa_address *adrs, const uint8_t *const *in,
                               size_t len, size_t used);
void kb_slhdsa_shake_chain_avx2(kb_slhdsa_work *work, uint8_t *const *values,
                                const kb_slhdsa_address *adrs, uint32_t steps,
                                size_t used);

#endif
