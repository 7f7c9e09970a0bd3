/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What differs between two measurements of a family. */
#include "changes.h"

#include "core/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL 1.959963984540054 /* 95 % of a normal distribution lie within */

const char *kb_bench_verdict_name(kb_bench_verdict verdict) {
    static const char *const names[] = {"SAME",     "OPEN",     "SLOWER",
                                        "FASTER",   "ONLY-A",   "ONLY-B",
                                        "FAILED-A", "FAILED-B", "FAILED"};
    return names[verdict];
}

bool kb_bench_verdict_has_ratio(kb_bench_verdict verdict) {
    return verdict < KB_BENCH_ONLY_A;
}

/* ---- Both sides of every operation ---- */

typedef struct pair {
    kb_bench_row row;
    char op[16];
    bool is_in_a, is_in_b;
    kb_bench_side a, b; /* empty: no numbers */
    double hash_a[KB_BENCH_UNIT_KINDS], hash_b[KB_BENCH_UNIT_KINDS];
} pair;

typedef struct pairs {
    pair *pair;
    size_t count;
} pairs;

static void pairs_free(pairs *all) {
    for (size_t i = 0; i < all->count; i++) {
        kb_bench_side_free(&all->pair[i].a);
        kb_bench_side_free(&all->pair[i].b);
    }
    free(all->pair);
}

static bool is_same(const kb_bench_row *x, const kb_bench_row *y) {
    return x->bytes == y->bytes && strcmp(x->alg, y->alg) == 0 &&
           strcmp(x->to, y->to) == 0;
}

/* The pair of an operation, added when it is new. */
static pair *find(pairs *all, const kb_bench_row *row, const char *op) {
    for (size_t i = 0; i < all->count; i++) {
        if (is_same(&all->pair[i].row, row) && strcmp(all->pair[i].op, op) == 0) {
            return &all->pair[i];
        }
    }
    pair *added = &all->pair[all->count++];
    added->row = *row;
    (void)snprintf(added->op, sizeof added->op, "%s", op);
    return added;
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

/* A side from what is kept of it. */
static kb_status side_from(kb_bench_side *out, const json_t *one) {
    const json_t *blocks = json_object_get(one, "blocks");
    size_t count = json_array_size(blocks);
    out->n = (size_t)json_integer_value(json_object_get(one, "n"));
    out->p50 = json_number_value(json_object_get(one, "p50_ns"));
    out->least = json_number_value(json_object_get(one, "least_ns"));
    out->share = json_number_value(json_object_get(one, "share"));
    out->blocks = calloc(count + 1, sizeof *out->blocks);
    if (out->blocks == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu blocks", count);
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *block = json_array_get(blocks, i);
        out->blocks[out->count++] = (kb_bench_block){
            .trial = (size_t)json_integer_value(json_array_get(block, 0)),
            .median = json_number_value(json_array_get(block, 1)),
            .quartile = json_number_value(json_array_get(block, 2))};
    }
    return kb_bench_side_finish(out);
}

static kb_status add_kept(pairs *all, const json_t *one, const char *family) {
    kb_bench_row row;
    kb_bench_class class = KB_BENCH_CRASH;
    json_int_t bytes = json_integer_value(json_object_get(one, "bytes"));
    kb_bench_row_set(&row, family, text_of(one, "alg"), text_of(one, "to"),
                     (uint64_t)bytes);
    if (!kb_bench_class_from_name(&class, text_of(one, "class"))) {
        return KB_FAIL(KB_ERR_FORMAT, "baseline: class of %.60s", row.alg);
    }
    pair *p = find(all, &row, text_of(one, "op"));
    p->is_in_a = true;
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        p->hash_a[i] =
            json_number_value(json_array_get(json_object_get(one, "hash_ns"), i));
    }
    /* The same operation twice would leak the first. */
    return kb_bench_class_is_good(class) && p->a.count == 0 ? side_from(&p->a, one)
                                                            : KB_OK;
}

