/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC (RFC 2104, FIPS 198-1) over SHA-2. */
#include "sym/hmac.h"

#include "core/error.h"
#include "core/secret.h"

#include <string.h>

#define BLOCK_MAX_BYTES 128

static size_t block_bytes(kb_hash_alg alg) {
    return alg == KB_HASH_SHA256 ? 64 : 128;
}

/* Starts a hash with the key block, every byte of it changed by pad. */
static kb_status start_padded(kb_sha2 **out, kb_hash_alg alg, const uint8_t *key_block,
                              uint8_t pad) {
    KB_SECRET_LOCAL(padded, BLOCK_MAX_BYTES);
    size_t n = block_bytes(alg);
    for (size_t i = 0; i < n; i++) {
        padded[i] = (uint8_t)(key_block[i] ^ pad);
    }
    KB_TRY(kb_sha2_new(out, alg));
    return kb_sha2_update(*out, padded, n);
}

/* FIPS 198-1, section 4, steps 1 to 3: a key longer than a block is hashed. */
static kb_status key_to_block(uint8_t block[BLOCK_MAX_BYTES], kb_hash_alg alg,
                              const void *key, size_t key_len) {
    if (key_len <= block_bytes(alg)) {
        if (key_len != 0) {
            memcpy(block, key, key_len);
        }
        return KB_OK;
    }
    switch (alg) {
    case KB_HASH_SHA256:
        return kb_sha256(block, key, key_len);
    case KB_HASH_SHA384:
        return kb_sha384(block, key, key_len);
    case KB_HASH_SHA512:
        return kb_sha512(block, key, key_len);
    }
    return KB_FAIL(KB_ERR_INTERNAL, "hash function number %d", (int)alg);
}

kb_status kb_hmac_init(kb_hmac_state *hmac, kb_hash_alg alg, const void *key,
                       size_t key_len) {
    *hmac = (kb_hmac_state){.hash_bytes = kb_hash_bytes(alg)};
    if (hmac->hash_bytes == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "hash function number %d", (int)alg);
    }
    KB_SECRET_LOCAL(block, BLOCK_MAX_BYTES);
    kb_wipe(block, sizeof block);
    kb_status status = key_to_block(block, alg, key, key_len);
    if (status == KB_OK) {
        status = start_padded(&hmac->inner, alg, block, 0x36);
    }
    if (status == KB_OK) {
        status = start_padded(&hmac->outer, alg, block, 0x5c);
    }
    if (status == KB_OK) {
        status = kb_sha2_new(&hmac->run, alg);
    }
    if (status == KB_OK) {
        status = kb_sha2_copy(hmac->run, hmac->inner);
    }
    if (status != KB_OK) {
        kb_hmac_wipe(hmac);
    }
    return status;
}

kb_status kb_hmac_update(kb_hmac_state *hmac, const void *in, size_t len) {
    return kb_sha2_update(hmac->run, in, len);
}

kb_status kb_hmac_final(kb_hmac_state *hmac, uint8_t *out) {
    KB_SECRET_LOCAL(inner, KB_HASH_MAX_BYTES);
    kb_status status = kb_sha2_final(hmac->run, inner);
    if (status == KB_OK) {
        status = kb_sha2_copy(hmac->run, hmac->outer);
    }
    if (status == KB_OK) {
        status = kb_sha2_update(hmac->run, inner, hmac->hash_bytes);
    }
    if (status == KB_OK) {
        status = kb_sha2_final(hmac->run, out);
    }
    if (status == KB_OK) {
        status = kb_sha2_copy(hmac->run, hmac->inner);
    }
    if (status != KB_OK) {
        kb_wipe(out, hmac->hash_bytes);
    }
    return status;
}

void kb_hmac_wipe(kb_hmac_state *hmac) {
    kb_sha2_free(hmac->inner);
    kb_sha2_free(hmac->outer);
    kb_sha2_free(hmac->run);
    *hmac = (kb_hmac_state){0};
}

kb_status kb_hmac(kb_hash_alg alg, uint8_t *out, const void *key, size_t key_len,
                  const void *in, size_t len) {
    kb_hmac_state hmac;
    kb_status status = kb_hmac_init(&hmac, alg, key, key_len);
    if (status == KB_OK) {
        status = kb_hmac_update(&hmac, in, len);
    }
    if (status == KB_OK) {
        status = kb_hmac_final(&hmac, out);
    }
    if (status != KB_OK) {
        kb_wipe(out, kb_hash_bytes(alg));
    }
    kb_hmac_wipe(&hmac);
    return status;
}
