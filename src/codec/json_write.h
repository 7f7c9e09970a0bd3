/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Writers of JSON values onto a kb_text; brackets, commas and names are the caller's. */
#ifndef KB_CODEC_JSON_WRITE_H
#define KB_CODEC_JSON_WRITE_H

#include "codec/text.h"

#include <stddef.h>

/* Writes n bytes of UTF-8 as a JSON string with its quotes; escapes only what RFC 8259
 * demands. Malformed UTF-8 makes the text fail with KB_ERR_FORMAT. */
void kb_json_write_string(kb_text *t, const char *s, size_t n);

/* Writes n bytes as a JSON string of base64url, in time that depends on n only. */
void kb_json_write_base64url(kb_text *t, const void *bytes, size_t n);

#endif
