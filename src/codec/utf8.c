/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UTF-8 over whole texts. */
#include "codec/utf8.h"

bool kb_utf8_is_valid(const char *text, size_t len) {
    kb_utf8 state = {0};
    for (size_t i = 0; i < len; i++) {
        if (!kb_utf8_step(&state, (uint8_t)text[i])) {
            return false;
        }
    }
    return state.missing == 0;
}

size_t kb_utf8_encode(char out[4], uint32_t code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    /* One bit for each byte of the character, then a zero bit. */
    out[0] = (char)((0xf00 >> len & 0xff) | code);
    return len;
}
