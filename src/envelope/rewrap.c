/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* New recipients for a token of wrapped mode; protected header, commitment, iv, content
 * and tag stay as they are (envelope A.8). */
#include "core/error.h"
#include "core/secret.h"
#include "envelope/enc.h"
#include "envelope/recover.h"
#include "envelope/transcribe.h"
#include "envelope/wrap.h"

#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/policy.h>
#include <string.h>

typedef struct rewrapper {
    const kb_jwe_rewrap_options *options;
    kb_jwe_pairs made;
    kb_jwe_writer_pair pairs[KB_JWE_RECIPIENTS_MAX]; /* kept ones, then those made */
} rewrapper;

static bool is_named(const rewrapper *r, const char *kid) {
    for (size_t i = 0; kid != NULL && i < r->options->recipient_count; i++) {
        if (strcmp(kid, kb_key_thumbprint(r->options->recipients[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* The weakest pair protects the message, so policy looks at those that stay, too. */
static kb_status check_kept(const rewrapper *r, const kb_jwe_pair *pair) {
    if (pair->composite == NULL) {
        return KB_FAIL(KB_ERR_POLICY, "a recipient that would stay is for %.64s",
                       pair->alg);
    }
    return kb_policy_check_pair(pair->composite->classical->id, pair->composite->pqc->id,
                                r->options->allow_experimental);
}

/* Pairs of the token that stay: none, or all but those that are made anew. */
static kb_status keep_pairs(rewrapper *r, const kb_jwe_token *token,
                            const kb_jwe_writer_head *head, size_t *count) {
    *count = 0;
    for (size_t i = 0; r->options->keep && i < head->pair_count; i++) {
        kb_jwe_pair pair = kb_jwe_token_pair(token, i);
        if (is_named(r, pair.kid)) {
            continue;
        }
        KB_TRY(check_kept(r, &pair));
        r->pairs[(*count)++] = head->pairs[i];
    }
    return KB_OK;
}

static kb_status change(void *self, const kb_jwe_token *token, kb_jwe_writer_head *head) {
    rewrapper *r = self;
    KB_SECRET_LOCAL(message_key, KB_JWE_MK_BYTES);
    uint8_t ctx[KB_COMBINER_CTX_BYTES];
    kb_jwe_recipients to = {.keys = r->options->recipients,
                            .count = r->options->recipient_count,
                            .hide = r->options->hide_recipient,
                            .allow_experimental = r->options->allow_experimental};
    size_t kept;
    if (head->mode != KB_JWE_MODE_WRAP) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "a token of mode %s has no recipients to change; re-encrypt it",
                       kb_jwe_mode_name(head->mode));
    }
    KB_TRY(kb_jwe_wrap_check(&to));
    KB_TRY(keep_pairs(r, token, head, &kept));
    if (kept + to.count > KB_JWE_RECIPIENTS_MAX) {
        return KB_FAIL(KB_ERR_LIMIT, "%zu recipients, %d at most", kept + to.count,
                       KB_JWE_RECIPIENTS_MAX);
    }
    KB_TRY(kb_jwe_recover_mk(message_key, token, r->options->keys,
                             r->options->allow_experimental));
    KB_TRY(kb_sha256(ctx, token->protected_text, token->protected_len));
    KB_TRY(kb_jwe_wrap(&r->made, &to, message_key, kb_jwe_enc_name(token->header.enc),
                       (kb_span){ctx, sizeof ctx}));
    memcpy(r->pairs + kept, r->made.pair, r->made.count * sizeof *r->made.pair);
    head->pairs = r->pairs;
    head->pair_count = kept + r->made.count;
    return KB_OK;
}

kb_status kb_jwe_rewrap(kb_source *source, const kb_jwe_rewrap_options *options,
                        kb_stream *next) {
    rewrapper r = {.options = options};
    kb_status status = kb_jwe_transcribe(source, change, &r, next);
    kb_jwe_pairs_free(&r.made);
    return status;
}
