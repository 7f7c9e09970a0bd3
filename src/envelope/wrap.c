/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Wrapping of the message key. */
#include "envelope/wrap.h"

#include "composite/composite.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"
#include "key/keyed.h"

#include <keybraid/policy.h>
#include <string.h>

static kb_status check_one(const kb_jwe_recipients *to, size_t i) {
    const kb_key *key = to->keys[i];
    if (!kb_key_is_composite(key)) {
        return KB_FAIL(KB_ERR_POLICY,
                       "a key of %s alone protects no content, only a pair does",
                       kb_key_alg(key));
    }
    if (!key->composite.is_wrap) {
        return KB_FAIL(KB_ERR_POLICY,
                       "several recipients need keys made for it (+A256KW), and this one "
                       "is for %s",
                       kb_key_alg(key));
    }
    for (size_t j = 0; j < i; j++) {
        if (strcmp(kb_key_thumbprint(to->keys[j]), kb_key_thumbprint(key)) == 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "recipient %zu is recipient %zu again", i + 1,
                           j + 1);
        }
    }
    return kb_policy_check_pair(key->composite.classical->id, key->composite.pqc->id,
                                to->allow_experimental);
}

kb_status kb_jwe_wrap_check(const kb_jwe_recipients *to) {
    if (to->count == 0 || to->count > KB_JWE_RECIPIENTS_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%zu recipients, 1 to %d are allowed", to->count,
                       KB_JWE_RECIPIENTS_MAX);
    }
    for (size_t i = 0; i < to->count; i++) {
        KB_TRY(check_one(to, i));
    }
    return KB_OK;
}

static size_t bytes_of(const kb_composite_alg *alg) {
    return alg->classical->ct_bytes + alg->pqc->ct_bytes + KB_KEYWRAP_BYTES;
}

/* One key: its two ciphertexts and the wrapped message key, one after the other. */
static kb_status wrap_one(kb_jwe_writer_pair *pair, uint8_t *bytes, const kb_key *key,
                          const uint8_t *message_key, const char *enc, kb_span ctx) {
    const kb_composite_alg *alg = &key->composite;
    KB_SECRET_LOCAL(kek, KB_KEYWRAP_KEY_BYTES);
    uint8_t *ct_p = bytes + alg->classical->ct_bytes, *wk = ct_p + alg->pqc->ct_bytes;
    KB_TRY(kb_composite_encaps(alg, enc, ctx, bytes, ct_p, kek, key->pk,
                               kb_key_keyed_public(key)));
    KB_TRY(kb_keywrap_wrap(wk, kek, message_key));
    *pair = (kb_jwe_writer_pair){.alg = kb_key_alg(key),
                                 .ct_c = {bytes, alg->classical->ct_bytes},
                                 .ct_p = {ct_p, alg->pqc->ct_bytes},
                                 .wk = {wk, KB_KEYWRAP_BYTES}};
    return KB_OK;
}

static kb_status wrap_all(kb_jwe_pairs *pairs, const kb_jwe_recipients *to,
                          const uint8_t *message_key, const char *enc, kb_span ctx) {
    size_t at = 0;
    for (size_t i = 0; i < to->count; i++) {
        const kb_key *key = to->keys[i];
        KB_TRY(wrap_one(&pairs->pair[i], pairs->bytes + at, key, message_key, enc, ctx));
        pairs->pair[i].kid = to->hide ? NULL : kb_key_thumbprint(key);
        at += bytes_of(&key->composite);
    }
    return KB_OK;
}

kb_status kb_jwe_wrap(kb_jwe_pairs *out, const kb_jwe_recipients *to,
                      const uint8_t message_key[KB_KEYWRAP_KEY_BYTES], const char *enc,
                      kb_span ctx) {
    size_t bytes = 0;
    KB_TRY(kb_jwe_wrap_check(to));
    for (size_t i = 0; i < to->count; i++) {
        bytes += bytes_of(&to->keys[i]->composite);
    }
    kb_jwe_pairs pairs = {.count = to->count};
    pairs.pair = kb_malloc(to->count * sizeof *pairs.pair);
    pairs.bytes = kb_malloc(bytes);
    kb_status status;
    if (pairs.pair == NULL || pairs.bytes == NULL) {
        status = KB_FAIL(KB_ERR_MEMORY, "%zu bytes for recipients", bytes);
    } else {
        status = wrap_all(&pairs, to, message_key, enc, ctx);
    }
    if (status != KB_OK) {
        kb_jwe_pairs_free(&pairs);
        return status;
    }
    *out = pairs;
    return KB_OK;
}

void kb_jwe_pairs_free(kb_jwe_pairs *pairs) {
    kb_free(pairs->pair);
    kb_free(pairs->bytes);
    *pairs = (kb_jwe_pairs){.count = 0};
}
