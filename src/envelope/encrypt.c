/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The encrypting stage: head, content under one tag or in segments, end. */
#include "codec/base64url.h"
#include "codec/json_write.h"
#include "codec/text.h"
#include "composite/content.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/secret.h"
#include "envelope/enc.h"
#include "envelope/segments.h"
#include "envelope/token.h"
#include "envelope/wrap.h"
#include "key/key.h"
#include "key/keyed.h"
#include "sym/gcm.h"

#include <keybraid/hash.h>
#include <keybraid/jwe.h>
#include <keybraid/policy.h>
#include <string.h>

/* Stays in L2 with its text. */
#define PIECE_BYTES 49152

typedef struct encryptor {
    kb_jwe_writer *writer;
    kb_gcm_seal *seal;     /* content with one tag */
    kb_floe *floe;         /* segmented content */
    kb_segments *segments; /* likewise */
    uint8_t ciphertext[PIECE_BYTES];
} encryptor;

/* What is being encrypted: the options, and what follows from them. */
typedef struct message {
    const kb_jwe_encrypt_options *options;
    kb_jwe_mode mode;
    kb_jwe_enc enc;
    kb_jwe_recipients to; /* mode wrap */
    char *protected_text; /* base64url */
    char *aad_text;       /* what the content authenticates: protected, or with .aad */
    size_t aad_len;
    uint8_t ctx[KB_COMBINER_CTX_BYTES];
} message;

static void append_member(kb_text *t, const char *name, const char *value) {
    if (value != NULL) {
        kb_text_printf(t, ",\"%s\":", name);
        kb_json_write_string(t, value, strlen(value));
    }
}

static void append_base64url(kb_text *t, const void *bytes, size_t n) {
    char *to = kb_text_extend(t, KB_BASE64URL_TEXT_LEN(n));
    if (to != NULL) {
        kb_base64url_encode(to, bytes, n);
    }
}

/* The protected header in the order of envelope A.5 and A.8, then as base64url. */
static kb_status make_protected(message *m) {
    const kb_jwe_encrypt_options *o = m->options;
    kb_text header = {0}, text = {0};
    char *plain = NULL;
    bool is_wrap = m->mode == KB_JWE_MODE_WRAP;
    kb_text_append_string(&header, "{");
    if (!is_wrap) {
        kb_text_printf(&header, "\"alg\":\"%s\",", kb_key_alg(o->recipient));
    }
    kb_text_printf(&header,
                   "\"enc\":\"%s\",\"crit\":[\"ckem\"],"
                   "\"ckem\":{\"v\":1,\"policy\":\"all\",\"mode\":\"%s\"}",
                   kb_jwe_enc_name(m->enc), kb_jwe_mode_name(m->mode));
    if (!is_wrap && !o->hide_recipient) {
        append_member(&header, "kid", kb_key_thumbprint(o->recipient));
    }
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
    KB_TRY(kb_text_finish(&text, &m->protected_text));
    return kb_sha256(m->ctx, m->protected_text, strlen(m->protected_text));
}

static kb_status make_aad(message *m) {
    kb_text text = {0};
    kb_text_append_string(&text, m->protected_text);
    if (m->options->aad != NULL) {
        kb_text_append_string(&text, ".");
        append_base64url(&text, m->options->aad, m->options->aad_len);
    }
    m->aad_len = text.len;
    return kb_text_finish(&text, &m->aad_text);
}

/* Starts the cipher and draws the iv. */
static kb_status begin_cipher(encryptor *e, const message *m, const uint8_t *cek,
                              uint8_t iv[KB_FLOE_HEADER_BYTES]) {
    uint32_t segment_bytes = kb_jwe_enc_segment_bytes(m->enc);
    if (segment_bytes != 0) {
        return kb_floe_seal_new(&e->floe, cek, segment_bytes, m->aad_text, m->aad_len,
                                iv);
    }
    KB_TRY(kb_rng_bytes(iv, KB_AEAD_NONCE_BYTES));
    KB_TRY(kb_gcm_seal_new(&e->seal, cek, iv));
    return kb_gcm_seal_aad(e->seal, m->aad_text, m->aad_len);
}

