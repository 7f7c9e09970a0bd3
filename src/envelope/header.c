/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Protected header rules. */
#include "envelope/header.h"
#include "envelope/enc.h"

#include "codec/json.h"
#include "core/bytes.h"
#include "core/error.h"

#include <string.h>

/* Members that are read; those of `ckem` have a level of their own. */
typedef enum member {
    OTHER,
    ALG,
    ENC,
    KID,
    TYP,
    CTY,
    CRIT,
    CKEM,
    CKEM_V,
    CKEM_POLICY,
    CKEM_MODE,
    MEMBER_COUNT
} member;

static const struct {
    const char *name;
    bool may_have_escape;
} members[MEMBER_COUNT] = {
    [ALG] = {"alg", false},
    [ENC] = {"enc", false},
    [KID] = {"kid", false},
    [TYP] = {"typ", true},
    [CTY] = {"cty", true},
    [CRIT] = {"crit", false},
    [CKEM] = {"ckem", false},
    [CKEM_V] = {"v", false},
    [CKEM_POLICY] = {"policy", false},
    [CKEM_MODE] = {"mode", false},
};

/* Parameters that would change what the token means, or belong to another header object.
 */
static const char *const forbidden[] = {
    "zip", "epk", "ek",  "apu", "apv", "psk_id", "p2s", "p2c",  "b64", "iv",
    "tag", "jku", "jwk", "x5u", "x5c", "x5t",    "kc",  "role", "wk",
};

typedef struct parser {
    kb_jwe_header *header;
    member now;
    bool has[MEMBER_COUNT];
    const char *value[MEMBER_COUNT]; /* in the arena */
    size_t crit_count;
    bool is_crit_other; /* crit names something but ckem */
} parser;

static bool text_is(const kb_json_event *event, const char *want) {
    return kb_text_is(event->text, event->len, want);
}

static kb_status on_name(parser *p, const kb_json_event *event) {
    member first = event->depth == 1 ? ALG : CKEM_V;
    member end = event->depth == 1 ? CKEM_V : MEMBER_COUNT;
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                          "backslash in a member name of the protected header");
    }
    for (member m = first; m < end; m++) {
        if (text_is(event, members[m].name)) {
            p->now = m;
            p->has[m] = true;
            return KB_OK;
        }
    }
    if (event->depth == 2) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "unknown member of ckem");
    }
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        if (text_is(event, forbidden[i])) {
            return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                              "parameter %s in the protected header", forbidden[i]);
        }
    }
    p->now = OTHER;
    return KB_OK;
}

/* Appends a piece of the current string to the arena, which is as large as the whole
 * header. */
static kb_status take_string(parser *p, const kb_json_event *event) {
    kb_jwe_header *h = p->header;
    if (event->has_escape && !members[p->now].may_have_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in %s",
                          members[p->now].name);
    }
    if (memchr(event->text, 0, event->len) != NULL) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "NUL in %s",
                          members[p->now].name);
    }
    if (p->value[p->now] == NULL) {
        p->value[p->now] = h->arena + h->arena_used;
    }
    KB_INVARIANT(event->len < sizeof h->arena - h->arena_used);
    memcpy(h->arena + h->arena_used, event->text, event->len);
    h->arena_used += event->len;
    if (event->is_last) {
        h->arena[h->arena_used++] = '\0';
    }
    return KB_OK;
}

static kb_status wrong_type(const parser *p, const kb_json_event *event) {
    return KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                      "%s of the protected header has a wrong type",
                      members[p->now].name);
}

/* Elements of crit: strings, compared with the one name that is understood. */
static kb_status on_crit(parser *p, const kb_json_event *event) {
    static const char *const name = "ckem";
    if (event->type != KB_JSON_STRING) {
        return wrong_type(p, event);
    }
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in crit");
    }
    /* The header text is scanned in one feed, so a string without escapes is one piece.
     */
    p->crit_count++;
    p->is_crit_other |= !event->is_last || !text_is(event, name);
    return KB_OK;
}

static kb_status on_ckem(parser *p, const kb_json_event *event) {
    if (p->now == CKEM_V && event->type == KB_JSON_NUMBER) {
        for (size_t i = 0; i < event->len; i++) {
            if (event->text[i] < '0' || event->text[i] > '9') {
                return wrong_type(p, event);
            }
        }
        p->value[CKEM_V] = text_is(event, "1") ? "1" : "";
        return KB_OK;
    }
    if (p->now > CKEM_V && event->type == KB_JSON_STRING) {
        return take_string(p, event);
    }
    return wrong_type(p, event);
}

