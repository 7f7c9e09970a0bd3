/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * JWK reading and writing (RFC 7517, kty AKP of RFC 9964).
 *
 * `priv` is decoded piece by piece into a kb_secret and never stands anywhere else of
 * ours.
 */
#include "codec/base64url_field.h"
#include "codec/json.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/key.h"

#include <string.h>

#define JWK_DEPTH_MAX   8
#define JWK_MEMBERS_MAX 64

typedef enum member { OTHER, KTY, ALG, PUB, PRIV, USE, KID, MEMBER_COUNT } member;

static const char *const member_names[MEMBER_COUNT] = {
    [KTY] = "kty",   [ALG] = "alg", [PUB] = "pub",
    [PRIV] = "priv", [USE] = "use", [KID] = "kid"};

/* Room for the longest value that means anything, and a byte more to notice longer ones.
 */
#define TEXT_ROOM (KB_KEY_ALG_MAX_BYTES + 1)
#define PUB_ROOM  (KB_COMPOSITE_PK_MAX_BYTES + 1)
#define PRIV_ROOM (KB_COMPOSITE_SK_MAX_BYTES + 1)

typedef struct reader {
    member now;
    bool has[MEMBER_COUNT];
    char text[MEMBER_COUNT][TEXT_ROOM]; /* kty, alg, use */
    size_t text_len[MEMBER_COUNT];
    uint8_t pub_bytes[PUB_ROOM + KB_BASE64URL_FIELD_SLACK];
    kb_secret *priv_bytes;
    kb_base64url_field pub, priv;
} reader;

static member member_of(const kb_json_event *event) {
    for (member m = KTY; m < MEMBER_COUNT; m++) {
        if (kb_text_is(event->text, event->len, member_names[m])) {
            return m;
        }
    }
    return OTHER;
}

static kb_status take_text(reader *r, const kb_json_event *event) {
    size_t room = TEXT_ROOM - 1 - r->text_len[r->now];
    if (r->now == KID) {
        return KB_OK; /* a hint only: the thumbprint is recomputed */
    }
    if (event->len > room) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, event->offset, "value of %s is too long",
                          member_names[r->now]);
    }
    memcpy(r->text[r->now] + r->text_len[r->now], event->text, event->len);
    r->text_len[r->now] += event->len;
    return KB_OK;
}

static kb_status begin_private(reader *r) {
    KB_TRY(kb_secret_new(&r->priv_bytes, PRIV_ROOM + KB_BASE64URL_FIELD_SLACK));
    r->priv = (kb_base64url_field){.name = member_names[PRIV],
                                   .too_long = KB_ERR_KEY,
                                   .to = kb_secret_data(r->priv_bytes),
                                   .room = PRIV_ROOM};
    return KB_OK;
}

static kb_status on_event(void *self, const kb_json_event *event) {
    reader *r = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a JWK is a JSON object");
    }
    if (event->depth > 1) {
        return KB_OK; /* inside a member that this version does not know */
    }
    if (event->type == KB_JSON_NAME) {
        r->now = member_of(event);
        r->has[r->now] = true;
        return r->now == PRIV ? begin_private(r) : KB_OK;
    }
    if (r->now == OTHER) {
        return KB_OK;
    }
    if (event->type != KB_JSON_STRING) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s is not a string",
                          member_names[r->now]);
    }
    if (event->has_escape) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in %s",
                          member_names[r->now]);
    }
    if (r->now == PUB || r->now == PRIV) {
        return kb_base64url_field_feed(r->now == PUB ? &r->pub : &r->priv, event->text,
                                       event->len, event->offset, event->is_last);
    }
    return take_text(r, event);
}

