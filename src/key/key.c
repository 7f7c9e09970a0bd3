/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Key handles: making, checking, identifying. Not here: JWK text is jwk.c. */
#include "key/key.h"

#include "codec/base64url.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"

#include <keybraid/catalog.h>
#include <keybraid/hash.h>
#include <keybraid/policy.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_KDF "HKDF-SHA256"

kb_status kb_key_alg_from_name(char out[KB_KEY_ALG_MAX_BYTES], const char *name,
                               const char *kdf, bool allow_experimental) {
    const char *plus = strchr(name, '+');
    char classical[32];
    kb_combiner_kdf parsed;
    if (plus == NULL) {
        const kb_alg *alg = kb_catalog_find_name(name);
        if (alg == NULL || alg->kind != KB_ALG_KEM || !alg->is_post_quantum) {
            return KB_FAIL(KB_ERR_UNSUPPORTED,
                           "algorithm \"%.40s\" (a pair such as X25519+ML-KEM-768, or a "
                           "post-quantum KEM)",
                           name);
        }
        if (kdf != NULL) {
            return KB_FAIL(KB_ERR_ARGUMENT, "a KDF belongs to a pair, not to %s", name);
        }
        KB_TRY(kb_policy_check_use(name, KB_USE_PROTECT, allow_experimental));
        (void)snprintf(out, KB_KEY_ALG_MAX_BYTES, "%s", alg->id);
        return KB_OK;
    }
    kdf = kdf == NULL ? DEFAULT_KDF : kdf;
    KB_TRY(kb_composite_alg_kdf(&parsed, kdf, strlen(kdf)));
    size_t n = (size_t)(plus - name);
    if (n >= sizeof classical) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "algorithm \"%.40s\"", name);
    }
    memcpy(classical, name, n);
    classical[n] = '\0';
    KB_TRY(kb_policy_check_pair(classical, plus + 1, allow_experimental));
    (void)snprintf(out, KB_KEY_ALG_MAX_BYTES, KB_COMPOSITE_PREFIX "%s.%s.%s",
                   kb_catalog_find_name(classical)->id,
                   kb_catalog_find_name(plus + 1)->id, kdf);
    return KB_OK;
}

/* The halves in order; a single key has one. */
static size_t halves(const kb_key *key, const kb_kem *out[2]) {
    if (!key->is_composite) {
        out[0] = key->single;
        return 1;
    }
    out[0] = key->composite.classical;
    out[1] = key->composite.pqc;
    return 2;
}

/* Makes a handle that knows its algorithm and lengths, nothing more. */
static kb_status new_handle(kb_key **out, const char *alg, size_t alg_len) {
    kb_composite_alg composite = {.classical = NULL};
    const kb_kem *single = NULL;
    if (kb_composite_alg_is_prefix(alg, alg_len)) {
        KB_TRY(kb_composite_alg_parse(&composite, alg, alg_len));
    } else {
        char id[32] = "";
        memcpy(id, alg, alg_len < sizeof id ? alg_len : 0);
        const kb_alg *row = kb_catalog_find(id);
        single = row != NULL && row->is_post_quantum ? kb_kem_find(id) : NULL;
        if (single == NULL) {
            return KB_FAIL(KB_ERR_UNSUPPORTED, "key algorithm \"%.*s\"",
                           (int)(alg_len < 40 ? alg_len : 40), alg);
        }
    }
    kb_key *key = kb_malloc(sizeof *key);
    if (key == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *key);
    }
    *key = (kb_key){
        .is_composite = single == NULL, .composite = composite, .single = single};
    memcpy(key->alg, alg, alg_len);
    const kb_kem *half[2];
    for (size_t n = halves(key, half), i = 0; i < n; i++) {
        key->pk_len += half[i]->pk_bytes;
        key->sk_len += half[i]->sk_bytes;
    }
    *out = key;
    return KB_OK;
}

/* RFC 7638 with the members of RFC 9964 section 6, in lexical order, over the public
 * part. */
static kb_status set_thumbprint(kb_key *key) {
    char text[64 + KB_KEY_ALG_MAX_BYTES + KB_BASE64URL_TEXT_LEN(sizeof key->pk)];
    uint8_t digest[KB_SHA256_BYTES];
    int head = snprintf(text, sizeof text, "{\"alg\":\"%s\",\"kty\":\"AKP\",\"pub\":\"",
                        key->alg);
    size_t len = (size_t)head;
    kb_base64url_encode(text + len, key->pk, key->pk_len);
    len += KB_BASE64URL_TEXT_LEN(key->pk_len);
    memcpy(text + len, "\"}", 2);
    KB_TRY(kb_sha256(digest, text, len + 2));
    kb_base64url_encode(key->thumbprint, digest, sizeof digest);
    key->thumbprint[KB_THUMBPRINT_TEXT_BYTES - 1] = '\0';
    return KB_OK;
}

