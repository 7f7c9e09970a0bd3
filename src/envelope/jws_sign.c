/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Making a JWS: protected headers, signing inputs, signatures. */
#include "codec/base64url.h"
#include "codec/json_write.h"
#include "core/alloc.h"
#include "core/error.h"
#include "envelope/jws.h"
#include "envelope/jws_csig.h"
#include "key/keyed.h"
#include "stream/buffer.h"

#include <string.h>

static void append_base64url(kb_text *t, const void *bytes, size_t n) {
    char *to = kb_text_extend(t, KB_BASE64URL_TEXT_LEN(n));
    if (to != NULL) {
        kb_base64url_encode(to, bytes, n);
    }
}

static void append_member(kb_text *t, const char *name, const char *value) {
    if (value != NULL) {
        kb_text_printf(t, ",\"%s\":", name);
        kb_json_write_string(t, value, strlen(value));
    }
}

/* Readers refuse a kid with a backslash, so none is written. */
static bool is_plain(const char *kid) {
    for (; *kid != '\0'; kid++) {
        if ((unsigned char)*kid < 0x20 || *kid == '"' || *kid == '\\') {
            return false;
        }
    }
    return true;
}

/* The protected header of signature i as base64url; set is NULL for one key alone. */
static kb_status make_protected(char **out, const kb_jws_signer *signer, size_t i,
                                const char *set, const kb_jws_options *o) {
    kb_text header = {0}, text = {0};
    char *plain = NULL, kid[KB_BASE64URL_TEXT_LEN(KB_JWS_THUMBPRINT_BYTES) + 1] = {0};
    if (signer->key->kid != NULL && !is_plain(signer->key->kid)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "kid has a quotation mark, backslash or control");
    }
    kb_base64url_encode(kid, signer->thumbprint, KB_JWS_THUMBPRINT_BYTES);
    kb_text_printf(&header, "{\"alg\":\"%s\"", signer->alg);
    append_member(&header, "kid", signer->key->kid != NULL ? signer->key->kid : kid);
    if (set != NULL) {
        kb_text_printf(&header,
                       ",\"crit\":[\"csig\"],\"csig\":{\"v\":1,\"policy\":\"all\","
                       "\"set\":\"%s\",\"i\":%zu,\"n\":2}",
                       set, i);
    }
    append_member(&header, "typ", o->typ);
    append_member(&header, "cty", o->cty);
    kb_text_append_string(&header, "}");
    kb_status status = kb_text_finish(&header, &plain);
    if (status == KB_ERR_FORMAT) {
        return KB_FAIL(KB_ERR_ARGUMENT, "kid, typ or cty is not UTF-8");
    }
    KB_TRY(status);
    size_t len = strlen(plain);
    append_base64url(&text, plain, len);
    kb_text_release(plain);
    KB_TRY(kb_text_finish(&text, out));
    if (len > KB_JWS_HEADER_MAX_BYTES) {
        kb_text_release(*out);
        *out = NULL;
        return KB_FAIL(KB_ERR_ARGUMENT, "a protected header of %zu bytes", len);
    }
    return KB_OK;
}

/* Signs protected "." payload, both as they stand in the JWS. */
static kb_status sign_input(kb_text *t, const kb_jws_signer *signer, const char *input) {
    size_t sig_len = 0;
    kb_sig_message m = {(const uint8_t *)input, strlen(input), NULL, 0};
    uint8_t *sig = kb_malloc(signer->sig->sig_bytes);
    if (sig == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", signer->sig->sig_bytes);
    }
    const kb_jws_key *key = signer->key;
    kb_status status = kb_sig_sign_with(
        signer->sig, sig, &sig_len, &m, key->sk,
        key->handle != NULL ? kb_key_keyed_private(key->handle) : NULL, key->pool);
    if (status == KB_OK) {
        append_base64url(t, sig, sig_len);
    }
    kb_free(sig);
    return status;
}

