/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Made-up samples of which the truth is known. */
#ifndef KB_TEST_BENCH_SAMPLES_H
#define KB_TEST_BENCH_SAMPLES_H

#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How the times of an operation come about. */
typedef struct samples {
    double base;    /* ns of a call */
    double process; /* standard deviation between processes */
    double call;    /* and between calls */
    double drift;   /* rise from the first to the last call of a trial */
    double share;   /* of the processor; 0: all. Long calls take longer by it */
    size_t trials, n;
    const double *trial; /* factor of each trial, or NULL */
} samples;

static uint64_t samples_state = 1;

static inline double samples_uniform(void) {
    return ((double)(kb_bench_random_word(&samples_state) >> 11) + 0.5) * 0x1p-53;
}

static inline double samples_normal(void) {
    return sqrt(-2 * log(samples_uniform())) * cos(6.283185307179586 * samples_uniform());
}

/* Adds the trials to op, whose clock runs at 1 GHz with ticks of 1 ps. */
static inline void samples_add(kb_bench_op *op, const samples *s) {
    for (size_t t = 0; t < s->trials; t++) {
        double process = 1 + s->process * samples_normal();
        double share = s->share == 0 ? 1 : s->share;
        kb_bench_trial trial = {.n = s->n,
                                .ticks = malloc((s->n + 1) * sizeof *trial.ticks),
                                .ticks_per_s = 1e12,
                                .wall_ns = 1000000,
                                .busy_ns = (uint64_t)(1000000 * share),
                                .costs = {{64000, 64000, 64000, 64000}}};
        for (size_t i = 0; i < s->n; i++) {
            double drift = 1 + s->drift * (double)i / (double)s->n;
            double ns = s->base * process * drift * (1 + s->call * samples_normal());
            /* One call in twenty is interrupted. */
            ns *= samples_uniform() < 0.05 ? 1 + 3 * samples_uniform() : 1;
            ns *= s->trial == NULL ? 1 : s->trial[t];
            trial.ticks[i] = (uint64_t)(ns * 1000 / (ns > 1e6 ? share : 1));
        }
        if (kb_bench_op_add(op, &trial) != KB_OK) {
            abort();
        }
    }
    op->class = KB_BENCH_PASS;
}

static inline void samples_drop(kb_bench_op *op) {
    kb_bench_record record = {.op_count = 1, .ops = {*op}};
    kb_bench_record_drop(&record);
    *op = (kb_bench_op){.trial_count = 0};
}

#endif
