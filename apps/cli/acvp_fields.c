/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fields of a case: found, checked for their type, decoded; results encoded. */
#include "acvp.h"

#include "core/alloc.h"
#include "core/error.h"

#include <inttypes.h>
#include <keybraid/secret.h>
#include <string.h>

void kb_acvp_release(kb_acvp_case *c) {
    for (size_t i = 0; i < c->held_count; i++) {
        kb_wipe(c->held[i].data, c->held[i].len);
        kb_free(c->held[i].data);
    }
    c->held_count = 0;
}

kb_status kb_acvp_alloc(uint8_t **out, kb_acvp_case *c, size_t len) {
    if (c->held_count == KB_ACVP_HELD_MAX) {
        return KB_FAIL(KB_ERR_LIMIT, "more than %d fields", KB_ACVP_HELD_MAX);
    }
    uint8_t *data = kb_malloc(len == 0 ? 1 : len);
    if (data == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", len);
    }
    memset(data, 0, len);
    c->held[c->held_count++] = (kb_acvp_bytes){data, len};
    *out = data;
    return KB_OK;
}

const json_t *kb_acvp_find(const kb_acvp_case *c, const char *name) {
    const json_t *value = json_object_get(c->test, name);
    if (value == NULL || json_is_null(value)) {
        value = json_object_get(c->group, name);
    }
    return value == NULL || json_is_null(value) ? NULL : value;
}

static kb_status wrong_type(const json_t *value, const char *name, const char *wanted) {
    return value == NULL ? KB_FAIL(KB_ERR_FORMAT, "%s is missing", name)
                         : KB_FAIL(KB_ERR_FORMAT, "%s is not %s", name, wanted);
}

kb_status kb_acvp_value_text(const char **out, const json_t *value, const char *name) {
    if (!json_is_string(value)) {
        return wrong_type(value, name, "a string");
    }
    *out = json_string_value(value);
    return KB_OK;
}

kb_status kb_acvp_text(const char **out, const kb_acvp_case *c, const char *name) {
    return kb_acvp_value_text(out, kb_acvp_find(c, name), name);
}

kb_status kb_acvp_text_or(const char **out, const kb_acvp_case *c, const char *name,
                          const char *otherwise) {
    const json_t *value = kb_acvp_find(c, name);
    if (value == NULL) {
        *out = otherwise;
        return KB_OK;
    }
    return kb_acvp_value_text(out, value, name);
}

kb_status kb_acvp_bool(bool *out, const kb_acvp_case *c, const char *name) {
    const json_t *value = kb_acvp_find(c, name);
    if (!json_is_boolean(value)) {
        return wrong_type(value, name, "true or false");
    }
    *out = json_is_true(value);
    return KB_OK;
}

kb_status kb_acvp_bool_or(bool *out, const kb_acvp_case *c, const char *name,
                          bool otherwise) {
    *out = otherwise;
    return kb_acvp_find(c, name) == NULL ? KB_OK : kb_acvp_bool(out, c, name);
}

kb_status kb_acvp_value_number(uint64_t *out, const json_t *value, const char *name,
                               uint64_t max) {
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        return wrong_type(value, name, "a whole number from 0 on");
    }
    uint64_t number = (uint64_t)json_integer_value(value);
    if (number > max) {
        return KB_FAIL(KB_ERR_LIMIT, "%s is %" PRIu64 ", at most %" PRIu64 " is possible",
                       name, number, max);
    }
    *out = number;
    return KB_OK;
}

kb_status kb_acvp_number(uint64_t *out, const kb_acvp_case *c, const char *name,
                         uint64_t max) {
    return kb_acvp_value_number(out, kb_acvp_find(c, name), name, max);
}

/* Returns the value of a digit, 16 when it is none. */
static unsigned digit_value(char digit) {
    if (digit >= '0' && digit <= '9') {
        return (unsigned)(digit - '0');
    }
    if (digit >= 'a' && digit <= 'f') {
        return (unsigned)(digit - 'a') + 10;
    }
    return digit >= 'A' && digit <= 'F' ? (unsigned)(digit - 'A') + 10 : 16;
}

