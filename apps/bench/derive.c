/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The numbers of tables, computed from raw samples. */
#include "derive.h"

#include "core/error.h"
#include "form.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

typedef struct field {
    const char *name;
    size_t offset;
} field;

#define FIELD(name, member)                                                              \
    { name, offsetof(kb_bench_derived, member) }

/* Everything but n, which is no double. */
static const field fields[] = {
    FIELD("min_ns", ns.min),
    FIELD("p1_ns", ns.p1),
    FIELD("p25_ns", ns.p25),
    FIELD("p50_ns", ns.p50),
    FIELD("p75_ns", ns.p75),
    FIELD("p95_ns", ns.p95),
    FIELD("p99_ns", ns.p99),
    FIELD("p999_ns", ns.p999),
    FIELD("max_ns", ns.max),
    FIELD("mean_ns", ns.mean),
    FIELD("mad_ns", ns.mad),
    FIELD("p50_low_ns", ns.low),
    FIELD("p50_high_ns", ns.high),
    FIELD("trial_mean_ns", trial_mean_ns),
    FIELD("cpu_ns", cpu_ns),
    FIELD("cycles", cycles),
    FIELD("ops_per_s", ops_per_s),
    FIELD("failures", failures),
    FIELD("disturbed", disturbed),
    FIELD("heap_calls", heap_calls),
    FIELD("heap_peak_bytes", heap_peak_bytes),
    FIELD("stack_bytes", stack_bytes),
    FIELD("rss_base_bytes", rss_base_bytes),
    FIELD("rss_peak_bytes", rss_peak_bytes),
    FIELD("floor_ns", floor_ns),
};

#define FIELD_COUNT (sizeof fields / sizeof fields[0])

static double *at(kb_bench_derived *d, size_t i) {
    return (double *)(void *)((char *)d + fields[i].offset);
}

static double value_at(const kb_bench_derived *d, size_t i) {
    double value;
    memcpy(&value, (const char *)d + fields[i].offset, sizeof value);
    return value;
}

static double sample_ns(const kb_bench_trial *t, size_t i) {
    uint64_t ticks =
        t->ticks[i] > t->overhead_ticks ? t->ticks[i] - t->overhead_ticks : 0;
    return (double)ticks * 1e9 / t->ticks_per_s;
}

kb_status kb_bench_samples_ns(double **out, size_t *n, const kb_bench_op *op) {
    *n = 0;
    for (size_t t = 0; t < op->trial_count; t++) {
        if (op->trials[t].ticks_per_s <= 0) {
            return KB_FAIL(KB_ERR_ARGUMENT, "a clock without a rate");
        }
        *n += op->trials[t].n;
    }
    if (*n == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "no samples");
    }
    double *all = malloc(*n * sizeof *all);
    if (all == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu samples", *n);
    }
    size_t k = 0;
    double items = kb_bench_form_of(op->name).items;
    for (size_t t = 0; t < op->trial_count; t++) {
        for (size_t i = 0; i < op->trials[t].n; i++) {
            all[k++] = sample_ns(&op->trials[t], i) / items;
        }
    }
    *out = all;
    return KB_OK;
}

static void larger(double *most, uint64_t value) {
    *most = (double)value > *most ? (double)value : *most;
}

static void derive_resources(kb_bench_derived *d, const kb_bench_op *op) {
    for (size_t t = 0; t < op->trial_count; t++) {
        const kb_bench_trial *trial = &op->trials[t];
        d->failures += (double)trial->failures;
        d->disturbed += trial->is_disturbed;
        if (trial->is_heap_counted && d->heap_calls >= 0) {
            larger(&d->heap_calls, trial->heap_calls);
            larger(&d->heap_peak_bytes, trial->heap_peak_bytes);
        } else {
            d->heap_calls = d->heap_peak_bytes = -1;
        }
        larger(&d->stack_bytes, trial->stack_bytes);
        larger(&d->rss_base_bytes, trial->rss_base_bytes);
        larger(&d->rss_peak_bytes, trial->rss_peak_bytes);
    }
}

/* Median over all trials of a per-call array, or 0 when a trial lacks it. */
static double median_of(const kb_bench_op *op, double *work,
                        const uint64_t *(*array)(const kb_bench_trial *trial)) {
    size_t k = 0;
    for (size_t t = 0; t < op->trial_count; t++) {
        const uint64_t *values = array(&op->trials[t]);
        if (values == NULL) {
            return 0;
        }
        for (size_t i = 0; i < op->trials[t].n; i++) {
            work[k++] = (double)values[i];
        }
    }
    kb_bench_sort(work, k);
    return kb_bench_quantile(work, k, 0.5);
}

