/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Protected header rules of signatures. */
#include "envelope/jws_header.h"

#include "codec/json.h"
#include "core/bytes.h"
#include "core/error.h"

#include <keybraid/secret.h>
#include <string.h>

/* Members that are read; those of `csig` have a level of their own. */
typedef enum member {
    OTHER,
    ALG,
    KID,
    TYP,
    CTY,
    CRIT,
    CSIG,
    CSIG_V,
    CSIG_POLICY,
    CSIG_SET,
    CSIG_I,
    CSIG_N,
    MEMBER_COUNT
} member;

static const char *const names[MEMBER_COUNT] = {
    [ALG] = "alg",  [KID] = "kid",      [TYP] = "typ",
    [CTY] = "cty",  [CRIT] = "crit",    [CSIG] = "csig",
    [CSIG_V] = "v", [CSIG_SET] = "set", [CSIG_POLICY] = "policy",
    [CSIG_I] = "i", [CSIG_N] = "n",
};

/* b64 changes what is signed (RFC 7797), the others bring or point to keys, or belong to
 * encryption. */
static const char *const forbidden[] = {"b64", "jku",      "jwk", "x5u", "x5c",
                                        "x5t", "x5t#S256", "enc", "zip", "epk"};

/* Ends a value in the record; no byte of UTF-8. */
#define RECORD_END ((char)0xff)

typedef struct parser {
    kb_jws_header *header;
    member now;
    bool has[MEMBER_COUNT];
    const char *value[MEMBER_COUNT]; /* in the arena */
    size_t crit_count;
    bool is_crit_other; /* crit names something but csig */
    bool is_in_string;
} parser;

static kb_status wrong_type(const parser *p, const kb_json_event *event) {
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                      "%s of the protected header has a wrong type", names[p->now]);
}

/* Appends an event to the record of the current member: type, text, end. */
static kb_status record(parser *p, const kb_json_event *event) {
    kb_jws_header *h = p->header;
    bool has_text = event->type == KB_JSON_NAME || event->type == KB_JSON_STRING ||
                    event->type == KB_JSON_NUMBER;
    size_t len = has_text ? event->len : 0;
    if (sizeof h->record - h->record_used < len + 2) {
        return KB_FAIL_AT(KB_ERR_LIMIT, event->offset,
                          "too much in the protected header");
    }
    if (!p->is_in_string) {
        h->record[h->record_used++] = (char)event->type;
    }
    if (len != 0) {
        memcpy(h->record + h->record_used, event->text, len);
        h->record_used += len;
    }
    p->is_in_string = event->type == KB_JSON_STRING && !event->is_last;
    if (!p->is_in_string) {
        h->record[h->record_used++] = RECORD_END;
    }
    h->other[h->other_count - 1].len = h->record_used - h->other[h->other_count - 1].at;
    return KB_OK;
}

static bool is_recorded(member m) {
    return m == OTHER || m == TYP || m == CTY;
}

static kb_status on_member(parser *p, const kb_json_event *event) {
    kb_jws_header *h = p->header;
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        if (kb_text_is(event->text, event->len, forbidden[i])) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                              "parameter %s in the protected header", forbidden[i]);
        }
    }
    p->now = ALG;
    while (p->now < CSIG_V && !kb_text_is(event->text, event->len, names[p->now])) {
        p->now++;
    }
    p->now = p->now == CSIG_V ? OTHER : p->now;
    p->has[p->now] = true;
    if (!is_recorded(p->now)) {
        return KB_OK;
    }
    KB_INVARIANT(h->other_count < KB_JWS_MEMBERS_MAX);
    h->other[h->other_count++].at = h->record_used;
    return record(p, event);
}

static kb_status on_name(parser *p, const kb_json_event *event) {
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                          "backslash in a member name of the protected header");
    }
    if (event->depth == 1) {
        return on_member(p, event);
    }
    if (is_recorded(p->now)) {
        return record(p, event);
    }
    for (p->now = CSIG_V; p->now < MEMBER_COUNT; p->now++) {
        if (kb_text_is(event->text, event->len, names[p->now])) {
            p->has[p->now] = true;
            return KB_OK;
        }
    }
    p->now = CSIG;
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unknown member of csig");
}

/* Appends a piece of the current value to the arena, which is as large as the whole
 * header. */
static kb_status take(parser *p, const kb_json_event *event) {
    kb_jws_header *h = p->header;
    if (event->has_escape && p->now != TYP && p->now != CTY) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in %s", names[p->now]);
    }
    if (event->len != 0 && memchr(event->text, 0, event->len) != NULL) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "NUL in %s", names[p->now]);
    }
    if (p->value[p->now] == NULL) {
        p->value[p->now] = h->arena + h->arena_used;
    }
    KB_INVARIANT(event->len < sizeof h->arena - h->arena_used);
    if (event->len != 0) {
        memcpy(h->arena + h->arena_used, event->text, event->len);
    }
    h->arena_used += event->len;
    if (event->is_last || event->type == KB_JSON_NUMBER) {
        h->arena[h->arena_used++] = '\0';
    }
    return KB_OK;
}

