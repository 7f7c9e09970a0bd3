/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Threads, one queue, one lock: tasks take tens of microseconds, so the lock is idle. */
#include "stream/pool.h"

#include "core/alloc.h"
#include "core/error.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Of each thread, whatever the process's limit is: algorithms of our own take less than
 * 96 KiB, libcrypto's less than 64; the rest is for builds with sanitizers. Pages that are
 * not used take no memory. */
#define STACK_BYTES ((size_t)1 << 20)

enum { TASK_IDLE, TASK_QUEUED, TASK_RUNNING, TASK_DONE };

struct kb_pool {
    pthread_mutex_t lock;
    pthread_cond_t has_work, has_ended;
    kb_pool_task *first, *last;
    bool is_closing;
    unsigned jobs;
    unsigned threads; /* started */
    unsigned begun;   /* of them, those that run */
    pthread_t thread[];
};

/* Takes a queued task out. With the lock held. */
static void unlink_task(kb_pool *pool, kb_pool_task *task) {
    *(task->previous != NULL ? &task->previous->next : &pool->first) = task->next;
    *(task->next != NULL ? &task->next->previous : &pool->last) = task->previous;
}

/* Runs a task that was taken out of the queue. With the lock held, also afterwards. */
static void run_unlocked(kb_pool *pool, kb_pool_task *task) {
    task->state = TASK_RUNNING;
    (void)pthread_mutex_unlock(&pool->lock);
    task->run(task);
    (void)pthread_mutex_lock(&pool->lock);
    task->state = TASK_DONE;
    (void)pthread_cond_broadcast(&pool->has_ended);
}

static _Thread_local unsigned worker;

unsigned kb_pool_worker(void) {
    return worker;
}

static void *work(void *self) {
    kb_pool *pool = self;
    (void)pthread_mutex_lock(&pool->lock);
    worker = ++pool->begun;
    for (;;) {
        while (pool->first == NULL && !pool->is_closing) {
            (void)pthread_cond_wait(&pool->has_work, &pool->lock);
        }
        kb_pool_task *task = pool->first;
        if (task == NULL) {
            break;
        }
        unlink_task(pool, task);
        run_unlocked(pool, task);
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals are the main thread's: a worker starts with all of them blocked. */
static int start_thread(kb_pool *pool) {
    sigset_t all, old;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0) {
        return error;
    }
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    error = pthread_create(&pool->thread[pool->threads], &attributes, work, pool);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    (void)pthread_attr_destroy(&attributes);
    return error;
}

kb_status kb_pool_new(kb_pool **out, unsigned jobs) {
    if (out == NULL || jobs > KB_POOL_JOBS_MAX) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%u jobs, %d at most", jobs, KB_POOL_JOBS_MAX);
    }
    if (jobs == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        jobs = online < 1                  ? 1
               : online > KB_POOL_JOBS_MAX ? KB_POOL_JOBS_MAX
                                           : (unsigned)online;
    }
    size_t bytes = sizeof(kb_pool) + (jobs - 1) * sizeof(pthread_t);
    kb_pool *pool = kb_malloc(bytes);
    if (pool == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu bytes", bytes);
    }
    *pool = (kb_pool){.jobs = jobs};
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->has_work, NULL);
    (void)pthread_cond_init(&pool->has_ended, NULL);
    for (; pool->threads < jobs - 1; pool->threads++) {
        int error = start_thread(pool);
        if (error != 0) {
            kb_pool_free(pool);
            return KB_FAIL(KB_ERR_MEMORY, "starting a thread: %s", strerror(error));
        }
    }
    *out = pool;
    return KB_OK;
}

unsigned kb_pool_jobs(const kb_pool *pool) {
    return pool == NULL ? 1 : pool->jobs;
}

void kb_pool_free(kb_pool *pool) {
    if (pool == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&pool->lock);
    pool->is_closing = true;
    (void)pthread_cond_broadcast(&pool->has_work);
    (void)pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++) {
        (void)pthread_join(pool->thread[i], NULL);
    }
    (void)pthread_cond_destroy(&pool->has_ended);
    (void)pthread_cond_destroy(&pool->has_work);
    (void)pthread_mutex_destroy(&pool->lock);
    kb_free(pool);
}

void kb_pool_submit(kb_pool *pool, kb_pool_task *task) {
    (void)pthread_mutex_lock(&pool->lock);
    task->state = TASK_QUEUED;
    task->next = NULL;
    task->previous = pool->last;
    *(pool->last != NULL ? &pool->last->next : &pool->first) = task;
    pool->last = task;
    (void)pthread_mutex_unlock(&pool->lock);
    /* Whoever wakes up finds the lock free. */
    (void)pthread_cond_signal(&pool->has_work);
}

bool kb_pool_run_here(kb_pool *pool, kb_pool_task *task) {
    (void)pthread_mutex_lock(&pool->lock);
    bool is_ours = task->state == TASK_QUEUED;
    if (is_ours) {
        unlink_task(pool, task);
        run_unlocked(pool, task);
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return is_ours;
}

bool kb_pool_cancel(kb_pool *pool, kb_pool_task *task) {
    (void)pthread_mutex_lock(&pool->lock);
    bool is_ours = task->state == TASK_QUEUED;
    if (is_ours) {
        unlink_task(pool, task);
        task->state = TASK_IDLE;
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return is_ours;
}

bool kb_pool_is_done(kb_pool *pool, const kb_pool_task *task) {
    (void)pthread_mutex_lock(&pool->lock);
    bool is_done = task->state == TASK_DONE;
    (void)pthread_mutex_unlock(&pool->lock);
    return is_done;
}

void kb_pool_wait(kb_pool *pool, const kb_pool_task *task) {
    (void)pthread_mutex_lock(&pool->lock);
    while (task->state != TASK_DONE) {
        (void)pthread_cond_wait(&pool->has_ended, &pool->lock);
    }
    (void)pthread_mutex_unlock(&pool->lock);
}
