/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* --jobs: the one pool of threads of the process. */
#ifndef KB_CLI_JOBS_H
#define KB_CLI_JOBS_H

#include "args.h"

#include <keybraid/pool.h>

/* Checks the value of --jobs, without starting anything. */
KB_MUST_USE kb_status kb_cli_jobs_check(const kb_cli_args *args);

/*
 * Gives the pool, which is started at the first call; NULL for one job. Without --jobs
 * there is a job per processor, and where no threads can be had the work goes on without.
 */
KB_MUST_USE kb_status kb_cli_jobs_pool(kb_pool **out, const kb_cli_args *args);

/* Ends the threads, if there are any; the streams that use them are gone by then. */
void kb_cli_jobs_end(void);

#endif
