/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A ring of segments in flight: filled at one end, released at the other. */
#include "envelope/segments.h"

#include "core/alloc.h"
#include "core/bytes.h"
#include "core/error.h"
#include "stream/pool.h"

#include <keybraid/secret.h>
#include <pthread.h>
#include <string.h>

#define NOT_FINAL   UINT32_C(0xFFFFFFFF) /* length field of every segment but the last */
#define BATCH_BYTES ((size_t)256 << 10)  /* of segments that one task of a pool does */

/* Memory for a batch, and a cipher. It is given to the thread that had it last, in whose
 * cache it still is, whenever that is possible. */
typedef struct room {
    uint8_t *bytes; /* sealed segments; their text stands in place */
    kb_floe_lane *lane;
    unsigned worker; /* who had it last */
    bool is_taken;
} room;

/* A batch of segments. */
typedef struct slot {
    kb_pool_task task; /* first: the task is the slot */
    kb_segments *owner;
    room *room;        /* taken when it is filled, or else when it runs */
    const uint8_t *in; /* in the room, or memory of the feeder while it feeds */
    size_t in_stride;  /* from one segment to the next */
    uint64_t index;    /* of the first */
    size_t count;
    bool is_final;   /* the last of them is the final one */
    size_t last_len; /* of its input */
    size_t good;     /* how many were done before status was not KB_OK */
    kb_status status;
} slot;

struct kb_segments {
    const kb_floe *floe;
    kb_pool *pool;
    kb_segments_sink sink;
    void *self;
    bool is_sealing;
    size_t segment_bytes; /* sealed */
    size_t piece_bytes;   /* of a whole segment on the side that is fed */
    size_t batch;         /* segments in a slot */
    uint64_t index;       /* of the segment that is being filled */
    size_t whole;         /* segments that are complete in the next free slot */
    size_t filled;        /* bytes of the one behind them */
    size_t first, used;   /* slots in flight */
    pthread_mutex_t lock; /* of the rooms */
    room *rooms;          /* as many as slots */
    size_t slot_count;
    slot slots[];
};

static room *take_room(kb_segments *s) {
    unsigned worker = kb_pool_worker();
    room *found = NULL;
    (void)pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < s->slot_count; i++) {
        room *one = &s->rooms[i];
        if (!one->is_taken && (found == NULL || one->worker == worker)) {
            found = one;
        }
    }
    found->is_taken = true;
    found->worker = worker;
    (void)pthread_mutex_unlock(&s->lock);
    return found;
}

static void leave_room(kb_segments *s, slot *from) {
    (void)pthread_mutex_lock(&s->lock);
    from->room->is_taken = false;
    (void)pthread_mutex_unlock(&s->lock);
    from->room = NULL;
}

static kb_status run_segment(const slot *b, size_t i) {
    const kb_segments *s = b->owner;
    bool is_last = i + 1 == b->count;
    size_t len = is_last ? b->last_len : s->piece_bytes;
    const uint8_t *in = b->in + i * b->in_stride;
    uint8_t *out = b->room->bytes + i * s->segment_bytes;
    return s->is_sealing
               ? kb_floe_lane_seal(b->room->lane, b->index + i, is_last && b->is_final,
                                   out, in, len)
               : kb_floe_lane_open(b->room->lane, b->index + i, is_last && b->is_final,
                                   out + KB_FLOE_TEXT_OFFSET, in, len);
}

static void run_slot(kb_pool_task *task) {
    slot *b = (slot *)task;
    if (b->room == NULL) {
        b->room = take_room(b->owner);
    }
    b->status = KB_OK;
    for (b->good = 0; b->good < b->count; b->good++) {
        b->status = run_segment(b, b->good);
        if (b->status != KB_OK) {
            break;
        }
    }
}

static slot *slot_at(kb_segments *s, size_t i) {
    return &s->slots[(s->first + i) % s->slot_count];
}

