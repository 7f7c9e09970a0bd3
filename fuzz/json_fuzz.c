/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The JSON scanner against jansson: the same texts are accepted, with the same values;
 * and against itself: the same events whatever the pieces.
 */
#include "codec/json.h"
#include "fuzz.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

/* Wide enough that few inputs meet a limit other than the fixed ones. */
static const kb_json_limits limits = {KB_JSON_DEPTH_MAX, 4096, 4096};

/* Collects the events in two ways: as bytes that two runs must agree on, and as a value
 * of jansson's. */
typedef struct collector {
    char *bytes;
    size_t len, capacity;
    uint64_t offset; /* of the last event; never goes back */
    char *string;    /* the pieces of the string so far */
    size_t string_len, string_capacity;
    json_t *open[KB_JSON_DEPTH_MAX + 1];
    char *names[KB_JSON_DEPTH_MAX + 1]; /* the member that waits for its value */
    size_t name_lens[KB_JSON_DEPTH_MAX + 1];
    unsigned depth;
    json_t *root;
} collector;

static void append(char **to, size_t *len, size_t *capacity, const void *p, size_t n) {
    if (*capacity - *len < n + 1) {
        *capacity = (*len + n + 1) * 2;
        *to = realloc(*to, *capacity);
        FUZZ_CHECK(*to != NULL);
    }
    if (n > 0) {
        memcpy(*to + *len, p, n);
    }
    *len += n;
    (*to)[*len] = '\0';
}

/* Notes a complete event; strings come here whole. */
static void note(collector *c, const kb_json_event *e, const char *text, size_t len) {
    uint64_t head[] = {e->type, e->depth, e->has_escape, len,
                       e->type == KB_JSON_STRING ? 0 : e->offset};
    append(&c->bytes, &c->len, &c->capacity, head, sizeof head);
    append(&c->bytes, &c->len, &c->capacity, text, len);
}

/* Puts a value where it belongs. */
static void put(collector *c, json_t *value) {
    FUZZ_CHECK(value != NULL);
    if (c->depth == 0) {
        FUZZ_CHECK(c->root == NULL);
        c->root = value;
        return;
    }
    json_t *parent = c->open[c->depth - 1];
    if (json_is_array(parent)) {
        FUZZ_CHECK(json_array_append_new(parent, value) == 0);
        return;
    }
    char **name = &c->names[c->depth - 1];
    size_t name_len = c->name_lens[c->depth - 1];
    FUZZ_CHECK(*name != NULL);
    if (memchr(*name, 0, name_len) != NULL) {
        /* Jansson has no such keys; it refuses the whole text. */
        json_decref(value);
    } else {
        FUZZ_CHECK(json_object_getn(parent, *name, name_len) == NULL);
        FUZZ_CHECK(json_object_setn_new(parent, *name, name_len, value) == 0);
    }
    free(*name);
    *name = NULL;
}

static void open_container(collector *c, json_t *container) {
    FUZZ_CHECK(container != NULL && c->depth < KB_JSON_DEPTH_MAX);
    /* It is held here and put into its parent when it is closed. */
    c->open[c->depth++] = container;
}

static void close_container(collector *c, bool is_object) {
    FUZZ_CHECK(c->depth > 0);
    json_t *container = c->open[--c->depth];
    FUZZ_CHECK(json_is_object(container) == is_object);
    put(c, container);
}

static json_t *number(const char *text, size_t len) {
    char copy[KB_JSON_NUMBER_MAX + 1];
    FUZZ_CHECK(len > 0 && len <= KB_JSON_NUMBER_MAX);
    memcpy(copy, text, len);
    copy[len] = '\0';
    if (strpbrk(copy, ".eE") == NULL) {
        return json_integer(strtoll(copy, NULL, 10));
    }
    double value = strtod(copy, NULL);
    /* Out of range: jansson refuses the text, any value will do. */
    return json_real(value - value == 0 ? value : 0);
}

static void take_string(collector *c, const kb_json_event *e) {
    append(&c->string, &c->string_len, &c->string_capacity, e->text, e->len);
    if (e->is_last) {
        note(c, e, c->string, c->string_len);
        put(c, json_stringn(c->string, c->string_len));
        c->string_len = 0;
    }
}

