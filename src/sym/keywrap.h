/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Wrapping of a 32-byte key under another: AES-256 key wrap, RFC 3394 section 2.2, with
 * the default initial value. */
#ifndef KB_SYM_KEYWRAP_H
#define KB_SYM_KEYWRAP_H

#include <keybraid/status.h>
#include <stdint.h>

#define KB_KEYWRAP_KEY_BYTES 32
#define KB_KEYWRAP_BYTES     40

/* Wraps mk under kek; both are secret, wk is public. KB_ERR_MEMORY, KB_ERR_INTERNAL. On
 * error wk is zero. */
KB_MUST_USE kb_status kb_keywrap_wrap(uint8_t wk[KB_KEYWRAP_BYTES],
                                      const uint8_t kek[KB_KEYWRAP_KEY_BYTES],
                                      const uint8_t mk[KB_KEYWRAP_KEY_BYTES]);

/* Unwraps wk. KB_ERR_AUTH when wk was not wrapped under kek; KB_ERR_MEMORY,
 * KB_ERR_INTERNAL. On error mk is zero. */
KB_MUST_USE kb_status kb_keywrap_unwrap(uint8_t mk[KB_KEYWRAP_KEY_BYTES],
                                        const uint8_t kek[KB_KEYWRAP_KEY_BYTES],
                                        const uint8_t wk[KB_KEYWRAP_BYTES]);

#endif