static kb_status add_record(pairs *all, const kb_bench_record *r) {
    /* Known answers that failed leave a record without operations. */
    for (size_t i = 0; r->op_count == 0 && i < all->count; i++) {
        all->pair[i].is_in_b |= is_same(&all->pair[i].row, &r->row);
    }
    for (size_t k = 0; k < r->op_count; k++) {
        const kb_bench_op *op = &r->ops[k];
        pair *p = find(all, &r->row, op->name);
        p->is_in_b = true;
        if (kb_bench_class_is_good(r->class) && kb_bench_class_is_good(op->class)) {
            KB_TRY(kb_bench_side_of(&p->b, op));
            for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
                p->hash_b[i] = kb_bench_unit_ns(op, i);
            }
        }
    }
    return KB_OK;
}

/* Pairs in row order. Operations of a row keep the order in which they came. */
static int by_row(const void *a, const void *b) {
    const pair *const *x = a, *const *y = b;
    int order = kb_bench_row_order(&(*x)->row, &(*y)->row);
    return order != 0 ? order : *x < *y ? -1 : *x > *y;
}

static kb_status collect(pairs *all, const json_t *kept,
                         const kb_bench_family_result *family) {
    const json_t *ops = json_object_get(kept, "ops");
    size_t most = json_array_size(ops) + family->count * KB_BENCH_OPS_MAX;
    all->pair = calloc(most + 1, sizeof *all->pair);
    if (all->pair == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu operations", most);
    }
    for (size_t i = 0; i < json_array_size(ops); i++) {
        KB_TRY(add_kept(all, json_array_get(ops, i), family->suite->name));
    }
    for (size_t i = 0; i < family->count; i++) {
        KB_TRY(add_record(all, &family->records[i]));
    }
    return KB_OK;
}

/* ---- Noise ---- */

static bool has_both(const pair *p) {
    return p->a.count != 0 && p->b.count != 0 && p->a.p50 > 0 && p->b.p50 > 0 &&
           p->a.fast > 0 && p->b.fast > 0 && p->a.least > 0 && p->b.least > 0;
}

/* Whether its times show how far runs lie apart. */
static bool is_clean(const pair *p) {
    return has_both(p) && p->a.share >= 1 && p->b.share >= 1;
}

/* The least shift of all hash functions: a function that was changed shows more. */
static double control_of(const pairs *all, double *work) {
    double least = INFINITY;
    for (size_t kind = 0; kind < KB_BENCH_UNIT_KINDS; kind++) {
        size_t n = 0;
        for (size_t i = 0; i < all->count; i++) {
            const pair *p = &all->pair[i];
            if (has_both(p) && p->hash_a[kind] > 0 && p->hash_b[kind] > 0) {
                work[n++] = log(p->hash_b[kind] / p->hash_a[kind]);
            }
        }
        if (n != 0) {
            kb_bench_sort(work, n);
            double shift = kb_bench_quantile(work, n, 0.5);
            least = fabs(shift) < fabs(least) ? shift : least;
        }
    }
    return isfinite(least) ? least : 0;
}

/* What the spread is at most: its own standard error is about 1.2 parts in the root of n,
 * and in 95 of 100 cases it is below by less than 1.64 of that. */
static double bound_of_spread(const double *ascending, size_t n) {
    return kb_bench_spread(ascending, n) * (1 + 2 / sqrt((double)n));
}

static kb_status add_noise(kb_bench_changes *out, const pairs *all) {
    size_t n = 0, both = 0;
    bool is_enough = out->is_paired;
    double *work = malloc((all->count + 1) * sizeof *work);
    if (work == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu operations", all->count);
    }
    for (size_t i = 0; i < all->count; i++) {
        const pair *p = &all->pair[i];
        both += has_both(p);
        if (is_clean(p)) {
            work[n++] = log(p->b.fast / p->a.fast);
        }
        if (has_both(p)) {
            is_enough &=
                p->a.trials >= KB_BENCH_TRIALS_ENOUGH && p->b.trials == p->a.trials;
        }
    }
    out->is_noise_measured = n >= KB_BENCH_NOISE_OPS;
    if (!is_enough && both != 0) {
        kb_bench_sort(work, n);
        out->noise = out->is_noise_measured
                         ? fmax(NORMAL * bound_of_spread(work, n), KB_BENCH_NOISE_LEAST)
                         : KB_BENCH_NOISE_FEW;
        out->control = out->is_paired ? 0 : control_of(all, work);
        out->noise += fabs(out->control);
    }
    free(work);
    return KB_OK;
}

