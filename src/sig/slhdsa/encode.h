/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bytes to digits and to indices (FIPS 205, 4.4 and 9.2). All of it is public: it comes
 * from the message digest and from roots, which a verifier computes too. */
#ifndef KB_SIG_SLHDSA_ENCODE_H
#define KB_SIG_SLHDSA_ENCODE_H

#include "sig/slhdsa/params.h"

/* Which FORS leaves, which tree of the lowest layer and which of its leaves sign. */
typedef struct kb_slhdsa_choice {
    uint32_t fors[KB_SLHDSA_FORS_MAX_COUNT];
    uint64_t tree;
    uint32_t leaf;
} kb_slhdsa_choice;

/* Algorithm 4 (base_2b): `count` numbers of `bits` (1..24) bits each, highest first. */
void kb_slhdsa_encode_base(uint32_t *out, size_t count, unsigned bits, const uint8_t *in);

/* The digits of n bytes and of their checksum (algorithm 7, lines 1 to 7). */
void kb_slhdsa_encode_digits(const kb_slhdsa_params *params,
                             uint32_t digits[KB_SLHDSA_WOTS_MAX_COUNT],
                             const uint8_t *in);

/* Algorithm 19, lines 7 to 10 and the first line of algorithm 16. */
void kb_slhdsa_encode_choice(const kb_slhdsa_params *params, kb_slhdsa_choice *out,
                             const uint8_t *digest);

#endif
