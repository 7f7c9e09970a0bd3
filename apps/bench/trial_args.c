/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The job of a trial as arguments of the child, and back. */
#include "trial.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAMILY,
    ALG,
    TO,
    BYTES,
    OPS,
    NUMBER,
    WARMUPS,
    CALLS,
    TARGET,
    SEED,
    CPU,
    ROUNDS,
    COUNT
};

_Static_assert(COUNT + 3 == KB_BENCH_TRIAL_ARGS, "program, verb, values, NULL");

void kb_bench_trial_args(char *words[KB_BENCH_TRIAL_ARGS],
                         char text[KB_BENCH_TRIAL_BYTES], char *program,
                         const kb_bench_trial_job *job) {
    char seed[24] = "-";
    if (job->is_seeded) {
        (void)snprintf(seed, sizeof seed, "%" PRIu64, job->seed);
    }
    /* Other builds may not know the last value, so it is there only when it is wanted. */
    (void)snprintf(text, KB_BENCH_TRIAL_BYTES,
                   KB_BENCH_TRIAL_VERB "\n%s\n%s\n%s\n%" PRIu64 "\n%u\n%u\n%u\n%" PRIu64
                                       "\n%" PRIu64 "\n%s\n%d%s",
                   job->row.family, job->row.alg,
                   job->row.to[0] == '\0' ? "-" : job->row.to, job->row.bytes, job->ops,
                   job->number, job->warmups, job->calls, job->target_ns, seed, job->cpu,
                   job->has_rounds ? "\n1" : "");
    words[0] = program;
    for (size_t i = 1; i < KB_BENCH_TRIAL_ARGS - 1; i++) {
        words[i] = text;
        text = strchr(text, '\n');
        if (text == NULL) {
            words[i + 1] = NULL;
            return;
        }
        *text++ = '\0';
    }
    words[KB_BENCH_TRIAL_ARGS - 1] = NULL;
}

static bool is_number(uint64_t *out, const char *text) {
    char *end;
    *out = strtoull(text, &end, 10);
    return end != text && *end == '\0' && text[0] != '-';
}

kb_status kb_bench_trial_job_from_args(kb_bench_trial_job *out, int argc, char **argv) {
    uint64_t value[COUNT];
    if (argc != COUNT && argc != ROUNDS) {
        return KB_FAIL(KB_ERR_ARGUMENT, "trial: %d values, expected %d", argc, ROUNDS);
    }
    for (int i = BYTES; i <= TARGET; i++) {
        if (!is_number(&value[i], argv[i])) {
            return KB_FAIL(KB_ERR_ARGUMENT, "trial: %.40s is no number", argv[i]);
        }
    }
    *out = (kb_bench_trial_job){.ops = (unsigned)value[OPS],
                                .number = (unsigned)value[NUMBER],
                                .warmups = (unsigned)value[WARMUPS],
                                .calls = value[CALLS],
                                .target_ns = value[TARGET],
                                .cpu = atoi(argv[CPU]),
                                .has_rounds = argc == COUNT};
    out->is_seeded = is_number(&out->seed, argv[SEED]);
    if (out->calls > KB_BENCH_TRIAL_CALLS_MAX * UINT64_C(50)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "trial: %s calls", argv[CALLS]);
    }
    kb_bench_row_set(&out->row, argv[FAMILY], argv[ALG],
                     strcmp(argv[TO], "-") == 0 ? NULL : argv[TO], value[BYTES]);
    return KB_OK;
}
