/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The state of a classification, shared by classify.c (begin, end, verdict) and
 * classify_forms.c (JSON, container, compact). */
#ifndef KB_ENVELOPE_CLASSIFY_STATE_H
#define KB_ENVELOPE_CLASSIFY_STATE_H

#include "codec/base64url.h"
#include "envelope/classify_tally.h"

#define KB_JWE_CONTAINER_HEAD  12 /* magic and length, envelope B.5 */
#define KB_JWE_CONTAINER_FIRST 0x89
#define KB_JWE_COMPACT_PARTS   5

struct kb_jwe_classifier {
    kb_jwe_shape shape; /* what the text would be; NONE while that is open */
    bool is_over;       /* nothing that comes can change the answer */
    bool is_no_token;
    kb_error fault;
    uint64_t fed;
    size_t marked; /* bytes of a byte order mark */
    /* the JSON text of a token or of a container's head */
    kb_json *json;
    int top; /* the current member */
    bool has_ciphertext, has_key, has_list, is_in_entry;
    kb_jwe_params own;    /* protected */
    kb_jwe_params shared; /* unprotected, or the header of the flattened form */
    kb_jwe_params entry;  /* the current recipient */
    kb_jwe_tally tally;
    /* the protected header */
    kb_json *header;
    bool has_header;     /* its text is whole */
    bool is_header_over; /* nothing more is read of it */
    kb_base64url_decoder decoder;
    uint8_t piece[8];
    /* container */
    uint8_t head[KB_JWE_CONTAINER_HEAD];
    size_t head_len;
    uint64_t json_left;
    /* compact */
    unsigned part;
    uint64_t part_chars;
    bool is_ended;
};

/* Ends the reading with a fault, the first of which is kept. */
void kb_jwe_classify_stop(kb_jwe_classifier *c, kb_status status);
/* Ends the reading: this is no token. */
void kb_jwe_classify_no_token(kb_jwe_classifier *c);

/* The handlers of the two scanners. */
KB_MUST_USE kb_status kb_jwe_classify_on_json(void *classifier,
                                              const kb_json_event *event);
KB_MUST_USE kb_status kb_jwe_classify_on_header(void *classifier,
                                                const kb_json_event *event);

/* The forms. */
void kb_jwe_classify_json(kb_jwe_classifier *c, const uint8_t *data, size_t len);
void kb_jwe_classify_container(kb_jwe_classifier *c, const uint8_t *data, size_t len);
void kb_jwe_classify_compact(kb_jwe_classifier *c, const uint8_t *data, size_t len);

bool kb_jwe_classify_is_space(uint8_t byte);
bool kb_jwe_classify_is_base64url(const uint8_t *data, size_t len);

#endif
