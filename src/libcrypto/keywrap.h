/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES key wrap of libcrypto, 256-bit keys (RFC 3394). */
#ifndef KB_LIBCRYPTO_KEYWRAP_H
#define KB_LIBCRYPTO_KEYWRAP_H

#include <keybraid/status.h>
#include <stdint.h>

#define KB_LIBCRYPTO_KEYWRAP_BYTES 40

/* KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_keywrap_wrap(uint8_t wk[KB_LIBCRYPTO_KEYWRAP_BYTES],
                                                const uint8_t kek[32],
                                                const uint8_t key[32]);
/* KB_ERR_AUTH when the check value is another; the same errors. */
KB_MUST_USE kb_status kb_libcrypto_keywrap_unwrap(
    uint8_t key[32], const uint8_t kek[32], const uint8_t wk[KB_LIBCRYPTO_KEYWRAP_BYTES]);

#endif
