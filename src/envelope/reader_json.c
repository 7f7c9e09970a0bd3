/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* JSON serializations, General and Flattened, and the head of a container: which members
 * may stand where. */
#include "core/bytes.h"
#include "core/error.h"
#include "envelope/reader.h"

#include <string.h>

typedef enum place { TOP, UNPROTECTED, RECIPIENTS, ENTRY, ENTRY_HEADER } place;

typedef enum member {
    NONE,
    PROTECTED,
    UNPROTECTED_OBJECT,
    RECIPIENTS_ARRAY,
    TOP_ENCRYPTED_KEY,
    AAD,
    IV,
    CIPHERTEXT,
    TAG,
    KC,
    HEADER_OBJECT,
    ENTRY_ENCRYPTED_KEY,
    ROLE,
    ALG,
    KID,
    WK
} member;

static const struct {
    place in;
    const char *name;
    member member;
    kb_json_type type; /* of its value, as its first event */
} rows[] = {
    {TOP, "protected", PROTECTED, KB_JSON_STRING},
    {TOP, "unprotected", UNPROTECTED_OBJECT, KB_JSON_OBJECT_BEGIN},
    {TOP, "recipients", RECIPIENTS_ARRAY, KB_JSON_ARRAY_BEGIN},
    {TOP, "encrypted_key", TOP_ENCRYPTED_KEY, KB_JSON_STRING},
    {TOP, "aad", AAD, KB_JSON_STRING},
    {TOP, "iv", IV, KB_JSON_STRING},
    {TOP, "ciphertext", CIPHERTEXT, KB_JSON_STRING},
    {TOP, "tag", TAG, KB_JSON_STRING},
    {UNPROTECTED, "kc", KC, KB_JSON_STRING},
    {ENTRY, "header", HEADER_OBJECT, KB_JSON_OBJECT_BEGIN},
    {ENTRY, "encrypted_key", ENTRY_ENCRYPTED_KEY, KB_JSON_STRING},
    {ENTRY_HEADER, "role", ROLE, KB_JSON_STRING},
    {ENTRY_HEADER, "alg", ALG, KB_JSON_STRING},
    {ENTRY_HEADER, "kid", KID, KB_JSON_STRING},
    {ENTRY_HEADER, "wk", WK, KB_JSON_STRING},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static const char *const place_names[] = {[TOP] = "the token",
                                          [UNPROTECTED] = "unprotected",
                                          [RECIPIENTS] = "recipients",
                                          [ENTRY] = "a recipient",
                                          [ENTRY_HEADER] = "a recipient's header"};

/* The row of a member; the last one when it has none. */
static size_t row_of(int which) {
    size_t i = 0;
    while (i < ROW_COUNT - 1 && (int)rows[i].member != which) {
        i++;
    }
    return i;
}

static bool text_is(const kb_json_event *event, const char *want) {
    return kb_text_is(event->text, event->len, want);
}

/* A token has one key beside the ciphertext or an array of them, not both. */
static kb_status begin_keys(kb_jwe_reader *r, const kb_json_event *event) {
    if (r->has_keys) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "encrypted_key and recipients");
    }
    r->has_keys = true;
    return KB_OK;
}

static kb_status begin_only_key(kb_jwe_reader *r, const kb_json_event *event) {
    KB_TRY(begin_keys(r, event));
    r->token->serialization = KB_JWE_FLATTENED;
    KB_TRY(kb_jwe_token_begin_entry(r->token, event->offset));
    kb_jwe_token_begin_encrypted_key(r->token);
    return KB_OK;
}

/* Notes that a member occurs and makes ready for its value. */
static kb_status begin_member(kb_jwe_reader *r, const kb_json_event *event) {
    kb_jwe_token *t = r->token;
    switch ((member)r->member) {
    case UNPROTECTED_OBJECT:
        t->has_unprotected = true;
        break;
    case TOP_ENCRYPTED_KEY:
        return begin_only_key(r, event);
    case RECIPIENTS_ARRAY:
        return begin_keys(r, event);
    case ENTRY_ENCRYPTED_KEY:
        kb_jwe_token_begin_encrypted_key(t);
        break;
    case ROLE:
    case ALG:
    case KID:
        kb_jwe_token_begin_text(t);
        break;
    case WK:
        kb_jwe_token_begin_wk(t);
        break;
    case AAD:
        return kb_jwe_token_begin_aad(t);
    case IV:
        t->iv.is_present = true;
        break;
    case TAG:
        t->tag.is_present = true;
        break;
    case KC:
        t->kc.is_present = true;
        break;
    default:
        break;
    }
    return KB_OK;
}

/* Decodes the ciphertext straight out of the input. Its value is a string, or the event
 * that begins it is refused. */
static kb_status take_ciphertext(void *self, const kb_json_event *offer, size_t *taken) {
    return kb_jwe_reader_body_take(self, offer->text, offer->len, offer->offset, taken);
}

/* The head of a container has only what the rest of it does not (envelope B.5). */
static bool is_allowed(const kb_jwe_reader *r, member m) {
    return r->form != KB_JWE_FORM_CONTAINER ||
           (m != TOP_ENCRYPTED_KEY && m != IV && m != CIPHERTEXT && m != TAG);
}

static kb_status on_name(kb_jwe_reader *r, const kb_json_event *event) {
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in a member name");
    }
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if ((int)rows[i].in == r->place && text_is(event, rows[i].name) &&
            is_allowed(r, rows[i].member)) {
            r->member = (int)rows[i].member;
            kb_json_set_taker(r->json, r->member == CIPHERTEXT ? take_ciphertext : NULL);
            return begin_member(r, event);
        }
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unknown member in %s",
                      place_names[r->place]);
}