static kb_status collect(void *self, const kb_json_event *e) {
    collector *c = self;
    FUZZ_CHECK(e->offset >= c->offset);
    c->offset = e->offset;
    bool is_end = e->type == KB_JSON_OBJECT_END || e->type == KB_JSON_ARRAY_END;
    FUZZ_CHECK(e->depth + is_end == c->depth);
    if (e->type == KB_JSON_STRING) {
        take_string(c, e);
        return KB_OK;
    }
    FUZZ_CHECK(c->string_len == 0);
    note(c, e, e->text, e->len);
    switch (e->type) {
    case KB_JSON_OBJECT_BEGIN:
        open_container(c, json_object());
        break;
    case KB_JSON_ARRAY_BEGIN:
        open_container(c, json_array());
        break;
    case KB_JSON_OBJECT_END:
    case KB_JSON_ARRAY_END:
        close_container(c, e->type == KB_JSON_OBJECT_END);
        break;
    case KB_JSON_NAME:
        FUZZ_CHECK(c->depth > 0 && c->names[c->depth - 1] == NULL);
        FUZZ_CHECK(e->len <= KB_JSON_NAME_MAX);
        c->names[c->depth - 1] = malloc(e->len + 1);
        FUZZ_CHECK(c->names[c->depth - 1] != NULL);
        memcpy(c->names[c->depth - 1], e->text, e->len);
        c->name_lens[c->depth - 1] = e->len;
        break;
    case KB_JSON_NUMBER:
        put(c, number(e->text, e->len));
        break;
    case KB_JSON_NULL:
        put(c, json_null());
        break;
    default:
        put(c, json_boolean(e->type == KB_JSON_TRUE));
    }
    return KB_OK;
}

static void release(collector *c) {
    free(c->bytes);
    free(c->string);
    for (unsigned i = 0; i < c->depth; i++) {
        json_decref(c->open[i]);
        free(c->names[i]);
    }
    json_decref(c->root);
}

/* Scans in pieces, the ends of which no read may pass; returns the error record. */
static kb_error scan_pieces(collector *c, const uint8_t *data, size_t size) {
    fuzz_pieces pieces = fuzz_pieces_of(data, size);
    kb_json *json;
    FUZZ_CHECK(kb_json_new(&json, limits, 0, collect, c) == KB_OK);
    kb_status status = KB_OK;
    for (size_t at = 0; at < size && status == KB_OK;) {
        size_t n = fuzz_piece(&pieces, size - at);
        char *piece = malloc(n + 1);
        FUZZ_CHECK(piece != NULL);
        memcpy(piece + 1, data + at, n);
        status = kb_json_feed(json, piece + 1, n);
        free(piece);
        at += n;
    }
    if (status == KB_OK) {
        status = kb_json_finish(json);
    } else {
        FUZZ_CHECK(kb_json_finish(json) == status);
    }
    kb_error error = *kb_last_error();
    error.status = status;
    kb_json_free(json);
    return error;
}

/* The same value, members in the same order, strings byte for byte. */
static void check_same_value(const json_t *ours, const json_t *theirs) {
    FUZZ_CHECK(ours != NULL && json_equal(ours, theirs));
    char *a = json_dumps(ours, JSON_ENCODE_ANY);
    char *b = json_dumps(theirs, JSON_ENCODE_ANY);
    FUZZ_CHECK(a != NULL && b != NULL && strcmp(a, b) == 0);
    free(a);
    free(b);
}

/* Differences that are meant:
 * - our limits (depth 16, names, length of a number): we say KB_ERR_LIMIT;
 * - integers beyond 64 bits and reals beyond double: JSON allows them, the scanner hands
 *   on their text, jansson refuses them;
 * - a NUL character in a member name: RFC 8259 allows it, jansson refuses it;
 * - a bare NUL byte: no JSON text has one, but jansson 2.14 loses it after a number or a
 *   literal, where it has to push a character back. */
static void compare_with_jansson(kb_status status, const collector *c,
                                 const uint8_t *data, size_t size) {
    if (size > 0 && memchr(data, 0, size) != NULL) {
        FUZZ_CHECK(status != KB_OK);
        return;
    }
    json_error_t error;
    json_t *theirs =
        json_loadb((const char *)data, size,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    bool is_comparable = status != KB_ERR_LIMIT;
    if (theirs == NULL) {
        enum json_error_code code = json_error_code(&error);
        is_comparable = is_comparable && code != json_error_numeric_overflow &&
                        code != json_error_null_byte_in_key;
    }
    if (is_comparable) {
        FUZZ_CHECK((status == KB_OK) == (theirs != NULL));
        if (theirs != NULL) {
            check_same_value(c->root, theirs);
        }
    }
    json_decref(theirs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    collector whole = {0}, cut = {0};
    kb_status status = kb_json_scan((const char *)data, size, limits, collect, &whole);
    uint64_t offset = kb_last_error()->offset;
    FUZZ_CHECK(status == KB_OK || status == KB_ERR_FORMAT || status == KB_ERR_LIMIT);
    FUZZ_CHECK(status == KB_OK || (kb_last_error()->has_offset && offset <= size));
    FUZZ_CHECK(status != KB_OK || whole.root != NULL);

    kb_error error = scan_pieces(&cut, data, size);
    FUZZ_CHECK(error.status == status);
    FUZZ_CHECK(status == KB_OK || error.offset == offset);
    FUZZ_CHECK(whole.len == cut.len);
    FUZZ_CHECK(whole.len == 0 || memcmp(whole.bytes, cut.bytes, whole.len) == 0);

    compare_with_jansson(status, &whole, data, size);
    release(&whole);
    release(&cut);
    return 0;
}
