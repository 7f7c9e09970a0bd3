/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sets of JWKs (RFC 7517, section 5). */
#include "codec/json.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "key/key.h"

#include <string.h>

/* The set adds two containers to those of a JWK. */
#define SET_DEPTH_MAX   10
#define SET_MEMBERS_MAX 64

typedef struct span {
    size_t from, to;
} span;

typedef struct scanner {
    bool is_keys; /* the value of "keys" follows or is being read */
    bool has_keys;
    size_t count;
    span found[KB_JWKS_MAX_KEYS];
} scanner;

static kb_status on_event(void *self, const kb_json_event *event) {
    scanner *s = self;
    if (event->depth == 0 && event->type != KB_JSON_OBJECT_BEGIN &&
        event->type != KB_JSON_OBJECT_END) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a JWK Set is a JSON object");
    }
    if (event->depth == 1 && event->type == KB_JSON_NAME) {
        s->is_keys = kb_text_is(event->text, event->len, "keys");
        s->has_keys |= s->is_keys;
        return KB_OK;
    }
    if (!s->is_keys || event->depth == 0 || event->depth > 2) {
        return KB_OK;
    }
    if (event->depth == 1) {
        return event->type == KB_JSON_ARRAY_BEGIN || event->type == KB_JSON_ARRAY_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "keys is not an array");
    }
    if (event->type == KB_JSON_OBJECT_BEGIN) {
        s->found[s->count].from = (size_t)event->offset;
        return KB_OK;
    }
    if (event->type != KB_JSON_OBJECT_END) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a JWK is a JSON object");
    }
    s->found[s->count++].to = (size_t)event->offset + 1;
    return KB_OK;
}

/* Reads the keys that the scan found; those of unknown kinds are left out. */
static kb_status read_keys(kb_key **keys, size_t *count, size_t *skipped,
                           const scanner *s, const char *text, const char *use) {
    for (size_t i = 0; i < s->count; i++) {
        const span *at = &s->found[i];
        kb_status status =
            kb_key_read_jwk(&keys[*count], text + at->from, at->to - at->from, use);
        if (status == KB_ERR_UNSUPPORTED) {
            ++*skipped;
        } else if (status != KB_OK) {
            return kb_error_prefix(status, "key %zu of the set", i);
        } else {
            ++*count;
        }
    }
    return KB_OK;
}

kb_status kb_key_from_jwks(kb_key_set *out, const char *text, size_t len,
                           const char *use) {
    static const kb_json_limits limits = {SET_DEPTH_MAX, SET_MEMBERS_MAX,
                                          KB_JWKS_MAX_KEYS};
    kb_key_set set = {.keys = NULL};
    if (len > KB_JWKS_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "JWK Set of %zu bytes", len);
    }
    scanner *s = kb_malloc(sizeof *s);
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *s);
    }
    *s = (scanner){.count = 0};
    kb_status status = kb_json_scan(text, len, limits, on_event, s);
    if (status == KB_OK && !s->has_keys) {
        status = KB_FAIL(KB_ERR_FORMAT, "member keys is missing");
    }
    if (status == KB_OK && s->count != 0) {
        set.keys = kb_malloc(s->count * sizeof(kb_key *));
        if (set.keys == NULL) {
            status = KB_FAIL(KB_ERR_MEMORY, "%zu keys", s->count);
        } else {
            status = read_keys(set.keys, &set.count, &set.skipped, s, text, use);
        }
    }
    kb_free(s);
    if (status != KB_OK) {
        kb_key_set_free(&set);
        return status;
    }
    *out = set;
    return KB_OK;
}

void kb_key_set_free(kb_key_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        kb_key_free(set->keys[i]);
    }
    kb_free(set->keys);
    *set = (kb_key_set){.keys = NULL};
}
