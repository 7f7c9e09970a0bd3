/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Writing JWKs (RFC 7517) and their thumbprints (RFC 7638). */
#include "codec/base64url.h"
#include "codec/text.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"
#include "key/rsa.h"

#include <keybraid/hash.h>
#include <string.h>

/* A text that grows towards `to`; without `to` it is only measured. */
typedef struct writer {
    char *to;
    size_t len;
} writer;

static void put(writer *w, const char *text) {
    size_t n = strlen(text);
    if (w->to != NULL) {
        memcpy(w->to + w->len, text, n);
    }
    w->len += n;
}

/* Puts a member with a value that needs no escaping. */
static void put_text(writer *w, const char *name, const char *value) {
    put(w, w->len == 0 ? "{\"" : ",\"");
    put(w, name);
    put(w, "\":\"");
    put(w, value);
    put(w, "\"");
}

static void put_base64(writer *w, const char *name, const uint8_t *data, size_t len) {
    put_text(w, name, "");
    w->len--; /* the closing quote moves behind the value */
    if (w->to != NULL) {
        kb_base64url_encode(w->to + w->len, data, len);
    }
    w->len += KB_BASE64URL_TEXT_LEN(len);
    put(w, "\"");
}

static void put_rsa(writer *w, const kb_key *key, kb_key_rsa_number i) {
    kb_key_rsa_bytes number = kb_key_rsa_number_of(key, i);
    put_base64(w, kb_key_rsa_name(i), number.data, number.len);
}

static void put_rsa_jwk(writer *w, const kb_key *key, bool with_private) {
    put_text(w, "kty", key->form->kty);
    put_text(w, "alg", key->form->jose[0]);
    for (kb_key_rsa_number i = KB_KEY_RSA_N;
         i < (with_private ? KB_KEY_RSA_NUMBERS : KB_KEY_RSA_D); i++) {
        put_rsa(w, key, i);
    }
}

/* The public members; those of an elliptic curve are the halves of the point 04 || x ||
 * y. */
static void put_public(writer *w, const kb_key *key) {
    if (key->form->crv == NULL) {
        put_base64(w, "pub", key->pk, key->pk_len);
        return;
    }
    if (key->form->curve.len == 0) {
        put_base64(w, "x", key->pk, key->pk_len);
        return;
    }
    size_t n = (key->pk_len - 1) / 2;
    put_base64(w, "x", key->pk + 1, n);
    put_base64(w, "y", key->pk + 1 + n, n);
}

static void put_jwk(writer *w, const kb_key *key, bool with_private) {
    const kb_key_form *form = key->form;
    if (kb_key_is_rsa(key)) {
        put_rsa_jwk(w, key, with_private);
    } else {
        put_text(w, "kty", form->kty);
        put_text(w, form->crv == NULL ? "alg" : "crv",
                 form->crv == NULL ? key->alg : form->crv);
        put_public(w, key);
        if (with_private) {
            put_base64(w, form->crv == NULL ? "priv" : "d", kb_secret_bytes(key->sk),
                       key->sk_len);
        }
    }
    put_text(w, "use", key->sig != NULL ? KB_KEY_USE_SIG : KB_KEY_USE_ENC);
    put_text(w, "kid", key->thumbprint);
    put(w, "}");
}

/* The required members in lexical order (RFC 7638, section 3.2; RFC 8037, section 2; RFC
 * 9964, section 6). */
static void put_thumbprint_text(writer *w, const kb_key *key) {
    const kb_key_form *form = key->form;
    if (kb_key_is_rsa(key)) {
        put_rsa(w, key, KB_KEY_RSA_E);
        put_text(w, "kty", form->kty);
        put_rsa(w, key, KB_KEY_RSA_N);
        put(w, "}");
        return;
    }
    put_text(w, form->crv == NULL ? "alg" : "crv",
             form->crv == NULL ? key->alg : form->crv);
    put_text(w, "kty", form->kty);
    put_public(w, key);
    put(w, "}");
}

kb_status kb_key_set_thumbprint(kb_key *key) {
    writer w = {NULL, 0};
    uint8_t digest[KB_SHA256_BYTES];
    put_thumbprint_text(&w, key);
    w.to = kb_malloc(w.len);
    if (w.to == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", w.len);
    }
    w.len = 0;
    put_thumbprint_text(&w, key);
    kb_status status = kb_sha256(digest, w.to, w.len);
    kb_free(w.to);
    KB_TRY(status);
    kb_base64url_encode(key->thumbprint, digest, sizeof digest);
    key->thumbprint[KB_THUMBPRINT_TEXT_BYTES - 1] = '\0';
    return KB_OK;
}

kb_status kb_key_to_public_jwk(const kb_key *key, char **out) {
    writer w = {NULL, 0};
    put_jwk(&w, key, false);
    w.to = kb_malloc(w.len + 1);
    if (w.to == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", w.len + 1);
    }
    w.len = 0;
    put_jwk(&w, key, false);
    w.to[w.len] = '\0';
    *out = w.to;
    return KB_OK;
}

void kb_jwk_free(char *jwk) {
    kb_text_release(jwk);
}

kb_status kb_key_to_private_jwk(const kb_key *key, kb_secret **out) {
    writer w = {NULL, 0};
    if (key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    if (key->is_expanded) {
        return KB_FAIL(KB_ERR_KEY,
                       "the seed of this %s key is not known, and a JWK holds nothing "
                       "else: an expanded private key can only be written as PEM",
                       key->alg);
    }
    put_jwk(&w, key, true);
    KB_TRY(kb_secret_new(out, w.len));
    w = (writer){(char *)kb_secret_data(*out), 0};
    put_jwk(&w, key, true);
    return KB_OK;
}