/* With the content key and commitment in okm and the entries made: cipher and writer. */
static kb_status begin_token(encryptor *e, const message *m, const uint8_t *okm,
                             const kb_jwe_writer_pair *pairs, size_t pair_count,
                             kb_stream *next) {
    uint8_t iv[KB_FLOE_HEADER_BYTES];
    const kb_jwe_encrypt_options *o = m->options;
    KB_TRY(begin_cipher(e, m, okm, iv));
    kb_jwe_writer_head head = {
        .format = o->format,
        .mode = m->mode,
        .protected_text = m->protected_text,
        .kc = okm + KB_GCM_KEY_BYTES,
        .pairs = pairs,
        .pair_count = pair_count,
        .aad = {o->aad, o->aad == NULL ? 0 : o->aad_len},
        .iv = {iv, kb_jwe_enc_iv_bytes(m->enc)},
    };
    return kb_jwe_writer_new(&e->writer, &head, next);
}

/* Modes direct and single: the key exchange gives the content key itself. */
static kb_status begin_for_one(encryptor *e, const message *m, kb_stream *next) {
    KB_SECRET_LOCAL(okm, KB_COMBINER_OKM_BYTES);
    uint8_t ct_c[KB_COMPOSITE_CT_C_MAX_BYTES], ct_p[KB_COMPOSITE_CT_P_MAX_BYTES];
    const kb_composite_alg *alg = &m->options->recipient->composite;
    KB_TRY(kb_composite_encaps(
        alg, kb_jwe_enc_name(m->enc), (kb_span){m->ctx, sizeof m->ctx}, ct_c, ct_p, okm,
        m->options->recipient->pk, kb_key_keyed_public(m->options->recipient)));
    kb_jwe_writer_pair pair = {.ct_c = {ct_c, alg->classical->ct_bytes},
                               .ct_p = {ct_p, alg->pqc->ct_bytes}};
    return begin_token(e, m, okm, &pair, 1, next);
}

/* Mode wrap: a message key, wrapped to everybody, gives the content key. */
static kb_status begin_for_several(encryptor *e, const message *m, kb_stream *next) {
    KB_SECRET_LOCAL(message_key, KB_KEYWRAP_KEY_BYTES);
    KB_SECRET_LOCAL(okm, KB_COMBINER_OKM_BYTES);
    kb_span ctx = {m->ctx, sizeof m->ctx};
    kb_jwe_pairs pairs = {.count = 0};
    KB_TRY(kb_rng_bytes(message_key, sizeof message_key));
    KB_TRY(kb_composite_content_key(okm, message_key, kb_jwe_enc_name(m->enc), ctx));
    KB_TRY(kb_jwe_wrap(&pairs, &m->to, message_key, kb_jwe_enc_name(m->enc), ctx));
    kb_status status = begin_token(e, m, okm, pairs.pair, pairs.count, next);
    kb_jwe_pairs_free(&pairs);
    return status;
}

static kb_status pass_on(void *self, const uint8_t *data, size_t len) {
    return kb_jwe_writer_body(((encryptor *)self)->writer, data, len);
}

static kb_status encryptor_feed(void *self, const uint8_t *data, size_t len) {
    encryptor *e = self;
    if (e->segments != NULL) {
        return kb_segments_feed(e->segments, data, len);
    }
    while (len > 0) {
        size_t n = len < PIECE_BYTES ? len : PIECE_BYTES;
        KB_TRY(kb_gcm_seal_update(e->seal, e->ciphertext, data, n));
        KB_TRY(kb_jwe_writer_body(e->writer, e->ciphertext, n));
        data += n;
        len -= n;
    }
    return KB_OK;
}

static kb_status encryptor_finish(void *self) {
    encryptor *e = self;
    uint8_t tag[KB_AEAD_TAG_BYTES];
    if (e->segments != NULL) {
        KB_TRY(kb_segments_finish(e->segments));
        return kb_jwe_writer_finish(e->writer, NULL);
    }
    KB_TRY(kb_gcm_seal_finish(e->seal, tag));
    return kb_jwe_writer_finish(e->writer, tag);
}

