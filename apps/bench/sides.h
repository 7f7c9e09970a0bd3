/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Two measurements of the same operation side by side: the ratio of their medians with an
 * interval.
 *
 * Calls of one process are alike: they share its pages, its caches and the state of the
 * processor at that time. Drawing calls alone would give intervals that two runs of one
 * build leave. Drawn are therefore processes (trials), and in each of them blocks of calls
 * that follow each other. Where one process tells nothing about the next, the caller adds
 * what is known from elsewhere as noise (changes.h).
 *
 * Other load makes the slower calls slower still, so that medians move where nothing has
 * changed, and a process can run through most of its time with pages that collide. A
 * change of the code moves all calls, the fastest too. The interval therefore spans three:
 * that of the ratio of medians, that of the ratio of fast calls (lower quartiles), and
 * the ratio of the least times.
 */
#ifndef KB_BENCH_SIDES_H
#define KB_BENCH_SIDES_H

#include <keybraid/status.h>
#include <stdbool.h>
#include <stddef.h>

struct kb_bench_op;

#define KB_BENCH_BLOCKS        16  /* of a trial, at most */
#define KB_BENCH_TRIALS_ENOUGH 4   /* that show how much processes differ */
#define KB_BENCH_BLOCKS_FEW    8   /* fewer say little about how calls differ */
#define KB_BENCH_SLICE_NS      1e6 /* longer calls may all be interrupted */

typedef struct kb_bench_block {
    size_t trial;            /* from 0, ascending */
    double median, quartile; /* the lower one; in ns */
} kb_bench_block;

typedef struct kb_bench_side {
    size_t n, trials;
    double p50;  /* of all calls, in ns */
    double fast; /* lower quartile of the blocks' lower quartiles */
    double least;
    /* Of the processor, that the trials had: 1, or less when other load took it away and
     * calls are so long that most of them lost time. */
    double share;
    size_t count;
    kb_bench_block *blocks; /* in the order taken */
} kb_bench_side;

/* Cuts the samples of op. KB_ERR_ARGUMENT when there are none, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_side_of(kb_bench_side *out, const struct kb_bench_op *op);
/* Fills in trials and fast from the blocks; the rest is the caller's. KB_ERR_FORMAT when
 * blocks are missing, out of order or not above 0, KB_ERR_MEMORY. */
KB_MUST_USE kb_status kb_bench_side_finish(kb_bench_side *side);
void kb_bench_side_free(kb_bench_side *side);

typedef struct kb_bench_ratio {
    double value;     /* of medians */
    double fast;      /* of fast calls */
    double low, high; /* 95 % */
} kb_bench_ratio;

/*
 * The ratio b / a. is_paired: trial i of a and trial i of b were neighbours in time, and
 * are drawn together. noise: half the width, as a logarithm, of what else may lie between
 * the two; it is added as an independent error. With KB_BENCH_TRIALS_ENOUGH trials on both
 * sides the interval is widened for their small number, and with fewer than
 * KB_BENCH_BLOCKS_FEW blocks for that. Where a side had only a share of the processor, the
 * interval reaches to where its times without that loss would put it. A function of its arguments alone,
 * to the digit. KB_ERR_ARGUMENT for a side with times of 0, KB_ERR_MEMORY.
 */
KB_MUST_USE kb_status kb_bench_ratio_of(kb_bench_ratio *out, const kb_bench_side *a,
                                        const kb_bench_side *b, bool is_paired,
                                        double noise);

#endif
