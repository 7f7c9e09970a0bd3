/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The encrypting stage: head, ciphertext as base64url in cache-sized pieces, tag. */
#include "codec/base64url.h"
#include "codec/json_write.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "envelope/enc.h"
#include "envelope/token.h"
#include "key/key.h"
#include "sym/gcm.h"

#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/policy.h>
#include <string.h>

/* A multiple of 3, so that whole pieces leave nothing over; with its text it stays in L2.
 */
#define PIECE_BYTES 49152

typedef struct encryptor {
    kb_stream *next;
    kb_gcm_seal *seal;
    kb_jwe_format format;
    char *head; /* until it was passed on */
    kb_base64url_encoder encoder;
    uint8_t ciphertext[PIECE_BYTES];
    char text[KB_BASE64URL_TEXT_LEN(PIECE_BYTES + 2)];
} encryptor;

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

/* Protected header in the order of envelope A.5, then as base64url. */
static kb_status make_protected(char **out, const kb_jwe_encrypt_options *o) {
    kb_text header = {0}, text = {0};
    char *plain = NULL;
    kb_text_printf(&header,
                   "{\"alg\":\"%s\",\"enc\":\"%s\",\"crit\":[\"ckem\"],"
                   "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"%s\"}",
                   o->recipient->alg, kb_jwe_enc_name(KB_JWE_ENC_A256GCM),
                   kb_jwe_mode_name(o->format == KB_JWE_COMPACT ? KB_JWE_MODE_SINGLE
                                                                : KB_JWE_MODE_DIRECT));
    append_member(&header, "kid", o->hide_recipient ? NULL : o->recipient->thumbprint);
    append_member(&header, "typ", o->typ);
    append_member(&header, "cty", o->cty);
    kb_text_append_string(&header, "}");
    KB_TRY(kb_text_finish(&header, &plain));
    size_t len = strlen(plain);
    if (len > KB_JWE_HEADER_MAX_BYTES) {
        kb_text_release(plain);
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "typ and cty make a protected header of %zu bytes", len);
    }
    append_base64url(&text, plain, len);
    kb_text_release(plain);
    return kb_text_finish(&text, out);
}

typedef struct key_exchange {
    uint8_t ct_c[KB_COMPOSITE_CT_C_MAX_BYTES];
    uint8_t ct_p[KB_COMPOSITE_CT_P_MAX_BYTES];
    uint8_t iv[KB_AEAD_NONCE_BYTES];
    uint8_t okm[KB_COMBINER_OKM_BYTES]; /* content key, then commitment */
} key_exchange;