static void encryptor_free(void *self) {
    encryptor *e = self;
    kb_segments_free(e->segments);
    kb_floe_free(e->floe);
    kb_gcm_seal_free(e->seal);
    kb_jwe_writer_free(e->writer);
    kb_free(e);
}

static kb_status check_recipient(const kb_jwe_encrypt_options *o) {
    if (o->recipient == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no recipient");
    }
    if (!kb_key_is_composite(o->recipient)) {
        return KB_FAIL(KB_ERR_POLICY,
                       "a key of %s alone protects no content, only a pair does",
                       kb_key_alg(o->recipient));
    }
    const kb_composite_alg *alg = &o->recipient->composite;
    return kb_policy_check_pair(alg->classical->id, alg->pqc->id, o->allow_experimental);
}

/* Several recipients, or one whose key is for that, make mode wrap. */
static kb_status choose_mode(message *m) {
    const kb_jwe_encrypt_options *o = m->options;
    if (o->recipients != NULL && o->recipient != NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "recipient and recipients");
    }
    if (o->recipients != NULL) {
        m->to.keys = o->recipients;
        m->to.count = o->recipient_count;
    } else {
        KB_TRY(check_recipient(o));
        m->to.keys = &o->recipient;
        m->to.count = 1;
        if (!o->recipient->composite.is_wrap) {
            m->mode =
                o->format == KB_JWE_COMPACT ? KB_JWE_MODE_SINGLE : KB_JWE_MODE_DIRECT;
            return KB_OK;
        }
    }
    m->mode = KB_JWE_MODE_WRAP;
    m->to.hide = o->hide_recipient;
    m->to.allow_experimental = o->allow_experimental;
    return kb_jwe_wrap_check(&m->to);
}

static kb_status choose_enc(message *m) {
    const kb_jwe_encrypt_options *o = m->options;
    m->enc = o->enc;
    if (m->enc == KB_JWE_ENC_AUTO) {
        bool is_short =
            o->content_bytes != NULL && *o->content_bytes <= KB_JWE_AUTO_BYTES;
        m->enc = is_short && o->format != KB_JWE_CONTAINER ? KB_JWE_ENC_A256GCM
                                                           : KB_JWE_ENC_FLOE_64K;
    }
    return m->enc <= KB_JWE_ENC_FLOE_1M ? KB_OK
                                        : KB_FAIL(KB_ERR_ARGUMENT, "enc %d", (int)m->enc);
}

static kb_status check_aad(const kb_jwe_encrypt_options *o) {
    if (o->aad != NULL && (o->aad_len == 0 || o->aad_len > KB_JWE_AAD_MAX_BYTES)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "aad of %zu bytes, 1 to %zu are allowed",
                       o->aad_len, KB_JWE_AAD_MAX_BYTES);
    }
    return KB_OK;
}

static kb_status begin(encryptor *e, message *m, kb_stream *next) {
    KB_TRY(choose_mode(m));
    KB_TRY(choose_enc(m));
    KB_TRY(check_aad(m->options));
    KB_TRY(make_protected(m));
    KB_TRY(make_aad(m));
    KB_TRY(m->mode == KB_JWE_MODE_WRAP ? begin_for_several(e, m, next)
                                       : begin_for_one(e, m, next));
    return e->floe == NULL ? KB_OK
                           : kb_segments_seal_new(&e->segments, e->floe, m->options->pool,
                                                  pass_on, e);
}

kb_status kb_jwe_encrypt_new(kb_stream **out, const kb_jwe_encrypt_options *options,
                             kb_stream *next) {
    static const kb_stream_ops ops = {encryptor_feed, encryptor_finish, encryptor_free};
    message m = {.options = options};
    encryptor *e = kb_malloc(sizeof *e);
    if (e == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *e);
    }
    e->writer = NULL;
    e->seal = NULL;
    e->floe = NULL;
    e->segments = NULL;
    kb_status status = begin(e, &m, next);
    if (status == KB_OK) {
        status = kb_stream_new(out, &ops, e);
    }
    kb_text_release(m.protected_text);
    kb_text_release(m.aad_text);
    if (status != KB_OK) {
        encryptor_free(e);
    }
    return status;
}
