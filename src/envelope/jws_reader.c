/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* General JSON serialization of a JWS (RFC 7515, section 7.2.1). No unprotected header is
 * taken, and nothing that the RFC does not name. */
#include "envelope/jws_reader.h"

#include "codec/base64url.h"
#include "codec/json.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"

#include <string.h>

typedef enum place { TOP, SIGNATURES, ENTRY } place;

typedef enum member { NONE, PAYLOAD, SIGNATURES_ARRAY, PROTECTED, SIGNATURE } member;

static const struct {
    place in;
    const char *name;
    member member;
    kb_json_type type; /* of its value, as its first event */
} rows[] = {
    {TOP, "payload", PAYLOAD, KB_JSON_STRING},
    {TOP, "signatures", SIGNATURES_ARRAY, KB_JSON_ARRAY_BEGIN},
    {ENTRY, "protected", PROTECTED, KB_JSON_STRING},
    {ENTRY, "signature", SIGNATURE, KB_JSON_STRING},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

typedef struct reader {
    kb_jws_token *token;
    place place;
    member member;
    size_t row; /* of the member */
    bool has_signatures;
} reader;

static kb_status on_name(reader *r, const kb_json_event *event) {
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in a member name");
    }
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].in == r->place && kb_text_is(event->text, event->len, rows[i].name)) {
            r->member = rows[i].member;
            r->row = i;
            return KB_OK;
        }
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unknown member in %s",
                      r->place == TOP ? "the JWS" : "a signature");
}

static kb_status begin_entry(reader *r, const kb_json_event *event) {
    if (r->token->entry_count == KB_JWS_KEYS_MAX) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, event->offset, "more than two signatures");
    }
    r->token->entry_count++;
    r->place = ENTRY;
    r->member = NONE;
    return KB_OK;
}

static kb_status end_entry(reader *r, const kb_json_event *event) {
    const kb_jws_entry *e = &r->token->entries[r->token->entry_count - 1];
    if (e->protected_.text == NULL || e->signature.text == NULL) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a signature has no %s member",
                          e->protected_.text == NULL ? "protected" : "signature");
    }
    r->place = SIGNATURES;
    r->member = NONE;
    return KB_OK;
}

static kb_status on_string(reader *r, const kb_json_event *event) {
    kb_jws_entry *e = &r->token->entries[r->token->entry_count - (r->place == ENTRY)];
    kb_jws_value *value = r->member == PAYLOAD     ? &r->token->payload
                          : r->member == PROTECTED ? &e->protected_
                                                   : &e->signature;
    /* The text is scanned in one feed: a string is one piece, unless it has a backslash or
     * the text ends within it. */
    if (event->has_escape || !event->is_last) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s has a backslash or no end",
                          rows[r->row].name);
    }
    *value = (kb_jws_value){
        .text = event->text, .text_len = event->len, .offset = event->offset};
    return KB_OK;
}

static kb_status on_event(void *self, const kb_json_event *event) {
    reader *r = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a JWS is a JSON object");
    }
    switch (event->type) {
    case KB_JSON_NAME:
        return on_name(r, event);
    case KB_JSON_OBJECT_END:
        return end_entry(r, event);
    case KB_JSON_ARRAY_END:
        r->place = TOP;
        r->member = NONE;
        return KB_OK;
    default:
        break;
    }
    if (r->place == SIGNATURES && event->type == KB_JSON_OBJECT_BEGIN) {
        return begin_entry(r, event);
    }
    if (r->place == SIGNATURES) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                          "an element of signatures has a wrong type");
    }
    if (event->type != rows[r->row].type) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s has a wrong type",
                          rows[r->row].name);
    }
    if (r->member == SIGNATURES_ARRAY) {
        r->place = SIGNATURES;
        r->has_signatures = true;
        return KB_OK;
    }
    return on_string(r, event);
}

static kb_status decode(kb_jws_value *value) {
    value->len = KB_BASE64URL_BYTES(value->text_len);
    value->bytes = kb_malloc(value->len + 1);
    if (value->bytes == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", value->len + 1);
    }
    value->bytes[value->len] = '\0';
    return kb_base64url_decode(value->bytes, value->text, value->text_len, value->offset);
}

static kb_status read_entry(kb_jws_entry *e) {
    if (e->protected_.text_len > KB_BASE64URL_TEXT_LEN(KB_JWS_HEADER_MAX_BYTES)) {
        return KB_FAIL_AT(KB_ERR_LIMIT, e->protected_.offset,
                          "protected header of more than %d bytes",
                          KB_JWS_HEADER_MAX_BYTES);
    }
    KB_TRY(decode(&e->protected_));
    KB_TRY(decode(&e->signature));
    return kb_jws_header_parse(&e->header, (const char *)e->protected_.bytes,
                               e->protected_.len);
}

static kb_status read(kb_jws_token *token, const char *text, size_t len) {
    static const kb_json_limits limits = {8, 64, 128};
    reader r = {.token = token, .place = TOP, .member = NONE};
    KB_TRY(kb_json_scan(text, len, limits, on_event, &r));
    if (token->payload.text == NULL || !r.has_signatures) {
        return KB_FAIL(KB_ERR_FORMAT, "the JWS has no %s member",
                       token->payload.text == NULL ? "payload" : "signatures");
    }
    if (token->entry_count == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "the JWS has no signature");
    }
    KB_TRY(decode(&token->payload));
    for (size_t i = 0; i < token->entry_count; i++) {
        KB_TRY(read_entry(&token->entries[i]));
    }
    return KB_OK;
}

kb_status kb_jws_token_new(kb_jws_token **out, const char *text, size_t len) {
    if (len > KB_JWS_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "JWS of %zu bytes, at most %zu are read", len,
                       KB_JWS_MAX_BYTES);
    }
    kb_jws_token *token = kb_malloc(sizeof *token);
    if (token == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *token);
    }
    *token = (kb_jws_token){.entry_count = 0};
    kb_status status = read(token, text, len);
    if (status != KB_OK) {
        kb_jws_token_free(token);
        return status;
    }
    *out = token;
    return KB_OK;
}

void kb_jws_token_free(kb_jws_token *token) {
    if (token != NULL) {
        kb_free(token->payload.bytes);
        for (size_t i = 0; i < KB_JWS_KEYS_MAX; i++) {
            kb_free(token->entries[i].protected_.bytes);
            kb_free(token->entries[i].signature.bytes);
        }
        kb_free(token);
    }
}

bool kb_jws_token_is_file(const kb_jws_token *token) {
    bool is_file = true;
    for (size_t i = 0; i < token->entry_count; i++) {
        const char *cty = token->entries[i].header.cty;
        is_file &= cty != NULL && strcmp(cty, KB_JWS_DIGEST_CTY) == 0;
    }
    return is_file;
}
