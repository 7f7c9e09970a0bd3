/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Container form: magic, length, a JSON head of that length, the FLOE header, and the
 * segments as they are, to the end of input (envelope B.5).
 */
#include "core/bytes.h"
#include "core/error.h"
#include "envelope/reader.h"

#include <string.h>

typedef enum section { PREFIX, HEAD, FLOE_HEADER, SEGMENTS } section;

#define MAGIC_BYTES KB_JWE_CONTAINER_MAGIC_BYTES
_Static_assert(sizeof((kb_jwe_reader *)0)->prefix == MAGIC_BYTES + 4, "magic, length");

/* Takes what is missing of room bytes; returns how many came. */
static size_t take(kb_jwe_reader *r, uint8_t *to, size_t room, const char *data,
                   size_t len) {
    size_t n = len < room - r->taken ? len : room - r->taken;
    memcpy(to + r->taken, data, n);
    r->taken += n;
    return n;
}

static kb_status end_prefix(kb_jwe_reader *r) {
    static const kb_json_limits limits = {8, 64, KB_JWE_ENTRIES_MAX};
    uint32_t head_bytes = kb_load_be32(r->prefix + MAGIC_BYTES);
    if (head_bytes == 0) {
        return KB_FAIL_AT(KB_ERR_FORMAT, MAGIC_BYTES, "the container has no head");
    }
    if (head_bytes > KB_JWE_CONTAINER_HEAD_MAX) {
        return KB_FAIL_AT(KB_ERR_LIMIT, MAGIC_BYTES, "container head of %lu bytes",
                          (unsigned long)head_bytes);
    }
    r->head_left = head_bytes;
    r->section = HEAD;
    return kb_json_new(&r->json, limits, sizeof r->prefix, kb_jwe_json_event, r);
}

/* The magic is checked as far as it came, so that what is no container says so at once.
 */
static kb_status on_prefix(kb_jwe_reader *r, const char *data, size_t len, size_t *used) {
    *used = take(r, r->prefix, sizeof r->prefix, data, len);
    size_t n = r->taken < MAGIC_BYTES ? r->taken : MAGIC_BYTES;
    for (size_t i = 0; i < n; i++) {
        if (r->prefix[i] != (uint8_t)KB_JWE_CONTAINER_MAGIC[i]) {
            return KB_FAIL_AT(KB_ERR_FORMAT, i, "not a container: wrong first bytes");
        }
    }
    return r->taken == sizeof r->prefix ? end_prefix(r) : KB_OK;
}

/* The length is the sender's word: the bytes go into the scanner as they come. */
static kb_status on_head(kb_jwe_reader *r, const char *data, size_t len, size_t *used) {
    *used = len < r->head_left ? len : r->head_left;
    KB_TRY(kb_json_feed(r->json, data, *used));
    r->head_left -= (uint32_t)*used;
    if (r->head_left > 0) {
        return KB_OK;
    }
    r->section = FLOE_HEADER;
    r->taken = 0;
    return kb_json_finish(r->json);
}

/* With it the head is complete, and nothing of a bad one is streamed. */
static kb_status on_floe_header(kb_jwe_reader *r, const char *data, size_t len,
                                size_t *used) {
    kb_jwe_token *t = r->token;
    *used = take(r, t->iv.room, KB_FLOE_HEADER_BYTES, data, len);
    if (r->taken < KB_FLOE_HEADER_BYTES) {
        return KB_OK;
    }
    t->iv.is_present = true;
    t->iv.field.len = KB_FLOE_HEADER_BYTES;
    r->section = SEGMENTS;
    KB_TRY(kb_jwe_token_check_head(t));
    return kb_jwe_reader_begin_body(r, 0);
}

static kb_status on_segments(kb_jwe_reader *r, const char *data, size_t len,
                             size_t *used) {
    *used = len;
    r->ciphertext_chars += len;
    r->token->ciphertext_bytes += len;
    return kb_jwe_reader_pass(r, (const uint8_t *)data, len);
}

kb_status kb_jwe_container_feed(kb_jwe_reader *r, const char *data, size_t len) {
    static kb_status (*const on[])(kb_jwe_reader *, const char *, size_t,
                                   size_t *) = {[PREFIX] = on_prefix,
                                                [HEAD] = on_head,
                                                [FLOE_HEADER] = on_floe_header,
                                                [SEGMENTS] = on_segments};
    for (size_t at = 0, used; at < len; at += used) {
        KB_TRY(on[r->section](r, data + at, len - at, &used));
        r->fed += used;
    }
    return KB_OK;
}

kb_status kb_jwe_container_finish(const kb_jwe_reader *r) {
    return r->section == SEGMENTS
               ? KB_OK
               : KB_FAIL_AT(KB_ERR_FORMAT, r->fed, "the container ends in its head");
}
