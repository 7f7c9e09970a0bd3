/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Reading a part of segmented content (envelope B.6, rule 4).
 *
 * Of a container that can be rewound only the final segment, which authenticates the
 * length, and those of the range are read. Other tokens are read and verified from their
 * start to their end, and only the range is passed on.
 */
#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "core/secret.h"
#include "envelope/enc.h"
#include "envelope/peek.h"
#include "envelope/recover.h"
#include "stream/source.h"

#include <inttypes.h>
#include <keybraid/jwe.h>

/* Passes a window of what it is fed on to next. */
typedef struct window {
    kb_stream *next;
    uint64_t at;    /* of the next byte fed, in the content */
    uint64_t begin; /* of the window */
    uint64_t end;   /* UINT64_MAX: to the end of the content */
} window;

static kb_status window_feed(void *self, const uint8_t *data, size_t len) {
    window *w = self;
    uint64_t from = w->at, to = w->at + len;
    w->at = to;
    uint64_t begin = w->begin > from ? w->begin : from;
    uint64_t end = w->end < to ? w->end : to;
    return begin < end ? kb_stream_feed(w->next, data + (begin - from), end - begin)
                       : KB_OK;
}

static kb_status check_end(const window *w, uint64_t content_bytes) {
    bool is_inside =
        w->end == UINT64_MAX ? w->begin <= content_bytes : w->end <= content_bytes;
    return is_inside
               ? KB_OK
               : KB_FAIL(KB_ERR_ARGUMENT,
                         "the range ends after the content, which has %" PRIu64 " bytes",
                         content_bytes);
}

/* ---- Any token: everything is opened, the window is passed on ---- */

static kb_status window_finish(void *self) {
    window *w = self;
    KB_TRY(check_end(w, w->at));
    return kb_stream_finish(w->next);
}

typedef struct check {
    const kb_jwe_decrypt_options *options;
} check;

static kb_status check_segmented(void *self, const kb_jwe_info *info) {
    const check *c = self;
    if (!info->is_segmented) {
        return KB_FAIL(KB_ERR_UNSUPPORTED,
                       "content with one tag is decrypted as a whole only");
    }
    return c->options->on_verified == NULL
               ? KB_OK
               : c->options->on_verified(c->options->self, info);
}

static kb_status decrypt_window(kb_source *source, const kb_jwe_decrypt_options *options,
                                window *w) {
    static const kb_stream_ops ops = {window_feed, window_finish, NULL};
    kb_stream *stage = NULL;
    check c = {options};
    kb_jwe_decrypt_options with_check = *options;
    with_check.on_verified = check_segmented;
    with_check.self = &c;
    KB_TRY(kb_stream_new(&stage, &ops, w));
    kb_status status = kb_jwe_decrypt(source, &with_check, stage);
    kb_stream_free(stage);
    return status;
}

/* ---- Containers: the final segment, then those of the window ---- */

typedef struct body {
    kb_source *source;
    uint64_t offset; /* in the source */
    uint64_t last;   /* number of the final segment */
    size_t segment_bytes, last_bytes;
    kb_jwe_token *token;
    kb_floe *floe;
    kb_floe_lane *lane;
    uint8_t *room;
} body;

/* Where the segments are, by the length of the source. */
static kb_status measure(body *b) {
    uint64_t size = 0;
    (void)kb_source_size(b->source, &size);
    uint64_t bytes = size > b->offset ? size - b->offset : 0;
    b->segment_bytes = kb_jwe_enc_segment_bytes(b->token->header.enc);
    if (bytes < KB_FLOE_OVERHEAD_BYTES) {
        return kb_jwe_recover_refusal();
    }
    b->last = (bytes - 1) / b->segment_bytes;
    b->last_bytes = (size_t)(bytes - b->last * b->segment_bytes);
    return KB_OK;
}

static kb_status open_body(body *b, const kb_jwe_decrypt_options *options) {
    KB_SECRET_LOCAL(cek, KB_JWE_CEK_BYTES);
    kb_buffer aad = {.data = NULL};
    KB_TRY(kb_jwe_recover_key(cek, b->token, options->keys, options->allow_experimental));
    kb_status status = kb_jwe_recover_aad(&aad, b->token);
    if (status == KB_OK) {
        status = kb_floe_open_new(&b->floe, cek, (uint32_t)b->segment_bytes, aad.data,
                                  aad.len, b->token->iv.room);
    }
    kb_buffer_free(&aad);
    KB_TRY(status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status);
    KB_TRY(kb_floe_lane_new(&b->lane, b->floe));
    b->room = kb_malloc(b->segment_bytes);
    return b->room != NULL ? KB_OK
                           : KB_FAIL(KB_ERR_MEMORY, "%zu bytes", b->segment_bytes);
}

