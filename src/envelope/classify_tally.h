/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Counts the ways into a token and decides from them what it is. */
#ifndef KB_ENVELOPE_CLASSIFY_TALLY_H
#define KB_ENVELOPE_CLASSIFY_TALLY_H

#include "envelope/classify.h"

/* All zero is an empty count. Recipients that name no algorithm take the shared one,
 * which may come after them. */
typedef struct kb_jwe_tally {
    kb_jwe_survey survey;
    uint64_t unnamed[KB_JWE_FAMILY_COUNT]; /* without alg, by what role and epk say */
    bool
        is_unnamed_short; /* one carries a value of the length of an HQC-128 ciphertext */
    kb_jwe_word checked;  /* the last CKEM1 algorithm that policy was asked about */
} kb_jwe_tally;

/* Adds one recipient: its header, and the characters of its longest value. */
void kb_jwe_tally_add(kb_jwe_tally *tally, const kb_jwe_params *header, uint64_t longest);

/* Gives the shared algorithm (empty for none) to those that named none, and decides. */
void kb_jwe_tally_finish(kb_jwe_tally *tally, const kb_jwe_word *shared);

#endif
