/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Strict push scanner for JSON (RFC 8259): input in any pieces, events out, fixed memory.
 *
 * It accepts one value, white space around it, and nothing else. It refuses: a byte order
 * mark (named as such, UTF-16 too), bad UTF-8, unpaired surrogate escapes, control
 * characters in strings, duplicate member names within one object (compared after
 * unescaping), and whatever exceeds the limits. Syntax faults are KB_ERR_FORMAT, limits
 * KB_ERR_LIMIT, both with the offset.
 *
 * The scanner knows no member names: what they mean is the handler's business
 * (src/envelope, src/key). Security code: fuzzed against jansson (fuzz/json_fuzz.c).
 */
#ifndef KB_CODEC_JSON_H
#define KB_CODEC_JSON_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum kb_json_type {
    KB_JSON_OBJECT_BEGIN,
    KB_JSON_OBJECT_END,
    KB_JSON_ARRAY_BEGIN,
    KB_JSON_ARRAY_END,
    KB_JSON_NAME,   /* a member name, whole and unescaped; its value follows */
    KB_JSON_STRING, /* a piece of a string value, unescaped; pieces may be empty and may
                       end within a UTF-8 character */
    KB_JSON_NUMBER, /* the whole text of a number */
    KB_JSON_TRUE,
    KB_JSON_FALSE,
    KB_JSON_NULL
} kb_json_type;

typedef struct kb_json_event {
    kb_json_type type;
    unsigned depth;   /* containers open around the value or name; BEGIN and END count
                         outside themselves, so the root value has depth 0 */
    const char *text; /* NAME, STRING, NUMBER: not terminated, valid during the call */
    size_t len;
    bool is_last;    /* STRING: the string ends with this piece */
    bool has_escape; /* NAME, STRING: a backslash occurred in it so far */
    uint64_t
        offset; /* STRING: of the first input byte of the piece; others: of the token */
} kb_json_event;

/* Receives one event; an error stops the scanner, which passes it on. */
typedef kb_status (*kb_json_handler)(void *self, const kb_json_event *event);

#define KB_JSON_DEPTH_MAX   16   /* the most that max_depth may be */
#define KB_JSON_NAME_MAX    256  /* bytes of one member name */
#define KB_JSON_NUMBER_MAX  64   /* characters of one number */
#define KB_JSON_NAMES_BYTES 8192 /* names of all open objects, each with 2 bytes more */

typedef struct kb_json_limits {
    unsigned max_depth;    /* containers inside each other, 1..KB_JSON_DEPTH_MAX */
    unsigned max_members;  /* per object */
    unsigned max_elements; /* per array */
} kb_json_limits;

typedef struct kb_json kb_json;

/* Makes a scanner of fixed size; it holds no pointer into the input and is wiped by
 * kb_json_free (NULL is fine). base_offset is added to all offsets. */
KB_MUST_USE kb_status kb_json_new(kb_json **out, kb_json_limits limits,
                                  uint64_t base_offset, kb_json_handler handler,
                                  void *self);
void kb_json_free(kb_json *json);

/*
 * Takes text of a string value before the scanner looks at it: sets *taken to the number
 * of bytes at the front of the offered text that it has dealt with, 0 for none. They must
 * be printable ASCII other than the quote and the backslash; the offer may reach beyond
 * the end of the string. What is taken occurs in no event.
 */
typedef kb_status (*kb_json_taker)(void *self, const kb_json_event *offer, size_t *taken);

/* From now on offers long texts in string values to taker, until it is set to NULL again:
 * a value that can be checked and decoded in one go need not be scanned first. Nothing is
 * offered after a backslash in the same string. For handlers; self is theirs. */
void kb_json_set_taker(kb_json *json, kb_json_taker taker);

/* Scans the next len bytes. After an error the same error comes back for every call;
 * after kb_json_finish: KB_ERR_STATE. */
KB_MUST_USE kb_status kb_json_feed(kb_json *json, const char *text, size_t len);
/* Ends the input: KB_ERR_FORMAT when the value is not complete ("empty input" when
 * nothing came). */
KB_MUST_USE kb_status kb_json_finish(kb_json *json);

/* The three calls above over a whole text. */
KB_MUST_USE kb_status kb_json_scan(const char *text, size_t len, kb_json_limits limits,
                                   kb_json_handler handler, void *self);

#endif
