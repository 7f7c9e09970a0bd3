/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two measurements of the same operation side by side. */
#include "sides.h"

#include "core/error.h"
#include "record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUARTILE 0.25
#define MEDIAN   0.5
#define TAIL     0.025 /* of the interval, on each side */
#define WIDEST   7.0   /* a factor of a thousand; as a logarithm */
#define NORMAL   1.959963984540054

/* ---- A side ---- */

/* Cuts the n calls of a trial, in the order taken, into blocks; sorts them on the way. */
static size_t cut_trial(kb_bench_block *out, size_t trial, double *ns, size_t n) {
    size_t blocks = n < KB_BENCH_BLOCKS ? n : KB_BENCH_BLOCKS;
    for (size_t i = 0; i < blocks; i++) {
        size_t from = i * n / blocks, len = (i + 1) * n / blocks - from;
        kb_bench_sort(ns + from, len);
        out[i] = (kb_bench_block){trial, kb_bench_quantile(ns + from, len, MEDIAN),
                                  kb_bench_quantile(ns + from, len, QUARTILE)};
    }
    return blocks;
}

/* The median share of the processor in the trials; 1 where it does not matter. */
static double share_of(const kb_bench_op *op, double p50) {
    double shares[KB_BENCH_TRIALS_MAX];
    size_t n = 0;
    for (size_t t = 0; t < op->trial_count && n < KB_BENCH_TRIALS_MAX; t++) {
        const kb_bench_trial *trial = &op->trials[t];
        if (trial->wall_ns != 0) {
            shares[n++] = (double)trial->busy_ns / (double)trial->wall_ns;
        }
    }
    if (n == 0 || p50 < KB_BENCH_SLICE_NS) {
        return 1;
    }
    kb_bench_sort(shares, n);
    double share = kb_bench_quantile(shares, n, MEDIAN);
    return share < KB_BENCH_DISTURBED_BELOW && share > 0 ? share : 1;
}

kb_status kb_bench_side_of(kb_bench_side *out, const kb_bench_op *op) {
    double *ns = NULL;
    size_t at = 0;
    *out = (kb_bench_side){.count = 0};
    KB_TRY(kb_bench_samples_ns(&ns, &out->n, op));
    out->blocks = calloc(op->trial_count * KB_BENCH_BLOCKS, sizeof *out->blocks);
    if (out->blocks == NULL) {
        free(ns);
        return KB_FAIL(KB_ERR_MEMORY, "%zu trials", op->trial_count);
    }
    for (size_t t = 0, trial = 0; t < op->trial_count; t++) {
        size_t n = op->trials[t].n;
        out->count += cut_trial(out->blocks + out->count, trial, ns + at, n);
        trial += n != 0;
        at += n;
    }
    kb_bench_sort(ns, out->n);
    out->p50 = kb_bench_quantile(ns, out->n, MEDIAN);
    out->least = ns[0];
    out->share = share_of(op, out->p50);
    free(ns);
    return kb_bench_side_finish(out);
}

kb_status kb_bench_side_finish(kb_bench_side *side) {
    double *values = malloc((side->count + 1) * sizeof *values);
    kb_status status = values == NULL ? KB_FAIL(KB_ERR_MEMORY, "%zu blocks", side->count)
                       : side->count == 0 ? KB_FAIL(KB_ERR_FORMAT, "no blocks")
                                          : KB_OK;
    size_t trial = 0;
    for (size_t i = 0; status == KB_OK && i < side->count; i++) {
        const kb_bench_block *block = &side->blocks[i];
        if (block->trial != trial && (i == 0 || block->trial != trial + 1)) {
            status = KB_FAIL(KB_ERR_FORMAT, "blocks out of order");
        }
        trial = block->trial;
        values[i] = block->quartile;
    }
    if (status == KB_OK && trial >= KB_BENCH_TRIALS_MAX) {
        status = KB_FAIL(KB_ERR_FORMAT, "more than %d trials", KB_BENCH_TRIALS_MAX);
    }
    if (status == KB_OK) {
        kb_bench_sort(values, side->count);
        side->trials = trial + 1;
        side->fast = kb_bench_quantile(values, side->count, QUARTILE);
    }
    free(values);
    if (status != KB_OK) {
        kb_bench_side_free(side);
    }
    return status;
}

void kb_bench_side_free(kb_bench_side *side) {
    free(side->blocks);
    *side = (kb_bench_side){.count = 0};
}

