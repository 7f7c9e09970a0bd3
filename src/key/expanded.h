/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The expanded private keys of ML-KEM and ML-DSA (FIPS 203, 204), which other software
 * stores in place of the seed. They are read for the sake of such files; no seed can be
 * found back from them.
 */
#ifndef KB_KEY_EXPANDED_H
#define KB_KEY_EXPANDED_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kb_key_expanded kb_key_expanded;
struct kb_key_expanded {
    const char *id;
    size_t bytes;
    const void *params; /* of the algorithm */
    /* Expands a seed, which is secret like the result. */
    void (*expand)(const kb_key_expanded *form, uint8_t *expanded, const uint8_t *seed);
    /*
     * Checks everything that an expanded key repeats and gives its public key.
     *
     * ML-KEM: its hash of the public key, s below q, and that what the public key
     * encapsulates it decapsulates; a changed z cannot be noticed. ML-DSA: s1, s2, t0 and
     * tr against the public key computed from them; a changed K cannot be noticed.
     * KB_ERR_KEY.
     */
    kb_status (*public_of)(const kb_key_expanded *form, uint8_t *pk,
                           const uint8_t *expanded);
};

/* Finds the row of an algorithm; NULL for those without an expanded form. */
const kb_key_expanded *kb_key_expanded_of(const char *id);

#endif