static kb_status make_key(kb_key **out, const reader *r) {
    for (member m = KTY; m <= PUB; m++) {
        if (!r->has[m]) {
            return KB_FAIL(KB_ERR_FORMAT, "member %s is missing", member_names[m]);
        }
    }
    if (strcmp(r->text[KTY], "AKP") != 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "kty \"%.16s\"", r->text[KTY]);
    }
    if (r->has[USE] && strcmp(r->text[USE], "enc") != 0) {
        return KB_FAIL(KB_ERR_KEY, "use is \"%.16s\", not \"enc\"", r->text[USE]);
    }
    return kb_key_from_parts(out, r->text[ALG], r->text_len[ALG], r->pub_bytes,
                             r->pub.len, r->has[PRIV] ? r->priv.to : NULL, r->priv.len);
}

kb_status kb_key_from_jwk(kb_key **out, const char *text, size_t len) {
    static const kb_json_limits limits = {JWK_DEPTH_MAX, JWK_MEMBERS_MAX,
                                          JWK_MEMBERS_MAX};
    if (len > KB_JWK_MAX_BYTES) {
        return KB_FAIL(KB_ERR_LIMIT, "JWK of %zu bytes, at most %d are read", len,
                       KB_JWK_MAX_BYTES);
    }
    reader *r = kb_malloc(sizeof *r);
    if (r == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", sizeof *r);
    }
    *r = (reader){.now = OTHER};
    r->pub = (kb_base64url_field){.name = member_names[PUB],
                                  .too_long = KB_ERR_KEY,
                                  .to = r->pub_bytes,
                                  .room = PUB_ROOM};
    kb_status status = kb_json_scan(text, len, limits, on_event, r);
    if (status == KB_OK) {
        status = make_key(out, r);
    }
    kb_secret_free(r->priv_bytes);
    kb_wipe(r, sizeof *r);
    kb_free(r);
    return status;
}

static char *put(char *to, const char *text) {
    size_t n = strlen(text);
    memcpy(to, text, n);
    return to + n;
}

static char *put_base64(char *to, const uint8_t *data, size_t len) {
    kb_base64url_encode(to, data, len);
    return to + KB_BASE64URL_TEXT_LEN(len);
}

/* Names, quotes and the values of fixed length. */
#define JWK_FRAME_BYTES 160

static size_t jwk_room(const kb_key *key) {
    return JWK_FRAME_BYTES + sizeof key->alg + sizeof key->thumbprint +
           KB_BASE64URL_TEXT_LEN(key->pk_len) + KB_BASE64URL_TEXT_LEN(key->sk_len);
}

/* Writes the JWK without terminator; no value needs escaping. Returns its length. */
static size_t write_jwk(char *to, const kb_key *key, bool with_private) {
    char *at = put(to, "{\"kty\":\"AKP\",\"alg\":\"");
    at = put(put(at, key->alg), "\",\"pub\":\"");
    at = put_base64(at, key->pk, key->pk_len);
    if (with_private) {
        at = put(at, "\",\"priv\":\"");
        at = put_base64(at, kb_secret_bytes(key->sk), key->sk_len);
    }
    at = put(put(at, "\",\"use\":\"enc\",\"kid\":\""), key->thumbprint);
    return (size_t)(put(at, "\"}") - to);
}

kb_status kb_key_to_public_jwk(const kb_key *key, char **out) {
    char *text = kb_malloc(jwk_room(key));
    if (text == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", jwk_room(key));
    }
    text[write_jwk(text, key, false)] = '\0';
    *out = text;
    return KB_OK;
}

void kb_jwk_free(char *jwk) {
    kb_free(jwk);
}

kb_status kb_key_to_private_jwk(const kb_key *key, kb_secret **out) {
    KB_SECRET_HANDLE room = NULL;
    if (key->sk == NULL) {
        return KB_FAIL(KB_ERR_KEY, "only the public part of this key is held");
    }
    KB_TRY(kb_secret_new(&room, jwk_room(key)));
    size_t len = write_jwk((char *)kb_secret_data(room), key, true);
    KB_TRY(kb_secret_new(out, len));
    memcpy(kb_secret_data(*out), kb_secret_bytes(room), len);
    return KB_OK;
}
