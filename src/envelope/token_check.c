/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The keyless rules of tokens (envelope A.5, A.7, A.8, B.4, B.5). */
#include "envelope/enc.h"
#include "envelope/token.h"

#include "core/error.h"

#include <string.h>

static kb_status check_length(const char *name, size_t got, size_t want) {
    if (got != want) {
        return KB_FAIL(KB_ERR_FORMAT, "%s has %zu bytes, not %zu", name, got, want);
    }
    return KB_OK;
}

/* Whether the form has an array of recipients, and only that. */
static bool is_general(const kb_jwe_token *token) {
    return (token->serialization == KB_JWE_GENERAL ||
            token->serialization == KB_JWE_CONTAINER_SERIALIZATION) &&
           token->has_recipients;
}

/* The lengths of a pair's ciphertexts, and what shows of them without a key. */
static kb_status check_keys(const kb_composite_alg *alg, kb_span ct_c, kb_span ct_p) {
    KB_TRY(check_length("encrypted_key of the classical recipient", ct_c.len,
                        alg->classical->ct_bytes));
    KB_TRY(
        check_length("encrypted_key of the pqc recipient", ct_p.len, alg->pqc->ct_bytes));
    KB_TRY(alg->classical->check_ct(ct_c.data));
    return alg->pqc->check_ct(ct_p.data);
}

static kb_status check_kc(const kb_jwe_token *token) {
    if (!token->kc.is_present) {
        return KB_FAIL(KB_ERR_FORMAT, "unprotected has no kc");
    }
    return check_length("kc", token->kc.field.len, KB_JWE_KC_BYTES);
}

/* Outside mode wrap a recipient's header has nothing but role. */
static kb_status check_only_role(const kb_jwe_entry *entry) {
    if (entry->alg != NULL || entry->kid != NULL || entry->has_wk) {
        return KB_FAIL(KB_ERR_FORMAT, "a recipient's header has alg, kid or wk");
    }
    return KB_OK;
}

static kb_status check_roles(const kb_jwe_entry *pair) {
    if (pair[0].role != KB_JWE_CLASSICAL || pair[1].role != KB_JWE_PQC) {
        return KB_FAIL(KB_ERR_FORMAT, "recipients are not classical, then pqc");
    }
    return KB_OK;
}

static kb_status check_direct(const kb_jwe_token *token) {
    if (!is_general(token) || token->entry_count != 2) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "mode direct needs exactly two recipients, classical and pqc");
    }
    KB_TRY(check_roles(token->entries));
    KB_TRY(check_only_role(&token->entries[0]));
    KB_TRY(check_only_role(&token->entries[1]));
    KB_TRY(check_kc(token));
    kb_jwe_pair pair = kb_jwe_token_pair(token, 0);
    return check_keys(pair.composite, pair.ct_c, pair.ct_p);
}

static kb_status check_single(const kb_jwe_token *token) {
    const kb_composite_alg *alg = &token->header.alg;
    if (token->has_unprotected) {
        return KB_FAIL(KB_ERR_FORMAT, "mode single has no unprotected member");
    }
    if (token->entry_count != 1 || token->entries[0].role != KB_JWE_NO_ROLE) {
        return KB_FAIL(KB_ERR_FORMAT, "mode single has one recipient without a header");
    }
    KB_TRY(check_length("encrypted_key", token->entries[0].encrypted_key_len,
                        alg->classical->ct_bytes + alg->pqc->ct_bytes + KB_JWE_KC_BYTES));
    kb_jwe_pair pair = kb_jwe_token_pair(token, 0);
    return check_keys(alg, pair.ct_c, pair.ct_p);
}

