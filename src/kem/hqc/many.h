/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Four independent operations of one parameter set, whose long hashes share the states of
 * the wide permutation: the expansion of h and H(ek), of which one operation alone has
 * one or two at a time, and J. Results are those of hqc.h.
 *
 * Common rules: as hqc.h. What is secret of the room is zero afterwards. Stack as hqc.h,
 * without what a key expands to.
 */
#ifndef KB_KEM_HQC_MANY_H
#define KB_KEM_HQC_MANY_H

#include "kem/hqc/hqc.h"

#define KB_HQC_MANY 4

/* Work area, 88 KiB. */
typedef struct kb_hqc_many_room {
    kb_hqc_private priv[KB_HQC_MANY];
} kb_hqc_many_room;

/* The public keys of four seeds. */
void kb_hqc_public_of_x4(const kb_hqc_params *params, uint8_t *const ek[KB_HQC_MANY],
                         const uint8_t *const seed_kem[KB_HQC_MANY],
                         kb_hqc_many_room *room);
/* coins: m, then the salt. */
void kb_hqc_encaps_x4(const kb_hqc_params *params, uint8_t *const ct[KB_HQC_MANY],
                      uint8_t *const ss[KB_HQC_MANY],
                      const uint8_t *const ek[KB_HQC_MANY],
                      const uint8_t *const coins[KB_HQC_MANY], kb_hqc_many_room *room);
void kb_hqc_decaps_seed_x4(const kb_hqc_params *params, uint8_t *const ss[KB_HQC_MANY],
                           const uint8_t *const ct[KB_HQC_MANY],
                           const uint8_t *const seed_kem[KB_HQC_MANY],
                           kb_hqc_many_room *room);
/* With keys that were expanded before; they may be one key. */
void kb_hqc_decaps_with_x4(const kb_hqc_params *params, uint8_t *const ss[KB_HQC_MANY],
                           const uint8_t *const ct[KB_HQC_MANY],
                           const kb_hqc_private *const priv[KB_HQC_MANY]);

#endif
