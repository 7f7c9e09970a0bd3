/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Base64url without padding (RFC 4648 section 5, RFC 7515 section 2), strict: one text
 * per value.
 *
 * Time: constant in the values of valid input (JWK `priv` goes through here); length and
 * the position of a fault are public.
 */
#ifndef KB_CODEC_BASE64URL_H
#define KB_CODEC_BASE64URL_H

#include <keybraid/status.h>
#include <stddef.h>
#include <stdint.h>

/* Characters of n bytes (n <= SIZE_MAX / 2). */
#define KB_BASE64URL_TEXT_LEN(n) ((n) / 3 * 4 + ((n) % 3 != 0 ? (n) % 3 + 1 : 0))
/* Bytes of n characters; n % 4 == 1 is no valid length. */
#define KB_BASE64URL_BYTES(n) ((n) / 4 * 3 + ((n) % 4 != 0 ? (n) % 4 - 1 : 0))

/* Writes KB_BASE64URL_TEXT_LEN(len) characters, no terminator. out and in do not overlap.
 */
void kb_base64url_encode(char *out, const void *in, size_t len);

/*
 * Decodes len characters into KB_BASE64URL_BYTES(len) bytes. out and text do not overlap.
 *
 * Refuses a length of 1 mod 4, characters outside the alphabet (padding and white space
 * too) and nonzero unused bits: KB_ERR_FORMAT with the offset of the first bad character
 * plus base_offset. On error out is zero.
 */
KB_MUST_USE kb_status kb_base64url_decode(void *out, const char *text, size_t len,
                                          uint64_t base_offset);

/* Streaming encoder: text may come out in any pieces, with no state but two bytes. */
typedef struct kb_base64url_encoder {
    uint8_t carry[2];
    size_t carried;
} kb_base64url_encoder;

/* Encodes len bytes; out has room for KB_BASE64URL_TEXT_LEN(len + 2); returns the
 * characters written. */
size_t kb_base64url_encode_feed(kb_base64url_encoder *e, char *out, const void *in,
                                size_t len);
/* Writes the 0, 2 or 3 last characters and returns their number; the encoder is then new
 * again. */
size_t kb_base64url_encode_finish(kb_base64url_encoder *e, char *out);

/* Streaming decoder. */
typedef struct kb_base64url_decoder {
    char carry[4];
    size_t carried;
    uint64_t offset; /* of the next character; set it before the first feed */
} kb_base64url_decoder;

/* Decodes len characters; out has room for KB_BASE64URL_BYTES(len + 3); *written is set.
 */
KB_MUST_USE kb_status kb_base64url_decode_feed(kb_base64url_decoder *d, void *out,
                                               size_t *written, const char *text,
                                               size_t len);
/* A text of at least so many characters may be decoded in part by the next call. */
#define KB_BASE64URL_RUN_MIN 144

/*
 * For a text whose end is not known: decodes valid characters at the front of text, and
 * leaves the rest to kb_base64url_decode_feed: a block with a fault, and the last
 * characters, fewer than KB_BASE64URL_RUN_MIN. Returns the number of characters taken;
 * sets *written to the bytes. out as for decode_feed; what is behind *written is of no
 * use.
 */
size_t kb_base64url_decode_run(kb_base64url_decoder *d, void *out, size_t *written,
                               const char *text, size_t len);
/* Decodes the last characters (at most 2 bytes). */
KB_MUST_USE kb_status kb_base64url_decode_finish(kb_base64url_decoder *d, void *out,
                                                 size_t *written);

#endif