/* ---- Verdicts ---- */

static kb_bench_verdict verdict_of(const kb_bench_ratio *ratio) {
    return ratio->low > KB_BENCH_FLAGGED        ? KB_BENCH_SLOWER
           : ratio->high < 1 / KB_BENCH_FLAGGED ? KB_BENCH_FASTER
           : ratio->low < 1 / KB_BENCH_FLAGGED || ratio->high > KB_BENCH_FLAGGED
               ? KB_BENCH_OPEN
               : KB_BENCH_SAME;
}

static kb_status judge(kb_bench_change *out, const kb_bench_changes *all, const pair *p) {
    *out = (kb_bench_change){.row = p->row,
                             .earlier = p->a.p50,
                             .now = p->b.p50,
                             .n = {p->a.n, p->b.n},
                             .trials = {p->a.trials, p->b.trials}};
    (void)snprintf(out->op, sizeof out->op, "%s", p->op);
    if (!has_both(p)) {
        out->verdict = !p->is_in_a       ? KB_BENCH_ONLY_B
                       : !p->is_in_b     ? KB_BENCH_ONLY_A
                       : p->a.count != 0 ? KB_BENCH_FAILED_B
                       : p->b.count != 0 ? KB_BENCH_FAILED_A
                                         : KB_BENCH_FAILED;
        return KB_OK;
    }
    kb_bench_ratio ratio;
    KB_TRY(kb_bench_ratio_of(&ratio, &p->a, &p->b, all->is_paired, all->noise));
    out->ratio = ratio.value;
    out->fast = ratio.fast;
    out->low = ratio.low;
    out->high = ratio.high;
    out->verdict = verdict_of(&ratio);
    return KB_OK;
}

static void count(kb_bench_changes *out) {
    const kb_bench_change *before = NULL;
    bool is_flagged = false;
    for (size_t i = 0; i < out->count; i++) {
        const kb_bench_change *c = &out->change[i];
        bool is_new = before == NULL || !is_same(&before->row, &c->row);
        out->by_verdict[c->verdict]++;
        out->compared += kb_bench_verdict_has_ratio(c->verdict);
        out->rows += is_new;
        is_flagged &= !is_new;
        if (!is_flagged &&
            (c->verdict == KB_BENCH_SLOWER || c->verdict == KB_BENCH_FASTER)) {
            is_flagged = true;
            out->flagged++;
        }
        before = c;
    }
}

static kb_status judge_all(kb_bench_changes *out, pairs *all) {
    pair **order = malloc((all->count + 1) * sizeof *order);
    out->change = calloc(all->count + 1, sizeof *out->change);
    kb_status status = KB_FAIL(KB_ERR_MEMORY, "%zu operations", all->count);
    if (order != NULL && out->change != NULL) {
        status = add_noise(out, all);
    }
    for (size_t i = 0; status == KB_OK && i < all->count; i++) {
        order[i] = &all->pair[i];
    }
    if (status == KB_OK) {
        qsort(order, all->count, sizeof(pair *), by_row);
    }
    for (size_t i = 0; status == KB_OK && i < all->count; i++) {
        status = judge(&out->change[out->count++], out, order[i]);
    }
    free(order);
    return status;
}

kb_status kb_bench_changes_of(kb_bench_changes *out, const json_t *kept,
                              const kb_bench_family_result *family, bool is_paired) {
    pairs all = {.count = 0};
    *out = (kb_bench_changes){.is_paired = is_paired};
    kb_status status = collect(&all, kept, family);
    if (status == KB_OK) {
        status = judge_all(out, &all);
    }
    pairs_free(&all);
    if (status != KB_OK) {
        kb_bench_changes_free(out);
        return status;
    }
    count(out);
    return KB_OK;
}

void kb_bench_changes_free(kb_bench_changes *changes) {
    free(changes->change);
    *changes = (kb_bench_changes){.count = 0};
}
