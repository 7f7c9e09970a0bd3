/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whether a file is meant to be a token, by its first bytes. */
#define _GNU_SOURCE /* memmem */
#include "token_sniff.h"

#include "codec/base64url.h"

#include <string.h>

static bool is_space(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(const uint8_t *p, size_t len, size_t at) {
    while (at < len && is_space(p[at])) {
        at++;
    }
    return at;
}

static bool is_json_token(const uint8_t *p, size_t len) {
    static const char *const names[] = {
        "protected", "unprotected",   "header", "recipients", "aad",
        "iv",        "encrypted_key", "tag",    "ciphertext",
    };
    size_t at = skip_space(p, len, 0);
    if (at == len || p[at] != '{') {
        return false;
    }
    at = skip_space(p, len, at + 1);
    if (at == len || p[at++] != '"') {
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (len - at > n && memcmp(p + at, names[i], n) == 0 && p[at + n] == '"') {
            return true;
        }
    }
    return false;
}

static bool is_base64url(uint8_t c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

/* Whether text decodes to what a JSON object begins with. */
static bool begins_object(const uint8_t *text, size_t len) {
    uint8_t first[3];
    return len >= 4 && kb_base64url_decode(first, (const char *)text, 4, 0) == 0 &&
           first[0] == '{' && (first[1] == '"' || is_space(first[1]));
}

static bool is_compact_token(const uint8_t *p, size_t len) {
    uint8_t header[KB_BASE64URL_BYTES(KB_CLI_TOKEN_SNIFF_BYTES)];
    size_t n = 0;
    while (n < len && n < KB_CLI_TOKEN_SNIFF_BYTES && is_base64url(p[n])) {
        n++;
    }
    if (!begins_object(p, n)) {
        return false;
    }
    if (n == len || p[n] != '.') {
        return n == len; /* the header is cut off */
    }
    return kb_base64url_decode(header, (const char *)p, n, 0) != 0 ||
           memmem(header, KB_BASE64URL_BYTES(n), "\"enc\"", 5) != NULL;
}

bool kb_cli_token_is_likely(const uint8_t *start, size_t len) {
    static const uint8_t container[8] = {0x89, 'C', 'K', 'E', 'M', '1', '\r', '\n'};
    return (len >= sizeof container && memcmp(start, container, sizeof container) == 0) ||
           is_json_token(start, len) || is_compact_token(start, len);
}
