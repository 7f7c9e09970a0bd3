/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The file of a private key under a pass-phrase:
 *
 *     {"keybraid":"private-key","v":1,
 *      "kdf":{"alg":"argon2id","memory_kib":65536,"passes":3,"salt":"..."},
 *      "nonce":"...","ciphertext":"..."}
 *
 * ciphertext is the private JWK under AES-256-GCM with the derived key, with its tag; the
 * text up to and with the kdf object is authenticated too. Byte strings are base64url.
 */
#ifndef KB_CLI_PRIVATE_FILE_H
#define KB_CLI_PRIVATE_FILE_H

#include <keybraid/secret.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether a text is such a file: JSON with a member "keybraid" at the top. */
bool kb_cli_private_file_is(const char *text, size_t len);

/* Protects a JWK; kb_text_release takes *out. */
KB_MUST_USE kb_status kb_cli_private_file_write(char **out, const kb_secret *jwk,
                                                const kb_secret *passphrase);

/* Opens one. KB_ERR_FORMAT, KB_ERR_UNSUPPORTED, KB_ERR_LIMIT (work factor out of range);
 * KB_ERR_PASSPHRASE when the pass-phrase is wrong or the file was altered. */
KB_MUST_USE kb_status kb_cli_private_file_read(kb_secret **jwk, const char *text,
                                               size_t len, const kb_secret *passphrase);

#endif
