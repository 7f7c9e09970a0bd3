/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Token parts and the keyless rules (envelope A.5, A.7). */
#include "envelope/token.h"

#include "core/alloc.h"
#include "core/error.h"

#include <string.h>

#define POINT(member_, name_)                                                            \
    (member_).field = (kb_base64url_field) {                                             \
        .name = (name_), .too_long = KB_ERR_FORMAT, .to = (member_).room,                \
        .room = sizeof(member_).room - KB_BASE64URL_FIELD_SLACK                          \
    }

kb_status kb_jwe_token_new(kb_jwe_token **out) {
    kb_jwe_token *token = kb_malloc(sizeof *token);
    if (token == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *token);
    }
    *token = (kb_jwe_token){.serialization = KB_JWE_GENERAL};
    POINT(token->encrypted_key[0], "encrypted_key");
    POINT(token->encrypted_key[1], "encrypted_key");
    POINT(token->kc, "kc");
    POINT(token->iv, "iv");
    POINT(token->tag, "tag");
    *out = token;
    return KB_OK;
}

void kb_jwe_token_free(kb_jwe_token *token) {
    if (token != NULL) {
        kb_free(token->aad.to);
        kb_free(token);
    }
}

kb_status kb_jwe_token_begin_aad(kb_jwe_token *token) {
    uint8_t *room = kb_malloc(KB_JWE_AAD_MAX_BYTES + KB_BASE64URL_FIELD_SLACK);
    if (room == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for aad", KB_JWE_AAD_MAX_BYTES);
    }
    token->has_aad = true;
    token->aad = (kb_base64url_field){.name = "aad",
                                      .too_long = KB_ERR_LIMIT,
                                      .to = room,
                                      .room = KB_JWE_AAD_MAX_BYTES};
    return KB_OK;
}

kb_status kb_jwe_token_end_protected(kb_jwe_token *token, uint64_t offset) {
    size_t len = KB_BASE64URL_BYTES(token->protected_len);
    KB_TRY(kb_base64url_decode(token->header_text, token->protected_text,
                               token->protected_len, offset));
    token->header_text[len] = '\0';
    kb_status status = kb_jwe_header_parse(&token->header, token->header_text, len);
    if (status != KB_OK) {
        return kb_error_prefix(status, "protected header");
    }
    token->has_header = true;
    return KB_OK;
}

bool kb_jwe_token_has_head(const kb_jwe_token *token) {
    bool has_keys = token->encrypted_key[0].is_present &&
                    (token->serialization != KB_JWE_GENERAL || token->entries > 0);
    if (token->has_header && token->header.mode == KB_JWE_MODE_DIRECT) {
        has_keys &= token->encrypted_key[1].is_present && token->kc.is_present;
    }
    return token->has_header && has_keys && token->iv.is_present;
}

static kb_status check_length(const char *name, size_t got, size_t want) {
    if (got != want) {
        return KB_FAIL(KB_ERR_FORMAT, "%s has %zu bytes, not %zu", name, got, want);
    }
    return KB_OK;
}

static kb_status check_direct(const kb_jwe_token *token) {
    const kb_composite_alg *alg = &token->header.alg;
    if (token->serialization != KB_JWE_GENERAL || token->entries != 2) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "mode direct needs exactly two recipients, classical and pqc");
    }
    if (token->role[0] != KB_JWE_CLASSICAL || token->role[1] != KB_JWE_PQC) {
        return KB_FAIL(KB_ERR_FORMAT, "recipients are not classical, then pqc");
    }
    if (!token->kc.is_present) {
        return KB_FAIL(KB_ERR_FORMAT, "unprotected has no kc");
    }
    KB_TRY(check_length("encrypted_key of the classical recipient",
                        token->encrypted_key[0].field.len, alg->classical->ct_bytes));
    KB_TRY(check_length("encrypted_key of the pqc recipient",
                        token->encrypted_key[1].field.len, alg->pqc->ct_bytes));
    return check_length("kc", token->kc.field.len, KB_JWE_KC_BYTES);
}

static kb_status check_single(const kb_jwe_token *token) {
    const kb_composite_alg *alg = &token->header.alg;
    if (token->has_unprotected) {
        return KB_FAIL(KB_ERR_FORMAT, "mode single has no unprotected member");
    }
    if (token->serialization == KB_JWE_GENERAL &&
        (token->entries != 1 || token->role[0] != KB_JWE_NO_ROLE)) {
        return KB_FAIL(KB_ERR_FORMAT, "mode single has one recipient without a header");
    }
    return check_length("encrypted_key", token->encrypted_key[0].field.len,
                        alg->classical->ct_bytes + alg->pqc->ct_bytes + KB_JWE_KC_BYTES);
}

kb_status kb_jwe_token_check_head(const kb_jwe_token *token) {
    if (!token->has_header) {
        return KB_FAIL(KB_ERR_FORMAT, "member protected is missing");
    }
    if (!token->iv.is_present) {
        return KB_FAIL(KB_ERR_FORMAT, "member iv is missing");
    }
    if (token->has_aad && token->aad.len == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "aad is empty");
    }
    KB_TRY(token->header.mode == KB_JWE_MODE_DIRECT ? check_direct(token)
                                                    : check_single(token));
    KB_TRY(check_length("iv", token->iv.field.len, KB_AEAD_NONCE_BYTES));
    kb_jwe_key_parts parts = kb_jwe_token_key_parts(token);
    KB_TRY(token->header.alg.classical->check_ct(parts.ct_c));
    return token->header.alg.pqc->check_ct(parts.ct_p);
}

kb_status kb_jwe_token_check(const kb_jwe_token *token) {
    KB_TRY(kb_jwe_token_check_head(token));
    if (!token->has_ciphertext || !token->tag.is_present) {
        return KB_FAIL(KB_ERR_FORMAT, "member %s is missing",
                       token->has_ciphertext ? "tag" : "ciphertext");
    }
    if (token->ciphertext_bytes > KB_JWE_CONTENT_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "ciphertext of %llu bytes",
                       (unsigned long long)token->ciphertext_bytes);
    }
    return check_length("tag", token->tag.field.len, KB_AEAD_TAG_BYTES);
}

kb_jwe_key_parts kb_jwe_token_key_parts(const kb_jwe_token *token) {
    const uint8_t *first = token->encrypted_key[0].room;
    if (token->header.mode == KB_JWE_MODE_DIRECT) {
        return (kb_jwe_key_parts){first, token->encrypted_key[1].room, token->kc.room};
    }
    const uint8_t *ct_p = first + token->header.alg.classical->ct_bytes;
    return (kb_jwe_key_parts){first, ct_p, ct_p + token->header.alg.pqc->ct_bytes};
}

kb_jwe_info kb_jwe_token_info(const kb_jwe_token *token) {
    static const char *const names[] = {"general", "flattened", "compact"};
    return (kb_jwe_info){
        .format = token->serialization == KB_JWE_COMPACT_SERIALIZATION ? KB_JWE_COMPACT
                                                                       : KB_JWE_JSON,
        .serialization = names[token->serialization],
        .alg = token->header.alg_text,
        .enc = token->header.enc,
        .kid = token->header.kid,
        .typ = token->header.typ,
        .cty = token->header.cty,
        .mode = kb_jwe_mode_name(token->header.mode),
        .protected_header = token->header_text,
        .aad = token->has_aad ? token->aad.to : NULL,
        .aad_len = token->aad.len,
        .ciphertext_bytes = token->ciphertext_bytes,
        .token_bytes = token->token_bytes,
    };
}
