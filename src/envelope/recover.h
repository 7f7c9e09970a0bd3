/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* From a token's head and a keyring to the content key (envelope A.6, steps 2 to 6). */
#ifndef KB_ENVELOPE_RECOVER_H
#define KB_ENVELOPE_RECOVER_H

#include "envelope/token.h"

#include <keybraid/key.h>

#define KB_JWE_CEK_BYTES 32
#define KB_JWE_MK_BYTES  32

/*
 * Finds the key, asks the policy about its algorithms, decapsulates both halves, combines
 * (mode wrap: unwraps the message key and derives), and compares the commitment. The
 * token's head is checked first.
 *
 * In mode wrap the pairs with a kid of the keyring come first, then those that name none;
 * a pair that fails is dropped and the next tried.
 *
 * KB_ERR_FORMAT, KB_ERR_UNSUPPORTED, KB_ERR_POLICY, KB_ERR_NO_KEY, KB_ERR_KEY,
 * KB_ERR_LIMIT (more than KB_JWE_TRIAL_MAX decapsulations, none done); KB_ERR_AUTH
 * without detail for everything after the lengths. On error cek is zero.
 */
KB_MUST_USE kb_status kb_jwe_recover_key(uint8_t cek[KB_JWE_CEK_BYTES],
                                         const kb_jwe_token *token, kb_keyring keys,
                                         bool allow_experimental);

/* The same for the message key of mode wrap, whose commitment was compared, to wrap it
 * for others. KB_ERR_UNSUPPORTED in the other modes, which have none. */
KB_MUST_USE kb_status kb_jwe_recover_mk(uint8_t mk[KB_JWE_MK_BYTES],
                                        const kb_jwe_token *token, kb_keyring keys,
                                        bool allow_experimental);

/* Appends the JWE AAD: the protected text as sent, and "." and the text of aad when there
 * is one. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jwe_recover_aad(kb_buffer *buffer, const kb_jwe_token *token);

/* Sets the one text that every refusal of this kind has, and returns KB_ERR_AUTH. */
kb_status kb_jwe_recover_refusal(void);

#endif