static void append_json_head(kb_text *t, const char *protected_text, const char *aad_text,
                             const key_exchange *x, const kb_composite_alg *alg) {
    kb_text_append_string(t, "{\"protected\":\"");
    kb_text_append_string(t, protected_text);
    kb_text_append_string(t, "\",\"unprotected\":{\"kc\":\"");
    append_base64url(t, x->okm + KB_GCM_KEY_BYTES, KB_JWE_KC_BYTES);
    kb_text_append_string(
        t,
        "\"},\"recipients\":[{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"");
    append_base64url(t, x->ct_c, alg->classical->ct_bytes);
    kb_text_append_string(t, "\"},{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"");
    append_base64url(t, x->ct_p, alg->pqc->ct_bytes);
    kb_text_append_string(t, "\"}],");
    if (aad_text != NULL) {
        kb_text_append_string(t, "\"aad\":\"");
        kb_text_append_string(t, aad_text);
        kb_text_append_string(t, "\",");
    }
    kb_text_append_string(t, "\"iv\":\"");
    append_base64url(t, x->iv, sizeof x->iv);
    kb_text_append_string(t, "\",\"ciphertext\":\"");
}

static void append_compact_head(kb_text *t, const char *protected_text,
                                const key_exchange *x, const kb_composite_alg *alg) {
    uint8_t all[KB_JWE_ENCRYPTED_KEY_MAX];
    size_t c = alg->classical->ct_bytes, p = alg->pqc->ct_bytes;
    memcpy(all, x->ct_c, c);
    memcpy(all + c, x->ct_p, p);
    memcpy(all + c + p, x->okm + KB_GCM_KEY_BYTES, KB_JWE_KC_BYTES);
    kb_text_append_string(t, protected_text);
    kb_text_append_string(t, ".");
    append_base64url(t, all, c + p + KB_JWE_KC_BYTES);
    kb_text_append_string(t, ".");
    append_base64url(t, x->iv, sizeof x->iv);
    kb_text_append_string(t, ".");
}

/* Encapsulates, derives the content key and starts the cipher over the JWE AAD. */
static kb_status begin_content(encryptor *e, const kb_jwe_encrypt_options *o,
                               const char *protected_text, const char *aad_text) {
    key_exchange x;
    KB_WIPE_AT_END(x);
    uint8_t ctx[KB_COMBINER_CTX_BYTES];
    kb_text head = {0};
    const kb_composite_alg *alg = &o->recipient->composite;
    KB_TRY(kb_sha256(ctx, protected_text, strlen(protected_text)));
    KB_TRY(kb_composite_encaps(alg, kb_jwe_enc_name(KB_JWE_ENC_A256GCM),
                               (kb_span){ctx, sizeof ctx}, x.ct_c, x.ct_p, x.okm,
                               o->recipient->pk));
    KB_TRY(kb_rng_bytes(x.iv, sizeof x.iv));
    KB_TRY(kb_gcm_seal_new(&e->seal, x.okm, x.iv));
    KB_TRY(kb_gcm_seal_aad(e->seal, protected_text, strlen(protected_text)));
    if (aad_text != NULL) {
        KB_TRY(kb_gcm_seal_aad(e->seal, ".", 1));
        KB_TRY(kb_gcm_seal_aad(e->seal, aad_text, strlen(aad_text)));
    }
    if (o->format == KB_JWE_COMPACT) {
        append_compact_head(&head, protected_text, &x, alg);
    } else {
        append_json_head(&head, protected_text, aad_text, &x, alg);
    }
    return kb_text_finish(&head, &e->head);
}

static kb_status pass_head(encryptor *e) {
    kb_status status = KB_OK;
    if (e->head != NULL) {
        status = kb_stream_feed(e->next, e->head, strlen(e->head));
        kb_text_release(e->head);
        e->head = NULL;
    }
    return status;
}

static kb_status encryptor_feed(void *self, const uint8_t *data, size_t len) {
    encryptor *e = self;
    KB_TRY(pass_head(e));
    while (len > 0) {
        size_t n = len < PIECE_BYTES ? len : PIECE_BYTES;
        KB_TRY(kb_gcm_seal_update(e->seal, e->ciphertext, data, n));
        size_t chars = kb_base64url_encode_feed(&e->encoder, e->text, e->ciphertext, n);
        KB_TRY(kb_stream_feed(e->next, e->text, chars));
        data += n;
        len -= n;
    }
    return KB_OK;
}

static kb_status encryptor_finish(void *self) {
    encryptor *e = self;
    uint8_t tag[KB_AEAD_TAG_BYTES];
    bool is_json = e->format == KB_JWE_JSON;
    kb_text t = {0};
    char *text;
    KB_TRY(pass_head(e));
    KB_TRY(kb_gcm_seal_finish(e->seal, tag));
    size_t chars = kb_base64url_encode_finish(&e->encoder, e->text);
    kb_text_append(&t, e->text, chars);
    kb_text_append_string(&t, is_json ? "\",\"tag\":\"" : ".");
    append_base64url(&t, tag, sizeof tag);
    kb_text_append_string(&t, is_json ? "\"}" : "");
    KB_TRY(kb_text_finish(&t, &text));
    kb_status status = kb_stream_feed(e->next, text, strlen(text));
    kb_text_release(text);
    return status == KB_OK ? kb_stream_finish(e->next) : status;
}

static void encryptor_free(void *self) {
    encryptor *e = self;
    kb_gcm_seal_free(e->seal);
    kb_text_release(e->head);
    kb_free(e);
}

static kb_status check_options(const kb_jwe_encrypt_options *o) {
    if (o->recipient == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no recipient");
    }
    if (!kb_key_is_composite(o->recipient)) {
        return KB_FAIL(KB_ERR_POLICY,
                       "a key of %s alone protects no content, only a pair does",
                       kb_key_alg(o->recipient));
    }
    const kb_composite_alg *alg = &o->recipient->composite;
    KB_TRY(kb_policy_check_pair(alg->classical->id, alg->pqc->id, o->allow_experimental));
    if (o->aad != NULL && o->format == KB_JWE_COMPACT) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the compact form has no aad");
    }
    if (o->aad != NULL && (o->aad_len == 0 || o->aad_len > KB_JWE_AAD_MAX_BYTES)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "aad of %zu bytes, 1 to %zu are allowed",
                       o->aad_len, KB_JWE_AAD_MAX_BYTES);
    }
    return KB_OK;
}

kb_status kb_jwe_encrypt_new(kb_stream **out, const kb_jwe_encrypt_options *options,
                             kb_stream *next) {
    static const kb_stream_ops ops = {encryptor_feed, encryptor_finish, encryptor_free};
    kb_text aad = {0};
    char *protected_text = NULL, *aad_text = NULL;
    KB_TRY(check_options(options));
    encryptor *e = kb_malloc(sizeof *e);
    if (e == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *e);
    }
    e->next = next;
    e->seal = NULL;
    e->format = options->format;
    e->head = NULL;
    e->encoder = (kb_base64url_encoder){.carried = 0};
    kb_status status = make_protected(&protected_text, options);
    if (status == KB_OK && options->aad != NULL) {
        append_base64url(&aad, options->aad, options->aad_len);
        status = kb_text_finish(&aad, &aad_text);
    }
    if (status == KB_OK) {
        status = begin_content(e, options, protected_text, aad_text);
    }
    if (status == KB_OK) {
        status = kb_stream_new(out, &ops, e);
    }
    kb_text_release(protected_text);
    kb_text_release(aad_text);
    if (status != KB_OK) {
        encryptor_free(e);
    }
    return status;
}