/* Where the segment that is being filled begins, as it is fed. */
static uint8_t *fill_place(kb_segments *s) {
    slot *to = slot_at(s, s->used);
    if (to->room == NULL) {
        to->room = take_room(s);
    }
    return to->room->bytes + s->whole * s->segment_bytes +
           (s->is_sealing ? KB_FLOE_TEXT_OFFSET : 0);
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

static kb_status pass_segment(kb_segments *s, const slot *done, size_t i) {
    size_t len = i + 1 == done->count ? done->last_len : s->piece_bytes;
    const uint8_t *bytes = done->room->bytes + i * s->segment_bytes;
    return s->is_sealing ? s->sink(s->self, bytes, len + KB_FLOE_OVERHEAD_BYTES)
                         : s->sink(s->self, bytes + KB_FLOE_TEXT_OFFSET,
                                   len - KB_FLOE_OVERHEAD_BYTES);
}

/* Passes on what the slot holds. The record of an error is the thread's that found it, so
 * it is made again here. */
static kb_status pass_on(kb_segments *s, const slot *done) {
    for (size_t i = 0; i < done->good; i++) {
        KB_TRY(pass_segment(s, done, i));
    }
    if (done->status == KB_ERR_AUTH) {
        return KB_FAIL(KB_ERR_AUTH, "a segment was altered");
    }
    return done->status == KB_OK
               ? KB_OK
               : KB_FAIL(done->status, "segment %llu",
                         (unsigned long long)(done->index + done->good));
}

static kb_status release_first(kb_segments *s) {
    await_first(s);
    kb_status status = pass_on(s, slot_at(s, 0));
    leave_room(s, slot_at(s, 0));
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

/* Sends a batch on its way; then there is a free slot to fill. */
static kb_status dispatch(kb_segments *s, slot batch) {
    slot *to = slot_at(s, s->used);
    batch.task = to->task;
    batch.owner = s;
    batch.room = to->room;
    batch.index = s->index;
    *to = batch;
    s->index += batch.count;
    s->whole = 0;
    s->filled = 0;
    if (s->pool == NULL) {
        to->task.run(&to->task);
        kb_status status = pass_on(s, to);
        leave_room(s, to);
        return status;
    }
    kb_pool_submit(s->pool, &to->task);
    s->used++;
    return s->used == s->slot_count ? release_first(s) : KB_OK;
}

/* Sends what stands in the room of the free slot: count segments, the last of last_len. */
static kb_status dispatch_room(kb_segments *s, size_t count, size_t last_len,
                               bool is_final) {
    s->whole = 0;
    return dispatch(s, (slot){.in = fill_place(s),
                              .in_stride = s->segment_bytes,
                              .count = count,
                              .last_len = last_len,
                              .is_final = is_final});
}

/* A whole segment is not the final one when more bytes follow. */
static kb_status check_not_final(const kb_segments *s, const uint8_t *in) {
    return s->is_sealing || kb_load_be32(in) == NOT_FINAL
               ? KB_OK
               : KB_FAIL(KB_ERR_AUTH, "bytes after the final segment");
}

/* The segment that is being filled is whole, and more bytes follow. */
static kb_status end_whole(kb_segments *s) {
    KB_TRY(check_not_final(s, fill_place(s)));
    s->whole++;
    s->filled = 0;
    return s->whole == s->batch ? dispatch_room(s, s->batch, s->piece_bytes, false)
                                : KB_OK;
}

/* Whole segments straight from the feeder's memory; the last, which may be the final one,
 * is left to be copied. */
static kb_status dispatch_direct(kb_segments *s, const uint8_t **data, size_t *len) {
    while (*len > s->piece_bytes) {
        size_t count = (*len - 1) / s->piece_bytes;
        count = count < s->batch ? count : s->batch;
        for (size_t i = 0; i < count; i++) {
            KB_TRY(check_not_final(s, *data + i * s->piece_bytes));
        }
        KB_TRY(dispatch(s, (slot){.in = *data,
                                  .in_stride = s->piece_bytes,
                                  .count = count,
                                  .last_len = s->piece_bytes}));
        *data += count * s->piece_bytes;
        *len -= count * s->piece_bytes;
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
    size_t direct_from =
        s->pool == NULL ? s->piece_bytes : s->piece_bytes * s->batch * 4 * s->slot_count;
    while (len > 0) {
        if (s->filled == s->piece_bytes) {
            KB_TRY(end_whole(s));
        }
        if (s->whole == 0 && s->filled == 0 && len > direct_from) {
            KB_TRY(feed_direct(s, &data, &len));
        }
        size_t missing = s->piece_bytes - s->filled;
        size_t n = len < missing ? len : missing;
        memcpy(fill_place(s) + s->filled, data, n);
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
    KB_TRY(dispatch_room(s, s->whole + 1, s->filled, true));
    return release_all(s);
}

void kb_segments_free(kb_segments *s) {
    if (s == NULL) {
        return;
    }
    end_flight(s);
    for (size_t i = 0; s->rooms != NULL && i < s->slot_count; i++) {
        room *one = &s->rooms[i];
        kb_floe_lane_free(one->lane);
        if (one->bytes != NULL) {
            kb_wipe(one->bytes, s->batch * s->segment_bytes);
            kb_free(one->bytes);
        }
    }
    kb_free(s->rooms);
    (void)pthread_mutex_destroy(&s->lock);
    kb_free(s);
}

static kb_status make_rooms(kb_segments *s) {
    size_t bytes = s->slot_count * sizeof *s->rooms;
    s->rooms = kb_malloc(bytes);
    if (s->rooms == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", bytes);
    }
    for (size_t i = 0; i < s->slot_count; i++) {
        s->rooms[i] = (room){.bytes = NULL};
    }
    for (size_t i = 0; i < s->slot_count; i++) {
        KB_TRY(kb_floe_lane_new(&s->rooms[i].lane, s->floe));
        s->rooms[i].bytes = kb_malloc(s->batch * s->segment_bytes);
        if (s->rooms[i].bytes == NULL) {
            return KB_FAIL(KB_ERR_MEMORY, "%zu bytes for segments",
                           s->batch * s->segment_bytes);
        }
    }
    return KB_OK;
}

static kb_status segments_new(kb_segments **out, kb_segments seed) {
    unsigned jobs = kb_pool_jobs(seed.pool);
    seed.pool = jobs == 1 ? NULL : seed.pool;
    seed.slot_count = jobs == 1 ? 1 : 2 * (size_t)jobs + 1;
    seed.segment_bytes = kb_floe_segment_bytes(seed.floe);
    seed.batch = jobs == 1 || seed.segment_bytes >= BATCH_BYTES
                     ? 1
                     : BATCH_BYTES / seed.segment_bytes;
    seed.piece_bytes = seed.is_sealing ? seed.segment_bytes - KB_FLOE_OVERHEAD_BYTES
                                       : seed.segment_bytes;
    size_t bytes = sizeof seed + seed.slot_count * sizeof(slot);
    kb_segments *s = kb_malloc(bytes);
    if (s == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", bytes);
    }
    *s = seed;
    (void)pthread_mutex_init(&s->lock, NULL);
    for (size_t i = 0; i < s->slot_count; i++) {
        s->slots[i] = (slot){.task = {.run = run_slot}, .owner = s};
    }
    kb_status status = make_rooms(s);
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
