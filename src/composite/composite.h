/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The composite KEM: encapsulate to and decapsulate with both halves, then combine.
 *
 * Keys are the halves' encodings one after the other, classical first.
 */
#ifndef KB_COMPOSITE_COMPOSITE_H
#define KB_COMPOSITE_COMPOSITE_H

#include "composite/combiner.h"

#define KB_COMPOSITE_CT_C_MAX_BYTES 133
#define KB_COMPOSITE_CT_P_MAX_BYTES 14421 /* HQC-256 */
#define KB_COMPOSITE_PK_MAX_BYTES   (133 + 7237)
#define KB_COMPOSITE_SK_MAX_BYTES   (66 + 128) /* P-521, DKEM-512 */

/* Returns what encapsulation and decapsulation derive: content key and commitment, or
 * the key-encryption key of wrapped mode. */
size_t kb_composite_okm_bytes(const kb_composite_alg *alg);

/* What follows from the public key alone (kb_kem_keyed), of whichever half keeps anything:
 * the room for it, aligned to 32, and the heap it takes besides. */
size_t kb_composite_keyed_bytes(const kb_composite_alg *alg); /* 0: nothing is kept */
size_t kb_composite_keyed_heap_bytes(const kb_composite_alg *alg);
void kb_composite_keyed_from_pk(const kb_composite_alg *alg, void *keyed,
                                const uint8_t *pk);
/* Gives back the heap; the room is the caller's. */
void kb_composite_keyed_end_pk(const kb_composite_alg *alg, void *keyed);

/*
 * Encapsulates with fresh randomness to pk (checked before).
 *
 * keyed: what kb_composite_keyed_from_pk made of pk, or NULL.
 * ct_c, ct_p: outputs of the halves' ct_bytes. okm: kb_composite_okm_bytes, secret.
 * On error all three are zero.
 */
KB_MUST_USE kb_status kb_composite_encaps(const kb_composite_alg *alg, const char *enc,
                                          kb_span ctx, uint8_t *ct_c, uint8_t *ct_p,
                                          uint8_t *okm, const uint8_t *pk,
                                          const void *keyed);

/*
 * Decapsulates both halves, the second even when the first fails, and combines.
 *
 * keyed: what follows from the post-quantum half of sk, or NULL.
 * Returns KB_OK or KB_ERR_AUTH (a classical ciphertext that is no usable point); the
 * combination is done in both cases, so that time does not tell which. An altered ML-KEM
 * ciphertext gives other bytes, not an error. On error okm is zero.
 */
KB_MUST_USE kb_status kb_composite_decaps(const kb_composite_alg *alg, const char *enc,
                                          kb_span ctx, uint8_t *okm, const uint8_t *ct_c,
                                          const uint8_t *ct_p, const uint8_t *pk,
                                          const uint8_t *sk, const void *keyed);

#endif
