/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-256 of libcrypto: GCM in both directions, and CTR. */
#ifndef KB_LIBCRYPTO_AES_H
#define KB_LIBCRYPTO_AES_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

#define KB_LIBCRYPTO_AES_KEY_BYTES   32
#define KB_LIBCRYPTO_AES_BLOCK_BYTES 16
#define KB_LIBCRYPTO_GCM_IV_BYTES    12
#define KB_LIBCRYPTO_GCM_TAG_BYTES   16

/* ---- AES-256-GCM, sealing: restart?, aad*, encrypt*, tag ---- */

typedef struct kb_libcrypto_gcm kb_libcrypto_gcm;

/* Makes a state that is ready for aad or encrypt. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_gcm_new(kb_libcrypto_gcm **out,
                                           const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES],
                                           const uint8_t iv[KB_LIBCRYPTO_GCM_IV_BYTES]);
/* Starts another message under the same key. */
KB_MUST_USE kb_status kb_libcrypto_gcm_restart(
    kb_libcrypto_gcm *gcm, const uint8_t iv[KB_LIBCRYPTO_GCM_IV_BYTES]);
/* Adds associated data of any length, before the first encrypt. */
KB_MUST_USE kb_status kb_libcrypto_gcm_aad(kb_libcrypto_gcm *gcm, const void *data,
                                           size_t len);
/* Encrypts; out has the length of in and may be in. The caller counts the total. */
KB_MUST_USE kb_status kb_libcrypto_gcm_encrypt(kb_libcrypto_gcm *gcm, uint8_t *out,
                                               const uint8_t *in, size_t len);
/* Ends the message. */
KB_MUST_USE kb_status kb_libcrypto_gcm_tag(kb_libcrypto_gcm *gcm,
                                           uint8_t tag[KB_LIBCRYPTO_GCM_TAG_BYTES]);
/* Wipes (libcrypto cleanses its state) and releases; NULL is fine. */
void kb_libcrypto_gcm_free(kb_libcrypto_gcm *gcm);

/* ---- AES-256-GCM, opening whole messages under one key ---- */

typedef struct kb_libcrypto_gcm_opener kb_libcrypto_gcm_opener;

/* One message as it came: every part untrusted. */
typedef struct kb_libcrypto_gcm_sealed {
    const uint8_t *iv; /* KB_LIBCRYPTO_GCM_IV_BYTES */
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *text;
    size_t text_len;
    const uint8_t *tag; /* KB_LIBCRYPTO_GCM_TAG_BYTES */
} kb_libcrypto_gcm_sealed;

/* KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_gcm_opener_new(
    kb_libcrypto_gcm_opener **out, const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES]);
/* Decrypts text_len bytes to out, which may be the message's text, and compares the tag
 * in constant time. KB_ERR_AUTH, and any other failure, leaves bytes in out that nobody
 * may see: the caller wipes them. The next message can follow in any case. */
KB_MUST_USE kb_status kb_libcrypto_gcm_opener_run(kb_libcrypto_gcm_opener *opener,
                                                  const kb_libcrypto_gcm_sealed *message,
                                                  uint8_t *out);
/* Wipes (libcrypto cleanses its state) and releases; NULL is fine. */
void kb_libcrypto_gcm_opener_free(kb_libcrypto_gcm_opener *opener);

/* ---- AES-256-CTR, counter of 128 bits ---- */

typedef struct kb_libcrypto_ctr kb_libcrypto_ctr;

/* Makes a state whose key stream starts at block. KB_ERR_MEMORY, KB_ERR_INTERNAL. */
KB_MUST_USE kb_status kb_libcrypto_ctr_new(
    kb_libcrypto_ctr **out, const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES],
    const uint8_t block[KB_LIBCRYPTO_AES_BLOCK_BYTES]);
/* Moves the key stream to block, under the same key. */
KB_MUST_USE kb_status kb_libcrypto_ctr_restart(
    kb_libcrypto_ctr *ctr, const uint8_t block[KB_LIBCRYPTO_AES_BLOCK_BYTES]);
/* Adds the next len bytes of the key stream; out may be in. */
KB_MUST_USE kb_status kb_libcrypto_ctr_xor(kb_libcrypto_ctr *ctr, uint8_t *out,
                                           const uint8_t *in, size_t len);
/* Wipes and releases; NULL is fine. */
void kb_libcrypto_ctr_free(kb_libcrypto_ctr *ctr);

#endif