static bool are_equal(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* An entry of another scheme would undo what the pairs promise: it is refused. One of an
 * algorithm that this version does not know is only skipped. */
static kb_status check_wrap_pair(const kb_jwe_entry *pair) {
    const char *alg = pair[0].alg;
    KB_TRY(check_roles(pair));
    if (alg == NULL || pair[1].alg == NULL) {
        return KB_FAIL(KB_ERR_FORMAT, "a recipient's header has no alg");
    }
    if (!kb_composite_alg_is_prefix(alg, strlen(alg))) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "alg \"%.40s\" of a recipient", alg);
    }
    if (!kb_composite_alg_is_wrap_name(alg, strlen(alg))) {
        return KB_FAIL(KB_ERR_FORMAT, "alg \"%.64s\" is none of mode wrap", alg);
    }
    if (!are_equal(alg, pair[1].alg) || !are_equal(pair[0].kid, pair[1].kid)) {
        return KB_FAIL(KB_ERR_FORMAT, "the halves of a recipient differ in alg or kid");
    }
    if (pair[0].has_wk || !pair[1].has_wk) {
        return KB_FAIL(KB_ERR_FORMAT, "wk is not in the pqc half, or not only there");
    }
    KB_TRY(check_length("wk", pair[1].wk_len, KB_KEYWRAP_BYTES));
    if (!pair[0].is_known) {
        return KB_OK;
    }
    return check_keys(&pair[0].composite,
                      (kb_span){pair[0].encrypted_key, pair[0].encrypted_key_len},
                      (kb_span){pair[1].encrypted_key, pair[1].encrypted_key_len});
}

static kb_status check_wrap(const kb_jwe_token *token) {
    if (!is_general(token) || token->entry_count == 0 || token->entry_count % 2 != 0) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "mode wrap needs two recipients per key, classical and pqc");
    }
    KB_TRY(check_kc(token));
    for (size_t i = 0; i < token->entry_count; i += 2) {
        KB_TRY(check_wrap_pair(&token->entries[i]));
    }
    return KB_OK;
}

/* `iv` is a nonce, or the header of the segments, whose parameters follow from enc. */
static kb_status check_iv(const kb_jwe_token *token) {
    uint32_t segment_bytes = kb_jwe_enc_segment_bytes(token->header.enc);
    KB_TRY(
        check_length("iv", token->iv.field.len, kb_jwe_enc_iv_bytes(token->header.enc)));
    if (segment_bytes != 0) {
        return kb_floe_check_header(token->iv.room, segment_bytes);
    }
    if (token->serialization == KB_JWE_CONTAINER_SERIALIZATION) {
        return KB_FAIL(KB_ERR_FORMAT, "a container needs segmented content");
    }
    return KB_OK;
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
    switch (token->header.mode) {
    case KB_JWE_MODE_DIRECT:
        KB_TRY(check_direct(token));
        break;
    case KB_JWE_MODE_SINGLE:
        KB_TRY(check_single(token));
        break;
    case KB_JWE_MODE_WRAP:
        KB_TRY(check_wrap(token));
        break;
    }
    return check_iv(token);
}

/* One tag over everything, or one in every segment and none here. */
static kb_status check_tag(const kb_jwe_token *token) {
    bool is_compact = token->serialization == KB_JWE_COMPACT_SERIALIZATION;
    bool is_segmented = kb_jwe_token_is_segmented(token);
    if (!is_segmented && !token->tag.is_present) {
        return KB_FAIL(KB_ERR_FORMAT, "member tag is missing");
    }
    if (!is_segmented) {
        return check_length("tag", token->tag.field.len, KB_AEAD_TAG_BYTES);
    }
    if (token->tag.is_present && (!is_compact || token->tag.field.len != 0)) {
        return KB_FAIL(KB_ERR_FORMAT, "segmented content has no tag at its end");
    }
    return KB_OK;
}

static uint64_t content_max(const kb_jwe_token *token) {
    uint64_t segment_bytes = kb_jwe_enc_segment_bytes(token->header.enc);
    return segment_bytes == 0 ? KB_JWE_CONTENT_MAX_BYTES
                              : KB_FLOE_SEGMENTS_MAX * segment_bytes;
}

kb_status kb_jwe_token_check(const kb_jwe_token *token) {
    KB_TRY(kb_jwe_token_check_head(token));
    if (!token->has_ciphertext) {
        return KB_FAIL(KB_ERR_FORMAT, "member ciphertext is missing");
    }
    if (token->ciphertext_bytes > content_max(token)) {
        return KB_FAIL(KB_ERR_LIMIT, "ciphertext of %llu bytes",
                       (unsigned long long)token->ciphertext_bytes);
    }
    return check_tag(token);
}
