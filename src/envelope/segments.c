/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A ring of segments in flight: filled at one end, released at the other. */
#include "envelope/segments.h"

#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "stream/pool.h"

#include <keybraid/secret.h>
#include <string.h>

#define NOT_FINAL UINT32_C(0xFFFFFFFF) /* length field of every segment but the last */

typedef struct slot {
    kb_pool_task task; /* first: the task is the slot */
    kb_segments *owner;
    kb_floe_lane *lane;
    uint64_t index;
    bool is_final;
    const uint8_t *in; /* room, or memory of the feeder while it feeds */
    size_t in_len;
    kb_status status;
    uint8_t *room; /* one sealed segment; its text stands in place */
} slot;

struct kb_segments {
    const kb_floe *floe;
    kb_pool *pool;
    kb_segments_sink sink;
    void *self;
    bool is_sealing;
    size_t segment_bytes; /* sealed */
    size_t piece_bytes;   /* of a whole segment on the side that is fed */
    uint64_t index;       /* of the segment that is being filled */
    size_t filled;        /* bytes of it in the room of the next free slot */
    size_t first, used;   /* slots in flight */
    size_t slot_count;
    slot slots[];
};

static void run_slot(kb_pool_task *task) {
    slot *s = (slot *)task;
    if (s->owner->is_sealing) {
        s->status =
            kb_floe_lane_seal(s->lane, s->index, s->is_final, s->room, s->in, s->in_len);
    } else {
        s->status = kb_floe_lane_open(s->lane, s->index, s->is_final,
                                      s->room + KB_FLOE_TEXT_OFFSET, s->in, s->in_len);
    }
}

static slot *slot_at(kb_segments *s, size_t i) {
    return &s->slots[(s->first + i) % s->slot_count];
}

/* Where the text of the segment that is being filled begins. */
static uint8_t *fill_room(kb_segments *s) {
    return slot_at(s, s->used)->room + (s->is_sealing ? KB_FLOE_TEXT_OFFSET : 0);
}

/* Makes sure that the oldest slot has ended. While it is in another thread's hands this
 * one works on those behind it. */
static void await_first(kb_segments *s) {
    slot *first = slot_at(s, 0);
    bool has_run = true;
    while (has_run && !kb_pool_is_done(s->pool, &first->task)) {
        has_run = false;
        for (size_t i = 0; i < s->used && !has_run; i++) {
            has_run = kb_pool_run_here(s->pool, &slot_at(s, i)->task);
        }
    }
    kb_pool_wait(s->pool, &first->task);
}

/* Passes on what the slot holds. The record of an error is the thread's that found it, so
 * it is made again here. */
static kb_status pass_on(kb_segments *s, const slot *done) {
    if (done->status == KB_ERR_AUTH) {
        return KB_FAIL(KB_ERR_AUTH, "a segment was altered");
    }
    if (done->status != KB_OK) {
        return KB_FAIL(done->status, "segment %llu", (unsigned long long)done->index);
    }
    return s->is_sealing
               ? s->sink(s->self, done->room, done->in_len + KB_FLOE_OVERHEAD_BYTES)
               : s->sink(s->self, done->room + KB_FLOE_TEXT_OFFSET,
                         done->in_len - KB_FLOE_OVERHEAD_BYTES);
}

static kb_status release_first(kb_segments *s) {
    await_first(s);
    kb_status status = pass_on(s, slot_at(s, 0));
    s->first = (s->first + 1) % s->slot_count;
    s->used--;
    return status;
}

/* Passes on what has ended, without waiting. */
static kb_status release_ended(kb_segments *s) {
    while (s->used > 0 && kb_pool_is_done(s->pool, &slot_at(s, 0)->task)) {
        KB_TRY(release_first(s));
    }
    return KB_OK;
}

static kb_status release_all(kb_segments *s) {
    while (s->used > 0) {
        KB_TRY(release_first(s));
    }
    return KB_OK;
}

/* Takes back or waits for what is in flight. */
static void end_flight(kb_segments *s) {
    for (size_t i = 0; i < s->used; i++) {
        kb_pool_task *task = &slot_at(s, i)->task;
        if (!kb_pool_cancel(s->pool, task)) {
            kb_pool_wait(s->pool, task);
        }
    }
    s->used = 0;
}

/* Sends one segment on its way; then there is a free slot to fill. */
static kb_status dispatch(kb_segments *s, const uint8_t *in, size_t len, bool is_final) {
    slot *to = slot_at(s, s->used);
    to->index = s->index++;
    to->is_final = is_final;
    to->in = in;
    to->in_len = len;
    s->filled = 0;
    if (s->pool == NULL) {
        to->task.run(&to->task);
        return pass_on(s, to);
    }
    kb_pool_submit(s->pool, &to->task);
    s->used++;
    return s->used == s->slot_count ? release_first(s) : KB_OK;
}

