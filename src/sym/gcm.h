/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * AES-256-GCM over streams of any length up to 2^36 - 32 bytes: a sealer, and an opener
 * for messages with one tag at the end whose plaintext must not be released before that
 * tag is verified.
 *
 * Source: SP 800-38D with a 96-bit IV and a 128-bit tag. Both handles have one owner.
 * Not here: one-shot calls are keybraid/aead.h.
 */
#ifndef KB_SYM_GCM_H
#define KB_SYM_GCM_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#define KB_GCM_KEY_BYTES 32
#define KB_GCM_IV_BYTES  12
#define KB_GCM_TAG_BYTES 16
/* 2^32 - 2 blocks, SP 800-38D section 5.2.1.1. */
#define KB_GCM_MAX_BYTES (((uint64_t)1 << 36) - 32)
/* The unit in which the opener compares its two passes and hands out plaintext. */
#define KB_GCM_PIECE_BYTES ((size_t)256 << 10)

/* ---- Sealing: new, aad*, update*, finish, free ---- */

typedef struct kb_gcm_seal kb_gcm_seal;

/* Starts a message; *out is set on success only. key and iv are copied; the pair must
 * never be used twice. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_gcm_seal_new(kb_gcm_seal **out,
                                      const uint8_t key[KB_GCM_KEY_BYTES],
                                      const uint8_t iv[KB_GCM_IV_BYTES]);
/* Adds len bytes of associated data, in any pieces. KB_ERR_STATE after the first update.
 */
KB_MUST_USE kb_status kb_gcm_seal_aad(kb_gcm_seal *seal, const void *data, size_t len);
/* Encrypts len bytes; out has the same length and may be in, but may not overlap it
 * otherwise. KB_ERR_LIMIT beyond KB_GCM_MAX_BYTES in total (nothing written, the handle
 * is dead then), KB_ERR_STATE after finish or after a failure. */
KB_MUST_USE kb_status kb_gcm_seal_update(kb_gcm_seal *seal, uint8_t *out,
                                         const uint8_t *in, size_t len);
/* Writes the tag. Afterwards only free. On error the tag is zero. */
KB_MUST_USE kb_status kb_gcm_seal_finish(kb_gcm_seal *seal,
                                         uint8_t tag[KB_GCM_TAG_BYTES]);
/* Wipes and releases; NULL is fine. */
void kb_gcm_seal_free(kb_gcm_seal *seal);

/*
 * ---- Opening: new, aad*, verify*, check, then either release* release_end or held* ----
 *
 * Pass 1 (aad, verify, check) computes GHASH only. Pass 2 is one of two:
 *
 *   release  the ciphertext is read again from where it may have changed (a file). Every
 *            piece of KB_GCM_PIECE_BYTES is copied to private memory, compared with a
 *            secret check value of the same piece in pass 1, and only then handed out.
 *   held     the ciphertext stayed in private memory since pass 1; it is just decrypted.
 *
 * A call out of order gives KB_ERR_STATE and changes nothing. After any other failure the
 * handle is dead: every call but free gives KB_ERR_STATE. Pointers may be NULL when the
 * length is 0. Memory: 16 bytes per piece, and the piece buffer while releasing; all of
 * it is secret and wiped.
 */
typedef struct kb_gcm_open kb_gcm_open;

/* Takes plaintext; a failure ends the release and is passed on. */
typedef kb_status (*kb_gcm_sink)(void *self, const uint8_t *data, size_t len);

/* Starts pass 1; *out is set on success only. key and iv are copied. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_gcm_open_new(kb_gcm_open **out,
                                      const uint8_t key[KB_GCM_KEY_BYTES],
                                      const uint8_t iv[KB_GCM_IV_BYTES]);
/* Adds associated data, in any pieces, before the first verify. */
KB_MUST_USE kb_status kb_gcm_open_aad(kb_gcm_open *o, const void *data, size_t len);
/* Pass 1: hashes len bytes of ciphertext, in any pieces. KB_ERR_LIMIT beyond
 * KB_GCM_MAX_BYTES in total. */
KB_MUST_USE kb_status kb_gcm_open_verify(kb_gcm_open *o, const uint8_t *ct, size_t len);
/* Ends pass 1: KB_OK when tag fits key, iv, associated data and ciphertext, otherwise
 * KB_ERR_AUTH. Constant-time comparison. */
KB_MUST_USE kb_status kb_gcm_open_check(kb_gcm_open *o,
                                        const uint8_t tag[KB_GCM_TAG_BYTES]);
/* Pass 2 from a source that may have changed: len bytes of the same ciphertext, in any
 * pieces; whole pieces go to sink once they are known to be those of pass 1. KB_ERR_AUTH
 * when a piece differs or the text is longer than in pass 1: nothing of that piece has
 * been handed out. */
KB_MUST_USE kb_status kb_gcm_open_release(kb_gcm_open *o, const uint8_t *ct, size_t len,
                                          kb_gcm_sink sink, void *self);
/* Ends pass 2: compares and hands out the last piece (which always waits for this call).
 * KB_ERR_AUTH when it differs or the text is shorter than in pass 1. */
KB_MUST_USE kb_status kb_gcm_open_release_end(kb_gcm_open *o, kb_gcm_sink sink,
                                              void *self);
/* Pass 2 from private memory: decrypts the next len bytes; out may be in. KB_ERR_STATE
 * for more than was verified. The handle may be freed at any time. */
KB_MUST_USE kb_status kb_gcm_open_held(kb_gcm_open *o, uint8_t *out, const uint8_t *in,
                                       size_t len);
/* Wipes and releases; NULL is fine. */
void kb_gcm_open_free(kb_gcm_open *o);

#endif
