/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* PEM blocks. */
#include "codec/pem.h"

#include "codec/base64url.h"
#include "core/bytes.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/secret.h"

#include <string.h>

#define BEGIN      "-----BEGIN "
#define END        "-----END "
#define DASHES     "-----"
#define LINE_CHARS 64

/* A line without its end; returns where the next one starts. */
static size_t next_line(const char *text, size_t len, size_t at, size_t *line_len) {
    const char *newline = memchr(text + at, '\n', len - at);
    size_t end = newline == NULL ? len : (size_t)(newline - text);
    size_t next = newline == NULL ? len : end + 1;
    while (end > at &&
           (text[end - 1] == '\r' || text[end - 1] == ' ' || text[end - 1] == '\t')) {
        end--;
    }
    *line_len = end - at;
    return next;
}

static bool is_begin(const char *line, size_t len) {
    return kb_text_begins(line, len, BEGIN);
}

bool kb_pem_is(const char *text, size_t len) {
    size_t line_len;
    for (size_t at = 0; at < len;) {
        size_t next = next_line(text, len, at, &line_len);
        if (is_begin(text + at, line_len)) {
            return true;
        }
        at = next;
    }
    return false;
}

/* Turns one character of base64 into that of base64url without looking at it: '+' to '-',
 * '/' to '_';
 * '-' and '_' themselves become characters that no alphabet has. */
static uint8_t to_url(uint8_t c) {
    uint64_t plus = ~kb_ct_mask_nonzero64(c ^ (uint64_t)'+');
    uint64_t slash = ~kb_ct_mask_nonzero64(c ^ (uint64_t)'/');
    uint64_t other = ~kb_ct_mask_nonzero64(c ^ (uint64_t)'-') |
                     ~kb_ct_mask_nonzero64(c ^ (uint64_t)'_');
    uint64_t out = kb_ct_select64(plus, '-', kb_ct_select64(slash, '_', c));
    return (uint8_t)kb_ct_select64(other, '!', out);
}

static uint8_t from_url(uint8_t c) {
    uint64_t minus = ~kb_ct_mask_nonzero64(c ^ (uint64_t)'-');
    uint64_t under = ~kb_ct_mask_nonzero64(c ^ (uint64_t)'_');
    return (uint8_t)kb_ct_select64(minus, '+', kb_ct_select64(under, '/', c));
}

static kb_status read_label(const char *line, size_t len, uint64_t offset,
                            char label[KB_PEM_LABEL_MAX_BYTES]) {
    size_t head = strlen(BEGIN), tail = strlen(DASHES);
    if (len < head + tail + 1 || !kb_text_is(line + len - tail, tail, DASHES) ||
        len - head - tail >= KB_PEM_LABEL_MAX_BYTES) {
        return KB_FAIL_AT(KB_ERR_FORMAT, offset, "PEM: malformed BEGIN line");
    }
    memcpy(label, line + head, len - head - tail);
    label[len - head - tail] = '\0';
    return KB_OK;
}

static bool is_end_of(const char *line, size_t len, const char *label) {
    size_t head = strlen(END), middle = strlen(label), tail = strlen(DASHES);
    return len == head + middle + tail && kb_text_begins(line, len, END) &&
           kb_text_is(line + head, middle, label) &&
           kb_text_is(line + len - tail, tail, DASHES);
}

/* Collects the base64 characters up to the END line. The padding is public: it follows
 * from the length. */
static kb_status collect(const char *text, size_t len, size_t *at, const char *label,
                         uint8_t *chars, size_t *count) {
    size_t line_len, total = 0, start = *at;
    for (*count = 0; *at < len;) {
        const char *line = text + *at;
        size_t next = next_line(text, len, *at, &line_len);
        if (is_end_of(line, line_len, label)) {
            *at = next;
            if (total % 4 != 0) {
                return KB_FAIL_AT(KB_ERR_FORMAT, start, "PEM: base64 of %zu characters",
                                  total);
            }
            return KB_OK;
        }
        size_t padding = line_len >= 2 && kb_text_is(line + line_len - 2, 2, "==") ? 2
                         : line_len >= 1 && line[line_len - 1] == '='              ? 1
                                                                                   : 0;
        if (total != *count && line_len != 0) {
            return KB_FAIL_AT(KB_ERR_FORMAT, *at, "PEM: characters after the padding");
        }
        for (size_t i = 0; i < line_len - padding; i++) {
            chars[(*count)++] = to_url((uint8_t)line[i]);
        }
        total += line_len;
        *at = next;
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, len, "PEM: no END line for %s", label);
}

kb_status kb_pem_read(const char *text, size_t len, size_t *at,
                      char label[KB_PEM_LABEL_MAX_BYTES], kb_secret **der) {
    KB_SECRET_HANDLE chars = NULL;
    size_t line_len, count, next = *at;
    if (len > KB_PEM_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "PEM text of %zu bytes, at most %d are read", len,
                       KB_PEM_MAX_BYTES);
    }
    while (next < len) {
        size_t here = next;
        next = next_line(text, len, here, &line_len);
        if (is_begin(text + here, line_len)) {
            KB_TRY(read_label(text + here, line_len, here, label));
            KB_TRY(kb_secret_new(&chars, len));
            KB_TRY(collect(text, len, &next, label, kb_secret_data(chars), &count));
            if (count == 0) {
                return KB_FAIL_AT(KB_ERR_FORMAT, here, "PEM: %s is empty", label);
            }
            KB_TRY(kb_secret_new(der, KB_BASE64URL_BYTES(count)));
            kb_status status = kb_base64url_decode(
                kb_secret_data(*der), (const char *)kb_secret_bytes(chars), count, 0);
            if (status != KB_OK) {
                kb_secret_free(*der);
                *der = NULL;
                /* The offset counts without line ends and means nothing to the user. */
                return KB_FAIL_AT(KB_ERR_FORMAT, here, "PEM: %s is no base64", label);
            }
            *at = next;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_FORMAT, "PEM: no BEGIN line");
}

void kb_pem_write(kb_text *text, const char *label, const void *der, size_t len) {
    kb_text_printf(text, BEGIN "%s" DASHES "\n", label);
    const uint8_t *bytes = der;
    for (size_t at = 0; at < len; at += LINE_CHARS / 4 * 3) {
        size_t n = len - at < LINE_CHARS / 4 * 3 ? len - at : LINE_CHARS / 4 * 3;
        size_t chars = KB_BASE64URL_TEXT_LEN(n);
        char *to = kb_text_extend(text, chars);
        if (to == NULL) {
            return;
        }
        kb_base64url_encode(to, bytes + at, n);
        for (size_t i = 0; i < chars; i++) {
            to[i] = (char)from_url((uint8_t)to[i]);
        }
        static const char *const ends[3] = {"\n", "==\n", "=\n"};
        kb_text_append_string(text, ends[n % 3]);
    }
    kb_text_printf(text, END "%s" DASHES "\n", label);
}
