/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The three forms of a token, read tolerantly: JSON, container, compact. */
#include "core/bytes.h"
#include "core/error.h"
#include "envelope/classify_state.h"

#define CONTAINER_MAX_JSON 4194304

static const uint8_t container_magic[8] = {
    KB_JWE_CONTAINER_FIRST, 'C', 'K', 'E', 'M', '1', '\r', '\n'};

typedef enum member {
    OTHER,
    PROTECTED,
    UNPROTECTED,
    HEADER,
    RECIPIENTS,
    ENCRYPTED_KEY,
    CIPHERTEXT,
    MEMBER_COUNT
} member;

static const char *const members[MEMBER_COUNT] = {
    [PROTECTED] = "protected",
    [UNPROTECTED] = "unprotected",
    [HEADER] = "header",
    [RECIPIENTS] = "recipients",
    [ENCRYPTED_KEY] = "encrypted_key",
    [CIPHERTEXT] = "ciphertext",
};

void kb_jwe_classify_stop(kb_jwe_classifier *c, kb_status status) {
    c->is_over = true;
    if (c->fault.status == KB_OK) {
        c->fault = *kb_last_error();
        c->fault.status = status;
    }
}

void kb_jwe_classify_no_token(kb_jwe_classifier *c) {
    c->is_over = true;
    c->is_no_token = true;
}

/* The protected header. */

kb_status kb_jwe_classify_on_header(void *self, const kb_json_event *event) {
    kb_jwe_classifier *c = self;
    if (event->depth == 0 && event->type != KB_JSON_OBJECT_BEGIN &&
        event->type != KB_JSON_OBJECT_END) {
        return KB_FAIL(KB_ERR_FORMAT, "the protected header is not an object");
    }
    kb_jwe_params_event(&c->own, event, 1);
    return KB_OK;
}

/* Four characters at a time, so that what is known before a fault does not depend on how
 * the input was cut. */
static kb_status decode_header(kb_jwe_classifier *c, const char *text, size_t len,
                               bool is_last) {
    size_t n;
    while (len > 0) {
        size_t want = 4 - c->decoder.carried;
        size_t take = len < want ? len : want;
        KB_TRY(kb_base64url_decode_feed(&c->decoder, c->piece, &n, text, take));
        KB_TRY(kb_json_feed(c->header, (const char *)c->piece, n));
        text += take;
        len -= take;
    }
    if (is_last) {
        KB_TRY(kb_base64url_decode_finish(&c->decoder, c->piece, &n));
        KB_TRY(kb_json_feed(c->header, (const char *)c->piece, n));
        KB_TRY(kb_json_finish(c->header));
    }
    return KB_OK;
}

/* A header that cannot be read does not end the token around it. */
static bool take_header(kb_jwe_classifier *c, const char *text, size_t len,
                        bool is_last) {
    c->has_header |= is_last;
    if (c->is_header_over) {
        return true;
    }
    kb_status status = decode_header(c, text, len, is_last);
    c->is_header_over = is_last || status != KB_OK;
    if (status != KB_OK && c->fault.status == KB_OK) {
        status = kb_error_prefix(status, "protected header");
        c->fault = *kb_last_error();
    }
    return status == KB_OK;
}

/* JSON forms and the head of a container. */

static void on_recipients(kb_jwe_classifier *c, const kb_json_event *event) {
    if (event->depth == 2 && event->type == KB_JSON_OBJECT_BEGIN) {
        c->entry = (kb_jwe_params){.run = 0};
        c->has_list = c->is_in_entry = true;
    } else if (event->depth == 2 && event->type == KB_JSON_OBJECT_END) {
        kb_jwe_tally_add(&c->tally, &c->entry, c->entry.longest);
        c->is_in_entry = false;
    } else if (event->depth > 2) {
        bool is_name = event->depth == 3 && event->type == KB_JSON_NAME;
        c->has_key |=
            is_name && kb_text_is(event->text, event->len, members[ENCRYPTED_KEY]);
        kb_jwe_params_event(&c->entry, event, 4);
    }
}

static void on_top(kb_jwe_classifier *c, const kb_json_event *event) {
    c->top = OTHER;
    for (int m = PROTECTED; m < MEMBER_COUNT; m++) {
        if (kb_text_is(event->text, event->len, members[m])) {
            c->top = m;
        }
    }
    c->has_key |= c->top == ENCRYPTED_KEY;
    c->has_ciphertext |= c->top == CIPHERTEXT;
}

