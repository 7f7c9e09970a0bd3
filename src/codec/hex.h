/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Hexadecimal text, lower case. For public values: digests, identifiers, test data.
 *
 * Time: depends on the data in decoding; no secrets here.
 */
#ifndef KB_CODEC_HEX_H
#define KB_CODEC_HEX_H

#include <keybraid/status.h>
#include <stddef.h>

/* Writes 2 n characters and a terminator. out and in do not overlap. */
void kb_hex_encode(char *out, const void *in, size_t n);

/* Decodes exactly 2 n lower-case digits into n bytes. Anything else is KB_ERR_FORMAT with
 * the offset, and out is zero. */
KB_MUST_USE kb_status kb_hex_decode(void *out, size_t n, const char *text, size_t len);

#endif
