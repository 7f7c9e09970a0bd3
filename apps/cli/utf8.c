/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Characters that are safe to show on a terminal. */
#include "utf8.h"

#include "codec/utf8.h"

size_t kb_cli_utf8_next(uint32_t *code, bool *is_cut, const uint8_t *p, size_t len) {
    kb_utf8 state = {.missing = 0};
    uint32_t value = 0;
    *is_cut = false;
    for (size_t i = 0; i < len; i++) {
        if (!kb_utf8_step(&state, p[i])) {
            return 0;
        }
        /* The first byte gives the bits below its length mark, the others six each. */
        value = i != 0               ? value << 6 | (p[i] & 0x3fU)
                : state.missing == 0 ? p[i]
                                     : p[i] & (0x3fU >> state.missing);
        if (state.missing == 0) {
            *code = value;
            return i + 1;
        }
    }
    *is_cut = true;
    return 0;
}

bool kb_cli_utf8_is_acting(uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}
