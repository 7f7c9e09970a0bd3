/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Member names of JSON: collected whole, unescaped, each once per object. */
#include "codec/json_state.h"
#include "core/error.h"

#include <string.h>

/* A name is stored after its length. */
#define PREFIX 2

static size_t length_at(const char *p) {
    return (size_t)(uint8_t)p[0] << 8 | (uint8_t)p[1];
}

static kb_status names_too_long(uint64_t offset) {
    return KB_FAIL_AT(
        KB_ERR_LIMIT, offset,
        "JSON: a member name longer than %d bytes, or all names of the open "
        "objects longer than %d",
        KB_JSON_NAME_MAX, KB_JSON_NAMES_BYTES);
}

kb_status kb_json_name_begin(kb_json *json) {
    kb_json_open *object = &json->open[json->depth - 1];
    if (object->count++ == json->limits.max_members) {
        return KB_FAIL_AT(KB_ERR_LIMIT, json->offset,
                          "JSON: an object of more than %u members",
                          json->limits.max_members);
    }
    if (sizeof json->names - json->names_used < PREFIX) {
        return names_too_long(json->offset);
    }
    kb_json_string_begin(json);
    json->name_len = 0;
    json->expect = EXPECT_NAME_TEXT;
    return KB_OK;
}

size_t kb_json_name_room(const kb_json *json) {
    size_t in_name = KB_JSON_NAME_MAX - json->name_len;
    size_t in_all = sizeof json->names - json->names_used - PREFIX - json->name_len;
    return in_name < in_all ? in_name : in_all;
}

kb_status kb_json_name_append(kb_json *json, const char *text, size_t len) {
    if (len > kb_json_name_room(json)) {
        return names_too_long(json->token_offset);
    }
    memcpy(json->names + json->names_used + PREFIX + json->name_len, text, len);
    json->name_len += len;
    return KB_OK;
}

kb_status kb_json_name_end(kb_json *json) {
    const char *name = json->names + json->names_used + PREFIX;
    size_t at = json->open[json->depth - 1].names;
    while (at < json->names_used) {
        size_t len = length_at(json->names + at);
        at += PREFIX;
        if (len == json->name_len && memcmp(json->names + at, name, len) == 0) {
            return KB_FAIL_AT(KB_ERR_FORMAT, json->token_offset,
                              "JSON: this object has a member of this name already");
        }
        at += len;
    }
    json->names[at] = (char)(json->name_len >> 8);
    json->names[at + 1] = (char)(json->name_len & 0xff);
    json->names_used = at + PREFIX + json->name_len;
    json->expect = EXPECT_COLON;
    return kb_json_emit(json, (kb_json_event){.type = KB_JSON_NAME,
                                              .text = name,
                                              .len = json->name_len,
                                              .has_escape = json->has_escape,
                                              .offset = json->token_offset});
}
