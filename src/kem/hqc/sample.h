/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From seeds to elements and positions; here and only here the profiles differ. */
#ifndef KB_KEM_HQC_SAMPLE_H
#define KB_KEM_HQC_SAMPLE_H

#include "hash/keccak/jobs.h"
#include "kem/hqc/params.h"

/* SHAKE256(seed || 1), read in pieces. */
typedef struct kb_hqc_xof {
    kb_keccak sponge;
    kb_hqc_profile profile;
} kb_hqc_xof;

void kb_hqc_xof_init(const kb_hqc_params *params, kb_hqc_xof *xof,
                     const uint8_t seed[KB_HQC_SEED_BYTES]);
/* V500 throws away what is left of the last 8 bytes. */
void kb_hqc_xof_read(kb_hqc_xof *xof, uint8_t *out, size_t len);

/* Writes the uniform element of a public seed. */
void kb_hqc_sample_uniform(const kb_hqc_params *params, kb_hqc_vec *out,
                           const uint8_t seed[KB_HQC_SEED_BYTES]);

/* The same as a job, to run beside others; kb_hqc_uniform_from_bytes follows. out and seed
 * stay where they are until then. */
kb_keccak_job kb_hqc_uniform_job(const kb_hqc_params *params, kb_hqc_vec *out,
                                 const uint8_t seed[KB_HQC_SEED_BYTES]);
void kb_hqc_uniform_from_bytes(const kb_hqc_params *params, kb_hqc_vec *out);

/* Writes `weight` distinct uniform positions by rejection (x and y). Time tells how many
 * candidates were refused, nothing else. */
void kb_hqc_sample_rejecting(const kb_hqc_params *params, uint32_t *positions,
                             kb_hqc_xof *xof);

/* Writes `enc_weight` distinct positions in fixed time (r1, r2 and e). */
void kb_hqc_sample_fixed(const kb_hqc_params *params, uint32_t *positions,
                         kb_hqc_xof *xof);

#endif
