/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Token reader: input in any pieces; head parts into a kb_jwe_token, ciphertext decoded
 * and passed on, that of a container as it is.
 *
 * The first byte decides the form: 0x89 is a container, '{' (after white space) and byte
 * order marks go to the JSON reader, everything else to the compact one.
 */
#ifndef KB_ENVELOPE_READER_H
#define KB_ENVELOPE_READER_H

#include "codec/json.h"
#include "envelope/token.h"

/* Takes the ciphertext: of one tag, or all segments one after the other. A function that
 * is NULL is not called. */
typedef struct kb_jwe_body {
    kb_status (*begin)(void *self); /* before its first byte, also when it is empty */
    kb_status (*feed)(void *self, const uint8_t *data, size_t len);
    void *self;
} kb_jwe_body;

/* Text that is decoded at once: four segments of 64 KiB, so that most of them are whole in
 * a piece and are opened from where they are. */
#define KB_JWE_BODY_TEXT_PIECE 349528
#define KB_JWE_BODY_PIECE      (KB_BASE64URL_BYTES(KB_JWE_BODY_TEXT_PIECE) + 3)

typedef enum kb_jwe_form {
    KB_JWE_FORM_UNKNOWN,
    KB_JWE_FORM_JSON,
    KB_JWE_FORM_COMPACT,
    KB_JWE_FORM_CONTAINER
} kb_jwe_form;

#define KB_JWE_CONTAINER_HEAD_MAX ((uint32_t)4 << 20) /* bytes of its JSON */

typedef struct kb_jwe_reader {
    kb_jwe_token *token;
    kb_jwe_body body;
    kb_jwe_form form;
    uint64_t fed;              /* characters so far */
    uint64_t ciphertext_chars; /* of them in ciphertext; bytes in a container */
    kb_base64url_decoder decoder;
    uint8_t *piece; /* KB_JWE_BODY_PIECE bytes of ciphertext */
    /* JSON form, and the JSON of a container */
    kb_json *json;
    int place, member;
    bool has_keys;      /* encrypted_key or recipients has occurred */
    uint64_t object_at; /* where the header object begins */
    /* compact form */
    unsigned part;
    bool is_ended; /* by the newline that may follow */
    /* container */
    int section;
    uint8_t prefix[12]; /* magic and length */
    uint32_t head_left; /* of the JSON */
    size_t taken;       /* of the section */
} kb_jwe_reader;

KB_MUST_USE kb_status kb_jwe_reader_new(kb_jwe_reader **out, kb_jwe_token *token,
                                        kb_jwe_body body);
/* NULL is fine; the token stays. */
void kb_jwe_reader_free(kb_jwe_reader *reader);
KB_MUST_USE kb_status kb_jwe_reader_feed(kb_jwe_reader *reader, const char *text,
                                         size_t len);
/* Ends the input and checks that the token is complete. */
KB_MUST_USE kb_status kb_jwe_reader_finish(kb_jwe_reader *reader);

/* The four calls above over all that is left of source. */
KB_MUST_USE kb_status kb_jwe_read(kb_jwe_token *token, kb_jwe_body body,
                                  kb_source *source);

/* For the forms: passes ciphertext on. */
KB_MUST_USE kb_status kb_jwe_reader_pass(kb_jwe_reader *reader, const uint8_t *data,
                                         size_t len);

/* For the two forms: begins the ciphertext; takes a piece of its text; appends to
 * `protected`. */
KB_MUST_USE kb_status kb_jwe_reader_begin_body(kb_jwe_reader *reader, uint64_t offset);
KB_MUST_USE kb_status kb_jwe_reader_body_text(kb_jwe_reader *reader, const char *text,
                                              size_t len, bool is_last);
/* The same for a text that may reach beyond the end of the ciphertext: takes what it can
 * at the front, 0 for nothing. */
KB_MUST_USE kb_status kb_jwe_reader_body_take(kb_jwe_reader *reader, const char *text,
                                              size_t len, uint64_t offset, size_t *taken);
KB_MUST_USE kb_status kb_jwe_reader_protected_text(kb_jwe_reader *reader,
                                                   const char *text, size_t len,
                                                   uint64_t offset);

/* The forms. */
KB_MUST_USE kb_status kb_jwe_json_event(void *reader, const kb_json_event *event);
KB_MUST_USE kb_status kb_jwe_compact_feed(kb_jwe_reader *reader, const char *text,
                                          size_t len);
KB_MUST_USE kb_status kb_jwe_compact_finish(kb_jwe_reader *reader);
KB_MUST_USE kb_status kb_jwe_container_feed(kb_jwe_reader *reader, const char *data,
                                            size_t len);
KB_MUST_USE kb_status kb_jwe_container_finish(const kb_jwe_reader *reader);

#endif
