/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The structure of JSON: brackets, commas, numbers, literals, and the calls of json.h. */
#include "codec/json.h"

#include "codec/json_state.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"

#include <string.h>

/* Words for "... is expected", by kb_json_expect. */
static const char *const expected[] = {
    [EXPECT_VALUE] = "a value",
    [EXPECT_VALUE_OR_END] = "a value or ]",
    [EXPECT_NAME_OR_END] = "a member name or }",
    [EXPECT_NAME] = "a member name",
    [EXPECT_COLON] = "a colon",
    [EXPECT_COMMA_OR_END] = "a comma or a closing bracket",
    [EXPECT_NOTHING] = "the end of the input",
    [EXPECT_NUMBER] = "a digit",
    [EXPECT_LITERAL] = "true, false or null",
    [EXPECT_STRING] = "the end of a string",
    [EXPECT_NAME_TEXT] = "the end of a member name",
    [EXPECT_MARK] = "a value",
};

kb_status kb_json_emit(kb_json *json, kb_json_event event) {
    event.depth = json->depth;
    return json->handler(json->self, &event);
}

void kb_json_value_done(kb_json *json) {
    json->expect = json->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
}

static kb_status unexpected(const kb_json *json) {
    return KB_FAIL_AT(KB_ERR_FORMAT, json->offset, "JSON: %s is expected here",
                      expected[json->expect]);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static kb_status open_container(kb_json *json, bool is_object) {
    if (json->depth == json->limits.max_depth) {
        return KB_FAIL_AT(KB_ERR_LIMIT, json->offset, "JSON: nested deeper than %u",
                          json->limits.max_depth);
    }
    KB_TRY(kb_json_emit(json, (kb_json_event){.type = is_object ? KB_JSON_OBJECT_BEGIN
                                                                : KB_JSON_ARRAY_BEGIN,
                                              .offset = json->offset}));
    json->open[json->depth++] = (kb_json_open){is_object, 0, json->names_used};
    json->expect = is_object ? EXPECT_NAME_OR_END : EXPECT_VALUE_OR_END;
    return KB_OK;
}

static kb_status close_container(kb_json *json) {
    const kb_json_open *closed = &json->open[--json->depth];
    json->names_used = closed->names;
    kb_json_value_done(json);
    return kb_json_emit(json,
                        (kb_json_event){.type = closed->is_object ? KB_JSON_OBJECT_END
                                                                  : KB_JSON_ARRAY_END,
                                        .offset = json->offset});
}

/* Returns the number state after c, or -1 when c does not continue the number (RFC 8259
 * section 6). */
static int number_next(kb_json_number state, char c) {
    bool is_integer = state == NUMBER_ZERO || state == NUMBER_INTEGER;
    if (c >= '0' && c <= '9') {
        switch (state) {
        case NUMBER_MINUS:
            return c == '0' ? NUMBER_ZERO : NUMBER_INTEGER;
        case NUMBER_ZERO:
            return -1;
        case NUMBER_INTEGER:
            return NUMBER_INTEGER;
        case NUMBER_POINT:
        case NUMBER_FRACTION:
            return NUMBER_FRACTION;
        default:
            return NUMBER_EXPONENT;
        }
    }
    if (c == '.') {
        return is_integer ? NUMBER_POINT : -1;
    }
    if (c == 'e' || c == 'E') {
        return is_integer || state == NUMBER_FRACTION ? NUMBER_E : -1;
    }
    return (c == '+' || c == '-') && state == NUMBER_E ? NUMBER_SIGN : -1;
}

static kb_status number_end(kb_json *json) {
    kb_json_number state = json->number_state;
    if (state != NUMBER_ZERO && state != NUMBER_INTEGER && state != NUMBER_FRACTION &&
        state != NUMBER_EXPONENT) {
        return unexpected(json);
    }
    kb_json_value_done(json);
    return kb_json_emit(json, (kb_json_event){.type = KB_JSON_NUMBER,
                                              .text = json->number,
                                              .len = json->number_len,
                                              .offset = json->token_offset});
}

/* Takes one byte of a number, or ends the number before it: *used is then 0. */
static kb_status number_feed(kb_json *json, char c, size_t *used) {
    int next = number_next(json->number_state, c);
    if (next < 0) {
        *used = 0;
        return number_end(json);
    }
    if (json->number_len == sizeof json->number) {
        return KB_FAIL_AT(KB_ERR_LIMIT, json->token_offset,
                          "JSON: a number longer than %d characters", KB_JSON_NUMBER_MAX);
    }
    json->number_state = (kb_json_number)next;
    json->number[json->number_len++] = c;
    return KB_OK;
}

static kb_status literal_feed(kb_json *json, char c) {
    if (c != *json->literal) {
        return unexpected(json);
    }
    json->literal++;
    if (*json->literal != '\0') {
        return KB_OK;
    }
    kb_json_value_done(json);
    return kb_json_emit(
        json, (kb_json_event){.type = json->literal_type, .offset = json->token_offset});
}

static kb_status literal_begin(kb_json *json, const char *rest, kb_json_type type) {
    json->token_offset = json->offset;
    json->literal = rest;
    json->literal_type = type;
    json->expect = EXPECT_LITERAL;
    return KB_OK;
}

/* Begins a number with its first character, a digit or a minus. */
static kb_status number_begin(kb_json *json, char c) {
    json->token_offset = json->offset;
    json->number[0] = c;
    json->number_len = 1;
    json->number_state = c == '-'   ? NUMBER_MINUS
                         : c == '0' ? NUMBER_ZERO
                                    : NUMBER_INTEGER;
    json->expect = EXPECT_NUMBER;
    return KB_OK;
}

static kb_status begin_value(kb_json *json, char c) {
    if (c == '\0' || strchr("{[\"-0123456789tfn", c) == NULL) {
        return unexpected(json);
    }
    if (json->depth > 0 && !json->open[json->depth - 1].is_object &&
        json->open[json->depth - 1].count++ == json->limits.max_elements) {
        return KB_FAIL_AT(KB_ERR_LIMIT, json->offset,
                          "JSON: an array of more than %u elements",
                          json->limits.max_elements);
    }
    switch (c) {
    case '{':
        return open_container(json, true);
    case '[':
        return open_container(json, false);
    case '"':
        kb_json_string_begin(json);
        json->expect = EXPECT_STRING;
        return KB_OK;
    case 't':
        return literal_begin(json, "rue", KB_JSON_TRUE);
    case 'f':
        return literal_begin(json, "alse", KB_JSON_FALSE);
    case 'n':
        return literal_begin(json, "ull", KB_JSON_NULL);
    default:
        return number_begin(json, c);
    }
}

/* Takes a byte between tokens. */
static kb_status structure_feed(kb_json *json, char c) {
    if (is_space(c)) {
        return KB_OK;
    }
    bool in_object = json->depth > 0 && json->open[json->depth - 1].is_object;
    switch (json->expect) {
    case EXPECT_VALUE_OR_END:
        return c == ']' ? close_container(json) : begin_value(json, c);
    case EXPECT_VALUE:
        return begin_value(json, c);
    case EXPECT_NAME_OR_END:
        if (c == '}') {
            return close_container(json);
        }
        return c == '"' ? kb_json_name_begin(json) : unexpected(json);
    case EXPECT_NAME:
        return c == '"' ? kb_json_name_begin(json) : unexpected(json);
    case EXPECT_COLON:
        if (c != ':') {
            return unexpected(json);
        }
        json->expect = EXPECT_VALUE;
        return KB_OK;
    case EXPECT_COMMA_OR_END:
        if (c == ',') {
            json->expect = in_object ? EXPECT_NAME : EXPECT_VALUE;
            return KB_OK;
        }
        return c == (in_object ? '}' : ']') ? close_container(json) : unexpected(json);
    default:
        return unexpected(json);
    }
}

/* Looks at the first two bytes: other encodings are common enough to be named. */
static kb_status check_encoding(kb_json *json, uint8_t c) {
    bool is_first = json->offset == json->base_offset;
    if (c == 0 || (is_first && (c == 0xfe || c == 0xff))) {
        return KB_FAIL_AT(KB_ERR_FORMAT, json->base_offset,
                          "JSON: this is UTF-16 text; UTF-8 is expected");
    }
    if (is_first && c == 0xef) {
        json->expect = EXPECT_MARK;
    }
    return KB_OK;
}

/* Takes a byte after EF at the very start. */
static kb_status mark_feed(kb_json *json, uint8_t c) {
    uint64_t place = json->offset - json->base_offset;
    if (place == 0 || (place == 1 && c == 0xbb)) {
        return KB_OK;
    }
    if (place == 2 && c == 0xbf) {
        return KB_FAIL_AT(KB_ERR_FORMAT, json->base_offset,
                          "JSON: a byte order mark at the start is not allowed");
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, json->base_offset, "JSON: %s is expected here",
                      expected[EXPECT_MARK]);
}

static kb_status feed(kb_json *json, const char *text, size_t len) {
    size_t at = 0;
    while (at < len) {
        size_t used = 1;
        kb_status status;
        if (json->offset - json->base_offset < 2) {
            KB_TRY(check_encoding(json, (uint8_t)text[at]));
        }
        switch (json->expect) {
        case EXPECT_STRING:
        case EXPECT_NAME_TEXT:
            status = kb_json_string_feed(json, text + at, len - at, &used);
            break;
        case EXPECT_NUMBER:
            status = number_feed(json, text[at], &used);
            break;
        case EXPECT_LITERAL:
            status = literal_feed(json, text[at]);
            break;
        case EXPECT_MARK:
            status = mark_feed(json, (uint8_t)text[at]);
            break;
        default:
            status = structure_feed(json, text[at]);
        }
        KB_TRY(status);
        json->offset += used;
        at += used;
    }
    return KB_OK;
}

static kb_status finish(kb_json *json) {
    if (json->expect == EXPECT_NUMBER) {
        KB_TRY(number_end(json));
    }
    if (json->expect == EXPECT_NOTHING) {
        return KB_OK;
    }
    if (json->offset == json->base_offset) {
        return KB_FAIL_AT(KB_ERR_FORMAT, json->offset, "JSON: empty input");
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, json->offset,
                      "JSON: the input ends where %s is expected",
                      expected[json->expect]);
}

kb_status kb_json_new(kb_json **out, kb_json_limits limits, uint64_t base_offset,
                      kb_json_handler handler, void *self) {
    if (handler == NULL || limits.max_depth < 1 || limits.max_depth > KB_JSON_DEPTH_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "JSON: no handler, or a depth limit of %u",
                       limits.max_depth);
    }
    kb_json *json = kb_malloc(sizeof *json);
    if (json == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *json);
    }
    *json = (kb_json){.handler = handler,
                      .self = self,
                      .limits = limits,
                      .base_offset = base_offset,
                      .offset = base_offset};
    *out = json;
    return KB_OK;
}

