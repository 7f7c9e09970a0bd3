/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The one-shot AES-256-GCM calls: thin wrappers of the streaming handles. */
#include "core/error.h"
#include "core/secret.h"
#include "sym/gcm.h"

#include <keybraid/aead.h>
#include <string.h>

_Static_assert(KB_AEAD_MAX_BYTES == KB_GCM_MAX_BYTES, "one limit");

kb_status kb_aead_seal(uint8_t *out, const uint8_t key[KB_AEAD_KEY_BYTES],
                       const uint8_t nonce[KB_AEAD_NONCE_BYTES], const void *aad,
                       size_t aad_len, const void *in, size_t len) {
    if (len > KB_AEAD_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "more than 2^36 - 32 bytes in one message");
    }
    kb_gcm_seal *seal = NULL;
    kb_status status = kb_gcm_seal_new(&seal, key, nonce);
    if (status == KB_OK) {
        status = kb_gcm_seal_aad(seal, aad, aad_len);
    }
    if (status == KB_OK) {
        status = kb_gcm_seal_update(seal, out, in, len);
    }
    if (status == KB_OK) {
        status = kb_gcm_seal_finish(seal, out + len);
    }
    if (status != KB_OK) {
        kb_wipe(out, len + KB_AEAD_TAG_BYTES);
    }
    kb_gcm_seal_free(seal);
    return status;
}

/* Both passes over memory; out is written only after the tag was accepted. */
static kb_status open_with(kb_gcm_open *o, uint8_t *out, const void *aad, size_t aad_len,
                           const uint8_t *in, size_t text_len) {
    KB_TRY(kb_gcm_open_aad(o, aad, aad_len));
    KB_TRY(kb_gcm_open_verify(o, in, text_len));
    KB_TRY(kb_gcm_open_check(o, in + text_len));
    kb_status status = kb_gcm_open_held(o, out, in, text_len);
    if (status != KB_OK) {
        kb_wipe(out, text_len);
    }
    return status;
}

kb_status kb_aead_open(uint8_t *out, const uint8_t key[KB_AEAD_KEY_BYTES],
                       const uint8_t nonce[KB_AEAD_NONCE_BYTES], const void *aad,
                       size_t aad_len, const void *in, size_t len) {
    if (len < KB_AEAD_TAG_BYTES) {
        return KB_FAIL(KB_ERR_AUTH, "the message is not authentic");
    }
    kb_gcm_open *o = NULL;
    KB_TRY(kb_gcm_open_new(&o, key, nonce));
    kb_status status = open_with(o, out, aad, aad_len, in, len - KB_AEAD_TAG_BYTES);
    kb_gcm_open_free(o);
    return status;
}
