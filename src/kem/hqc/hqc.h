/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * HQC with given randomness, by parameter set and profile.
 *
 * Common rules: pointers have the length that the parameter set states; keys and
 * ciphertexts are taken as checked (encode.h has the checks); nothing here can fail, and
 * every ciphertext is decapsulated to something. No heap.
 * Stack, measured in a debug build with the largest table and the longest set
 * (tests/unit/kem/hqc_stack_test.c): key generation 75 KiB, encapsulation 82 KiB,
 * decapsulation 90 KiB, check of a private key 82 KiB.
 *
 * Not here: drawing randomness and the short private key seed_kem (table.c).
 */
#ifndef KB_KEM_HQC_HQC_H
#define KB_KEM_HQC_HQC_H

#include "kem/hqc/encode.h"
#include "kem/hqc/params.h"

/* dk = ek || seed_dk || sigma || seed_kem, from seed_kem; so ek is what dk begins with.
 */
void kb_hqc_keygen_derand(const kb_hqc_params *params, uint8_t *dk,
                          const uint8_t seed_kem[KB_HQC_SEED_BYTES]);
/* Ciphertext and shared secret for a message m of k bytes and a salt. */
void kb_hqc_encaps_derand(const kb_hqc_params *params, uint8_t *ct,
                          uint8_t ss[KB_HQC_SS_BYTES], const uint8_t *ek,
                          const uint8_t *m, const uint8_t salt[KB_HQC_SALT_BYTES]);
/* A ciphertext that was not made for dk gives a secret that depends on sigma, the public
 * key and the whole ciphertext (implicit rejection), in the same time. */
void kb_hqc_decaps(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                   const uint8_t *ct, const uint8_t *dk);

/* The same in two steps: what depends on a key only, then the operation. */

/* What a public key expands to; 15 KiB. */
typedef struct kb_hqc_public {
    kb_hqc_vec h, s;
    uint8_t seed_ek[KB_HQC_SEED_BYTES];
    uint8_t hash[KB_HQC_SEED_BYTES]; /* H(ek) */
} kb_hqc_public;

/* What a private key expands to, 22 KiB: a secret, wiped by its owner. */
typedef struct kb_hqc_private {
    kb_hqc_public pub;
    kb_hqc_vec y;
    uint8_t seed_dk[KB_HQC_SEED_BYTES];
    uint8_t sigma[KB_HQC_K_MAX_BYTES];
} kb_hqc_private;

/* All but H(ek), which key generation has no use for; kb_hqc_hash_generated adds it for
 * decapsulation. */
void kb_hqc_generate(const kb_hqc_params *params, kb_hqc_private *out,
                     const uint8_t seed_kem[KB_HQC_SEED_BYTES]);
void kb_hqc_hash_generated(const kb_hqc_params *params, kb_hqc_private *priv);
void kb_hqc_expand_public(const kb_hqc_params *params, kb_hqc_public *out,
                          const uint8_t *ek);
void kb_hqc_expand_private(const kb_hqc_params *params, kb_hqc_private *out,
                           const uint8_t *dk);
/* Writes the public key. */
void kb_hqc_store_ek(const kb_hqc_params *params, uint8_t *ek, const kb_hqc_public *pub);
void kb_hqc_encaps_to(const kb_hqc_params *params, uint8_t *ct,
                      uint8_t ss[KB_HQC_SS_BYTES], const kb_hqc_public *pub,
                      const uint8_t *m, const uint8_t salt[KB_HQC_SALT_BYTES]);
void kb_hqc_decaps_with(const kb_hqc_params *params, uint8_t ss[KB_HQC_SS_BYTES],
                        const uint8_t *ct, const kb_hqc_private *priv);

#endif
