/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a classification keeps of one header object: a few names and the length of the
 * longest value. */
#ifndef KB_ENVELOPE_CLASSIFY_PARAMS_H
#define KB_ENVELOPE_CLASSIFY_PARAMS_H

#include "codec/json.h"

/* A short text from a token, cut to its room; only printable ASCII, others as '?'. */
typedef struct kb_jwe_word {
    char text[64]; /* terminated */
    size_t len;
} kb_jwe_word;

typedef enum kb_jwe_param {
    KB_JWE_PARAM_OTHER,
    KB_JWE_PARAM_ALG,
    KB_JWE_PARAM_ENC,
    KB_JWE_PARAM_ROLE,
    KB_JWE_PARAM_EPK,
    KB_JWE_PARAM_EK,
    KB_JWE_PARAM_COUNT
} kb_jwe_param;

/* All zero is an object of which nothing was seen. */
typedef struct kb_jwe_params {
    kb_jwe_word alg, enc, role;
    bool has[KB_JWE_PARAM_COUNT];
    uint64_t longest; /* characters of the longest string in it, padding not counted */
    /* while it is scanned */
    kb_jwe_param now;
    uint64_t run;     /* of the current string */
    kb_jwe_word word; /* the current string, taken when it is whole */
} kb_jwe_params;

/* Appends to a word. */
void kb_jwe_word_append(kb_jwe_word *word, const char *text, size_t len);

/* Counts the characters of a piece of base64 text, without padding. */
uint64_t kb_jwe_base64_chars(const char *text, size_t len);

/* Takes an event inside the object, whose own names have that depth. */
void kb_jwe_params_event(kb_jwe_params *params, const kb_json_event *event,
                         unsigned depth);

#endif
