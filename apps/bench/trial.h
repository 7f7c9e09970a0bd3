/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One trial: a process that prepares a subject, warms up, times calls and checks each.
 *
 * The child side; campaign.c starts it. It prints one JSON object on standard output:
 * what record.h reads as trials.
 */
#ifndef KB_BENCH_TRIAL_H
#define KB_BENCH_TRIAL_H

#include "record.h"
#include "subject.h"

#define KB_BENCH_TRIAL_VERB "--trial"

typedef struct kb_bench_trial_job {
    kb_bench_row row;
    unsigned ops;    /* bit k: operation k */
    unsigned number; /* of the trial, from 0 */
    unsigned warmups;
    uint64_t calls, target_ns; /* plan.h */
    bool is_seeded;
    uint64_t seed;
    int cpu;         /* below 0: not pinned */
    bool has_rounds; /* between readings of the yardstick */
} kb_bench_trial_job;

#define KB_BENCH_TRIAL_ARGS  15
#define KB_BENCH_TRIAL_BYTES 1024

/* Writes the arguments that make a child run the job, into text; words gets
 * KB_BENCH_TRIAL_ARGS pointers, NULL at the end. */
void kb_bench_trial_args(char *words[KB_BENCH_TRIAL_ARGS],
                         char text[KB_BENCH_TRIAL_BYTES], char *program,
                         const kb_bench_trial_job *job);
/* Reads them back, without the program and the verb. KB_ERR_ARGUMENT. */
KB_MUST_USE kb_status kb_bench_trial_job_from_args(kb_bench_trial_job *out, int argc,
                                                   char **argv);

/* Runs a job; the record gets the operations asked for with one trial each, the sizes and
 * the inputs' digest. A wrong result is no error but class MISMATCH. */
KB_MUST_USE kb_status kb_bench_trial_run(kb_bench_record *out,
                                         const kb_bench_trial_job *job,
                                         const kb_bench_subject *subject);

#endif
