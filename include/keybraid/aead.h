/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Authenticated encryption of one message in memory: AES-256-GCM.
 *
 * Not here: messages that do not fit in memory are src/sym/gcm.h; tokens are
 * keybraid/jwe.h.
 */
#ifndef KB_AEAD_H
#define KB_AEAD_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_AEAD_KEY_BYTES   32
#define KB_AEAD_NONCE_BYTES 12
#define KB_AEAD_TAG_BYTES   16
/** Longest plaintext: 2^32 - 2 blocks (SP 800-38D, section 5.2.1.1). */
#define KB_AEAD_MAX_BYTES (((uint64_t)1 << 36) - 32)

/**
 * Encrypts and authenticates in, authenticates aad.
 *
 * Source:  SP 800-38D, algorithm 4, with a 96-bit IV and a 128-bit tag.
 * Shapes:  out    out  len + KB_AEAD_TAG_BYTES: ciphertext, then tag; may be in
 *          key    in   secret
 *          nonce  in   public, never twice with one key
 *          aad    in   any length; NULL goes with length 0
 *          in     in   secret
 * Returns: KB_OK, KB_ERR_LIMIT (len above KB_AEAD_MAX_BYTES), KB_ERR_MEMORY,
 *          KB_ERR_INTERNAL
 * On error: out is zero.
 * Threads: safe.
 */
KB_API KB_MUST_USE kb_status kb_aead_seal(uint8_t *out,
                                          const uint8_t key[KB_AEAD_KEY_BYTES],
                                          const uint8_t nonce[KB_AEAD_NONCE_BYTES],
                                          const void *aad, size_t aad_len, const void *in,
                                          size_t len);

/**
 * Verifies, then decrypts what kb_aead_seal wrote.
 *
 * Source:  SP 800-38D, algorithm 5.
 * Shapes:  out  out  len - KB_AEAD_TAG_BYTES, secret; may be in
 *          in   in   ciphertext and tag, len bytes, untrusted
 * Returns: KB_OK
 *          KB_ERR_AUTH   the tag does not fit, or len is below KB_AEAD_TAG_BYTES
 *          KB_ERR_LIMIT, KB_ERR_MEMORY, KB_ERR_INTERNAL
 * On error: out is untouched, or zero after KB_ERR_INTERNAL; nothing is decrypted before
 *          the tag is verified.
 * Threads: safe.
 * Time:    the comparison of the tag is constant-time.
 */
KB_API KB_MUST_USE kb_status kb_aead_open(uint8_t *out,
                                          const uint8_t key[KB_AEAD_KEY_BYTES],
                                          const uint8_t nonce[KB_AEAD_NONCE_BYTES],
                                          const void *aad, size_t aad_len, const void *in,
                                          size_t len);

#ifdef __cplusplus
}
#endif
#endif
