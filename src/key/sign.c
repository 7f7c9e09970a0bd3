/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signatures with key handles. */
#include "core/error.h"
#include "key/key.h"
#include "key/keyed.h"

static kb_status check_key(const kb_key *key) {
    if (key == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no key");
    }
    return key->sig != NULL ? KB_OK
                            : KB_FAIL(KB_ERR_KEY, "a key of %s signs nothing", key->alg);
}

static kb_status sign(uint8_t *sig, size_t *sig_len, size_t room,
                      const kb_sig_message *message, const kb_key *key, kb_pool *pool) {
    KB_TRY(check_key(key));
    if (sig == NULL || room < key->sig->sig_bytes) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s signature: room for %zu bytes, needs %zu",
                       key->alg, sig == NULL ? 0 : room, key->sig->sig_bytes);
    }
    KB_TRY(kb_sig_check_message(key->sig, message));
    KB_TRY(kb_key_check_seed(key));
    return kb_sig_sign_with(key->sig, sig, sig_len, message, kb_secret_bytes(key->sk),
                            kb_key_keyed_private(key), pool);
}

kb_status kb_key_sign(uint8_t *sig, size_t *sig_len, const kb_sig_message *message,
                      const kb_key *key, kb_pool *pool) {
    if (sig_len == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "signature length: NULL");
    }
    size_t room = *sig_len;
    *sig_len = 0;
    if (sig != NULL) {
        kb_wipe(sig, room);
    }
    kb_status status = sign(sig, sig_len, room, message, key, pool);
    if (status != KB_OK && sig != NULL) {
        kb_wipe(sig, room);
        *sig_len = 0;
    }
    return status;
}

kb_status kb_key_verify(const uint8_t *sig, size_t sig_len, const kb_sig_message *message,
                        const kb_key *key) {
    KB_TRY(check_key(key));
    if (sig == NULL && sig_len != 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s signature: NULL", key->alg);
    }
    KB_TRY(kb_sig_check_message(key->sig, message));
    return kb_sig_verify_with(key->sig, sig, sig_len, message, key->pk,
                              kb_key_keyed_public(key));
}
