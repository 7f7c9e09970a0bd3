/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The decrypting stage from the inside. */
#ifndef KB_ENVELOPE_DECRYPT_H
#define KB_ENVELOPE_DECRYPT_H

#include <keybraid/jwe.h>

/*
 * Decrypts a whole token into buffer, whose memory is used again when it is large enough.
 *
 * The buffer holds the ciphertext of one tag until that was verified, and is then
 * decrypted in place; of segmented content it takes the plaintext. On error it is wiped
 * and released.
 */
KB_MUST_USE kb_status kb_jwe_decrypt_to_buffer(kb_buffer *buffer,
                                               const kb_jwe_decrypt_options *options,
                                               const char *token, size_t len);

#endif
