/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A base64url value of bounded length that arrives in pieces, such as a member of a
 * token. */
#ifndef KB_CODEC_BASE64URL_FIELD_H
#define KB_CODEC_BASE64URL_FIELD_H

#include "codec/base64url.h"

#include <stdbool.h>

/* The buffer is this much longer than the longest value. */
#define KB_BASE64URL_FIELD_SLACK 3

typedef struct kb_base64url_field {
    const char *name;   /* for error texts */
    kb_status too_long; /* status of a value that exceeds the room */
    uint8_t *to;        /* room + KB_BASE64URL_FIELD_SLACK bytes */
    size_t room;        /* longest value, in bytes */
    size_t len;         /* bytes decoded so far */
    size_t chars;       /* characters taken so far */
    kb_base64url_decoder decoder;
} kb_base64url_field;

/* Takes the next piece of the text, which stands at offset in the input; is_last ends the
 * value. */
KB_MUST_USE kb_status kb_base64url_field_feed(kb_base64url_field *field, const char *text,
                                              size_t len, uint64_t offset, bool is_last);

#endif
