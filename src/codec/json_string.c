/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Strings of JSON: runs of plain text passed on without a copy, escapes, UTF-8.
 *
 * Time: constant in the characters of a plain run (a private JWK member is one); where a
 * run ends is public.
 */
#include "codec/json_state.h"
#include "core/bytes.h"
#include "core/ct.h"
#include "core/error.h"
#include "core/lanes.h"

/* Shorter texts are scanned faster than offered. */
#define OFFER_MIN 256

#define ONES (UINT64_C(0x0101010101010101))
#define TOPS (UINT64_C(0x8080808080808080))

/* Sets the top bit of each byte that is a quote, a backslash, a control character or not
 * ASCII. Exact: no byte carries into its neighbour. */
static inline uint64_t special_of(uint64_t text) {
    uint64_t x = text & ~TOPS;
    uint64_t printable = x + (128 - 0x20) * ONES;
    uint64_t quote = TOPS - (x ^ '"' * ONES);
    uint64_t backslash = TOPS - (x ^ '\\' * ONES);
    return (text | ~printable | quote | backslash) & TOPS;
}

/* The same with all ones in a byte that is special, for sixteen of them. */
static inline kb_u64x2 lanes_special(const char *text) {
    kb_u8x16 x = (kb_u8x16)kb_load_lanes(text);
    /* As signed numbers, what is not ASCII is below the control characters. */
    return (kb_u64x2)(~kb_lanes_above(x, 0x1f) | kb_lanes_equal(x, '"') |
                      kb_lanes_equal(x, '\\'));
}

/* Whether a run ends here; that is public. */
static inline bool is_set(uint64_t special) {
    KB_CT_PUBLIC(&special, sizeof special);
    return special != 0;
}

/* Returns the number of bytes before the first special one. */
static size_t plain_run(const char *text, size_t len) {
    size_t n = 0;
    for (; len - n >= 64; n += 64) {
        kb_u64x2 special = lanes_special(text + n) | lanes_special(text + n + 16) |
                           lanes_special(text + n + 32) | lanes_special(text + n + 48);
        if (is_set(special[0] | special[1])) {
            break;
        }
    }
    for (; len - n >= 8; n += 8) {
        uint64_t special = special_of(kb_load_le64(text + n));
        if (is_set(special)) {
            KB_CT_PUBLIC(&special, sizeof special);
            return n + (size_t)__builtin_ctzll(special) / 8;
        }
    }
    while (n < len && !is_set(special_of(' ' * (ONES - 1) | (uint8_t)text[n]))) {
        n++;
    }
    return n;
}

void kb_json_string_begin(kb_json *json) {
    json->token_offset = json->offset;
    json->has_escape = false;
    json->escape = ESCAPE_NONE;
    json->high = 0;
}

/* Passes on a piece of a string value, or puts it into the member name. */
static kb_status deliver(kb_json *json, const char *text, size_t len, uint64_t offset) {
    if (json->expect == EXPECT_NAME_TEXT) {
        return kb_json_name_append(json, text, len);
    }
    if (len == 0) {
        return KB_OK;
    }
    return kb_json_emit(json, (kb_json_event){.type = KB_JSON_STRING,
                                              .text = text,
                                              .len = len,
                                              .has_escape = json->has_escape,
                                              .offset = offset});
}

static kb_status deliver_last(kb_json *json, const char *text, size_t len) {
    if (json->expect == EXPECT_NAME_TEXT) {
        KB_TRY(kb_json_name_append(json, text, len));
        return kb_json_name_end(json);
    }
    kb_json_value_done(json);
    return kb_json_emit(json, (kb_json_event){.type = KB_JSON_STRING,
                                              .text = text,
                                              .len = len,
                                              .is_last = true,
                                              .has_escape = json->has_escape,
                                              .offset = json->offset});
}

static kb_status deliver_escaped(kb_json *json, uint32_t code) {
    char text[4];
    size_t len = kb_utf8_encode(text, code);
    json->escape = ESCAPE_NONE;
    return deliver(json, text, len, json->escape_offset);
}

static kb_status unpaired(const kb_json *json) {
    return KB_FAIL_AT(KB_ERR_FORMAT, json->escape_offset,
                      "JSON: half a surrogate pair without the other half");
}

