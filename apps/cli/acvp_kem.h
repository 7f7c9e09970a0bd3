/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the vector sets of the KEM families share: the modes keyGen and encapDecap, the
 * latter with the key checks, over what a family says of itself.
 *
 * Not here: the fields that a family draws its keys and ciphertexts from.
 */
#ifndef KB_CLI_ACVP_KEM_H
#define KB_CLI_ACVP_KEM_H

#include "acvp.h"

/* A name of the field parameterSet; params is of the family's own type. */
typedef struct kb_acvp_kem_set {
    const char *id;
    const void *params;
} kb_acvp_kem_set;

typedef struct kb_acvp_kem_sizes {
    size_t ek, dk, ct, ss;
} kb_acvp_kem_sizes;

typedef struct kb_acvp_kem {
    const kb_acvp_kem_set *sets;
    size_t set_count;
    kb_acvp_kem_sizes (*sizes_of)(const void *params);
    /* Makes a key from the fields of the case that hold its seed. */
    kb_status (*make_key)(const void *params, uint8_t *ek, uint8_t *dk, kb_acvp_case *c);
    /* Encapsulates with the fields of the case that hold the randomness; ek has the right
     * length and is not checked yet. */
    kb_status (*encaps)(const void *params, uint8_t *ct, uint8_t *ss, const uint8_t *ek,
                        kb_acvp_case *c);
    void (*decaps)(const void *params, uint8_t *ss, const uint8_t *ct, const uint8_t *dk);
    kb_status (*check_ek)(const void *params, const uint8_t *ek);
    kb_status (*check_dk)(const void *params, const uint8_t *dk);
} kb_acvp_kem;

KB_MUST_USE kb_status kb_acvp_kem_keygen(const kb_acvp_kem *kem, kb_acvp_case *c);
KB_MUST_USE kb_status kb_acvp_kem_encap_decap(const kb_acvp_kem *kem, kb_acvp_case *c);

#endif
