/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pool: a bounded number of threads that streams hand their segments to, and batches
 * their items (batch.h).
 *
 * One pool serves any number of streams and batches at once; make one per process. The
 * thread that feeds a stream or runs a batch works too, so a pool for n jobs starts n - 1
 * threads, each with a stack of 1 MiB. Every stream keeps a bounded number of pieces in
 * flight and releases them in order.
 *
 * Threads: all calls from any thread.
 */
#ifndef KB_POOL_H
#define KB_POOL_H

#include <keybraid/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KB_POOL_JOBS_MAX 256

typedef struct kb_pool kb_pool;

/**
 * Starts the threads.
 *
 * jobs:    1..KB_POOL_JOBS_MAX, with the caller; 0: as many as processors are online
 * Returns: KB_OK, KB_ERR_ARGUMENT, KB_ERR_MEMORY (also when no thread can be started)
 */
KB_API KB_MUST_USE kb_status kb_pool_new(kb_pool **out, unsigned jobs);
/** Returns the number of jobs, 1 for NULL. */
KB_API unsigned kb_pool_jobs(const kb_pool *pool);
/** Ends the threads. The streams and batches that use the pool are to be freed before. NULL
 * is fine. */
KB_API void kb_pool_free(kb_pool *pool);

#ifdef __cplusplus
}
#endif
#endif
