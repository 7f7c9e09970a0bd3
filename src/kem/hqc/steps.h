/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The parts of hqc.c between its long hashes, which one operation (hqc.c) and four side by
 * side (many.c) compute in different ways. */
#ifndef KB_KEM_HQC_STEPS_H
#define KB_KEM_HQC_STEPS_H

#include "hash/keccak/jobs.h"
#include "kem/hqc/hqc.h"

/* Key generation up to h: seeds and sigma; then, once h is there, y and s. */
void kb_hqc_begin_keys(const kb_hqc_params *params, kb_hqc_private *out,
                       const uint8_t seed_kem[KB_HQC_SEED_BYTES]);
void kb_hqc_finish_keys(const kb_hqc_params *params, kb_hqc_private *out);

/* The fields of a public key, without what follows from them. */
void kb_hqc_load_ek(const kb_hqc_params *params, kb_hqc_public *out, const uint8_t *ek);

/* H(ek), written to pub. kb_hqc_swap_bytes(&pub->s) stands before and after the job. */
kb_keccak_job kb_hqc_hash_job(const kb_hqc_params *params, kb_hqc_public *pub);

/* J: the secret of a ciphertext that is rejected, over all of it as it was received. */
kb_keccak_job kb_hqc_reject_job(const kb_hqc_params *params,
                                uint8_t out[KB_HQC_SEED_BYTES],
                                const kb_hqc_private *priv, const uint8_t *ct);

/* Decapsulation with that secret at hand. */
void kb_hqc_decaps_or(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                      const uint8_t *ct, const kb_hqc_private *priv,
                      const uint8_t rejected[KB_HQC_SEED_BYTES]);

#endif