static const uint64_t *cpu_of(const kb_bench_trial *trial) {
    return trial->cpu_ns;
}

static const uint64_t *cycles_of(const kb_bench_trial *trial) {
    return trial->cycles;
}

/* Median of the trials' means of ns, which is in the order taken. */
static kb_status derive_trial_mean(kb_bench_derived *d, const kb_bench_op *op,
                                   const double *ns) {
    double *means = malloc(op->trial_count * sizeof *means);
    size_t k = 0, count = 0;
    if (means == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "%zu trials", op->trial_count);
    }
    for (size_t t = 0; t < op->trial_count; t++) {
        double sum = 0;
        for (size_t i = 0; i < op->trials[t].n; i++) {
            sum += ns[k++];
        }
        if (op->trials[t].n != 0) {
            means[count++] = sum / (double)op->trials[t].n;
        }
    }
    kb_bench_sort(means, count);
    d->trial_mean_ns = kb_bench_quantile(means, count, 0.5);
    free(means);
    return KB_OK;
}

/* A kernel made for one shape of input can leave out what the general ones do for all:
 * known words, parts of the first and last rounds, loads and stores. */
#define SPECIAL_KERNEL 0.75

double kb_bench_unit_ns(const kb_bench_op *op, size_t kind) {
    double least = 0;
    for (size_t t = 0; t < op->trial_count; t++) {
        const kb_bench_trial *trial = &op->trials[t];
        double ns = (double)trial->costs.ticks[kind] * 1e9 / trial->ticks_per_s /
                    KB_BENCH_COST_UNITS;
        least = t == 0 || ns < least ? ns : least;
    }
    return least;
}

static double floor_ns(const kb_bench_op *op, const kb_bench_floor *floor) {
    double sum = 0;
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        sum += floor->least[i] * kb_bench_unit_ns(op, i);
    }
    /* Several threads share it at best evenly. */
    return SPECIAL_KERNEL * sum / kb_bench_form_of(op->name).threads;
}

kb_status kb_bench_derive(kb_bench_derived *out, const kb_bench_op *op,
                          const kb_bench_floor *floor) {
    double *ns = NULL;
    size_t n = 0;
    *out = (kb_bench_derived){.cpu_ns = 0};
    KB_TRY(kb_bench_samples_ns(&ns, &n, op));
    kb_status status = derive_trial_mean(out, op, ns);
    if (status == KB_OK) {
        status = kb_bench_stats_of(&out->ns, ns, n);
    }
    if (status == KB_OK) {
        out->ops_per_s = out->ns.mean > 0 ? 1e9 / out->ns.mean : 0;
        out->cpu_ns = median_of(op, ns, cpu_of);
        out->cycles = median_of(op, ns, cycles_of) / kb_bench_form_of(op->name).items;
        derive_resources(out, op);
        out->floor_ns = floor_ns(op, floor);
    }
    free(ns);
    return status;
}

kb_status kb_bench_derived_to_json(json_t **out, const kb_bench_derived *derived) {
    json_t *object = json_object();
    int bad = json_object_set_new(object, "n", json_integer((json_int_t)derived->ns.n));
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        bad |=
            json_object_set_new(object, fields[i].name, json_real(value_at(derived, i)));
    }
    if (bad != 0) {
        json_decref(object);
        return KB_FAIL(KB_ERR_MEMORY, "derived numbers");
    }
    *out = object;
    return KB_OK;
}

kb_status kb_bench_derived_from_json(kb_bench_derived *out, const json_t *json) {
    const json_t *n = json_object_get(json, "n");
    *out = (kb_bench_derived){.cpu_ns = 0};
    if (!json_is_integer(n) || json_integer_value(n) < 0) {
        return KB_FAIL(KB_ERR_FORMAT, "derived: n is missing");
    }
    out->ns.n = (size_t)json_integer_value(n);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const json_t *value = json_object_get(json, fields[i].name);
        if (!json_is_number(value)) {
            return KB_FAIL(KB_ERR_FORMAT, "derived: %s is missing", fields[i].name);
        }
        *at(out, i) = json_number_value(value);
    }
    return KB_OK;
}

const char *kb_bench_derived_difference(const kb_bench_derived *a,
                                        const kb_bench_derived *b) {
    if (a->ns.n != b->ns.n) {
        return "n";
    }
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        double x = value_at(a, i), y = value_at(b, i);
        if (memcmp(&x, &y, sizeof x) != 0) {
            return fields[i].name;
        }
    }
    return NULL;
}
