/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The pool: every task runs exactly once, here or there, and its end is seen. */
#include "stream/pool.h"

#include "test.h"

#include <stdatomic.h>

#define TASKS 2000

typedef struct job {
    kb_pool_task task; /* first, so that the task is the job */
    atomic_uint *runs;
    unsigned result;
} job;

static void run(kb_pool_task *task) {
    job *j = (job *)task;
    (void)atomic_fetch_add(j->runs, 1);
    j->result++;
}

static job jobs[TASKS];

static void every_task_runs_once(unsigned threads, bool helps) {
    kb_pool *pool = NULL;
    atomic_uint runs = 0;
    CHECK_OK(kb_pool_new(&pool, threads));
    for (size_t i = 0; i < TASKS; i++) {
        jobs[i] = (job){.task = {.run = run}, .runs = &runs};
        kb_pool_submit(pool, &jobs[i].task);
    }
    for (size_t i = TASKS; i-- > 0;) {
        if (!helps || !kb_pool_run_here(pool, &jobs[i].task)) {
            kb_pool_wait(pool, &jobs[i].task);
        }
        CHECK(kb_pool_is_done(pool, &jobs[i].task));
        CHECK(jobs[i].result == 1);
        CHECK(!kb_pool_run_here(pool, &jobs[i].task));
    }
    CHECK(atomic_load(&runs) == TASKS);
    kb_pool_free(pool);
}

TEST(a_pool_of_one_job_works_in_the_caller) {
    every_task_runs_once(1, true);
}

TEST(threads_alone_and_with_the_caller_run_every_task_once) {
    for (unsigned threads = 2; threads <= 5; threads++) {
        every_task_runs_once(threads, true);
        every_task_runs_once(threads, false);
    }
}

static atomic_bool is_open;

static void wait_until_open(kb_pool_task *task) {
    (void)task;
    while (!atomic_load(&is_open)) {
    }
}

TEST(a_task_that_was_taken_back_never_runs) {
    kb_pool *pool = NULL;
    atomic_uint runs = 0;
    kb_pool_task gates[2] = {{.run = wait_until_open}, {.run = wait_until_open}};
    CHECK_OK(kb_pool_new(&pool, 3));
    kb_pool_submit(pool, &gates[0]); /* both threads are busy until the end */
    kb_pool_submit(pool, &gates[1]);
    for (size_t i = 0; i < TASKS; i++) {
        jobs[i] = (job){.task = {.run = run}, .runs = &runs};
        kb_pool_submit(pool, &jobs[i].task);
    }
    for (size_t i = 0; i < TASKS; i += 2) {
        CHECK(kb_pool_cancel(pool, &jobs[i].task));
        CHECK(!kb_pool_is_done(pool, &jobs[i].task));
        CHECK(!kb_pool_cancel(pool, &jobs[i].task));
    }
    atomic_store(&is_open, true);
    for (size_t i = 1; i < TASKS; i += 2) {
        kb_pool_wait(pool, &jobs[i].task);
        CHECK(!kb_pool_cancel(pool, &jobs[i].task));
    }
    CHECK(atomic_load(&runs) == TASKS / 2);
    kb_pool_wait(pool, &gates[0]);
    kb_pool_wait(pool, &gates[1]);
    kb_pool_free(pool);
}

TEST(jobs_are_bounded_and_default_to_the_processors) {
    kb_pool *pool = NULL;
    CHECK_STATUS(kb_pool_new(&pool, KB_POOL_JOBS_MAX + 1), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_pool_new(NULL, 1), KB_ERR_ARGUMENT);
    CHECK_OK(kb_pool_new(&pool, 0));
    CHECK(kb_pool_jobs(pool) >= 1);
    kb_pool_free(pool);
    kb_pool_free(NULL);
    CHECK(kb_pool_jobs(NULL) == 1);
}

int main(void) {
    RUN(a_pool_of_one_job_works_in_the_caller);
    RUN(threads_alone_and_with_the_caller_run_every_task_once);
    RUN(a_task_that_was_taken_back_never_runs);
    RUN(jobs_are_bounded_and_default_to_the_processors);
    return TEST_END();
}
