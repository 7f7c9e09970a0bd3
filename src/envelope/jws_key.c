/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JOSE names of signature algorithms, and RFC 7638 thumbprints of their keys. */
#include "envelope/jws_key.h"

#include "codec/json_write.h"
#include "core/error.h"

#include <keybraid/hash.h>
#include <keybraid/secret.h>
#include <string.h>

/* Algorithms whose JWK is not of kty AKP; all others are named by their id. */
static const struct {
    const char *id, *alg, *kty, *crv;
} rows[] = {
    {"ECDSA-P256", "ES256", "EC", "P-256"}, {"ECDSA-P384", "ES384", "EC", "P-384"},
    {"ECDSA-P521", "ES512", "EC", "P-521"}, {"Ed25519", "Ed25519", "OKP", "Ed25519"},
    {"Ed448", "Ed448", "OKP", "Ed448"},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static size_t row_of(const char *id) {
    size_t i = 0;
    while (i < ROW_COUNT && strcmp(rows[i].id, id) != 0) {
        i++;
    }
    return i;
}

const char *kb_jws_key_alg(const char *id) {
    const kb_sig *sig = kb_sig_lamps_find(id);
    size_t row = row_of(id);
    return row < ROW_COUNT ? rows[row].alg : sig != NULL ? sig->id : NULL;
}

bool kb_jws_key_is_alg(const char *alg) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].alg, alg) == 0) {
            return true;
        }
    }
    return strcmp(alg, "EdDSA") == 0 ||
           (kb_sig_lamps_find(alg) != NULL && row_of(alg) == ROW_COUNT);
}

bool kb_jws_key_fits(const kb_jws_signer *signer, const char *alg) {
    bool is_okp =
        strcmp(signer->alg, "Ed25519") == 0 || strcmp(signer->alg, "Ed448") == 0;
    return strcmp(signer->alg, alg) == 0 || (is_okp && strcmp(alg, "EdDSA") == 0);
}

/* RFC 7638, section 3.2: required members only, in the order of their names. */
static kb_status thumbprint_of(kb_jws_signer *s) {
    kb_text t = {0};
    char *text;
    size_t row = row_of(s->sig->id);
    const uint8_t *pk = s->key->pk;
    if (row == ROW_COUNT) {
        kb_text_printf(&t, "{\"alg\":\"%s\",\"kty\":\"AKP\",\"pub\":", s->alg);
        kb_json_write_base64url(&t, pk, s->key->pk_len);
    } else {
        bool is_point = strcmp(rows[row].kty, "EC") == 0; /* 04, x, y */
        size_t n = is_point ? (s->key->pk_len - 1) / 2 : s->key->pk_len;
        kb_text_printf(&t, "{\"crv\":\"%s\",\"kty\":\"%s\",\"x\":", rows[row].crv,
                       rows[row].kty);
        kb_json_write_base64url(&t, is_point ? pk + 1 : pk, n);
        if (is_point) {
            kb_text_append_string(&t, ",\"y\":");
            kb_json_write_base64url(&t, pk + 1 + n, n);
        }
    }
    kb_text_append_string(&t, "}");
    KB_TRY(kb_text_finish(&t, &text));
    kb_status status = kb_sha256(s->thumbprint, text, strlen(text));
    kb_text_release(text);
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
    s->alg = kb_jws_key_alg(key->alg);
    if (key->pk_len != s->sig->pk_bytes) {
        return KB_FAIL(KB_ERR_KEY, "%s public key: %zu bytes, must be %zu", key->alg,
                       key->pk_len, s->sig->pk_bytes);
    }
    if (is_private && key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    if (is_private && key->sk_len != s->sig->sk_bytes) {
        return KB_FAIL(KB_ERR_KEY, "%s private key: %zu bytes, must be %zu", key->alg,
                       key->sk_len, s->sig->sk_bytes);
    }
    KB_TRY(s->sig->check_pk(key->pk));
    return thumbprint_of(s);
}

kb_status kb_jws_key_check(kb_jws_signer signers[KB_JWS_KEYS_MAX], const kb_jws_key *keys,
                           size_t count, bool is_private) {
    if (keys == NULL || count == 0 || count > KB_JWS_KEYS_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%zu keys, must be 1 or 2", count);
    }
    for (size_t i = 0; i < count; i++) {
        KB_TRY(check_one(&signers[i], &keys[i], is_private));
    }
    /* One key twice would be an AND rule over one signature. */
    if (count == 2 &&
        kb_ct_eq(signers[0].thumbprint, signers[1].thumbprint, KB_JWS_THUMBPRINT_BYTES)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the same key twice");
    }
    return KB_OK;
}
