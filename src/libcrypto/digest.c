/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-2 through EVP_MD_CTX. */
#include "libcrypto/digest.h"

#include "libcrypto/refused.h"

#include <openssl/evp.h>

/* The handle is the EVP context itself; its struct is never defined. */
static EVP_MD_CTX *context(kb_libcrypto_digest *digest) {
    return (EVP_MD_CTX *)digest;
}

static const EVP_MD *function_of(kb_libcrypto_md md) {
    switch (md) {
    case KB_LIBCRYPTO_SHA256:
        return EVP_sha256();
    case KB_LIBCRYPTO_SHA384:
        return EVP_sha384();
    case KB_LIBCRYPTO_SHA512:
        return EVP_sha512();
    }
    return NULL;
}

kb_status kb_libcrypto_digest_once(kb_libcrypto_md md, uint8_t *out, const void *in,
                                   size_t len) {
    if (EVP_Digest(in, len, out, NULL, function_of(md), NULL) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_Digest");
    }
    return KB_OK;
}

kb_status kb_libcrypto_digest_new(kb_libcrypto_digest **out, kb_libcrypto_md md) {
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (ctx == NULL) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_MEMORY, "EVP_MD_CTX_new");
    }
    if (EVP_DigestInit_ex(ctx, function_of(md), NULL) != 1) {
        EVP_MD_CTX_free(ctx);
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestInit_ex");
    }
    *out = (kb_libcrypto_digest *)ctx;
    return KB_OK;
}

kb_status kb_libcrypto_digest_restart(kb_libcrypto_digest *digest) {
    /* Without a type the function that was looked up before is kept. */
    if (EVP_DigestInit_ex(context(digest), NULL, NULL) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestInit_ex");
    }
    return KB_OK;
}

kb_status kb_libcrypto_digest_copy(kb_libcrypto_digest *to,
                                   const kb_libcrypto_digest *from) {
    if (EVP_MD_CTX_copy_ex(context(to), (const EVP_MD_CTX *)from) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_MD_CTX_copy_ex");
    }
    return KB_OK;
}

kb_status kb_libcrypto_digest_update(kb_libcrypto_digest *digest, const void *in,
                                     size_t len) {
    if (len != 0 && EVP_DigestUpdate(context(digest), in, len) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestUpdate");
    }
    return KB_OK;
}

kb_status kb_libcrypto_digest_final(kb_libcrypto_digest *digest, uint8_t *out) {
    if (EVP_DigestFinal_ex(context(digest), out, NULL) != 1) {
        return KB_LIBCRYPTO_REFUSED(KB_ERR_INTERNAL, "EVP_DigestFinal_ex");
    }
    return KB_OK;
}

void kb_libcrypto_digest_free(kb_libcrypto_digest *digest) {
    EVP_MD_CTX_free(context(digest));
}
