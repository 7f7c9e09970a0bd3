/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Writers of JSON values. */
#include "codec/json_write.h"

#include "codec/base64url.h"
#include "codec/utf8.h"

#include <stdint.h>
#include <string.h>

/* Writes the escape of a character that may not stand in a string as it is. */
static void write_escape(kb_text *t, uint8_t c) {
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if ((uint8_t)letters[i] == c) {
            char escape[2] = {'\\', letters[i + 1]};
            kb_text_append(t, escape, sizeof escape);
            return;
        }
    }
    kb_text_printf(t, "\\u%04x", c);
}

void kb_json_write_string(kb_text *t, const char *s, size_t n) {
    if (!kb_utf8_is_valid(s, n)) {
        kb_text_fail(t, KB_ERR_FORMAT, "a string to be written as JSON is not UTF-8");
        return;
    }
    kb_text_append(t, "\"", 1);
    size_t start = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = (uint8_t)s[i];
        if (c < 0x20 || c == '"' || c == '\\') {
            kb_text_append(t, s + start, i - start);
            write_escape(t, c);
            start = i + 1;
        }
    }
    if (start < n) {
        kb_text_append(t, s + start, n - start);
    }
    kb_text_append(t, "\"", 1);
}

void kb_json_write_base64url(kb_text *t, const void *bytes, size_t n) {
    size_t chars = KB_BASE64URL_TEXT_LEN(n);
    char *at = n <= SIZE_MAX / 2 ? kb_text_extend(t, chars + 2) : NULL;
    if (at == NULL) {
        kb_text_fail(t, KB_ERR_MEMORY, "no memory for a text");
        return;
    }
    at[0] = '"';
    kb_base64url_encode(at + 1, bytes, n);
    at[chars + 1] = '"';
}
