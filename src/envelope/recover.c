/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key lookup, decapsulation, commitment. */
#include "envelope/recover.h"
#include "envelope/enc.h"

#include "composite/content.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"
#include "key/keyed.h"
#include "stream/buffer.h"

#include <keybraid/hash.h>
#include <keybraid/policy.h>
#include <string.h>

kb_status kb_jwe_recover_refusal(void) {
    return KB_FAIL(KB_ERR_AUTH, "the token was altered, or is not for this key");
}

/* Base64url has one text per value, so encoding aad again gives the text that was sent.
 */
kb_status kb_jwe_recover_aad(kb_buffer *buffer, const kb_jwe_token *token) {
    size_t text = KB_BASE64URL_TEXT_LEN(token->has_aad ? token->aad.len : 0);
    KB_TRY(kb_buffer_reserve(buffer, buffer->len + token->protected_len + 1 + text));
    KB_TRY(kb_buffer_append(buffer, token->protected_text, token->protected_len));
    if (token->has_aad) {
        KB_TRY(kb_buffer_append(buffer, ".", 1));
        kb_base64url_encode((char *)buffer->data + buffer->len, token->aad.to,
                            token->aad.len);
        buffer->len += text;
    }
    return KB_OK;
}

/* A key of the keyring and the pair of the token that it may open. */
typedef struct candidate {
    const kb_key *key;
    size_t pair;
} candidate;

typedef struct search {
    const kb_jwe_token *token;
    kb_keyring keys;
    bool allow_experimental;
    candidate found[KB_JWE_TRIAL_MAX];
    size_t count;
    bool has_refused;
    candidate refused; /* the first that the key or the policy rules out */
} search;

/* Step 2 of envelope A.6 for a pair, and the key's part of step 3. */
static kb_status check_candidate(const search *s, const candidate *c) {
    kb_jwe_pair pair = kb_jwe_token_pair(s->token, c->pair);
    if (strcmp(kb_key_alg(c->key), pair.alg) != 0) {
        return KB_FAIL(KB_ERR_KEY, "the key of this kid is for %s, the token says %.64s",
                       kb_key_alg(c->key), pair.alg);
    }
    if (!kb_key_has_private(c->key)) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of the key is held");
    }
    KB_TRY(kb_policy_check_use(pair.composite->classical->id, KB_USE_PROCESS,
                               s->allow_experimental));
    return kb_policy_check_use(pair.composite->pqc->id, KB_USE_PROCESS,
                               s->allow_experimental);
}

static kb_status add_candidate(search *s, candidate c) {
    if (check_candidate(s, &c) != KB_OK) {
        s->refused = s->has_refused ? s->refused : c;
        s->has_refused = true;
        return KB_OK;
    }
    if (s->count == KB_JWE_TRIAL_MAX) {
        return KB_FAIL(KB_ERR_LIMIT, "more than %d keys could be meant by the token",
                       KB_JWE_TRIAL_MAX);
    }
    s->found[s->count++] = c;
    return KB_OK;
}

/* Adds the key of a pair's kid, or every key of its algorithm when it names none. */
static kb_status add_keys(search *s, size_t index) {
    kb_jwe_pair pair = kb_jwe_token_pair(s->token, index);
    const kb_key *key;
    for (size_t i = 0; pair.kid == NULL || i == 0; i++) {
        kb_status status = s->keys.candidate(s->keys.self, pair.alg, pair.kid, i, &key);
        if (status == KB_ERR_NO_KEY) {
            return KB_OK;
        }
        KB_TRY(status);
        KB_TRY(add_candidate(s, (candidate){key, index}));
    }
    return KB_OK;
}

/* Pairs that name a key first: a kid that the keyring has leaves little to try. Pairs of
 * algorithms that this version does not know are skipped. */
static kb_status find_keys(search *s, bool has_kid) {
    size_t pairs = kb_jwe_token_pair_count(s->token);
    for (size_t i = 0; i < pairs; i++) {
        kb_jwe_pair pair = kb_jwe_token_pair(s->token, i);
        if (pair.composite != NULL && (pair.kid != NULL) == has_kid) {
            KB_TRY(add_keys(s, i));
        }
    }
    return KB_OK;
}

/* Nothing to try: says why. */
static kb_status no_key(const search *s) {
    if (s->has_refused) {
        return check_candidate(s, &s->refused);
    }
    kb_jwe_pair pair = kb_jwe_token_pair(s->token, 0);
    if (s->token->header.mode == KB_JWE_MODE_WRAP) {
        return KB_FAIL(KB_ERR_NO_KEY, "none of the token's %zu recipients is held here",
                       kb_jwe_token_pair_count(s->token));
    }
    const kb_key *key;
    return s->keys.candidate(s->keys.self, pair.alg, pair.kid, 0, &key);
}

