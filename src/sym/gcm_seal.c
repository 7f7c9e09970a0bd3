/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The streaming AES-256-GCM sealer: order and length rules around libcrypto's GCM. */
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "libcrypto/aes.h"
#include "sym/gcm.h"

enum { TAKES_AAD, TAKES_TEXT, ENDED };

struct kb_gcm_seal {
    kb_libcrypto_gcm *gcm;
    uint64_t text_len;
    int phase;
};

kb_status kb_gcm_seal_new(kb_gcm_seal **out, const uint8_t key[KB_GCM_KEY_BYTES],
                          const uint8_t iv[KB_GCM_IV_BYTES]) {
    kb_gcm_seal *seal = kb_malloc(sizeof *seal);
    if (seal == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *seal);
    }
    *seal = (kb_gcm_seal){.phase = TAKES_AAD};
    kb_status status = kb_libcrypto_gcm_new(&seal->gcm, key, iv);
    if (status != KB_OK) {
        kb_free(seal);
        return status;
    }
    *out = seal;
    return KB_OK;
}

/* Ends the handle when a step failed. */
static kb_status settle(kb_gcm_seal *seal, kb_status status) {
    if (status != KB_OK) {
        seal->phase = ENDED;
    }
    return status;
}

kb_status kb_gcm_seal_aad(kb_gcm_seal *seal, const void *data, size_t len) {
    if (seal->phase != TAKES_AAD) {
        return KB_FAIL(KB_ERR_STATE, "associated data after the text");
    }
    return settle(seal, kb_libcrypto_gcm_aad(seal->gcm, data, len));
}

kb_status kb_gcm_seal_update(kb_gcm_seal *seal, uint8_t *out, const uint8_t *in,
                             size_t len) {
    if (seal->phase == ENDED) {
        return KB_FAIL(KB_ERR_STATE, "the message is finished");
    }
    seal->phase = TAKES_TEXT;
    if (len > KB_GCM_MAX_BYTES - seal->text_len) {
        return settle(seal,
                      KB_FAIL(KB_ERR_LIMIT, "more than 2^36 - 32 bytes in one message"));
    }
    seal->text_len += len;
    kb_status status = kb_libcrypto_gcm_encrypt(seal->gcm, out, in, len);
    if (status != KB_OK) {
        kb_wipe(out, len);
    }
    return settle(seal, status);
}

kb_status kb_gcm_seal_finish(kb_gcm_seal *seal, uint8_t tag[KB_GCM_TAG_BYTES]) {
    if (seal->phase == ENDED) {
        kb_wipe(tag, KB_GCM_TAG_BYTES);
        return KB_FAIL(KB_ERR_STATE, "the message is finished");
    }
    seal->phase = ENDED;
    kb_status status = kb_libcrypto_gcm_tag(seal->gcm, tag);
    if (status != KB_OK) {
        kb_wipe(tag, KB_GCM_TAG_BYTES);
    }
    return status;
}

void kb_gcm_seal_free(kb_gcm_seal *seal) {
    if (seal != NULL) {
        kb_libcrypto_gcm_free(seal->gcm);
        kb_free(seal);
    }
}
