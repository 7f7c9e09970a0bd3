/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JOSE names of signature algorithms, and the trusted keys of a JWS. */
#include "envelope/jws_key.h"

#include "codec/base64url.h"
#include "core/error.h"
#include "key/form.h"
#include "key/key.h"

#include <keybraid/policy.h>
#include <string.h>

/* Keys that are not of kty AKP have names of their own; all others are named by their id.
 */
static const char *alg_of(const kb_sig *sig) {
    const kb_key_form *form = kb_key_form_of(sig->id);
    return form->jose[0] != NULL ? form->jose[0] : sig->id;
}

bool kb_jws_key_is_alg(const char *alg) {
    size_t count;
    const kb_key_form *forms = kb_key_forms(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(forms[i].use, KB_KEY_USE_SIG) == 0 &&
            kb_key_form_has_jose(&forms[i], alg)) {
            return true;
        }
    }
    const kb_sig *sig = kb_sig_lamps_find(alg);
    return sig != NULL && strcmp(alg_of(sig), alg) == 0;
}

bool kb_jws_key_fits(const kb_jws_signer *signer, const char *alg) {
    return strcmp(signer->alg, alg) == 0 ||
           kb_key_form_has_jose(kb_key_form_of(signer->sig->id), alg);
}

kb_jws_key kb_jws_key_of(const kb_key *key) {
    return (kb_jws_key){
        .alg = key->alg,
        .pk = key->pk,
        .pk_len = key->pk_len,
        .sk = key->sk != NULL ? kb_secret_bytes(key->sk) : NULL,
        .sk_len = key->sk != NULL ? key->sk_len : 0,
        .handle = key,
    };
}

static kb_status take_thumbprint(kb_jws_signer *s, const kb_key *key) {
    return kb_base64url_decode(s->thumbprint, kb_key_thumbprint(key),
                               KB_BASE64URL_TEXT_LEN(KB_JWS_THUMBPRINT_BYTES), 0);
}

/* A key handle has checked the public key in full, and has its thumbprint. */
static kb_status check_public(kb_jws_signer *s) {
    kb_key *key = NULL;
    if (s->key->handle != NULL) {
        return take_thumbprint(s, s->key->handle);
    }
    KB_TRY(kb_key_from_parts(&key, s->key->alg, strlen(s->key->alg), s->key->pk,
                             s->key->pk_len, NULL, 0));
    kb_status status = take_thumbprint(s, key);
    kb_key_free(key);
    return status;
}

static kb_status check_one(kb_jws_signer *s, const kb_jws_key *key, bool is_private) {
    if (key->alg == NULL || key->pk == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a key without algorithm or public part");
    }
    s->key = key;
    s->sig = kb_sig_lamps_find(key->alg);
    if (s->sig == NULL) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "\"%.64s\" is no signature algorithm",
                       key->alg);
    }
    s->alg = alg_of(s->sig);
    if (is_private) {
        KB_TRY(kb_policy_check_use(key->alg, KB_USE_PROTECT, true));
    }
    if (is_private && key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    if (is_private && key->sk_len != s->sig->sk_bytes) {
        return KB_FAIL(KB_ERR_KEY, "%s private key: %zu bytes, must be %zu", key->alg,
                       key->sk_len, s->sig->sk_bytes);
    }
    return check_public(s);
}

/* A pair is made to protect what is new, and so is verified with nothing else. */
static kb_status check_pair(const kb_jws_signer signers[2]) {
    for (size_t i = 0; i < 2; i++) {
        const kb_alg *row = kb_catalog_find(signers[i].key->alg);
        if (row == NULL || row->status == KB_STATUS_LEGACY) {
            return KB_FAIL(KB_ERR_POLICY,
                           "%.64s is legacy and no part of a pair of signatures",
                           signers[i].key->alg);
        }
    }
    /* One key twice would be an AND rule over one signature. */
    return kb_ct_eq(signers[0].thumbprint, signers[1].thumbprint, KB_JWS_THUMBPRINT_BYTES)
               ? KB_FAIL(KB_ERR_ARGUMENT, "the same key twice")
               : KB_OK;
}

kb_status kb_jws_key_check(kb_jws_signer signers[KB_JWS_KEYS_MAX], const kb_jws_key *keys,
                           size_t count, bool is_private) {
    if (keys == NULL || count == 0 || count > KB_JWS_KEYS_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%zu keys, must be 1 or 2", count);
    }
    for (size_t i = 0; i < count; i++) {
        KB_TRY(check_one(&signers[i], &keys[i], is_private));
    }
    return count == 2 ? check_pair(signers) : KB_OK;
}
