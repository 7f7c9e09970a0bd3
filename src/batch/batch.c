/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The batch: items go to whoever is free, some neighbours at a time. The caller works,
 * too; tasks that no thread has begun when nothing is left are taken back, so a run waits
 * for nobody but those who work on its items.
 */
#include <keybraid/batch.h>

#include "batch/chunk.h"
#include "batch/item.h"
#include "core/alloc.h"
#include "core/error.h"
#include "core/secret.h"
#include "stream/pool.h"

#include <keybraid/catalog.h>

typedef struct worker {
    kb_pool_task task; /* first: the task is the worker */
    kb_batch *batch;
    kb_batch_tally tally;
    uint8_t *room;
} worker;

struct kb_batch {
    kb_pool *pool;
    size_t jobs;
    atomic_bool is_running, is_cancelled;
    kb_secret *rooms; /* of all workers */
    /* Of the run in progress. */
    kb_batch_item *items;
    size_t count;
    atomic_size_t next; /* number of the first item that nobody has taken */
    worker workers[];   /* jobs; the first is the caller */
};

/* Of the work area that every kb_kem_many can do with, in whole cache lines. */
static size_t room_bytes(void) {
    size_t count, most = 1;
    const kb_alg *rows = kb_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        const kb_kem *kem = kb_kem_find(rows[i].id);
        if (kem != NULL && kem->many != NULL && kem->many->room_bytes > most) {
            most = kem->many->room_bytes;
        }
    }
    return (most + 63) / 64 * 64;
}

kb_status kb_batch_new(kb_batch **out, kb_pool *pool) {
    if (out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "batch: NULL");
    }
    size_t jobs = kb_pool_jobs(pool), bytes = sizeof(kb_batch) + jobs * sizeof(worker);
    size_t each = room_bytes();
    KB_SECRET_HANDLE rooms = NULL;
    KB_TRY(kb_secret_new(&rooms, jobs * each));
    kb_batch *batch = kb_malloc(bytes);
    if (batch == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", bytes);
    }
    *batch = (kb_batch){.pool = pool, .jobs = jobs, .rooms = rooms};
    for (size_t i = 0; i < jobs; i++) {
        batch->workers[i].room = kb_secret_data(rooms) + i * each;
    }
    rooms = NULL;
    *out = batch;
    return KB_OK;
}

void kb_batch_free(kb_batch *batch) {
    if (batch != NULL) {
        kb_secret_free(batch->rooms);
        kb_free(batch);
    }
}

void kb_batch_cancel(kb_batch *batch) {
    atomic_store(&batch->is_cancelled, true);
}

void kb_batch_reset(kb_batch *batch) {
    atomic_store(&batch->is_cancelled, false);
}

/* How many items from number `at` on a thread takes at once: one, or as many as run well
 * together. Towards the end fewer, so that all threads end at about the same time. The
 * last short ones are left to the caller (0 for the others): waking it up takes longer
 * than they do, so it had better not be asleep. */
static size_t share(const kb_batch *batch, size_t at, bool is_caller,
                    kb_batch_found *found) {
    size_t left = batch->count - at, most = KB_BATCH_CHUNK_MAX, run = 0;
    bool is_short = true;
    if (batch->jobs > 1) {
        size_t fair = left / (2 * batch->jobs) / KB_KEM_MANY * KB_KEM_MANY;
        most = fair < KB_KEM_MANY ? KB_KEM_MANY : fair < most ? fair : most;
    }
    while (run < most && run < left) {
        const kb_kem *kem = kb_batch_item_kem(&batch->items[at + run], found);
        if (kem == NULL || kem->many == NULL) {
            break;
        }
        is_short = is_short && kem->many->is_short;
        run++;
    }
    if (!is_caller && is_short && run > 1 && run == left) {
        return 0;
    }
    return run > 0 ? run : 1;
}

/* Takes items; returns whether there were any. */
static bool take(kb_batch *batch, bool is_caller, size_t *from, size_t *to,
                 kb_batch_found *found) {
    size_t at = atomic_load_explicit(&batch->next, memory_order_relaxed);
    do {
        if (at >= batch->count) {
            return false;
        }
        *to = atomic_load(&batch->is_cancelled) ? batch->count
                                                : at + share(batch, at, is_caller, found);
        if (*to == at) {
            return false;
        }
    } while (!atomic_compare_exchange_weak(&batch->next, &at, *to));
    *from = at;
    return true;
}

static void work(kb_pool_task *task) {
    worker *w = (worker *)task;
    kb_batch *batch = w->batch;
    kb_batch_found found = {NULL, NULL};
    size_t from, to;
    while (take(batch, w == batch->workers, &from, &to, &found)) {
        if (to - from == 1) {
            kb_batch_chunk_run_one(batch->items, from, &batch->is_cancelled, &w->tally);
        } else if (to - from > KB_BATCH_CHUNK_MAX) {
            kb_batch_chunk_cancel(batch->items, from, to, &w->tally);
        } else {
            kb_batch_chunk_run(batch->items, from, to, &batch->is_cancelled, &w->tally,
                               w->room);
        }
    }
}

/* Adds up what the workers have; returns the status of the run. */
static kb_status settle(const kb_batch *batch, size_t workers, kb_batch_counts *counts) {
    const kb_batch_tally *first = &batch->workers[0].tally;
    for (size_t i = 0; i < workers; i++) {
        const kb_batch_tally *tally = &batch->workers[i].tally;
        counts->done += tally->counts.done;
        counts->failed += tally->counts.failed;
        counts->cancelled += tally->counts.cancelled;
        first = tally->first < first->first ? tally : first;
    }
    if (first->first == SIZE_MAX) {
        return KB_OK;
    }
    kb_status status = batch->items[first->first].status;
    const kb_error *e = &first->error;
    (void)kb_error_set(status, e->function, e->has_offset, e->offset, "%s", e->text);
    return kb_error_prefix(status, "item %zu of %zu", first->first, batch->count);
}

static size_t at_most(size_t a, size_t b) {
    return a < b ? a : b;
}

kb_status kb_batch_run(kb_batch *batch, kb_batch_item *items, size_t count,
                       kb_batch_counts *counts) {
    kb_batch_counts unwanted;
    counts = counts == NULL ? &unwanted : counts;
    *counts = (kb_batch_counts){0, 0, 0};
    if (batch == NULL || (items == NULL && count != 0)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%s: NULL", batch == NULL ? "batch" : "items");
    }
    if (atomic_exchange(&batch->is_running, true)) {
        return KB_FAIL(KB_ERR_STATE, "a run of this batch is in progress");
    }
    batch->items = items;
    batch->count = count;
    atomic_store(&batch->next, 0);
    /* No more than can find something to do. */
    size_t workers = at_most(batch->jobs, count == 0 ? 1 : count);
    for (size_t i = 0; i < workers; i++) {
        batch->workers[i].task.run = work;
        batch->workers[i].batch = batch;
        batch->workers[i].tally = (kb_batch_tally){.first = SIZE_MAX};
    }
    for (size_t i = 1; i < workers; i++) {
        kb_pool_submit(batch->pool, &batch->workers[i].task);
    }
    work(&batch->workers[0].task);
    for (size_t i = 1; i < workers; i++) {
        if (!kb_pool_cancel(batch->pool, &batch->workers[i].task)) {
            kb_pool_wait(batch->pool, &batch->workers[i].task);
        }
    }
    kb_status status = settle(batch, workers, counts);
    atomic_store(&batch->is_running, false);
    return status;
}