kb_status kb_jwe_classify_on_json(void *self, const kb_json_event *event) {
    kb_jwe_classifier *c = self;
    if (event->depth == 1 && event->type == KB_JSON_NAME) {
        on_top(c, event);
        return KB_OK;
    }
    switch (c->top) {
    case PROTECTED:
        if (event->depth == 1 && event->type == KB_JSON_STRING) {
            (void)take_header(c, event->text, event->len, event->is_last);
        }
        break;
    case UNPROTECTED:
    case HEADER:
    case ENCRYPTED_KEY: /* the flattened form's; only its length is wanted */
        kb_jwe_params_event(&c->shared, event, 2);
        break;
    case RECIPIENTS:
        on_recipients(c, event);
        break;
    default:
        break;
    }
    return KB_OK;
}

void kb_jwe_classify_json(kb_jwe_classifier *c, const uint8_t *data, size_t len) {
    kb_status status = kb_json_feed(c->json, (const char *)data, len);
    if (status != KB_OK) {
        kb_jwe_classify_stop(c, status);
    }
}

void kb_jwe_classify_container(kb_jwe_classifier *c, const uint8_t *data, size_t len) {
    size_t want = sizeof c->head - c->head_len;
    size_t n = len < want ? len : want;
    memcpy(c->head + c->head_len, data, n);
    c->head_len += n;
    size_t known =
        c->head_len < sizeof container_magic ? c->head_len : sizeof container_magic;
    for (size_t i = 0; i < known; i++) {
        if (c->head[i] != container_magic[i]) {
            kb_jwe_classify_no_token(c);
            return;
        }
    }
    if (n == want && want != 0) {
        c->json_left = kb_load_be32(c->head + sizeof container_magic);
        if (c->json_left == 0 || c->json_left > CONTAINER_MAX_JSON) {
            kb_jwe_classify_stop(c, KB_FAIL(KB_ERR_FORMAT, "container head of %llu bytes",
                                            (unsigned long long)c->json_left));
            return;
        }
    }
    data += n;
    len -= n;
    n = len < c->json_left ? len : (size_t)c->json_left;
    if (n > 0) {
        kb_jwe_classify_json(c, data, n);
        c->json_left -= n;
    }
    /* The rest is the content. */
    c->is_over |= c->head_len == sizeof c->head && c->json_left == 0;
}

/* Compact form. */

bool kb_jwe_classify_is_base64url(const uint8_t *data, size_t len) {
    for (size_t i = 0; i < len; i++) {
        uint8_t b = data[i];
        bool is_good = (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') ||
                       (b >= '0' && b <= '9') || b == '-' || b == '_';
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static void compact_part(kb_jwe_classifier *c, const uint8_t *data, size_t len,
                         bool is_last) {
    c->part_chars += len;
    if (c->part == 0 && !take_header(c, (const char *)data, len, is_last)) {
        kb_jwe_classify_no_token(c);
        return;
    }
    if (c->part != 0 && !kb_jwe_classify_is_base64url(data, len)) {
        /* A faulty part counts as not ended: whether its end came with it must not matter. */
        kb_jwe_classify_stop(c, KB_FAIL(KB_ERR_FORMAT,
                                        "part %u of the compact token is no base64url",
                                        c->part + 1));
        return;
    }
    if (is_last) {
        if (c->part == 1) {
            c->shared.longest = c->part_chars;
        }
        c->part_chars = 0;
        c->part++;
    }
}

bool kb_jwe_classify_is_space(uint8_t b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
}

void kb_jwe_classify_compact(kb_jwe_classifier *c, const uint8_t *data, size_t len) {
    for (size_t i = 0; i < len && !c->is_over;) {
        if (c->is_ended || kb_jwe_classify_is_space(data[i])) {
            c->is_ended = true;
            if (!kb_jwe_classify_is_space(data[i])) {
                kb_jwe_classify_stop(
                    c, KB_FAIL(KB_ERR_FORMAT, "bytes after the end of the token"));
            }
            i++;
            continue;
        }
        size_t n = 0;
        while (i + n < len && data[i + n] != '.' &&
               !kb_jwe_classify_is_space(data[i + n])) {
            n++;
        }
        bool is_last = i + n < len && data[i + n] == '.';
        compact_part(c, data + i, n, is_last);
        i += n + is_last;
        if (c->part == KB_JWE_COMPACT_PARTS) {
            kb_jwe_classify_stop(
                c, KB_FAIL(KB_ERR_FORMAT, "more than %d parts", KB_JWE_COMPACT_PARTS));
        }
    }
}