void kb_json_set_taker(kb_json *json, kb_json_taker taker) {
    json->taker = taker;
}

void kb_json_free(kb_json *json) {
    if (json != NULL) {
        kb_wipe(json, sizeof *json);
        kb_free(json);
    }
}

/* Keeps a failure with its record, for the calls to come. */
static kb_status keep(kb_json *json, kb_status status) {
    if (status != KB_OK) {
        json->error = *kb_last_error();
        if (json->error.status != status) {
            /* A handler that set no record. */
            json->error = (kb_error){.status = status, .function = __func__};
        }
    }
    return status;
}

static kb_status fail_again(const kb_json *json) {
    const kb_error *e = &json->error;
    return kb_error_set(e->status, e->function, e->has_offset, e->offset, "%s", e->text);
}

kb_status kb_json_feed(kb_json *json, const char *text, size_t len) {
    if (json->error.status != KB_OK) {
        return fail_again(json);
    }
    if (json->is_finished) {
        return KB_FAIL(KB_ERR_STATE, "JSON: fed after the end");
    }
    return keep(json, feed(json, text, len));
}

kb_status kb_json_finish(kb_json *json) {
    if (json->error.status != KB_OK) {
        return fail_again(json);
    }
    if (json->is_finished) {
        return KB_FAIL(KB_ERR_STATE, "JSON: finished twice");
    }
    json->is_finished = true;
    return keep(json, finish(json));
}

kb_status kb_json_scan(const char *text, size_t len, kb_json_limits limits,
                       kb_json_handler handler, void *self) {
    kb_json *json;
    KB_TRY(kb_json_new(&json, limits, 0, handler, self));
    kb_status status = kb_json_feed(json, text, len);
    if (status == KB_OK) {
        status = kb_json_finish(json);
    }
    kb_json_free(json);
    return status;
}
