/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From a token's head and a keyring to an opened cipher (envelope A.6, steps 3 to 6). */
#ifndef KB_ENVELOPE_RECOVER_H
#define KB_ENVELOPE_RECOVER_H

#include "envelope/token.h"
#include "sym/gcm.h"

#include <keybraid/key.h>

/*
 * Finds the key, decapsulates both halves, combines, compares the commitment, and starts
 * a two-pass opener over the JWE AAD. The token's head is checked first.
 *
 * KB_ERR_FORMAT, KB_ERR_NO_KEY, KB_ERR_KEY, KB_ERR_LIMIT (trial without kid); KB_ERR_AUTH
 * without detail for everything after the lengths.
 */
KB_MUST_USE kb_status kb_jwe_recover(kb_gcm_open **out, const kb_jwe_token *token,
                                     kb_keyring keys);

/* Sets the one text that every refusal of this kind has, and returns KB_ERR_AUTH. */
kb_status kb_jwe_recover_refusal(void);

#endif
