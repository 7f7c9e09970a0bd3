/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* CSIG1: two signatures of one payload that are valid only together (envelope E.3). */
#ifndef KB_ENVELOPE_JWS_CSIG_H
#define KB_ENVELOPE_JWS_CSIG_H

#include "envelope/jws_key.h"
#include "envelope/jws_reader.h"

/* Writes the name of the set of two keys, terminated. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_jws_csig_set(char set[KB_JWS_CSIG_SET_CHARS + 1],
                                      const kb_jws_signer signers[2]);

/*
 * Checks everything of a CSIG1 but the signatures, starting from the two trusted keys: two
 * entries, i = 0 then 1, their algorithms, the set, equal other members.
 *
 * KB_ERR_AUTH for another set; KB_ERR_KEY for another algorithm; KB_ERR_FORMAT otherwise.
 */
KB_MUST_USE kb_status kb_jws_csig_check(const kb_jws_token *token,
                                        const kb_jws_signer signers[2]);

#endif
