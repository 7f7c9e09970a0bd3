/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The set of two keys, and the rules between two entries. */
#include "envelope/jws_csig.h"

#include "codec/base64url.h"
#include "core/bytes.h"
#include "core/error.h"

#include <keybraid/hash.h>
#include <keybraid/secret.h>
#include <string.h>

#define LABEL "CSIG1"

static kb_status put_lp(kb_sha2 *hash, const void *data, size_t len) {
    uint8_t prefix[4];
    kb_store_be32(prefix, (uint32_t)len);
    KB_TRY(kb_sha2_update(hash, prefix, sizeof prefix));
    return kb_sha2_update(hash, data, len);
}

static kb_status hash_set(kb_sha2 *hash, uint8_t digest[KB_SHA256_BYTES],
                          const kb_jws_signer signers[2]) {
    KB_TRY(put_lp(hash, LABEL, strlen(LABEL)));
    for (size_t i = 0; i < 2; i++) {
        KB_TRY(put_lp(hash, signers[i].alg, strlen(signers[i].alg)));
        KB_TRY(put_lp(hash, signers[i].thumbprint, KB_JWS_THUMBPRINT_BYTES));
    }
    return kb_sha2_final(hash, digest);
}

kb_status kb_jws_csig_set(char set[KB_JWS_CSIG_SET_CHARS + 1],
                          const kb_jws_signer signers[2]) {
    kb_sha2 *hash = NULL;
    uint8_t digest[KB_SHA256_BYTES];
    KB_TRY(kb_sha2_new(&hash, KB_HASH_SHA256));
    kb_status status = hash_set(hash, digest, signers);
    kb_sha2_free(hash);
    KB_TRY(status);
    kb_base64url_encode(set, digest, sizeof digest);
    set[KB_JWS_CSIG_SET_CHARS] = '\0';
    return KB_OK;
}

kb_status kb_jws_csig_check(const kb_jws_token *token, const kb_jws_signer signers[2]) {
    char set[KB_JWS_CSIG_SET_CHARS + 1];
    if (token->entry_count != 2) {
        return KB_FAIL(KB_ERR_FORMAT, "%zu signature, both of a CSIG1 are needed",
                       token->entry_count);
    }
    KB_TRY(kb_jws_csig_set(set, signers));
    for (unsigned i = 0; i < 2; i++) {
        const kb_jws_header *h = &token->entries[i].header;
        if (!h->is_csig) {
            return KB_FAIL(KB_ERR_FORMAT, "signature %u is no part of a CSIG1", i);
        }
        if (h->index != i) {
            return KB_FAIL(KB_ERR_FORMAT, "csig: i is %u in signature %u", h->index, i);
        }
        if (strcmp(h->alg, signers[i].alg) != 0) {
            return KB_FAIL(KB_ERR_KEY, "signature %u is of %.64s, the key of %s", i,
                           h->alg, signers[i].alg);
        }
        if (strcmp(h->set, set) != 0) {
            return KB_FAIL(KB_ERR_AUTH, "csig: the set is one of other keys");
        }
    }
    return kb_jws_header_same_others(&token->entries[0].header, &token->entries[1].header)
               ? KB_OK
               : KB_FAIL(KB_ERR_FORMAT, "the protected headers of the pair differ");
}