static kb_status begin_entry(kb_jwe_reader *r, const kb_json_event *event) {
    KB_TRY(kb_jwe_token_begin_entry(r->token, event->offset));
    r->place = ENTRY;
    r->member = NONE;
    return KB_OK;
}

static kb_status begin_object(kb_jwe_reader *r, const kb_json_event *event) {
    if (r->place == RECIPIENTS) {
        return begin_entry(r, event);
    }
    r->object_at = event->offset;
    r->place = r->member == HEADER_OBJECT ? ENTRY_HEADER : UNPROTECTED;
    return KB_OK;
}

static kb_status check_object_size(const kb_jwe_reader *r, const kb_json_event *event) {
    if (event->offset - r->object_at >= KB_JWE_HEADER_MAX_BYTES) {
        return KB_FAIL_AT(KB_ERR_LIMIT, event->offset, "%s is longer than %d bytes",
                          place_names[r->place], KB_JWE_HEADER_MAX_BYTES);
    }
    return KB_OK;
}

static kb_status end_object(kb_jwe_reader *r, const kb_json_event *event) {
    const kb_jwe_token *t = r->token;
    switch ((place)r->place) {
    case ENTRY_HEADER:
        KB_TRY(check_object_size(r, event));
        r->place = ENTRY;
        if (t->entries[t->entry_count - 1].role == KB_JWE_NO_ROLE) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                              "a recipient's header has no role");
        }
        return KB_OK;
    case ENTRY:
        r->place = RECIPIENTS;
        if (t->entries[t->entry_count - 1].encrypted_key == NULL) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                              "a recipient has no encrypted_key");
        }
        return KB_OK;
    case UNPROTECTED:
        KB_TRY(check_object_size(r, event));
        r->place = TOP;
        if (!t->kc.is_present) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unprotected has no kc");
        }
        return KB_OK;
    default:
        return KB_OK;
    }
}

static kb_status feed_field(kb_base64url_field *field, const kb_json_event *event) {
    return kb_base64url_field_feed(field, event->text, event->len, event->offset,
                                   event->is_last);
}

static kb_status feed_text(kb_jwe_token *t, kb_jwe_entry_text which,
                           const kb_json_event *event) {
    return kb_jwe_token_text(t, which, event->text, event->len, event->offset,
                             event->is_last);
}

static kb_status on_string(kb_jwe_reader *r, const kb_json_event *event) {
    kb_jwe_token *t = r->token;
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in %s",
                          rows[row_of(r->member)].name);
    }
    switch (r->member) {
    case PROTECTED:
        KB_TRY(kb_jwe_reader_protected_text(r, event->text, event->len, event->offset));
        return event->is_last ? kb_jwe_token_end_protected(t, event->offset + event->len -
                                                                  t->protected_len)
                              : KB_OK;
    case TOP_ENCRYPTED_KEY:
    case ENTRY_ENCRYPTED_KEY:
        return kb_jwe_token_encrypted_key(t, event->text, event->len, event->offset,
                                          event->is_last);
    case AAD:
        return feed_field(&t->aad, event);
    case IV:
        return feed_field(&t->iv.field, event);
    case TAG:
        return feed_field(&t->tag.field, event);
    case KC:
        return feed_field(&t->kc.field, event);
    case ROLE:
        return feed_text(t, KB_JWE_ROLE, event);
    case ALG:
        return feed_text(t, KB_JWE_ALG, event);
    case KID:
        return feed_text(t, KB_JWE_KID, event);
    case WK:
        return kb_jwe_token_wk(t, event->text, event->len, event->offset, event->is_last);
    default: /* CIPHERTEXT */
        if (!t->has_ciphertext) {
            KB_TRY(kb_jwe_reader_begin_body(r, event->offset));
        }
        return kb_jwe_reader_body_text(r, event->text, event->len, event->is_last);
    }
}

/* Checks that the value that begins here has the type that its member asks for. */
static kb_status check_type(const kb_jwe_reader *r, const kb_json_event *event) {
    size_t row = row_of(r->member);
    /* Between the recipients the member is the last one of the recipient before. */
    bool is_right = r->place == RECIPIENTS ? event->type == KB_JSON_OBJECT_BEGIN
                                           : (int)rows[row].member == r->member &&
                                                 rows[row].type == event->type;
    if (is_right) {
        return KB_OK;
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s has a wrong type",
                      r->place == RECIPIENTS ? "an element of recipients"
                                             : rows[row].name);
}

kb_status kb_jwe_json_event(void *self, const kb_json_event *event) {
    kb_jwe_reader *r = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                                "the head of a token is an object");
    }
    switch (event->type) {
    case KB_JSON_NAME:
        return on_name(r, event);
    case KB_JSON_OBJECT_END:
        return end_object(r, event);
    case KB_JSON_ARRAY_END:
        r->place = TOP;
        r->token->has_recipients = true;
        return KB_OK;
    default:
        break;
    }
    KB_TRY(check_type(r, event));
    switch (event->type) {
    case KB_JSON_OBJECT_BEGIN:
        return begin_object(r, event);
    case KB_JSON_ARRAY_BEGIN:
        r->place = RECIPIENTS;
        r->member = NONE;
        return KB_OK;
    default:
        return on_string(r, event);
    }
}