/* ---- Drawing ---- */

/* A value of a block, with the block's number. */
typedef struct place {
    double value;
    size_t block;
} place;

typedef struct urn {
    const kb_bench_side *side;
    size_t first[KB_BENCH_TRIALS_MAX + 1]; /* block of each trial; then their number */
    place *medians, *quartiles;            /* ascending */
    unsigned *drawn;                       /* how often each block was */
    size_t total;
} urn;

static int by_value(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->value != y->value) {
        return x->value < y->value ? -1 : 1;
    }
    return x->block < y->block ? -1 : x->block > y->block;
}

static kb_status urn_fill(urn *out, const kb_bench_side *side) {
    size_t n = side->count;
    *out = (urn){.side = side};
    out->medians = malloc(n * sizeof *out->medians);
    out->quartiles = malloc(n * sizeof *out->quartiles);
    out->drawn = malloc(n * sizeof *out->drawn);
    if (out->medians == NULL || out->quartiles == NULL || out->drawn == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu blocks", n);
    }
    for (size_t i = 0; i < n; i++) {
        out->medians[i] = (place){side->blocks[i].median, i};
        out->quartiles[i] = (place){side->blocks[i].quartile, i};
        out->first[side->blocks[i].trial + 1] = i + 1;
    }
    qsort(out->medians, n, sizeof *out->medians, by_value);
    qsort(out->quartiles, n, sizeof *out->quartiles, by_value);
    return KB_OK;
}

static void urn_empty(urn *u) {
    free(u->medians);
    free(u->quartiles);
    free(u->drawn);
}

static size_t below(uint64_t *state, size_t n) {
    return (size_t)((kb_bench_random_word(state) >> 32) * n >> 32);
}

/* As many blocks of the trial as it has. */
static void draw_trial(urn *u, size_t trial, uint64_t *state) {
    size_t from = u->first[trial], len = u->first[trial + 1] - from;
    for (size_t i = 0; i < len; i++) {
        u->drawn[from + below(state, len)]++;
    }
    u->total += len;
}

static void draw_begin(urn *u) {
    memset(u->drawn, 0, u->side->count * sizeof *u->drawn);
    u->total = 0;
}

/* Draws trials for both sides. */
static void draw(urn *a, urn *b, bool is_paired, uint64_t *state) {
    draw_begin(a);
    draw_begin(b);
    for (size_t i = 0; i < a->side->trials; i++) {
        size_t trial = below(state, a->side->trials);
        draw_trial(a, trial, state);
        if (is_paired) {
            draw_trial(b, trial, state);
        }
    }
    for (size_t i = 0; !is_paired && i < b->side->trials; i++) {
        draw_trial(b, below(state, b->side->trials), state);
    }
}

/* The quantile of what was drawn, as kb_bench_quantile has it. */
static double drawn_quantile(const urn *u, const place *ascending, double q) {
    double at = (double)(u->total - 1) * q;
    size_t rank = (size_t)at, passed = 0, i = 0;
    while (passed + u->drawn[ascending[i].block] <= rank) {
        passed += u->drawn[ascending[i++].block];
    }
    double value = ascending[i].value;
    if (passed + u->drawn[ascending[i].block] > rank + 1 || rank + 1 >= u->total) {
        return value;
    }
    do {
        i++;
    } while (u->drawn[ascending[i].block] == 0);
    return value + (at - (double)rank) * (ascending[i].value - value);
}

/* ---- Intervals ---- */

/* Student's quantile for 95 %: the expansion in 1 / v, to 0.3 % from v = 3 on. */
static double student(double v) {
    double z = NORMAL, z2 = z * z;
    return v < 1   ? INFINITY
           : v < 2 ? 12.706
           : v < 3
               ? 4.303
               : z * (1 + (z2 + 1) / (4 * v) + ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
                      (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v));
}

/*
 * Where the interval ends among the replicates. A bootstrap of n draws is too narrow by
 * the square root of (n - 1) / n, and takes the normal distribution where Student's with
 * n - 1 degrees is due; what moves the ends by both is the expanded percentile of
 * T. Hesterberg (The American Statistician 69, 2015).
 */
static double tail_of(size_t n) {
    double v = (double)n - 1;
    return 0.5 * erfc(student(v) * sqrt((double)n / v) / sqrt(2));
}

