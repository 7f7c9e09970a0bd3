/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The functions of kb_kem that are the same for every KEM whose private key is a seed and
 * whose sk and coins may be any bytes: fresh randomness, then the function of the table
 * that needs none.
 */
#ifndef KB_KEM_FRESH_H
#define KB_KEM_FRESH_H

#include "kem/kem.h"

/* keygen: draws sk, then public_of. KB_ERR_RNG with sk zeroed. */
KB_MUST_USE kb_status kb_kem_fresh_keygen(const kb_kem *kem, uint8_t *pk, uint8_t *sk);
/* encaps: draws coins, then encaps_derand. KB_ERR_RNG with ct and ss zeroed. */
KB_MUST_USE kb_status kb_kem_fresh_encaps(const kb_kem *kem, uint8_t *ct, uint8_t *ss,
                                          const uint8_t *pk);

#endif