/* Elements of crit: strings, compared with the one name that is understood. */
static kb_status on_crit(parser *p, const kb_json_event *event) {
    if (event->type != KB_JSON_STRING) {
        return wrong_type(p, event);
    }
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in crit");
    }
    /* The header is scanned in one feed: a string without escapes is one piece. */
    p->crit_count++;
    p->is_crit_other |= !event->is_last || !kb_text_is(event->text, event->len, "csig");
    return KB_OK;
}

static kb_status on_csig(parser *p, const kb_json_event *event) {
    bool is_text = p->now == CSIG_POLICY || p->now == CSIG_SET;
    if (event->type != (is_text ? KB_JSON_STRING : KB_JSON_NUMBER)) {
        return wrong_type(p, event);
    }
    return take(p, event);
}

/* A value of a member that stands directly in the header. */
static kb_status on_value(parser *p, const kb_json_event *event) {
    bool is_array =
        event->type == KB_JSON_ARRAY_BEGIN || event->type == KB_JSON_ARRAY_END;
    bool is_object =
        event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END;
    switch (p->now) {
    case CRIT:
        return is_array ? KB_OK : wrong_type(p, event);
    case ALG:
    case KID:
    case TYP:
    case CTY:
        return event->type == KB_JSON_STRING ? take(p, event) : wrong_type(p, event);
    default: /* CSIG, or the last of its members when the object ends */
        return is_object ? KB_OK : wrong_type(p, event);
    }
}

static kb_status on_event(void *self, const kb_json_event *event) {
    parser *p = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                                "the protected header is not an object");
    }
    if (event->type == KB_JSON_NAME) {
        return on_name(p, event);
    }
    if (is_recorded(p->now)) {
        KB_TRY(record(p, event));
    }
    if (p->now == OTHER) {
        return KB_OK;
    }
    if (event->depth == 1) {
        return on_value(p, event);
    }
    return p->now == CRIT ? on_crit(p, event) : on_csig(p, event);
}

static kb_status check_crit(const parser *p) {
    if (p->has[CRIT] && p->crit_count == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "crit is empty");
    }
    if (p->has[CRIT] && (p->crit_count != 1 || p->is_crit_other)) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "crit is not exactly [\"csig\"]");
    }
    if (p->has[CRIT] != p->has[CSIG]) {
        return KB_FAIL(KB_ERR_FORMAT, p->has[CRIT]
                                          ? "crit names csig, but there is no such member"
                                          : "csig is not named by crit");
    }
    return KB_OK;
}

static kb_status check_csig(kb_jws_header *out, const parser *p) {
    for (member m = CSIG_V; m < MEMBER_COUNT; m++) {
        if (!p->has[m]) {
            return KB_FAIL(KB_ERR_FORMAT, "csig has no member %s", names[m]);
        }
    }
    if (strcmp(p->value[CSIG_V], "1") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "csig version");
    }
    if (strcmp(p->value[CSIG_POLICY], "all") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "csig policy \"%.16s\"",
                       p->value[CSIG_POLICY]);
    }
    if (strcmp(p->value[CSIG_N], "2") != 0) {
        return KB_FAIL(KB_ERR_FORMAT, "csig: n is not 2");
    }
    const char *i = p->value[CSIG_I];
    if (strcmp(i, "0") != 0 && strcmp(i, "1") != 0) {
        return KB_FAIL(KB_ERR_FORMAT, "csig: i is neither 0 nor 1");
    }
    if (strlen(p->value[CSIG_SET]) != KB_JWS_CSIG_SET_CHARS) {
        return KB_FAIL(KB_ERR_FORMAT, "csig: set has not %d characters",
                       KB_JWS_CSIG_SET_CHARS);
    }
    out->is_csig = true;
    out->index = i[0] == '1';
    memcpy(out->set, p->value[CSIG_SET], KB_JWS_CSIG_SET_CHARS + 1);
    return KB_OK;
}

kb_status kb_jws_header_parse(kb_jws_header *out, const char *text, size_t len) {
    static const kb_json_limits limits = {8, KB_JWS_MEMBERS_MAX, 128};
    parser p = {.header = out, .now = OTHER};
    if (len > KB_JWS_HEADER_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "protected header of %zu bytes", len);
    }
    out->is_csig = false;
    out->other_count = out->arena_used = out->record_used = 0;
    KB_TRY(kb_json_scan(text, len, limits, on_event, &p));
    if (!p.has[ALG]) {
        return KB_FAIL(KB_ERR_FORMAT, "the protected header has no alg");
    }
    out->alg = p.value[ALG];
    out->kid = p.value[KID];
    out->typ = p.value[TYP];
    out->cty = p.value[CTY];
    KB_TRY(check_crit(&p));
    return p.has[CSIG] ? check_csig(out, &p) : KB_OK;
}

static bool has_record(const kb_jws_header *h, const char *record_of, size_t len) {
    for (size_t i = 0; i < h->other_count; i++) {
        if (h->other[i].len == len &&
            kb_ct_eq(h->record + h->other[i].at, record_of, len)) {
            return true;
        }
    }
    return false;
}

/* Names are unique within each, so equal numbers and one inclusion suffice. */
bool kb_jws_header_same_others(const kb_jws_header *a, const kb_jws_header *b) {
    if (a->other_count != b->other_count) {
        return false;
    }
    for (size_t i = 0; i < a->other_count; i++) {
        if (!has_record(b, a->record + a->other[i].at, a->other[i].len)) {
            return false;
        }
    }
    return true;
}
