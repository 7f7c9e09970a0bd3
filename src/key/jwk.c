/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Reading JWKs: kty AKP (RFC 9964), OKP (RFC 8037), EC and RSA (RFC 7518). Not here:
 * writing them is jwk_write.c, sets of them are jwks.c.
 *
 * `priv`, `d` and the other private numbers of RSA are decoded piece by piece into a
 * kb_secret and never stand anywhere else of ours.
 */
#include "codec/base64url_field.h"
#include "codec/json.h"
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"
#include "key/jwk_use.h"
#include "key/key.h"
#include "key/rsa.h"

#include <string.h>

#define JWK_DEPTH_MAX   8
#define JWK_MEMBERS_MAX 64

typedef enum member {
    OTHER,
    KTY,
    CRV,
    ALG,
    USE,
    KID,
    KEY_OPS,
    PUB,
    X,
    Y,
    N,
    E,
    PRIV,
    D,
    P,
    Q,
    DP,
    DQ,
    QI,
    OTH,
    MEMBER_COUNT
} member;

#define BIT(m) (1U << (m))

static const char *const names[MEMBER_COUNT] = {
    [KTY] = "kty", [CRV] = "crv", [ALG] = "alg",
    [USE] = "use", [KID] = "kid", [KEY_OPS] = "key_ops",
    [PUB] = "pub", [X] = "x",     [Y] = "y",
    [N] = "n",     [E] = "e",     [PRIV] = "priv",
    [D] = "d",     [P] = "p",     [Q] = "q",
    [DP] = "dp",   [DQ] = "dq",   [QI] = "qi",
    [OTH] = "oth"};

#define RSA_PRIVATE (BIT(D) | BIT(P) | BIT(Q) | BIT(DP) | BIT(DQ) | BIT(QI))

/* Which members a kty has; the others are refused, not ignored, when we know them. */
static const struct {
    const char *kty;
    unsigned needed, allowed;
} kinds[] = {
    {"AKP", BIT(KTY) | BIT(ALG) | BIT(PUB), BIT(PRIV)},
    {"OKP", BIT(KTY) | BIT(CRV) | BIT(X), BIT(ALG) | BIT(D)},
    {"EC", BIT(KTY) | BIT(CRV) | BIT(X) | BIT(Y), BIT(ALG) | BIT(D)},
    {"RSA", BIT(KTY) | BIT(N) | BIT(E), BIT(ALG) | RSA_PRIVATE},
};
#define ALWAYS_ALLOWED (BIT(OTHER) | BIT(USE) | BIT(KID) | BIT(KEY_OPS))

/* Room for the longest value that means anything, and a byte more to notice longer ones.
 */
#define TEXT_ROOM  (KB_KEY_ALG_MAX_BYTES + 1)
#define COORD_ROOM 67
#define PUB_ROOM   (KB_KEY_PK_MAX_BYTES + 1)
#define PRIV_ROOM  KB_KEY_RSA_MAX_BYTES /* `d` of RSA is the longest */
/* Longer than what is taken, for a refusal that names the size. */
#define N_ROOM 2048
#define E_ROOM 64

typedef struct reader {
    member now;
    unsigned has;
    char text[PUB][TEXT_ROOM]; /* kty, crv, alg, use, the present element of key_ops */
    size_t text_len[PUB];
    kb_jwk_ops ops;
    uint8_t pub[PUB_ROOM + KB_BASE64URL_FIELD_SLACK];
    uint8_t coord[2][COORD_ROOM + KB_BASE64URL_FIELD_SLACK];
    uint8_t n[N_ROOM + KB_BASE64URL_FIELD_SLACK];
    uint8_t e[E_ROOM + KB_BASE64URL_FIELD_SLACK];
    kb_secret *priv;
    kb_base64url_field field[MEMBER_COUNT]; /* from pub to qi */
} reader;

static member member_of(const kb_json_event *event) {
    for (member m = KTY; m < MEMBER_COUNT; m++) {
        if (kb_text_is(event->text, event->len, names[m])) {
            return m;
        }
    }
    return OTHER;
}

/* The private values stand one after the other. */
static kb_status begin_private(reader *r) {
    size_t total = 0;
    if ((r->has & BIT(PRIV)) != 0 && (r->has & BIT(D)) != 0) {
        return KB_FAIL(KB_ERR_FORMAT, "priv and d in one JWK");
    }
    if (r->priv != NULL) {
        return KB_OK;
    }
    for (member m = PRIV; m <= QI; m++) {
        total += r->field[m].room + KB_BASE64URL_FIELD_SLACK;
    }
    KB_TRY(kb_secret_new(&r->priv, total));
    uint8_t *to = kb_secret_data(r->priv);
    for (member m = PRIV; m <= QI; m++) {
        r->field[m].to = to;
        to += r->field[m].room + KB_BASE64URL_FIELD_SLACK;
    }
    return KB_OK;
}

