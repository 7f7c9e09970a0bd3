/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Token writer: one head per form (envelope A.5, A.7, A.8, B.4, B.5). */
#include "envelope/writer.h"

#include "codec/base64url.h"
#include "codec/json_write.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "envelope/token.h"

#include <string.h>

/* A multiple of 3, so that whole pieces leave nothing over; its text stays in L2. */
#define PIECE_BYTES 49152

struct kb_jwe_writer {
    kb_stream *next;
    kb_jwe_format format;
    char *head; /* until it was passed on */
    size_t head_len;
    kb_base64url_encoder encoder;
    char text[KB_BASE64URL_TEXT_LEN(PIECE_BYTES + 2)];
};

static void append_name(kb_text *t, const char *name) {
    kb_text_printf(t, "\"%s\":", name);
}

static void append_bytes_member(kb_text *t, const char *name, kb_span bytes) {
    append_name(t, name);
    kb_json_write_base64url(t, bytes.data, bytes.len);
}

static void append_base64url(kb_text *t, const void *bytes, size_t n) {
    char *to = kb_text_extend(t, KB_BASE64URL_TEXT_LEN(n));
    if (to != NULL) {
        kb_base64url_encode(to, bytes, n);
    }
}

static void append_entry(kb_text *t, const kb_jwe_writer_head *h,
                         const kb_jwe_writer_pair *pair, bool is_pqc) {
    kb_text_append_string(t, "{\"header\":{");
    if (h->mode == KB_JWE_MODE_WRAP) {
        kb_text_printf(t, "\"alg\":\"%s\",", pair->alg);
        if (pair->kid != NULL) {
            append_name(t, "kid");
            kb_json_write_string(t, pair->kid, strlen(pair->kid));
            kb_text_append_string(t, ",");
        }
    }
    kb_text_printf(t, "\"role\":\"%s\"", is_pqc ? "pqc" : "classical");
    if (h->mode == KB_JWE_MODE_WRAP && is_pqc) {
        kb_text_append_string(t, ",");
        append_bytes_member(t, "wk", pair->wk);
    }
    kb_text_append_string(t, "},");
    append_bytes_member(t, "encrypted_key", is_pqc ? pair->ct_p : pair->ct_c);
    kb_text_append_string(t, "}");
}

/* ct_c || ct_p || KC, the encrypted key of mode single, as base64url. */
static void append_single_key(kb_text *t, const kb_jwe_writer_head *h) {
    uint8_t all[KB_JWE_ENCRYPTED_KEY_MAX];
    size_t c = h->pairs[0].ct_c.len, p = h->pairs[0].ct_p.len;
    if (c > KB_COMPOSITE_CT_C_MAX_BYTES || p > KB_COMPOSITE_CT_P_MAX_BYTES) {
        kb_text_fail(t, KB_ERR_INTERNAL, "encrypted key too long");
        return;
    }
    memcpy(all, h->pairs[0].ct_c.data, c);
    memcpy(all + c, h->pairs[0].ct_p.data, p);
    memcpy(all + c + p, h->kc, KB_JWE_KC_BYTES);
    append_base64url(t, all, c + p + KB_JWE_KC_BYTES);
}

static void append_recipients(kb_text *t, const kb_jwe_writer_head *h) {
    if (h->mode != KB_JWE_MODE_SINGLE) {
        kb_text_append_string(t, ",\"unprotected\":{");
        append_bytes_member(t, "kc", (kb_span){h->kc, KB_JWE_KC_BYTES});
        kb_text_append_string(t, "},\"recipients\":[");
        for (size_t i = 0; i < h->pair_count; i++) {
            kb_text_append_string(t, i == 0 ? "" : ",");
            append_entry(t, h, &h->pairs[i], false);
            kb_text_append_string(t, ",");
            append_entry(t, h, &h->pairs[i], true);
        }
        kb_text_append_string(t, "]");
        return;
    }
    /* The JSON form of one entry is the flattened one; a container has only the array. */
    bool is_flat = h->format == KB_JWE_JSON;
    kb_text_append_string(t, is_flat ? "," : ",\"recipients\":[{");
    append_name(t, "encrypted_key");
    kb_text_append_string(t, "\"");
    append_single_key(t, h);
    kb_text_append_string(t, is_flat ? "\"" : "\"}]");
}

static void append_json(kb_text *t, const kb_jwe_writer_head *h) {
    kb_text_printf(t, "{\"protected\":\"%s\"", h->protected_text);
    append_recipients(t, h);
    if (h->aad.len > 0) {
        kb_text_append_string(t, ",");
        append_bytes_member(t, "aad", h->aad);
    }
    if (h->format == KB_JWE_JSON) {
        kb_text_append_string(t, ",");
        append_bytes_member(t, "iv", h->iv);
        kb_text_append_string(t, ",\"ciphertext\":\"");
    } else {
        kb_text_append_string(t, "}");
    }
}