/* Derives commitment and content key for one candidate. Whatever fails leaves zeros to go
 * on with, so that time tells nothing, and *is_good false. */
static kb_status derive(uint8_t okm[KB_COMBINER_OKM_BYTES], uint8_t mk[KB_JWE_MK_BYTES],
                        bool *is_good, const search *s, const candidate *c) {
    KB_SECRET_LOCAL(kek, KB_COMBINER_OKM_BYTES);
    uint8_t hash[KB_COMBINER_CTX_BYTES];
    const kb_jwe_token *token = s->token;
    const char *enc = kb_jwe_enc_name(token->header.enc);
    kb_span ctx = {hash, sizeof hash};
    kb_jwe_pair pair = kb_jwe_token_pair(token, c->pair);
    bool is_wrap = token->header.mode == KB_JWE_MODE_WRAP;
    KB_TRY(kb_sha256(hash, token->protected_text, token->protected_len));
    kb_status decaps = kb_composite_decaps(
        &c->key->composite, enc, ctx, is_wrap ? kek : okm, pair.ct_c.data, pair.ct_p.data,
        c->key->pk, kb_secret_bytes(c->key->sk), kb_key_keyed_private(c->key));
    if (decaps != KB_OK && decaps != KB_ERR_AUTH) {
        return decaps;
    }
    *is_good = decaps == KB_OK;
    if (!is_wrap) {
        return KB_OK;
    }
    kb_status unwrap = kb_keywrap_unwrap(mk, kek, pair.wk.data);
    if (unwrap != KB_OK && unwrap != KB_ERR_AUTH) {
        return unwrap;
    }
    *is_good = *is_good && unwrap == KB_OK;
    return kb_composite_content_key(okm, mk, enc, ctx);
}

/* One candidate: KB_OK with the keys, KB_ERR_AUTH when it is another's. */
static kb_status try_candidate(uint8_t cek[KB_JWE_CEK_BYTES], uint8_t mk[KB_JWE_MK_BYTES],
                               const search *s, const candidate *c) {
    KB_SECRET_LOCAL(okm, KB_COMBINER_OKM_BYTES);
    KB_SECRET_LOCAL(own_mk, KB_JWE_MK_BYTES);
    bool is_good = false;
    KB_TRY(derive(okm, own_mk, &is_good, s, c));
    bool is_equal =
        kb_ct_eq(okm + KB_JWE_CEK_BYTES, kb_jwe_token_kc(s->token), KB_JWE_KC_BYTES);
    if (!is_equal || !is_good) {
        return KB_ERR_AUTH;
    }
    memcpy(cek, okm, KB_JWE_CEK_BYTES);
    memcpy(mk, own_mk, KB_JWE_MK_BYTES);
    return KB_OK;
}

static kb_status recover(uint8_t cek[KB_JWE_CEK_BYTES], uint8_t mk[KB_JWE_MK_BYTES],
                         const kb_jwe_token *token, kb_keyring keys,
                         bool allow_experimental) {
    search s = {.token = token, .keys = keys, .allow_experimental = allow_experimental};
    KB_TRY(kb_jwe_token_check_head(token));
    KB_TRY(find_keys(&s, true));
    KB_TRY(find_keys(&s, false));
    if (s.count == 0) {
        return no_key(&s);
    }
    for (size_t i = 0; i < s.count; i++) {
        kb_status status = try_candidate(cek, mk, &s, &s.found[i]);
        if (status != KB_ERR_AUTH) {
            return status;
        }
    }
    return kb_jwe_recover_refusal();
}

kb_status kb_jwe_recover_key(uint8_t cek[KB_JWE_CEK_BYTES], const kb_jwe_token *token,
                             kb_keyring keys, bool allow_experimental) {
    KB_SECRET_LOCAL(mk, KB_JWE_MK_BYTES);
    kb_wipe(cek, KB_JWE_CEK_BYTES);
    return recover(cek, mk, token, keys, allow_experimental);
}

kb_status kb_jwe_recover_mk(uint8_t mk[KB_JWE_MK_BYTES], const kb_jwe_token *token,
                            kb_keyring keys, bool allow_experimental) {
    KB_SECRET_LOCAL(cek, KB_JWE_CEK_BYTES);
    kb_wipe(mk, KB_JWE_MK_BYTES);
    KB_TRY(kb_jwe_token_check_head(token));
    if (token->header.mode != KB_JWE_MODE_WRAP) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "a token of mode %s has no message key to wrap again",
                       kb_jwe_mode_name(token->header.mode));
    }
    return recover(cek, mk, token, keys, allow_experimental);
}