kb_status kb_acvp_value_bytes(kb_acvp_bytes *out, kb_acvp_case *c, const json_t *value,
                              const char *name) {
    const char *text;
    uint8_t *data;
    KB_TRY(kb_acvp_value_text(&text, value, name));
    size_t digits = json_string_length(value);
    if (digits % 2 != 0) {
        return KB_FAIL(KB_ERR_FORMAT, "%s has %zu hexadecimal digits", name, digits);
    }
    KB_TRY(kb_acvp_alloc(&data, c, digits / 2));
    for (size_t i = 0; i < digits; i++) {
        unsigned digit = digit_value(text[i]);
        if (digit > 15) {
            return KB_FAIL(KB_ERR_FORMAT,
                           "%s has a character that is no hexadecimal digit", name);
        }
        data[i / 2] = (uint8_t)((unsigned)data[i / 2] << 4 | digit);
    }
    *out = (kb_acvp_bytes){data, digits / 2};
    return KB_OK;
}

kb_status kb_acvp_bytes_any(kb_acvp_bytes *out, kb_acvp_case *c, const char *name) {
    return kb_acvp_value_bytes(out, c, kb_acvp_find(c, name), name);
}

kb_status kb_acvp_bytes_of(const uint8_t **out, kb_acvp_case *c, const char *name,
                           size_t len) {
    kb_acvp_bytes bytes;
    KB_TRY(kb_acvp_bytes_any(&bytes, c, name));
    if (bytes.len != len) {
        return KB_FAIL(KB_ERR_FORMAT, "%s has %zu bytes, %zu are needed", name, bytes.len,
                       len);
    }
    *out = bytes.data;
    return KB_OK;
}

kb_status kb_acvp_bytes_bits(kb_acvp_bytes *out, kb_acvp_case *c, const char *name,
                             const char *len_name) {
    uint64_t bits;
    KB_TRY(kb_acvp_bytes_any(out, c, name));
    KB_TRY(kb_acvp_number(&bits, c, len_name, UINT64_MAX));
    if (bits % 8 != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "%s is %" PRIu64 " bits, not whole bytes",
                       len_name, bits);
    }
    if (bits / 8 > out->len) {
        return KB_FAIL(KB_ERR_FORMAT, "%s has %zu bytes, %s says %" PRIu64 " bits", name,
                       out->len, len_name, bits);
    }
    out->len = (size_t)(bits / 8);
    return KB_OK;
}

kb_status kb_acvp_put(json_t *to, const char *name, json_t *value) {
    return json_object_set_new(to, name, value) == 0 ? KB_OK
                                                     : KB_FAIL(KB_ERR_MEMORY, "%s", name);
}

kb_status kb_acvp_put_bytes(json_t *to, const char *name, const uint8_t *data,
                            size_t len) {
    static const char digits[] = "0123456789ABCDEF";
    char *text = kb_malloc(2 * len + 1);
    if (text == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", len);
    }
    for (size_t i = 0; i < len; i++) {
        text[2 * i] = digits[data[i] >> 4];
        text[2 * i + 1] = digits[data[i] & 15];
    }
    json_t *value = json_stringn_nocheck(text, 2 * len);
    kb_free(text);
    return kb_acvp_put(to, name, value);
}

kb_status kb_acvp_put_number(json_t *to, const char *name, uint64_t value) {
    return kb_acvp_put(to, name, json_integer((json_int_t)value));
}

kb_status kb_acvp_put_bool(json_t *to, const char *name, bool value) {
    return kb_acvp_put(to, name, json_boolean(value));
}

bool kb_acvp_is_one_of(const char *word, const char *list) {
    size_t len = strlen(word);
    while (list != NULL) {
        const char *end = strchr(list, '|');
        size_t n = end == NULL ? strlen(list) : (size_t)(end - list);
        if (n == len && strncmp(word, list, n) == 0) {
            return true;
        }
        list = end == NULL ? NULL : end + 1;
    }
    return false;
}
