/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The state of the JSON scanner, shared by its three files: json.c (structure, numbers,
 * literals), json_string.c (strings), json_names.c (member names).
 */
#ifndef KB_CODEC_JSON_STATE_H
#define KB_CODEC_JSON_STATE_H

#include "codec/json.h"
#include "codec/utf8.h"

/* What the next byte belongs to. Up to EXPECT_NOTHING white space may come first. */
typedef enum kb_json_expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END, /* after [ */
    EXPECT_NAME_OR_END,  /* after { */
    EXPECT_NAME,         /* after a comma */
    EXPECT_COLON,
    EXPECT_COMMA_OR_END,
    EXPECT_NOTHING, /* after the root value */
    EXPECT_NUMBER,
    EXPECT_LITERAL,
    EXPECT_STRING,
    EXPECT_NAME_TEXT,
    EXPECT_MARK /* within what may be a byte order mark */
} kb_json_expect;

/* Where in an escape the scanner is. */
typedef enum kb_json_escape {
    ESCAPE_NONE,
    ESCAPE_LETTER,     /* after the backslash */
    ESCAPE_DIGITS,     /* after \u */
    ESCAPE_LOW,        /* after a high surrogate: a backslash must follow */
    ESCAPE_LOW_LETTER, /* and then a u */
} kb_json_escape;

typedef enum kb_json_number {
    NUMBER_MINUS,
    NUMBER_ZERO,
    NUMBER_INTEGER,
    NUMBER_POINT,
    NUMBER_FRACTION,
    NUMBER_E,
    NUMBER_SIGN,
    NUMBER_EXPONENT
} kb_json_number;

/* An open container. */
typedef struct kb_json_open {
    bool is_object;
    unsigned count; /* members or elements so far */
    size_t names;   /* where its names start in kb_json.names */
} kb_json_open;

struct kb_json {
    kb_json_handler handler;
    kb_json_taker taker; /* NULL for none */
    void *self;
    kb_json_limits limits;
    uint64_t base_offset;
    uint64_t offset;       /* of the next byte */
    uint64_t token_offset; /* of the string, number or literal that is being read */
    kb_json_expect expect;
    bool is_finished;
    kb_error error; /* the failure that sticks; KB_OK for none */

    unsigned depth;
    kb_json_open open[KB_JSON_DEPTH_MAX];

    kb_json_number number_state;
    size_t number_len;
    char number[KB_JSON_NUMBER_MAX];

    const char *literal; /* what is still to come of it */
    kb_json_type literal_type;

    kb_utf8 utf8;
    bool has_escape;
    kb_json_escape escape;
    uint64_t escape_offset; /* of its backslash */
    unsigned digits;        /* of a \u escape so far */
    uint32_t code;          /* their value */
    uint32_t high;          /* a high surrogate that waits for its partner; 0 for none */

    /* The names of all open objects, each after its length in two bytes; the name that is
     * being read is at the end and not counted yet. */
    size_t names_used;
    size_t name_len;
    char names[KB_JSON_NAMES_BYTES];
};

/* Passes an event on; sets its depth. */
kb_status kb_json_emit(kb_json *json, kb_json_event event);
/* Notes that a value is complete. */
void kb_json_value_done(kb_json *json);

/* Begins a string or name at the next byte. */
void kb_json_string_begin(kb_json *json);
/* Reads on in a string or name; sets *used to the bytes taken, at least 1. len > 0. */
kb_status kb_json_string_feed(kb_json *json, const char *text, size_t len, size_t *used);

/* Begins a member name: counts it. */
kb_status kb_json_name_begin(kb_json *json);
/* Returns how many more bytes the name may have. */
size_t kb_json_name_room(const kb_json *json);
/* Appends to the name; more than its room is KB_ERR_LIMIT. */
kb_status kb_json_name_append(kb_json *json, const char *text, size_t len);
/* Ends the name: refuses it when its object has it already, else passes it on. */
kb_status kb_json_name_end(kb_json *json);

#endif
