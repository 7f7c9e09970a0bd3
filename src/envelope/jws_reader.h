/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A JWS in General JSON, read strictly: which members may stand where. */
#ifndef KB_ENVELOPE_JWS_READER_H
#define KB_ENVELOPE_JWS_READER_H

#include "envelope/jws_header.h"

/* A value of the JWS: its text stands in the input, its bytes on the heap. */
typedef struct kb_jws_value {
    const char *text; /* NULL when absent */
    size_t text_len;
    uint64_t offset;
    uint8_t *bytes;
    size_t len;
} kb_jws_value;

typedef struct kb_jws_entry {
    kb_jws_value protected_, signature;
    kb_jws_header header;
} kb_jws_entry;

typedef struct kb_jws_token {
    kb_jws_value payload;
    size_t entry_count;
    kb_jws_entry entries[KB_JWS_KEYS_MAX];
} kb_jws_token;

/* Reads a whole JWS; the token points into text. KB_ERR_FORMAT, KB_ERR_UNSUPPORTED (more
 * than two signatures, and what a header says), KB_ERR_LIMIT, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_jws_token_new(kb_jws_token **out, const char *text, size_t len);
/* NULL is fine. */
void kb_jws_token_free(kb_jws_token *token);

/* Whether the payload is a digest object, as the headers say. */
bool kb_jws_token_is_file(const kb_jws_token *token);

#endif