static kb_status on_event(void *self, const kb_json_event *event) {
    parser *p = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset,
                                "the protected header is not an object");
    }
    if (event->type == KB_JSON_NAME &&
        (event->depth == 1 || (event->depth == 2 && p->now >= CKEM))) {
        return on_name(p, event);
    }
    if (p->now == OTHER) {
        return KB_OK;
    }
    if (event->depth == 2) {
        return p->now == CRIT ? on_crit(p, event) : on_ckem(p, event);
    }
    switch (event->type) {
    case KB_JSON_STRING:
        return p->now < CRIT ? take_string(p, event) : wrong_type(p, event);
    case KB_JSON_ARRAY_BEGIN:
    case KB_JSON_ARRAY_END:
        return p->now == CRIT ? KB_OK : wrong_type(p, event);
    case KB_JSON_OBJECT_BEGIN:
        return p->now == CKEM ? KB_OK : wrong_type(p, event);
    case KB_JSON_OBJECT_END:
        return KB_OK;
    default:
        return wrong_type(p, event);
    }
}

static kb_status check_crit_and_ckem(const parser *p) {
    if (!p->has[CRIT]) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "the protected header has no crit, as CKEM1 needs");
    }
    if (p->crit_count == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "crit is empty");
    }
    if (p->crit_count != 1 || p->is_crit_other) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "crit is not exactly [\"ckem\"]");
    }
    if (!p->has[CKEM]) {
        return KB_FAIL(KB_ERR_FORMAT,
                       "crit names ckem, but the header has no such member");
    }
    for (member m = CKEM_V; m <= CKEM_MODE; m++) {
        if (!p->has[m]) {
            return KB_FAIL(KB_ERR_FORMAT, "ckem has no member %s", members[m].name);
        }
    }
    if (strcmp(p->value[CKEM_V], "1") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "ckem version");
    }
    if (strcmp(p->value[CKEM_POLICY], "all") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "ckem policy \"%.16s\"",
                       p->value[CKEM_POLICY]);
    }
    return KB_OK;
}

static kb_status check_mode(kb_jwe_mode *mode, const char *text) {
    for (kb_jwe_mode m = KB_JWE_MODE_DIRECT; m <= KB_JWE_MODE_WRAP; m++) {
        if (strcmp(text, kb_jwe_mode_name(m)) == 0) {
            *mode = m;
            return KB_OK;
        }
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "ckem mode \"%.16s\"", text);
}

/* An alg of another scheme is named first: that is what tells the user what the token is.
 */
static kb_status check_scheme(const parser *p) {
    const char *alg = p->value[ALG];
    if (alg != NULL && !kb_composite_alg_is_prefix(alg, strlen(alg))) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "alg \"%.40s\"", alg);
    }
    return KB_OK;
}

/* In mode wrap the recipients' headers have alg and kid, for the protected header must
 * stay as it is when recipients change (envelope A.8). */
static kb_status check_alg(kb_jwe_header *out, const parser *p) {
    const char *alg = p->value[ALG];
    if (out->mode == KB_JWE_MODE_WRAP) {
        return p->has[ALG] || p->has[KID]
                   ? KB_FAIL(KB_ERR_FORMAT,
                             "the protected header has %s, which mode wrap has not",
                             p->has[ALG] ? "alg" : "kid")
                   : KB_OK;
    }
    if (!p->has[ALG]) {
        return KB_FAIL(KB_ERR_FORMAT, "the protected header has no alg");
    }
    KB_TRY(kb_composite_alg_parse(&out->alg, alg, strlen(alg)));
    if (out->alg.is_wrap) {
        return KB_FAIL(KB_ERR_FORMAT, "alg \"%s\" is for mode wrap only", alg);
    }
    out->alg_text = alg;
    out->kid = p->value[KID];
    return KB_OK;
}

kb_status kb_jwe_header_parse(kb_jwe_header *out, const char *text, size_t len) {
    static const kb_json_limits limits = {8, 64, 128};
    parser p = {.header = out, .now = OTHER};
    if (len > KB_JWE_HEADER_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "protected header of %zu bytes", len);
    }
    out->arena_used = 0;
    out->alg_text = NULL;
    out->kid = NULL;
    KB_TRY(kb_json_scan(text, len, limits, on_event, &p));
    KB_TRY(check_scheme(&p));
    KB_TRY(check_crit_and_ckem(&p));
    KB_TRY(check_mode(&out->mode, p.value[CKEM_MODE]));
    if (!p.has[ENC]) {
        return KB_FAIL(KB_ERR_FORMAT, "the protected header has no enc");
    }
    KB_TRY(check_alg(out, &p));
    KB_TRY(kb_jwe_enc_parse(&out->enc, p.value[ENC]));
    out->typ = p.value[TYP];
    out->cty = p.value[CTY];
    return KB_OK;
}

const char *kb_jwe_mode_name(kb_jwe_mode mode) {
    static const char *const names[] = {[KB_JWE_MODE_DIRECT] = "direct",
                                        [KB_JWE_MODE_SINGLE] = "single",
                                        [KB_JWE_MODE_WRAP] = "wrap"};
    return names[mode];
}
