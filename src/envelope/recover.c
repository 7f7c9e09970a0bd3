/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key lookup, decapsulation, commitment. */
#include "envelope/recover.h"
#include "envelope/enc.h"

#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"

#include <keybraid/hash.h>
#include <string.h>

#define AAD_PIECE_BYTES 3072 /* a multiple of 3: pieces encode without remainder */

kb_status kb_jwe_recover_refusal(void) {
    return KB_FAIL(KB_ERR_AUTH, "the token was altered, or is not for this key");
}

/* The text over which the tag runs: protected, and "." aad when there is one, as sent.
 * Base64url has one text per value, so encoding aad again gives the text that was sent.
 */
static kb_status add_aad(kb_gcm_open *open, const kb_jwe_token *token) {
    char text[KB_BASE64URL_TEXT_LEN(AAD_PIECE_BYTES)];
    KB_TRY(kb_gcm_open_aad(open, token->protected_text, token->protected_len));
    if (!token->has_aad) {
        return KB_OK;
    }
    KB_TRY(kb_gcm_open_aad(open, ".", 1));
    for (size_t at = 0; at < token->aad.len; at += AAD_PIECE_BYTES) {
        size_t rest = token->aad.len - at;
        size_t n = rest < AAD_PIECE_BYTES ? rest : AAD_PIECE_BYTES;
        kb_base64url_encode(text, token->aad.to + at, n);
        KB_TRY(kb_gcm_open_aad(open, text, KB_BASE64URL_TEXT_LEN(n)));
    }
    return KB_OK;
}

/* One key: KB_OK with the content key, KB_ERR_AUTH when the commitment says that it is
 * another. */
static kb_status try_key(uint8_t cek[KB_GCM_KEY_BYTES], const kb_jwe_token *token,
                         const kb_key *key) {
    KB_SECRET_LOCAL(okm, KB_COMBINER_OKM_BYTES);
    uint8_t ctx[KB_COMBINER_CTX_BYTES];
    kb_jwe_key_parts parts = kb_jwe_token_key_parts(token);
    KB_TRY(kb_sha256(ctx, token->protected_text, token->protected_len));
    KB_TRY(kb_composite_decaps(&key->composite, kb_jwe_enc_name(KB_JWE_ENC_A256GCM),
                               (kb_span){ctx, sizeof ctx}, okm, parts.ct_c, parts.ct_p,
                               key->pk, kb_secret_bytes(key->sk)));
    if (!kb_ct_eq(okm + KB_GCM_KEY_BYTES, parts.kc, KB_JWE_KC_BYTES)) {
        return kb_jwe_recover_refusal();
    }
    memcpy(cek, okm, KB_GCM_KEY_BYTES);
    return KB_OK;
}

static kb_status check_candidate(const kb_key *key, const kb_jwe_token *token) {
    if (strcmp(kb_key_alg(key), token->header.alg_text) != 0) {
        return KB_FAIL(KB_ERR_KEY, "the key of this kid is for %s, the token says %.64s",
                       kb_key_alg(key), token->header.alg_text);
    }
    if (!kb_key_has_private(key)) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of the key is held");
    }
    return KB_OK;
}

/* Without kid: every key of the algorithm, at most KB_JWE_TRIAL_MAX, counted before the
 * first. */
static kb_status try_all(uint8_t cek[KB_GCM_KEY_BYTES], const kb_jwe_token *token,
                         kb_keyring keys) {
    const kb_key *key;
    size_t count = 0;
    kb_status status;
    while ((status = keys.candidate(keys.self, token->header.alg_text, NULL, count,
                                    &key)) == KB_OK) {
        if (++count > KB_JWE_TRIAL_MAX) {
            return KB_FAIL(KB_ERR_LIMIT,
                           "the token names no key, and more than %d could be meant",
                           KB_JWE_TRIAL_MAX);
        }
    }
    if (status != KB_ERR_NO_KEY || count == 0) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        KB_TRY(keys.candidate(keys.self, token->header.alg_text, NULL, i, &key));
        KB_TRY(check_candidate(key, token));
        status = try_key(cek, token, key);
        if (status != KB_ERR_AUTH) {
            return status;
        }
    }
    return kb_jwe_recover_refusal();
}

static kb_status find_cek(uint8_t cek[KB_GCM_KEY_BYTES], const kb_jwe_token *token,
                          kb_keyring keys) {
    const kb_key *key;
    if (token->header.kid == NULL) {
        return try_all(cek, token, keys);
    }
    KB_TRY(keys.candidate(keys.self, token->header.alg_text, token->header.kid, 0, &key));
    KB_TRY(check_candidate(key, token));
    return try_key(cek, token, key);
}

kb_status kb_jwe_recover(kb_gcm_open **out, const kb_jwe_token *token, kb_keyring keys) {
    KB_SECRET_LOCAL(cek, KB_GCM_KEY_BYTES);
    kb_gcm_open *open = NULL;
    KB_TRY(kb_jwe_token_check_head(token));
    kb_status status = find_cek(cek, token, keys);
    if (status == KB_ERR_AUTH) {
        return kb_jwe_recover_refusal();
    }
    KB_TRY(status);
    KB_TRY(kb_gcm_open_new(&open, cek, token->iv.room));
    status = add_aad(open, token);
    if (status != KB_OK) {
        kb_gcm_open_free(open);
        return status;
    }
    *out = open;
    return KB_OK;
}