/* Takes the four digits of a \u escape. */
static kb_status code_end(kb_json *json) {
    bool is_low = json->code >= 0xdc00 && json->code <= 0xdfff;
    if (json->high != 0) {
        if (!is_low) {
            return unpaired(json);
        }
        uint32_t code = 0x10000 + ((json->high - 0xd800) << 10) + (json->code - 0xdc00);
        json->high = 0;
        return deliver_escaped(json, code);
    }
    if (is_low) {
        return unpaired(json);
    }
    if (json->code >= 0xd800 && json->code <= 0xdbff) {
        json->high = json->code;
        json->escape = ESCAPE_LOW;
        return KB_OK;
    }
    return deliver_escaped(json, json->code);
}

static kb_status digit_feed(kb_json *json, char c) {
    uint32_t value;
    if (c >= '0' && c <= '9') {
        value = (uint32_t)(c - '0');
    } else if (c >= 'a' && c <= 'f') {
        value = (uint32_t)(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
        value = (uint32_t)(c - 'A') + 10;
    } else {
        return KB_FAIL_AT(KB_ERR_FORMAT, json->offset,
                          "JSON: four hexadecimal digits are expected after \\u");
    }
    json->code = json->code << 4 | value;
    return ++json->digits < 4 ? KB_OK : code_end(json);
}

static void digits_begin(kb_json *json) {
    json->escape = ESCAPE_DIGITS;
    json->digits = 0;
    json->code = 0;
}

/* Takes the letter after a backslash. */
static kb_status letter_feed(kb_json *json, char c) {
    static const char letters[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    if (c == 'u') {
        digits_begin(json);
        return KB_OK;
    }
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if (letters[i] == c) {
            return deliver_escaped(json, (uint8_t)letters[i + 1]);
        }
    }
    return KB_FAIL_AT(KB_ERR_FORMAT, json->offset, "JSON: no such escape");
}

static kb_status escape_feed(kb_json *json, char c) {
    switch (json->escape) {
    case ESCAPE_LETTER:
        return letter_feed(json, c);
    case ESCAPE_DIGITS:
        return digit_feed(json, c);
    case ESCAPE_LOW:
        json->escape = ESCAPE_LOW_LETTER;
        return c == '\\' ? KB_OK : unpaired(json);
    default:
        digits_begin(json);
        return c == 'u' ? KB_OK : unpaired(json);
    }
}

/* Whether the text may be offered: a plain piece of a value, long enough to be worth it.
 */
static bool may_offer(const kb_json *json, size_t len) {
    return json->taker != NULL && json->expect == EXPECT_STRING && !json->has_escape &&
           json->utf8.missing == 0 && len >= OFFER_MIN;
}

/* Lets the taker have the text; sets *taken to what it took. */
static kb_status offer(const kb_json *json, const char *text, size_t len, size_t *taken) {
    kb_json_event event = {.type = KB_JSON_STRING,
                           .depth = json->depth,
                           .text = text,
                           .len = len,
                           .offset = json->offset};
    return json->taker(json->self, &event, taken);
}

kb_status kb_json_string_feed(kb_json *json, const char *text, size_t len, size_t *used) {
    *used = 1;
    if (json->escape != ESCAPE_NONE) {
        return escape_feed(json, text[0]);
    }
    if (may_offer(json, len)) {
        *used = 0;
        KB_TRY(offer(json, text, len, used));
        if (*used != 0) {
            return KB_OK;
        }
    }
    if (json->expect == EXPECT_NAME_TEXT && len > kb_json_name_room(json)) {
        /* One byte over, so that the same input fails at the same place in any pieces. */
        len = kb_json_name_room(json) + 1;
    }
    size_t n = 0;
    for (;;) {
        if (json->utf8.missing == 0) {
            n += plain_run(text + n, len - n);
        }
        if (n == len) {
            *used = n;
            return deliver(json, text, n, json->offset);
        }
        uint8_t c = (uint8_t)text[n];
        if (c < 0x80 && json->utf8.missing == 0) {
            break;
        }
        if (!kb_utf8_step(&json->utf8, c)) {
            return KB_FAIL_AT(KB_ERR_FORMAT, json->offset + n, "JSON: malformed UTF-8");
        }
        n++;
    }
    *used = n + 1;
    switch (text[n]) {
    case '"':
        return deliver_last(json, text, n);
    case '\\':
        KB_TRY(deliver(json, text, n, json->offset));
        json->has_escape = true;
        json->escape = ESCAPE_LETTER;
        json->escape_offset = json->offset + n;
        return KB_OK;
    default:
        return KB_FAIL_AT(KB_ERR_FORMAT, json->offset + n,
                          "JSON: a control character in a string");
    }
}
