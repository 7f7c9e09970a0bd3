/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-256 key wrap through EVP_CIPHER_CTX. */
#include "libcrypto/keywrap.h"

#include "libcrypto/refused.h"

#include <openssl/evp.h>

/* is_wrap as EVP counts: 1 encrypts, 0 decrypts. */
static kb_status context_new(EVP_CIPHER_CTX **out, const uint8_t kek[32], int is_wrap) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    if (ctx == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_CIPHER_CTX_new");
    }
    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (EVP_CipherInit_ex(ctx, EVP_aes_256_wrap(), NULL, kek, NULL, is_wrap) != 1) {
        EVP_CIPHER_CTX_free(ctx);
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_aes_256_wrap");
    }
    *out = ctx;
    return KB_OK;
}

kb_status kb_libcrypto_keywrap_wrap(uint8_t wk[KB_LIBCRYPTO_KEYWRAP_BYTES],
                                    const uint8_t kek[32], const uint8_t key[32]) {
    EVP_CIPHER_CTX *ctx = NULL;
    int done = 0;
    KB_TRY(context_new(&ctx, kek, 1));
    int result = EVP_CipherUpdate(ctx, wk, &done, key, 32);
    EVP_CIPHER_CTX_free(ctx);
    return result == 1 && done == KB_LIBCRYPTO_KEYWRAP_BYTES
               ? KB_OK
               : KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "key wrap");
}

kb_status kb_libcrypto_keywrap_unwrap(uint8_t key[32], const uint8_t kek[32],
                                      const uint8_t wk[KB_LIBCRYPTO_KEYWRAP_BYTES]) {
    EVP_CIPHER_CTX *ctx = NULL;
    int done = 0;
    KB_TRY(context_new(&ctx, kek, 0));
    int result = EVP_CipherUpdate(ctx, key, &done, wk, KB_LIBCRYPTO_KEYWRAP_BYTES);
    EVP_CIPHER_CTX_free(ctx);
    return result == 1 && done == 32 ? KB_OK
                                     : KB_LIBCRYPTO_REFUSED(KB_ERR_AUTH, "key unwrap");
}