static kb_status read_exactly(kb_source *source, uint8_t *to, size_t len) {
    for (size_t at = 0, got; at < len; at += got) {
        KB_TRY(kb_source_read(source, to + at, len - at, &got));
        if (got == 0) {
            return KB_FAIL(KB_ERR_IO, "the token changed while it was read");
        }
    }
    return KB_OK;
}

/* Opens one segment in place. */
static kb_status open_segment(body *b, uint64_t index) {
    bool is_final = index == b->last;
    size_t len = is_final ? b->last_bytes : b->segment_bytes;
    KB_TRY(kb_source_seek(b->source, b->offset + index * b->segment_bytes));
    KB_TRY(read_exactly(b->source, b->room, len));
    kb_status status = kb_floe_lane_open(b->lane, index, is_final,
                                         b->room + KB_FLOE_TEXT_OFFSET, b->room, len);
    return status == KB_ERR_AUTH ? kb_jwe_recover_refusal() : status;
}

static kb_status read_window(body *b, const kb_jwe_decrypt_options *options, window *w) {
    size_t piece = b->segment_bytes - KB_FLOE_OVERHEAD_BYTES;
    KB_TRY(open_segment(b, b->last));
    uint64_t content = b->last * piece + b->last_bytes - KB_FLOE_OVERHEAD_BYTES;
    KB_TRY(check_end(w, content));
    if (options->on_verified != NULL) {
        kb_jwe_info info = kb_jwe_token_info(b->token);
        KB_TRY(options->on_verified(options->self, &info));
    }
    uint64_t end = w->end < content ? w->end : content;
    for (uint64_t i = w->begin / piece; i * piece < end && w->begin < end; i++) {
        KB_TRY(open_segment(b, i));
        w->at = i * piece;
        size_t len = i == b->last ? b->last_bytes : b->segment_bytes;
        KB_TRY(
            window_feed(w, b->room + KB_FLOE_TEXT_OFFSET, len - KB_FLOE_OVERHEAD_BYTES));
    }
    return kb_stream_finish(w->next);
}

static kb_status decrypt_body(body *b, const kb_jwe_decrypt_options *options, window *w) {
    KB_TRY(kb_source_rewind(b->source));
    KB_TRY(kb_jwe_peek_head(b->token, b->source));
    KB_TRY(measure(b));
    KB_TRY(open_body(b, options));
    return read_window(b, options, w);
}

static kb_status decrypt_container(kb_source *source, uint64_t offset,
                                   const kb_jwe_decrypt_options *options, window *w) {
    body b = {.source = source, .offset = offset};
    KB_TRY(kb_jwe_token_new(&b.token));
    kb_status status = decrypt_body(&b, options, w);
    if (b.room != NULL) {
        kb_wipe(b.room, b.segment_bytes);
        kb_free(b.room);
    }
    kb_floe_lane_free(b.lane);
    kb_floe_free(b.floe);
    kb_jwe_token_free(b.token);
    return status;
}

/* Where the body of a container begins; 0 for other tokens. */
static kb_status find_body(uint64_t *offset, kb_source *source) {
    uint8_t start[KB_JWE_CONTAINER_MAGIC_BYTES + 4];
    uint64_t size = 0;
    *offset = 0;
    if (!kb_source_size(source, &size) || size < sizeof start) {
        return KB_OK;
    }
    KB_TRY(kb_source_rewind(source));
    KB_TRY(read_exactly(source, start, sizeof start));
    KB_TRY(kb_source_rewind(source));
    if (kb_text_begins((const char *)start, sizeof start, KB_JWE_CONTAINER_MAGIC)) {
        *offset = sizeof start + kb_load_be32(start + KB_JWE_CONTAINER_MAGIC_BYTES) +
                  KB_FLOE_HEADER_BYTES;
    }
    return KB_OK;
}

kb_status kb_jwe_decrypt_range(kb_source *source, const kb_jwe_decrypt_options *options,
                               uint64_t offset, uint64_t length, kb_stream *next) {
    uint64_t begins_at;
    bool is_open_end = length == UINT64_MAX;
    if (!is_open_end && length > UINT64_MAX - 1 - offset) {
        return KB_FAIL(KB_ERR_ARGUMENT, "range of %" PRIu64 " bytes from %" PRIu64,
                       length, offset);
    }
    window w = {next, 0, offset, is_open_end ? UINT64_MAX : offset + length};
    KB_TRY(find_body(&begins_at, source));
    return begins_at != 0 ? decrypt_container(source, begins_at, options, &w)
                          : decrypt_window(source, options, &w);
}