static void append_compact(kb_text *t, const kb_jwe_writer_head *h) {
    kb_text_append_string(t, h->protected_text);
    kb_text_append_string(t, ".");
    append_single_key(t, h);
    kb_text_append_string(t, ".");
    append_base64url(t, h->iv.data, h->iv.len);
    kb_text_append_string(t, ".");
}

static void append_container(kb_text *t, const kb_jwe_writer_head *h) {
    kb_text_append(t, KB_JWE_CONTAINER_MAGIC, KB_JWE_CONTAINER_MAGIC_BYTES);
    kb_text_append(t, "\0\0\0\0", 4); /* the length, known below */
    size_t start = t->len;
    append_json(t, h);
    if (t->status == KB_OK) {
        kb_store_be32((uint8_t *)t->data + start - 4, (uint32_t)(t->len - start));
    }
    kb_text_append(t, (const char *)h->iv.data, h->iv.len);
}

static kb_status check_form(const kb_jwe_writer_head *h) {
    if (h->format == KB_JWE_COMPACT && h->mode != KB_JWE_MODE_SINGLE) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the compact form has no mode %s",
                       kb_jwe_mode_name(h->mode));
    }
    if (h->format == KB_JWE_COMPACT && h->aad.len > 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "the compact form has no aad");
    }
    if (h->format == KB_JWE_CONTAINER && h->iv.len == KB_AEAD_NONCE_BYTES) {
        return KB_FAIL(KB_ERR_ARGUMENT,
                       "the container form holds segmented content only");
    }
    return KB_OK;
}

static kb_status make_head(kb_jwe_writer *w, const kb_jwe_writer_head *h) {
    kb_text t = {0};
    KB_TRY(check_form(h));
    switch (h->format) {
    case KB_JWE_COMPACT:
        append_compact(&t, h);
        break;
    case KB_JWE_CONTAINER:
        append_container(&t, h);
        break;
    default:
        append_json(&t, h);
        break;
    }
    w->head_len = t.len;
    KB_TRY(kb_text_finish(&t, &w->head));
    if (w->head_len > KB_JWE_OUTSIDE_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "the head of the token has %zu bytes, %llu at most",
                       w->head_len, (unsigned long long)KB_JWE_OUTSIDE_MAX_BYTES);
    }
    return KB_OK;
}

kb_status kb_jwe_writer_new(kb_jwe_writer **out, const kb_jwe_writer_head *head,
                            kb_stream *next) {
    kb_jwe_writer *w = kb_malloc(sizeof *w);
    if (w == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *w);
    }
    w->next = next;
    w->format = head->format;
    w->head = NULL;
    w->encoder = (kb_base64url_encoder){.carried = 0};
    kb_status status = make_head(w, head);
    if (status != KB_OK) {
        kb_jwe_writer_free(w);
        return status;
    }
    *out = w;
    return KB_OK;
}

static kb_status pass_head(kb_jwe_writer *w) {
    if (w->head == NULL) {
        return KB_OK;
    }
    kb_status status = kb_stream_feed(w->next, w->head, w->head_len);
    kb_text_release(w->head);
    w->head = NULL;
    return status;
}

kb_status kb_jwe_writer_body(kb_jwe_writer *w, const uint8_t *data, size_t len) {
    KB_TRY(pass_head(w));
    if (w->format == KB_JWE_CONTAINER) {
        return kb_stream_feed(w->next, data, len);
    }
    while (len > 0) {
        size_t n = len < PIECE_BYTES ? len : PIECE_BYTES;
        size_t chars = kb_base64url_encode_feed(&w->encoder, w->text, data, n);
        KB_TRY(kb_stream_feed(w->next, w->text, chars));
        data += n;
        len -= n;
    }
    return KB_OK;
}

static kb_status pass_end(kb_jwe_writer *w, const uint8_t *tag) {
    kb_text t = {0};
    char *text;
    bool is_json = w->format == KB_JWE_JSON;
    kb_text_append(&t, w->text, kb_base64url_encode_finish(&w->encoder, w->text));
    kb_text_append_string(&t, is_json ? "\"" : ".");
    if (tag != NULL && is_json) {
        kb_text_append_string(&t, ",");
        append_bytes_member(&t, "tag", (kb_span){tag, KB_AEAD_TAG_BYTES});
    } else if (tag != NULL) {
        append_base64url(&t, tag, KB_AEAD_TAG_BYTES);
    }
    kb_text_append_string(&t, is_json ? "}" : "");
    size_t len = t.len;
    KB_TRY(kb_text_finish(&t, &text));
    kb_status status = kb_stream_feed(w->next, text, len);
    kb_text_release(text);
    return status;
}

kb_status kb_jwe_writer_finish(kb_jwe_writer *w, const uint8_t *tag) {
    KB_TRY(pass_head(w));
    if (w->format != KB_JWE_CONTAINER) {
        KB_TRY(pass_end(w, tag));
    }
    return kb_stream_finish(w->next);
}

void kb_jwe_writer_free(kb_jwe_writer *w) {
    if (w != NULL) {
        kb_text_release(w->head);
        kb_free(w);
    }
}
