/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A key from a pass-phrase: Argon2id (RFC 9106), version 1.3, one lane. */
#ifndef KB_KEYSTORE_PASSPHRASE_H
#define KB_KEYSTORE_PASSPHRASE_H

#include <keybraid/secret.h>
#include <stdint.h>

#define KB_PASSPHRASE_KEY_BYTES  32
#define KB_PASSPHRASE_SALT_BYTES 16

/*
 * Derives out, secret. The caller bounds memory_kib and passes when they come from a
 * file; at least 8 and 1.
 *
 * KB_ERR_ARGUMENT (below that), KB_ERR_MEMORY. On error out is zero.
 */
KB_MUST_USE kb_status kb_passphrase_key(uint8_t out[KB_PASSPHRASE_KEY_BYTES],
                                        const kb_secret *passphrase,
                                        const uint8_t salt[KB_PASSPHRASE_SALT_BYTES],
                                        uint32_t memory_kib, uint32_t passes);

#endif
