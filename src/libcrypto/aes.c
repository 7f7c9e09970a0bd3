/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-256-GCM and AES-256-CTR through EVP_CIPHER_CTX. */
#include "libcrypto/aes.h"

#include "libcrypto/refused.h"

#include <openssl/evp.h>
#include <string.h>

/* EVP takes lengths as int; longer input goes in steps, whole blocks each. */
#define STEP_BYTES ((size_t)1 << 30)

/* The handles are the EVP contexts themselves; their structs are never defined. */
static EVP_CIPHER_CTX *gcm_context(kb_libcrypto_gcm *gcm) {
    return (EVP_CIPHER_CTX *)gcm;
}

static EVP_CIPHER_CTX *opener_context(kb_libcrypto_gcm_opener *opener) {
    return (EVP_CIPHER_CTX *)opener;
}

static EVP_CIPHER_CTX *ctr_context(kb_libcrypto_ctr *ctr) {
    return (EVP_CIPHER_CTX *)ctr;
}

/* Makes a context that encrypts (1) or decrypts (0); both modes take their IV in the default length. */
static kb_status context_new(EVP_CIPHER_CTX **out, const EVP_CIPHER *cipher,
                             const uint8_t *key, const uint8_t *iv, int is_sealing) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    if (ctx == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_CIPHER_CTX_new");
    }
    if (EVP_CipherInit_ex(ctx, cipher, NULL, key, iv, is_sealing) != 1) {
        EVP_CIPHER_CTX_free(ctx);
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_CipherInit_ex");
    }
    *out = ctx;
    return KB_OK;
}

/* The same key in the same direction, which -1 stands for. */
static kb_status context_restart(EVP_CIPHER_CTX *ctx, const uint8_t *iv) {
    if (EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, -1) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_CipherInit_ex");
    }
    return KB_OK;
}

/* out NULL: associated data. Stream modes return as much as they are given. */
static kb_status context_update(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in,
                                size_t len) {
    while (len != 0) {
        size_t step = len < STEP_BYTES ? len : STEP_BYTES;
        int done = 0;
        if (EVP_CipherUpdate(ctx, out, &done, in, (int)step) != 1 || done != (int)step) {
            return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_CipherUpdate");
        }
        out = out == NULL ? NULL : out + step;
        in += step;
        len -= step;
    }
    return KB_OK;
}

kb_status kb_libcrypto_gcm_new(kb_libcrypto_gcm **out,
                               const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES],
                               const uint8_t iv[KB_LIBCRYPTO_GCM_IV_BYTES]) {
    EVP_CIPHER_CTX *ctx = NULL;
    KB_TRY(context_new(&ctx, EVP_aes_256_gcm(), key, iv, 1));
    *out = (kb_libcrypto_gcm *)ctx;
    return KB_OK;
}

kb_status kb_libcrypto_gcm_restart(kb_libcrypto_gcm *gcm,
                                   const uint8_t iv[KB_LIBCRYPTO_GCM_IV_BYTES]) {
    return context_restart(gcm_context(gcm), iv);
}

kb_status kb_libcrypto_gcm_aad(kb_libcrypto_gcm *gcm, const void *data, size_t len) {
    return context_update(gcm_context(gcm), NULL, data, len);
}

kb_status kb_libcrypto_gcm_encrypt(kb_libcrypto_gcm *gcm, uint8_t *out, const uint8_t *in,
                                   size_t len) {
    return context_update(gcm_context(gcm), out, in, len);
}

kb_status kb_libcrypto_gcm_tag(kb_libcrypto_gcm *gcm,
                               uint8_t tag[KB_LIBCRYPTO_GCM_TAG_BYTES]) {
    EVP_CIPHER_CTX *ctx = gcm_context(gcm);
    uint8_t rest[KB_LIBCRYPTO_AES_BLOCK_BYTES];
    int done = 0;
    if (EVP_EncryptFinal_ex(ctx, rest, &done) != 1 || done != 0) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_EncryptFinal_ex");
    }
    if (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, KB_LIBCRYPTO_GCM_TAG_BYTES,
                            tag) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_CTRL_AEAD_GET_TAG");
    }
    return KB_OK;
}

void kb_libcrypto_gcm_free(kb_libcrypto_gcm *gcm) {
    EVP_CIPHER_CTX_free(gcm_context(gcm));
}

kb_status kb_libcrypto_gcm_opener_new(kb_libcrypto_gcm_opener **out,
                                      const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES]) {
    EVP_CIPHER_CTX *ctx = NULL;
    KB_TRY(context_new(&ctx, EVP_aes_256_gcm(), key, NULL, 0));
    *out = (kb_libcrypto_gcm_opener *)ctx;
    return KB_OK;
}

kb_status kb_libcrypto_gcm_opener_run(kb_libcrypto_gcm_opener *opener,
                                      const kb_libcrypto_gcm_sealed *message,
                                      uint8_t *out) {
    EVP_CIPHER_CTX *ctx = opener_context(opener);
    /* EVP wants a pointer to change; it copies the tag. */
    uint8_t tag[KB_LIBCRYPTO_GCM_TAG_BYTES], rest[KB_LIBCRYPTO_AES_BLOCK_BYTES];
    int done = 0;
    memcpy(tag, message->tag, sizeof tag);
    KB_TRY(context_restart(ctx, message->iv));
    KB_TRY(context_update(ctx, NULL, message->aad, message->aad_len));
    KB_TRY(context_update(ctx, out, message->text, message->text_len));
    if (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, sizeof tag, tag) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_CTRL_AEAD_SET_TAG");
    }
    if (EVP_CipherFinal_ex(ctx, rest, &done) != 1) {
        ERR_clear_error();
        return KB_FAIL(KB_ERR_AUTH, "the message is not authentic");
    }
    return KB_OK;
}

void kb_libcrypto_gcm_opener_free(kb_libcrypto_gcm_opener *opener) {
    EVP_CIPHER_CTX_free(opener_context(opener));
}

kb_status kb_libcrypto_ctr_new(kb_libcrypto_ctr **out,
                               const uint8_t key[KB_LIBCRYPTO_AES_KEY_BYTES],
                               const uint8_t block[KB_LIBCRYPTO_AES_BLOCK_BYTES]) {
    EVP_CIPHER_CTX *ctx = NULL;
    KB_TRY(context_new(&ctx, EVP_aes_256_ctr(), key, block, 1));
    *out = (kb_libcrypto_ctr *)ctx;
    return KB_OK;
}

kb_status kb_libcrypto_ctr_restart(kb_libcrypto_ctr *ctr,
                                   const uint8_t block[KB_LIBCRYPTO_AES_BLOCK_BYTES]) {
    return context_restart(ctr_context(ctr), block);
}

kb_status kb_libcrypto_ctr_xor(kb_libcrypto_ctr *ctr, uint8_t *out, const uint8_t *in,
                               size_t len) {
    return context_update(ctr_context(ctr), out, in, len);
}

void kb_libcrypto_ctr_free(kb_libcrypto_ctr *ctr) {
    EVP_CIPHER_CTX_free(ctr_context(ctr));
}