/* Square of the standard error of the mean logarithm of the blocks' medians. */
static double error_of(const kb_bench_side *side) {
    double sum = 0, squares = 0, n = (double)side->count;
    for (size_t i = 0; i < side->count; i++) {
        sum += log(side->blocks[i].median);
    }
    for (size_t i = 0; i < side->count; i++) {
        double d = log(side->blocks[i].median) - sum / n;
        squares += d * d;
    }
    return n < 2 ? 0 : squares / (n - 1) / n;
}

/* A bootstrap of few draws never leaves the range of what was seen. Student's interval
 * does: half its width, as a logarithm; 0 where there are blocks enough. */
static double few(const kb_bench_side *a, const kb_bench_side *b) {
    if (a->count >= KB_BENCH_BLOCKS_FEW && b->count >= KB_BENCH_BLOCKS_FEW) {
        return 0;
    }
    double t = student((double)(a->count + b->count) - 2);
    return fmin(WIDEST, t * sqrt(error_of(a) + error_of(b)));
}

/* Widens *low and *high to the interval of one ratio; all are logarithms. */
static void span(double *low, double *high, double point, double *replicates, double tail,
                 double noise) {
    kb_bench_sort(replicates, KB_BENCH_BOOTSTRAP_COUNT);
    double less = point - kb_bench_quantile(replicates, KB_BENCH_BOOTSTRAP_COUNT, tail);
    double more =
        kb_bench_quantile(replicates, KB_BENCH_BOOTSTRAP_COUNT, 1 - tail) - point;
    *low = fmin(*low, point - hypot(fmax(less, 0), noise));
    *high = fmax(*high, point + hypot(fmax(more, 0), noise));
}

static void ratio_in(kb_bench_ratio *out, urn *a, urn *b, bool is_paired, double noise) {
    double medians[KB_BENCH_BOOTSTRAP_COUNT], fasts[KB_BENCH_BOOTSTRAP_COUNT];
    uint64_t state = UINT64_C(0x100000000) * a->side->n + b->side->n;
    size_t trials = a->side->trials < b->side->trials ? a->side->trials : b->side->trials;
    double tail = trials < KB_BENCH_TRIALS_ENOUGH ? TAIL : tail_of(trials);
    for (size_t i = 0; i < KB_BENCH_BOOTSTRAP_COUNT; i++) {
        draw(a, b, is_paired, &state);
        medians[i] = log(drawn_quantile(b, b->medians, MEDIAN) /
                         drawn_quantile(a, a->medians, MEDIAN));
        fasts[i] = log(drawn_quantile(b, b->quartiles, QUARTILE) /
                       drawn_quantile(a, a->quartiles, QUARTILE));
    }
    out->value = b->side->p50 / a->side->p50;
    out->fast = b->side->fast / a->side->fast;
    double low = INFINITY, high = -INFINITY;
    noise = hypot(noise, few(a->side, b->side));
    span(&low, &high, log(out->value), medians, tail, noise);
    span(&low, &high, log(out->fast), fasts, tail, noise);
    double least = log(b->side->least / a->side->least);
    low = fmin(low, least - noise);
    high = fmax(high, least + noise);
    out->low = exp(low) * b->side->share;
    out->high = exp(high) / a->side->share;
}

/* Whether every time is above 0. */
static bool has_times(const kb_bench_side *side) {
    bool is_good = side->count != 0 && side->p50 > 0 && side->fast > 0 &&
                   side->least > 0 && side->share > 0 && side->share <= 1;
    for (size_t i = 0; i < side->count; i++) {
        is_good &= side->blocks[i].median > 0 && side->blocks[i].quartile > 0;
    }
    return is_good;
}

kb_status kb_bench_ratio_of(kb_bench_ratio *out, const kb_bench_side *a,
                            const kb_bench_side *b, bool is_paired, double noise) {
    urn x = {.total = 0}, y = {.total = 0};
    *out = (kb_bench_ratio){.value = 0};
    if (!has_times(a) || !has_times(b)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "ratio of times of 0");
    }
    kb_status status = urn_fill(&x, a);
    if (status == KB_OK) {
        status = urn_fill(&y, b);
    }
    if (status == KB_OK) {
        ratio_in(out, &x, &y, is_paired && a->trials == b->trials, noise);
    }
    urn_empty(&x);
    urn_empty(&y);
    return status;
}