/* A whole segment after which more bytes follow, so it is not the final one. */
static kb_status dispatch_whole(kb_segments *s, const uint8_t *in) {
    if (!s->is_sealing && kb_load_be32(in) != NOT_FINAL) {
        return KB_FAIL(KB_ERR_AUTH, "bytes after the final segment");
    }
    return dispatch(s, in, s->piece_bytes, false);
}

/* Whole segments straight from the feeder's memory; the last, which may be the final one,
 * is left to be copied. */
static kb_status dispatch_direct(kb_segments *s, const uint8_t **data, size_t *len) {
    while (*len > s->piece_bytes) {
        KB_TRY(dispatch_whole(s, *data));
        *data += s->piece_bytes;
        *len -= s->piece_bytes;
    }
    return release_all(s);
}

/* Nothing is in flight afterwards, so the feeder may have its memory back. */
static kb_status feed_direct(kb_segments *s, const uint8_t **data, size_t *len) {
    kb_status status = dispatch_direct(s, data, len);
    if (status != KB_OK) {
        end_flight(s);
    }
    return status;
}

kb_status kb_segments_feed(kb_segments *s, const uint8_t *data, size_t len) {
    /* With threads, waiting at the end of every feed costs more than a copy unless the
     * feed is long. */
    size_t direct_from = s->piece_bytes * (s->pool == NULL ? 1 : 4 * s->slot_count);
    while (len > 0) {
        if (s->filled == s->piece_bytes) {
            KB_TRY(dispatch_whole(s, fill_room(s)));
        }
        if (s->filled == 0 && len > direct_from) {
            KB_TRY(feed_direct(s, &data, &len));
        }
        size_t room = s->piece_bytes - s->filled;
        size_t n = len < room ? len : room;
        memcpy(fill_room(s) + s->filled, data, n);
        s->filled += n;
        data += n;
        len -= n;
    }
    return release_ended(s);
}

kb_status kb_segments_finish(kb_segments *s) {
    if (!s->is_sealing && s->filled < KB_FLOE_OVERHEAD_BYTES) {
        return KB_FAIL(KB_ERR_AUTH, "the body ends before its final segment");
    }
    KB_TRY(release_all(s));
    KB_TRY(dispatch(s, fill_room(s), s->filled, true));
    return release_all(s);
}

void kb_segments_free(kb_segments *s) {
    if (s == NULL) {
        return;
    }
    end_flight(s);
    for (size_t i = 0; i < s->slot_count; i++) {
        kb_floe_lane_free(s->slots[i].lane);
        if (s->slots[i].room != NULL) {
            kb_wipe(s->slots[i].room, s->segment_bytes);
            kb_free(s->slots[i].room);
        }
    }
    kb_free(s);
}

static kb_status make_slots(kb_segments *s) {
    for (size_t i = 0; i < s->slot_count; i++) {
        slot *one = &s->slots[i];
        KB_TRY(kb_floe_lane_new(&one->lane, s->floe));
        one->room = kb_malloc(s->segment_bytes);
        if (one->room == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for a segment", s->segment_bytes);
        }
    }
    return KB_OK;
}

static kb_status segments_new(kb_segments **out, kb_segments seed) {
    unsigned jobs = kb_pool_jobs(seed.pool);
    seed.pool = jobs == 1 ? NULL : seed.pool;
    seed.slot_count = jobs == 1 ? 1 : 2 * (size_t)jobs + 1;
    seed.segment_bytes = kb_floe_segment_bytes(seed.floe);
    seed.piece_bytes = seed.is_sealing ? seed.segment_bytes - KB_FLOE_OVERHEAD_BYTES
                                       : seed.segment_bytes;
    size_t bytes = sizeof seed + seed.slot_count * sizeof(slot);
    kb_segments *s = kb_malloc(bytes);
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", bytes);
    }
    *s = seed;
    for (size_t i = 0; i < s->slot_count; i++) {
        s->slots[i] = (slot){.task = {.run = run_slot}, .owner = s};
    }
    kb_status status = make_slots(s);
    if (status != KB_OK) {
        kb_segments_free(s);
        return status;
    }
    *out = s;
    return KB_OK;
}

kb_status kb_segments_seal_new(kb_segments **out, const kb_floe *floe, kb_pool *pool,
                               kb_segments_sink sink, void *self) {
    return segments_new(
        out,
        (kb_segments){
            .floe = floe, .pool = pool, .sink = sink, .self = self, .is_sealing = true});
}

kb_status kb_segments_open_new(kb_segments **out, const kb_floe *floe, kb_pool *pool,
                               uint64_t first, kb_segments_sink sink, void *self) {
    return segments_new(
        out, (kb_segments){
                 .floe = floe, .pool = pool, .sink = sink, .self = self, .index = first});
}
