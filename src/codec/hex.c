/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hexadecimal text. */
#include "codec/hex.h"

#include "core/error.h"
#include "core/secret.h"

#include <stdint.h>

void kb_hex_encode(char *out, const void *in, size_t n) {
    static const char digits[] = "0123456789abcdef";
    const uint8_t *from = in;
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[from[i] >> 4];
        out[2 * i + 1] = digits[from[i] & 15];
    }
    out[2 * n] = '\0';
}

/* Returns the value of a digit, 16 when it is none. */
static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return (unsigned)(c - 'a') + 10;
    }
    return 16;
}

kb_status kb_hex_decode(void *out, size_t n, const char *text, size_t len) {
    uint8_t *to = out;
    if (len % 2 != 0 || len / 2 != n) {
        kb_wipe(out, n);
        return KB_FAIL(KB_ERR_FORMAT, "hex: %zu characters for %zu bytes", len, n);
    }
    for (size_t i = 0; i < len; i++) {
        unsigned value = digit_value(text[i]);
        if (value > 15) {
            kb_wipe(out, n);
            return KB_FAIL_AT(KB_ERR_FORMAT, i, "hex: this is no lower-case digit");
        }
        to[i / 2] = (uint8_t)(i % 2 == 0 ? value << 4 : to[i / 2] | value);
    }
    return KB_OK;
}