static kb_status take_text(reader *r, const kb_json_event *event) {
    size_t room = TEXT_ROOM - 1 - r->text_len[r->now];
    if (r->now == KID) {
        return KB_OK; /* a hint only: the thumbprint is recomputed */
    }
    if (event->len > room) {
        return KB_FAIL_AT(KB_ERR_UNSUPPORTED, event->offset, "value of %s is too long",
                          names[r->now]);
    }
    memcpy(r->text[r->now] + r->text_len[r->now], event->text, event->len);
    r->text_len[r->now] += event->len;
    r->text[r->now][r->text_len[r->now]] = '\0';
    return KB_OK;
}

static kb_status check_string(const reader *r, const kb_json_event *event) {
    if (event->type != KB_JSON_STRING) {
        return KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "%s is not a string",
                          names[r->now]);
    }
    return event->has_escape ? KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "backslash in %s",
                                          names[r->now])
                             : KB_OK;
}

/* The value of key_ops is an array of strings. */
static kb_status on_key_ops(reader *r, const kb_json_event *event) {
    if (event->depth == 1) {
        return event->type == KB_JSON_ARRAY_BEGIN || event->type == KB_JSON_ARRAY_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "key_ops is not an array");
    }
    KB_TRY(check_string(r, event));
    KB_TRY(take_text(r, event));
    if (!event->is_last) {
        return KB_OK;
    }
    r->text_len[KEY_OPS] = 0;
    return kb_jwk_take_op(&r->ops, r->text[KEY_OPS]);
}

static kb_status on_event(void *self, const kb_json_event *event) {
    reader *r = self;
    if (event->depth == 0) {
        return event->type == KB_JSON_OBJECT_BEGIN || event->type == KB_JSON_OBJECT_END
                   ? KB_OK
                   : KB_FAIL_AT(KB_ERR_FORMAT, event->offset, "a JWK is a JSON object");
    }
    if (event->depth == 1 && event->type == KB_JSON_NAME) {
        r->now = member_of(event);
        r->has |= BIT(r->now);
        return r->now >= PRIV && r->now <= QI ? begin_private(r) : KB_OK;
    }
    if (r->now == OTHER || r->now == OTH) {
        return KB_OK;
    }
    if (r->now == KEY_OPS) {
        return on_key_ops(r, event);
    }
    KB_TRY(check_string(r, event));
    if (r->now >= PUB) {
        return kb_base64url_field_feed(&r->field[r->now], event->text, event->len,
                                       event->offset, event->is_last);
    }
    return take_text(r, event);
}

/* Checks that the members are those of the kty. */
static kb_status check_members(const reader *r) {
    if ((r->has & BIT(KTY)) == 0) {
        return KB_FAIL(KB_ERR_FORMAT, "member kty is missing");
    }
    if ((r->has & BIT(OTH)) != 0 && strcmp(r->text[KTY], "RSA") == 0) {
        return KB_FAIL(KB_ERR_UNSUPPORTED, "an RSA key of more than two primes");
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kty, r->text[KTY]) != 0) {
            continue;
        }
        for (member m = KTY; m < MEMBER_COUNT; m++) {
            if ((kinds[i].needed & ~r->has & BIT(m)) != 0) {
                return KB_FAIL(KB_ERR_FORMAT, "member %s is missing", names[m]);
            }
            if ((r->has & ~(kinds[i].needed | kinds[i].allowed | ALWAYS_ALLOWED) &
                 BIT(m)) != 0) {
                return KB_FAIL(KB_ERR_FORMAT, "member %s does not belong to kty %s",
                               names[m], kinds[i].kty);
            }
        }
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_UNSUPPORTED, "kty \"%.16s\"", r->text[KTY]);
}

static const char *text_of(const reader *r, member m) {
    return (r->has & BIT(m)) != 0 ? r->text[m] : NULL;
}

/* Coordinates have the width of the curve, leading zeros included (RFC 7518, 6.2.1.2). */
static kb_status check_width(const reader *r, member m, size_t want) {
    if ((r->has & BIT(m)) == 0 || r->field[m].len == want) {
        return KB_OK;
    }
    return KB_FAIL(KB_ERR_KEY,
                   "%s has %zu bytes, %s needs %zu: leading zeros belong to it", names[m],
                   r->field[m].len, r->text[CRV], want);
}

