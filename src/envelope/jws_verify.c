/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Verifying a JWS with keys that are trusted before it is read. */
#include "core/alloc.h"
#include "core/error.h"
#include "envelope/jws.h"
#include "envelope/jws_csig.h"
#include "key/keyed.h"
#include "stream/buffer.h"

#include <string.h>

/* One key: one signature, which is no half of a pair, by the key's algorithm. */
static kb_status check_single(const kb_jws_token *token, const kb_jws_signer *signer) {
    const kb_jws_header *h = &token->entries[0].header;
    if (h->is_csig) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "a CSIG1 is verified with both of its keys, not with one");
    }
    if (token->entry_count != 1) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "two signatures that are no CSIG1");
    }
    if (!kb_jws_key_fits(signer, h->alg)) {
        return kb_jws_key_is_alg(h->alg)
                   ? KB_FAIL(KB_ERR_KEY, "the signature is of %.64s, the key of %s",
                             h->alg, signer->alg)
                   : KB_FAIL(KB_ERR_UNSUPPORTED, "alg \"%.40s\"", h->alg);
    }
    return KB_OK;
}

static kb_status verify_entry(const kb_jws_token *token, const kb_jws_entry *e,
                              const kb_jws_signer *signer) {
    size_t len = e->protected_.text_len + 1 + token->payload.text_len;
    uint8_t *input = kb_malloc(len);
    if (input == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", len);
    }
    memcpy(input, e->protected_.text, e->protected_.text_len);
    input[e->protected_.text_len] = '.';
    if (token->payload.text_len != 0) {
        memcpy(input + e->protected_.text_len + 1, token->payload.text,
               token->payload.text_len);
    }
    kb_sig_message m = {input, len, NULL, 0};
    const kb_jws_key *key = signer->key;
    kb_status status =
        kb_sig_verify_with(signer->sig, e->signature.bytes, e->signature.len, &m, key->pk,
                           key->handle != NULL ? kb_key_keyed_public(key->handle) : NULL);
    kb_free(input);
    return status;
}

/* All signatures are verified, also after one has failed. */
static kb_status verify_all(const kb_jws_token *token, const kb_jws_signer *signers) {
    kb_status status = KB_OK;
    bool is_good = true;
    for (size_t i = 0; i < token->entry_count; i++) {
        kb_status one = verify_entry(token, &token->entries[i], &signers[i]);
        is_good &= one == KB_OK;
        if (one != KB_OK && one != KB_ERR_AUTH) {
            status = one;
        }
    }
    if (status != KB_OK) {
        return status;
    }
    return is_good ? KB_OK : KB_FAIL(KB_ERR_AUTH, "the signature does not verify");
}

kb_status kb_jws_verify_token(kb_jws_token **out, const kb_jws_key *keys, size_t count,
                              const void *jws, size_t len) {
    kb_jws_signer signers[KB_JWS_KEYS_MAX];
    kb_jws_token *token = NULL;
    KB_TRY(kb_jws_key_check(signers, keys, count, false));
    KB_TRY(kb_jws_token_new(&token, jws, len));
    kb_status status =
        count == 2 ? kb_jws_csig_check(token, signers) : check_single(token, signers);
    if (status == KB_OK) {
        status = verify_all(token, signers);
    }
    if (status != KB_OK) {
        kb_jws_token_free(token);
        return status;
    }
    *out = token;
    return KB_OK;
}

kb_status kb_jws_verify_memory(kb_buffer *payload, const kb_jws_key *keys,
                               size_t key_count, const void *jws, size_t jws_len) {
    kb_jws_token *token = NULL;
    payload->len = 0;
    kb_status status = kb_jws_verify_token(&token, keys, key_count, jws, jws_len);
    if (status == KB_OK && kb_jws_token_is_file(token)) {
        status = KB_FAIL(KB_ERR_FORMAT, "this is the signature of a file");
    }
    if (status == KB_OK) {
        status = kb_buffer_append(payload, token->payload.bytes, token->payload.len);
    }
    kb_jws_token_free(token);
    if (status != KB_OK) {
        kb_buffer_free(payload);
    }
    return status;
}

static void copy_name(char to[KB_JWS_NAME_MAX_BYTES], const char *from) {
    if (from != NULL && strlen(from) < KB_JWS_NAME_MAX_BYTES) {
        memcpy(to, from, strlen(from) + 1);
    }
}

kb_status kb_jws_inspect(kb_jws_info *out, const void *jws, size_t jws_len) {
    kb_jws_token *token = NULL;
    *out = (kb_jws_info){.signatures = 0};
    KB_TRY(kb_jws_token_new(&token, jws, jws_len));
    out->signatures = token->entry_count;
    out->is_file = kb_jws_token_is_file(token);
    out->payload_bytes = token->payload.len;
    for (size_t i = 0; i < token->entry_count; i++) {
        const kb_jws_header *h = &token->entries[i].header;
        out->is_csig |= h->is_csig;
        copy_name(out->alg[i], h->alg);
        copy_name(out->kid[i], h->kid);
    }
    kb_jws_token_free(token);
    return KB_OK;
}
