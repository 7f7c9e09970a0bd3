/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The pool from the inside: tasks. */
#ifndef KB_STREAM_POOL_H
#define KB_STREAM_POOL_H

#include <keybraid/pool.h>
#include <stdbool.h>

/* A piece of work, in the submitter's memory. Between submit and its end it must stay
 * where it is and belongs to the pool. */
typedef struct kb_pool_task {
    void (*run)(struct kb_pool_task *task);
    struct kb_pool_task *next, *previous; /* the pool's */
    int state;                            /* the pool's */
} kb_pool_task;

/* Queues the task. It runs in a thread of the pool, or in kb_pool_run_here. */
void kb_pool_submit(kb_pool *pool, kb_pool_task *task);

/* Runs the task here if no thread has begun it. Returns whether it did. */
bool kb_pool_run_here(kb_pool *pool, kb_pool_task *task);

/* Returns a number of the calling thread: 1.. in threads of a pool, 0 in all others. */
unsigned kb_pool_worker(void);

/* Takes the task back if no thread has begun it. Returns whether it did. */
bool kb_pool_cancel(kb_pool *pool, kb_pool_task *task);

/* Whether the task has ended; what it wrote can then be read. */
bool kb_pool_is_done(kb_pool *pool, const kb_pool_task *task);

/* Waits until the task has ended, which may be at once. It does not run it. */
void kb_pool_wait(kb_pool *pool, const kb_pool_task *task);

#endif
