/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UTF-8 as Unicode defines it (RFC 3629): no overlong forms, no surrogates, nothing above
 * U+10FFFF. A step function for scanners that get their text in pieces.
 */
#ifndef KB_CODEC_UTF8_H
#define KB_CODEC_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether len bytes are well formed and complete. */
bool kb_utf8_is_valid(const char *text, size_t len);

/* Where a scanner is within a character; all zero is between characters. */
typedef struct kb_utf8 {
    uint8_t missing;   /* bytes still to come */
    uint8_t low, high; /* what the next of them may be */
} kb_utf8;

/* Takes the next byte; returns whether it may stand there. After false the state is as
 * before. */
static inline bool kb_utf8_step(kb_utf8 *u, uint8_t byte) {
    if (u->missing > 0) {
        if (byte < u->low || byte > u->high) {
            return false;
        }
        *u = (kb_utf8){(uint8_t)(u->missing - 1), 0x80, 0xbf};
        return true;
    }
    if (byte < 0x80) {
        return true;
    }
    if (byte < 0xc2 || byte > 0xf4) {
        return false;
    }
    /* The second byte is what keeps out overlong forms (E0, F0), surrogates (ED) and
     * values above U+10FFFF (F4). */
    uint8_t low = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    uint8_t high = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    *u = (kb_utf8){byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3, low, high};
    return true;
}

/* Writes the UTF-8 form of a code point that is no surrogate and at most U+10FFFF;
 * returns its 1..4 bytes. */
size_t kb_utf8_encode(char out[4], uint32_t code);

#endif