static kb_status make_ec(kb_key **out, const reader *r, const char *id) {
    const kb_kem *curve = kb_kem_find(r->text[CRV]);
    uint8_t point[1 + 2 * COORD_ROOM] = {0x04};
    KB_INVARIANT(curve != NULL);
    size_t n = curve->sk_bytes;
    KB_TRY(check_width(r, X, n));
    KB_TRY(check_width(r, Y, n));
    KB_TRY(check_width(r, D, n));
    memcpy(point + 1, r->coord[0], n);
    memcpy(point + 1 + n, r->coord[1], n);
    return kb_key_from_parts(out, id, strlen(id), point, 1 + 2 * n, r->field[D].to,
                             r->field[D].len);
}

/* A private key has all of its numbers (RFC 7518, 6.3.2: those beyond d are optional). */
static kb_status check_rsa(const reader *r) {
    for (member m = N; m <= E; m++) {
        if (r->field[m].len == 0 || r->field[m].to[0] == 0) {
            return KB_FAIL(KB_ERR_KEY, "%s is empty or begins with a zero byte",
                           names[m]);
        }
    }
    for (member m = D; (r->has & RSA_PRIVATE) != 0 && m <= QI; m++) {
        if ((r->has & BIT(m)) == 0) {
            return KB_FAIL(KB_ERR_UNSUPPORTED,
                           "a private RSA key without member %s (all of d, p, q, dp, dq "
                           "and qi are needed)",
                           names[m]);
        }
    }
    return KB_OK;
}

static kb_status make_rsa(kb_key **out, const reader *r, const char *jose) {
    static const member order[KB_KEY_RSA_NUMBERS] = {
        [KB_KEY_RSA_N] = N,   [KB_KEY_RSA_E] = E,   [KB_KEY_RSA_D] = D,
        [KB_KEY_RSA_P] = P,   [KB_KEY_RSA_Q] = Q,   [KB_KEY_RSA_DP] = DP,
        [KB_KEY_RSA_DQ] = DQ, [KB_KEY_RSA_QI] = QI,
    };
    kb_key_rsa_bytes numbers[KB_KEY_RSA_NUMBERS];
    KB_TRY(check_rsa(r));
    for (size_t i = 0; i < KB_KEY_RSA_NUMBERS; i++) {
        const kb_base64url_field *field = &r->field[order[i]];
        numbers[i] = (kb_key_rsa_bytes){field->to, field->len};
    }
    return kb_key_rsa_from_numbers(out, numbers, (r->has & BIT(D)) != 0, jose);
}

static kb_status make_key(kb_key **out, const reader *r, const char *use) {
    const char *id;
    KB_TRY(check_members(r));
    kb_jwk_says says = {.kty = r->text[KTY],
                        .crv = text_of(r, CRV),
                        .alg = text_of(r, ALG),
                        .use = text_of(r, USE),
                        .ops = &r->ops,
                        .hint = use};
    KB_TRY(kb_jwk_find_id(&id, &says));
    if ((r->has & BIT(N)) != 0) {
        return make_rsa(out, r, id);
    }
    if ((r->has & BIT(Y)) != 0) {
        return make_ec(out, r, id);
    }
    member pub = (r->has & BIT(PUB)) != 0 ? PUB : X, priv = pub == PUB ? PRIV : D;
    return kb_key_from_parts(out, id, strlen(id), r->field[pub].to, r->field[pub].len,
                             r->field[priv].to, r->field[priv].len);
}

static void init(reader *r) {
    *r = (reader){.now = OTHER};
    for (member m = PUB; m <= QI; m++) {
        r->field[m] = (kb_base64url_field){
            .name = names[m], .too_long = KB_ERR_KEY, .room = KB_KEY_RSA_MAX_BYTES / 2};
    }
    r->field[PUB].to = r->pub;
    r->field[PUB].room = PUB_ROOM;
    r->field[X].to = r->coord[0];
    r->field[Y].to = r->coord[1];
    r->field[X].room = r->field[Y].room = COORD_ROOM;
    r->field[N].to = r->n;
    r->field[N].room = N_ROOM;
    r->field[E].to = r->e;
    r->field[E].room = E_ROOM;
    r->field[N].too_long = r->field[E].too_long = KB_ERR_UNSUPPORTED;
    r->field[PRIV].room = r->field[D].room = PRIV_ROOM;
}

kb_status kb_key_read_jwk(kb_key **out, const char *text, size_t len, const char *use) {
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
    init(r);
    kb_status status = kb_json_scan(text, len, limits, on_event, r);
    if (status == KB_OK) {
        status = make_key(out, r, use);
    }
    kb_secret_free(r->priv);
    kb_wipe(r, sizeof *r);
    kb_free(r);
    return status;
}

kb_status kb_key_from_jwk(kb_key **out, const char *text, size_t len) {
    return kb_key_read_jwk(out, text, len, NULL);
}