static kb_status append_signature(kb_text *t, const kb_jws_signer *signer, size_t i,
                                  const char *set, const kb_jws_options *o,
                                  const char *payload_text) {
    char *protected_text = NULL, *input = NULL;
    kb_text both = {0};
    KB_TRY(make_protected(&protected_text, signer, i, set, o));
    kb_text_append_string(&both, protected_text);
    kb_text_append_string(&both, ".");
    kb_text_append_string(&both, payload_text);
    kb_status status = kb_text_finish(&both, &input);
    if (status == KB_OK) {
        kb_text_append_string(t, i == 0 ? "{\"protected\":\"" : ",{\"protected\":\"");
        kb_text_append_string(t, protected_text);
        kb_text_append_string(t, "\",\"signature\":\"");
        status = sign_input(t, signer, input);
        kb_text_append_string(t, "\"}");
    }
    kb_text_release(input);
    kb_text_release(protected_text);
    return status;
}

static kb_status sign_all(kb_text *t, const kb_jws_signer *signers, size_t count,
                          const kb_jws_options *o, const char *payload_text) {
    char set[KB_JWS_CSIG_SET_CHARS + 1];
    if (count == 2) {
        KB_TRY(kb_jws_csig_set(set, signers));
    }
    kb_text_append_string(t, "{\"payload\":\"");
    kb_text_append_string(t, payload_text);
    kb_text_append_string(t, "\",\"signatures\":[");
    for (size_t i = 0; i < count; i++) {
        KB_TRY(append_signature(t, &signers[i], i, count == 2 ? set : NULL, o,
                                payload_text));
    }
    kb_text_append_string(t, "]}");
    return KB_OK;
}

kb_status kb_jws_sign_payload(char **out, const kb_jws_signer *signers, size_t count,
                              const kb_jws_options *options, const void *payload,
                              size_t len) {
    kb_text text = {0}, jws = {0};
    char *payload_text = NULL;
    append_base64url(&text, payload, len);
    KB_TRY(kb_text_finish(&text, &payload_text));
    kb_status status = sign_all(&jws, signers, count, options, payload_text);
    kb_text_release(payload_text);
    if (status != KB_OK) {
        kb_text_free(&jws);
        return status;
    }
    return kb_text_finish(&jws, out);
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const char *without_prefix(const char *type) {
    static const char prefix[] = "application/";
    size_t i = 0;
    while (prefix[i] != '\0' && lower(type[i]) == prefix[i]) {
        i++;
    }
    return prefix[i] == '\0' ? type + i : type;
}

/* Media types ignore case, may lack "application/" (RFC 7515, 4.1.10) and may have
 * parameters: everything that some verifier may take for the type of a digest object. */
static bool is_digest_type(const char *cty) {
    const char *want = without_prefix(KB_JWS_DIGEST_CTY);
    while (*cty == ' ' || *cty == '\t') {
        cty++;
    }
    cty = without_prefix(cty);
    while (*want != '\0' && lower(*cty) == *want) {
        cty++;
        want++;
    }
    return *want == '\0' && (*cty == '\0' || *cty == ';' || *cty == ' ' || *cty == '\t');
}

static kb_status sign_text(char **out, const kb_jws_key *keys, size_t key_count,
                           const kb_jws_options *options, const void *payload,
                           size_t len) {
    static const kb_jws_options none = {NULL, NULL};
    kb_jws_signer signers[KB_JWS_KEYS_MAX];
    options = options != NULL ? options : &none;
    if (len > KB_JWS_PAYLOAD_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "payload of %zu bytes, at most %zu fit", len,
                       KB_JWS_PAYLOAD_MAX_BYTES);
    }
    if (options->cty != NULL && is_digest_type(options->cty)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "cty is that of a file's signature");
    }
    KB_TRY(kb_jws_key_check(signers, keys, key_count, true));
    return kb_jws_sign_payload(out, signers, key_count, options, payload, len);
}

kb_status kb_jws_sign_memory(kb_buffer *jws, const kb_jws_key *keys, size_t key_count,
                             const kb_jws_options *options, const void *payload,
                             size_t len) {
    char *text = NULL;
    jws->len = 0;
    kb_status status = sign_text(&text, keys, key_count, options, payload, len);
    if (status == KB_OK) {
        status = kb_buffer_append(jws, text, strlen(text));
    }
    kb_text_release(text);
    if (status != KB_OK) {
        kb_buffer_free(jws);
    }
    return status;
}
