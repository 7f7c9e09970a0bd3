/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * HKDF (RFC 5869), built from HMAC: libcrypto's own HKDF refuses info strings as long as
 * those that carry post-quantum ciphertexts and keys.
 */
#include "core/error.h"
#include "core/secret.h"
#include "sym/hmac.h"

#include <string.h>

static kb_status check_arguments(kb_hash_alg alg, size_t out_len) {
    size_t hash_bytes = kb_hash_bytes(alg);
    if (hash_bytes == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "hash function number %d", (int)alg);
    }
    if (out_len == 0 || out_len > KB_HKDF_MAX_BYTES(hash_bytes)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "HKDF output of %zu bytes", out_len);
    }
    return KB_OK;
}

kb_status kb_hkdf_extract(kb_hash_alg alg, uint8_t *prk, const void *salt,
                          size_t salt_len, const void *ikm, size_t ikm_len) {
    /* Zeros up to the block length are the same HMAC key as no bytes at all. */
    return kb_hmac(alg, prk, salt, salt == NULL ? 0 : salt_len, ikm, ikm_len);
}

/* One block T(i) = HMAC(PRK, T(i-1) || info || i), RFC 5869 section 2.3. */
static kb_status expand_block(kb_hmac_state *hmac, uint8_t *block, size_t before_len,
                              const void *info, size_t info_len, size_t number) {
    uint8_t counter = (uint8_t)number;
    KB_TRY(kb_hmac_update(hmac, block, before_len));
    KB_TRY(kb_hmac_update(hmac, info, info_len));
    KB_TRY(kb_hmac_update(hmac, &counter, 1));
    return kb_hmac_final(hmac, block);
}

kb_status kb_hkdf_expand(kb_hash_alg alg, uint8_t *out, size_t out_len, const void *prk,
                         size_t prk_len, const void *info, size_t info_len) {
    KB_TRY(check_arguments(alg, out_len));
    size_t hash_bytes = kb_hash_bytes(alg);
    kb_hmac_state hmac;
    KB_SECRET_LOCAL(block, KB_HASH_MAX_BYTES);
    kb_status status = kb_hmac_init(&hmac, alg, prk, prk_len);
    size_t done = 0;
    for (size_t i = 1; status == KB_OK && done < out_len; i++) {
        status = expand_block(&hmac, block, i == 1 ? 0 : hash_bytes, info, info_len, i);
        size_t take = out_len - done < hash_bytes ? out_len - done : hash_bytes;
        if (status == KB_OK) {
            memcpy(out + done, block, take);
        }
        done += take;
    }
    if (status != KB_OK) {
        kb_wipe(out, out_len);
    }
    kb_hmac_wipe(&hmac);
    return status;
}

kb_status kb_hkdf(kb_hash_alg alg, uint8_t *out, size_t out_len, const void *salt,
                  size_t salt_len, const void *ikm, size_t ikm_len, const void *info,
                  size_t info_len) {
    KB_TRY(check_arguments(alg, out_len));
    KB_SECRET_LOCAL(prk, KB_HASH_MAX_BYTES);
    kb_status status = kb_hkdf_extract(alg, prk, salt, salt_len, ikm, ikm_len);
    if (status != KB_OK) {
        kb_wipe(out, out_len);
        return status;
    }
    return kb_hkdf_expand(alg, out, out_len, prk, kb_hash_bytes(alg), info, info_len);
}
