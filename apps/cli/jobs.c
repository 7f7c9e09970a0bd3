/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* --jobs: the one pool of threads of the process. */
#include "jobs.h"

#include "core/error.h"

static kb_pool *process_pool;

/* *jobs is 0 when it is not said. */
static kb_status count(uint64_t *jobs, const kb_cli_args *args) {
    *jobs = 0;
    return kb_cli_has(args, KB_CLI_JOBS)
               ? kb_cli_args_number(jobs, args, KB_CLI_JOBS, KB_POOL_JOBS_MAX)
               : KB_OK;
}

kb_status kb_cli_jobs_check(const kb_cli_args *args) {
    uint64_t jobs;
    return count(&jobs, args);
}

kb_status kb_cli_jobs_pool(kb_pool **out, const kb_cli_args *args) {
    uint64_t jobs;
    KB_TRY(count(&jobs, args));
    if (process_pool == NULL && jobs != 1) {
        kb_status status = kb_pool_new(&process_pool, (unsigned)jobs);
        if (status != KB_OK && (jobs != 0 || status != KB_ERR_MEMORY)) {
            return status;
        }
    }
    *out = process_pool;
    return KB_OK;
}

void kb_cli_jobs_end(void) {
    kb_pool_free(process_pool);
    process_pool = NULL;
}
