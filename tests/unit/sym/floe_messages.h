/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whole FLOE messages of small segments, and their reader, for the tests of floe.c. */
#ifndef KB_FLOE_MESSAGES_H
#define KB_FLOE_MESSAGES_H

#include "core/bytes.h"
#include "sym/floe.h"
#include "test.h"

#define SEGMENT  64
#define TEXT     (SEGMENT - KB_FLOE_OVERHEAD_BYTES) /* of a full segment */
#define BODY_MAX 512
#define BODY_AT  KB_FLOE_HEADER_BYTES

static const uint8_t key[KB_FLOE_KEY_BYTES] = "a key of thirty-two bytes, exact";
static const char aad[] = "associated data";

/* A whole message of segments of SEGMENT bytes, and its text. */
typedef struct message {
    uint8_t bytes[BODY_AT + BODY_MAX];
    size_t len;
    uint8_t text[BODY_MAX];
    size_t text_len;
} message;

/* Seals text_len bytes; the final segment is full when they fill it. */
static inline void make(message *m, size_t text_len) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    m->text_len = text_len;
    m->len = BODY_AT;
    for (size_t i = 0; i < text_len; i++) {
        m->text[i] = (uint8_t)(i * 7 + 1);
    }
    REQUIRE_OK(kb_floe_seal_new(&floe, key, SEGMENT, aad, sizeof aad, m->bytes));
    REQUIRE_OK(kb_floe_lane_new(&lane, floe));
    size_t done = 0;
    for (uint64_t i = 0; i == 0 || done < text_len; i++) {
        bool is_final = text_len - done <= TEXT;
        size_t step = is_final ? text_len - done : TEXT;
        CHECK_OK(kb_floe_lane_seal(lane, i, is_final, m->bytes + m->len, m->text + done,
                                   step));
        m->len += step + KB_FLOE_OVERHEAD_BYTES;
        done += step;
    }
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
}

/* Reads a body as any reader must: full segments, the last piece is the final one. */
static inline kb_status read_body(kb_floe_lane *lane, const uint8_t *body, size_t len,
                                  uint8_t *text, size_t *text_len) {
    kb_status status = KB_ERR_AUTH;
    *text_len = 0;
    for (uint64_t i = 0; len > 0; i++) {
        bool is_final = len <= SEGMENT;
        size_t step = is_final ? len : SEGMENT;
        status = kb_floe_lane_open(lane, i, is_final, text + *text_len, body, step);
        if (status != KB_OK) {
            return status;
        }
        *text_len += step - KB_FLOE_OVERHEAD_BYTES;
        body += step;
        len -= step;
    }
    return status;
}

static inline kb_status read_message(const uint8_t *bytes, size_t len, uint8_t *text,
                                     size_t *text_len) {
    kb_floe *floe = NULL;
    kb_floe_lane *lane = NULL;
    kb_status status = kb_floe_open_new(&floe, key, SEGMENT, aad, sizeof aad, bytes);
    if (status == KB_OK) {
        status = kb_floe_lane_new(&lane, floe);
    }
    if (status == KB_OK) {
        status = read_body(lane, bytes + BODY_AT, len - BODY_AT, text, text_len);
    }
    kb_floe_lane_free(lane);
    kb_floe_free(floe);
    return status;
}

static inline void check_refused(const uint8_t *bytes, size_t len, const char *what) {
    uint8_t text[2 * BODY_MAX];
    size_t text_len;
    kb_status status = read_message(bytes, len, text, &text_len);
    CHECK_(status == KB_ERR_AUTH, (void)0, "%s: %s", what, kb_status_name(status));
}

static inline bool is_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

/* A message ready to be opened piece by piece. */
typedef struct opening {
    message m;
    kb_floe *floe;
    kb_floe_lane *lane;
} opening;

static inline void opening_begin(opening *o, size_t text_len) {
    *o = (opening){0};
    make(&o->m, text_len);
    CHECK_OK(kb_floe_open_new(&o->floe, key, SEGMENT, aad, sizeof aad, o->m.bytes));
    CHECK_OK(kb_floe_lane_new(&o->lane, o->floe));
}

static inline void opening_end(opening *o) {
    kb_floe_lane_free(o->lane);
    kb_floe_free(o->floe);
}

/* Opens one piece into a dirty buffer, which must be zero after a refusal. */
static inline kb_status open_piece(opening *o, uint64_t index, bool is_final,
                                   const uint8_t *piece, size_t len) {
    uint8_t out[SEGMENT];
    memset(out, 0xa5, sizeof out);
    kb_status status = kb_floe_lane_open(o->lane, index, is_final, out, piece, len);
    if (status != KB_OK) {
        CHECK(is_zero(out, len - KB_FLOE_OVERHEAD_BYTES));
    }
    CHECK(out[len - KB_FLOE_OVERHEAD_BYTES] == 0xa5);
    return status;
}

#endif
