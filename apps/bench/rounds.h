/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rounds: the calls of a trial in short stretches, each between two readings of the
 * yardstick. A round in which the machine was slow is left out.
 */
#ifndef KB_BENCH_ROUNDS_H
#define KB_BENCH_ROUNDS_H

#include "clock.h"

#include <jansson.h>
#include <keybraid/status.h>
#include <stddef.h>

#define KB_BENCH_ROUND_NS UINT64_C(2000000) /* after that long a new one begins */
#define KB_BENCH_ROUND_SLOW                                                              \
    1.04 /* times the least yardstick: beyond it a round is dropped */

typedef struct kb_bench_rounds {
    size_t count;       /* 0: none were made */
    uint64_t *first;    /* count: number of the first sample */
    uint64_t *ticks;    /* count + 1: of a permutation of the yardstick, times
                        KB_BENCH_YARDSTICK_PERMUTATIONS, before each and after the last */
    uint64_t unix_time; /* of the first */
} kb_bench_rounds;

/* Makes room for rounds of that many calls at most. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_rounds_new(kb_bench_rounds *out, uint64_t calls);
void kb_bench_rounds_free(kb_bench_rounds *rounds);
/* Tells that sample number i comes next: begins a round when it is time to. */
void kb_bench_rounds_step(kb_bench_rounds *rounds, const kb_bench_clock *clock,
                          uint64_t i, uint64_t *began_ns);
/* Ends the last one. */
void kb_bench_rounds_end(kb_bench_rounds *rounds, const kb_bench_clock *clock);

/* As JSON, NULL for none; and back, for a trial of n samples. KB_ERR_FORMAT. */
json_t *kb_bench_rounds_json(const kb_bench_rounds *rounds);
KB_MUST_USE kb_status kb_bench_rounds_from_json(kb_bench_rounds *out, const json_t *json,
                                                size_t n);

/* What the rounds of all trials of an operation give, in thousands of ticks of the
 * time-stamp counter. */
typedef struct kb_bench_bracketed {
    size_t rounds, dropped, n; /* n: samples of rounds that were kept */
    double min_kc, median_kc;  /* 0 without a round that was kept */
    double yardstick_kc;       /* of a permutation: the least */
    double ticks_per_s;
    uint64_t first_time, last_time; /* of the trials */
} kb_bench_bracketed;

struct kb_bench_op;
/* Zeros when the trials have no rounds, or another clock. KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_bracketed_of(kb_bench_bracketed *out,
                                            const struct kb_bench_op *op);

#endif