kb_status kb_key_generate(kb_key **out, const char *alg) {
    kb_key *key = NULL;
    KB_TRY(new_handle(&key, alg, strlen(alg)));
    const kb_kem *half[2];
    size_t n = halves(key, half), pk_at = 0, sk_at = 0;
    kb_status status = kb_secret_new(&key->sk, key->sk_len);
    for (size_t i = 0; status == KB_OK && i < n; i++) {
        status = half[i]->keygen(key->pk + pk_at, kb_secret_data(key->sk) + sk_at);
        pk_at += half[i]->pk_bytes;
        sk_at += half[i]->sk_bytes;
    }
    if (status == KB_OK) {
        status = set_thumbprint(key);
    }
    if (status != KB_OK) {
        kb_key_free(key);
        return status;
    }
    *out = key;
    return KB_OK;
}

static kb_status check_half(const kb_kem *kem, const uint8_t *pk, const uint8_t *sk) {
    uint8_t again[KB_COMPOSITE_PK_MAX_BYTES];
    KB_TRY(kem->check_pk(pk));
    if (sk == NULL) {
        return KB_OK;
    }
    KB_TRY(kem->public_of(again, sk));
    if (!kb_ct_eq(again, pk, kem->pk_bytes)) {
        return KB_FAIL(KB_ERR_KEY, "pub and priv of the %s half do not belong together",
                       kem->id);
    }
    return KB_OK;
}

kb_status kb_key_from_parts(kb_key **out, const char *alg, size_t alg_len,
                            const uint8_t *pk, size_t pk_len, const uint8_t *sk,
                            size_t sk_len) {
    kb_key *key = NULL;
    KB_TRY(new_handle(&key, alg, alg_len));
    const kb_kem *half[2];
    size_t n = halves(key, half), pk_at = 0, sk_at = 0;
    kb_status status = KB_OK;
    if (pk_len != key->pk_len) {
        status = KB_FAIL(KB_ERR_KEY, "pub has %zu bytes, %s needs %zu", pk_len, key->alg,
                         key->pk_len);
    } else if (sk != NULL && sk_len != key->sk_len) {
        status = KB_FAIL(KB_ERR_KEY, "priv has %zu bytes, %s needs %zu", sk_len, key->alg,
                         key->sk_len);
    }
    for (size_t i = 0; status == KB_OK && i < n; i++) {
        status = check_half(half[i], pk + pk_at, sk == NULL ? NULL : sk + sk_at);
        pk_at += half[i]->pk_bytes;
        sk_at += half[i]->sk_bytes;
    }
    if (status == KB_OK && sk != NULL) {
        status = kb_secret_new(&key->sk, sk_len);
    }
    if (status == KB_OK) {
        memcpy(key->pk, pk, pk_len);
        if (sk != NULL) {
            memcpy(kb_secret_data(key->sk), sk, sk_len);
        }
        status = set_thumbprint(key);
    }
    if (status != KB_OK) {
        kb_key_free(key);
        return status;
    }
    *out = key;
    return KB_OK;
}

kb_status kb_key_public_copy(kb_key **out, const kb_key *key) {
    kb_key *copy = kb_malloc(sizeof *copy);
    if (copy == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *copy);
    }
    *copy = *key;
    copy->sk = NULL;
    *out = copy;
    return KB_OK;
}

const char *kb_key_alg(const kb_key *key) {
    return key->alg;
}

const char *kb_key_thumbprint(const kb_key *key) {
    return key->thumbprint;
}

bool kb_key_has_private(const kb_key *key) {
    return key->sk != NULL;
}

bool kb_key_is_composite(const kb_key *key) {
    return key->is_composite;
}

void kb_key_free(kb_key *key) {
    if (key != NULL) {
        kb_secret_free(key->sk);
        kb_free(key);
    }
}

static kb_status one_key_candidate(void *self, const char *alg, const char *kid,
                                   size_t index, const kb_key **out) {
    const kb_key *key = self;
    bool is_match =
        kid != NULL ? strcmp(kid, key->thumbprint) == 0 : strcmp(alg, key->alg) == 0;
    if (index != 0 || !is_match) {
        return KB_FAIL(KB_ERR_NO_KEY, "the token is for another key");
    }
    *out = key;
    return KB_OK;
}

kb_keyring kb_keyring_of(const kb_key *key) {
    /* The cast only carries the pointer through; the callback reads. */
    return (kb_keyring){one_key_candidate, (void *)(uintptr_t)key};
}
