/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Four independent operations of one parameter set in step: every hash is computed for
 * all four at once, so that no state of the wide permutation is idle, also where one
 * operation alone has a single long hash and nothing beside it (H(ek) of a fresh key).
 * Results are those of mlkem.h.
 *
 * Common rules: as mlkem.h. Stack: 84 KiB at most, no heap.
 */
#ifndef KB_KEM_MLKEM_MANY_H
#define KB_KEM_MLKEM_MANY_H

#include "kem/mlkem/mlkem.h"

#define KB_MLKEM_MANY 4

/* The public keys of four seeds d || z. H(ek) is not computed: nothing of it is in ek. */
void kb_mlkem_public_of_x4(const kb_mlkem_params *params,
                           uint8_t *const ek[KB_MLKEM_MANY],
                           const uint8_t *const seed[KB_MLKEM_MANY]);
void kb_mlkem_encaps_x4(const kb_mlkem_params *params, uint8_t *const ct[KB_MLKEM_MANY],
                        uint8_t *const ss[KB_MLKEM_MANY],
                        const uint8_t *const ek[KB_MLKEM_MANY],
                        const uint8_t *const m[KB_MLKEM_MANY]);
void kb_mlkem_decaps_seed_x4(const kb_mlkem_params *params,
                             uint8_t *const ss[KB_MLKEM_MANY],
                             const uint8_t *const ct[KB_MLKEM_MANY],
                             const uint8_t *const seed[KB_MLKEM_MANY]);

/* The same for keys that were expanded before; they may be one key. */
void kb_mlkem_encaps_to_x4(const kb_mlkem_params *params,
                           uint8_t *const ct[KB_MLKEM_MANY],
                           uint8_t *const ss[KB_MLKEM_MANY],
                           const kb_mlkem_public *const pub[KB_MLKEM_MANY],
                           const uint8_t *const m[KB_MLKEM_MANY]);
void kb_mlkem_decaps_with_x4(const kb_mlkem_params *params,
                             uint8_t *const ss[KB_MLKEM_MANY],
                             const uint8_t *const ct[KB_MLKEM_MANY],
                             const kb_mlkem_private *const priv[KB_MLKEM_MANY]);

#endif
