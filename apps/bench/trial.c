/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One trial. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "trial.h"

#include "clock.h"
#include "core/error.h"
#include "form.h"
#include "memory.h"
#include "random.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const kb_bench_trial_job *job;
    const kb_bench_subject *subject;
    void *self;
    kb_bench_clock clock;
    kb_bench_trial trial[KB_BENCH_OPS_MAX];
    kb_bench_watch watch;
    size_t next; /* number of the next call */
    bool is_said;
} run;

static bool is_chosen(const run *r, size_t op) {
    return (r->job->ops >> op & 1) != 0;
}

static void failure(run *r, size_t op, kb_status status) {
    r->trial[op].failures++;
    if (!r->is_said) {
        fprintf(stderr, "keybraid-bench: %s, %s, call %zu: %s: %s\n", r->job->row.alg,
                r->subject->ops[op], r->next, kb_status_text(status),
                kb_last_error()->text);
        r->is_said = true;
    }
}

/* One call of op with its check; whether it can go on. Samples are kept at index at,
 * unless keep is false. */
static bool call_once(run *r, size_t op, bool keep, size_t at) {
    kb_bench_trial *t = &r->trial[op];
    const kb_bench_clock *clock = &r->clock;
    kb_bench_profile_begin(&r->watch, (unsigned)op, keep);
    bool has_cpu = keep && t->cpu_ns != NULL, has_cycles = keep && t->cycles != NULL;
    uint64_t cpu = has_cpu ? kb_bench_cpu_ns() : 0;
    uint64_t cycles = has_cycles ? kb_bench_clock_cycles(clock) : 0;
    uint64_t start = kb_bench_clock_begin(clock);
    kb_status status = r->subject->call(r->self, op, r->next);
    uint64_t ticks = kb_bench_clock_end(clock) - start;
    kb_bench_profile_end(&r->watch);
    if (has_cycles) {
        t->cycles[at] = kb_bench_clock_cycles(clock) - cycles;
    }
    if (has_cpu) {
        t->cpu_ns[at] = kb_bench_cpu_ns() - cpu;
    }
    if (keep) {
        t->ticks[at] = ticks;
        t->n = at + 1;
    }
    if (status != KB_OK) {
        failure(r, op, status);
        return false;
    }
    status = r->subject->check(r->self, op, r->next);
    if (status != KB_OK) {
        failure(r, op, status);
    }
    return true;
}

static bool round_once(run *r, bool keep, size_t at) {
    for (size_t op = 0; op < r->subject->op_count; op++) {
        if (is_chosen(r, op) && !call_once(r, op, keep, at)) {
            return false;
        }
    }
    r->next++;
    return true;
}

static kb_status make_arrays(run *r, uint64_t calls) {
    for (size_t op = 0; op < r->subject->op_count; op++) {
        kb_bench_trial *t = &r->trial[op];
        if (!is_chosen(r, op)) {
            continue;
        }
        t->ticks = calloc(calls, sizeof *t->ticks);
        t->cpu_ns = r->subject->has_call_cpu ? calloc(calls, sizeof *t->cpu_ns) : NULL;
        t->cycles = r->clock.perf_fd >= 0 ? calloc(calls, sizeof *t->cycles) : NULL;
        if (t->ticks == NULL || (r->subject->has_call_cpu && t->cpu_ns == NULL) ||
            (r->clock.perf_fd >= 0 && t->cycles == NULL)) {
            return KB_FAIL(KB_ERR_MEMORY, "%llu samples", (unsigned long long)calls);
        }
        if (r->job->has_rounds) {
            KB_TRY(kb_bench_rounds_new(&t->rounds, calls));
        }
    }
    return KB_OK;
}

static void step_rounds(run *r, uint64_t i, uint64_t *began_ns) {
    for (size_t op = 0; r->job->has_rounds && op < r->subject->op_count; op++) {
        if (is_chosen(r, op)) {
            kb_bench_rounds_step(&r->trial[op].rounds, &r->clock, i, began_ns);
        }
    }
}

static void end_rounds(run *r) {
    for (size_t op = 0; r->job->has_rounds && op < r->subject->op_count; op++) {
        if (is_chosen(r, op)) {
            kb_bench_rounds_end(&r->trial[op].rounds, &r->clock);
        }
    }
}

/* Warm-up, then the loop. */
static kb_status measure(run *r) {
    const kb_bench_trial_job *job = r->job;
    kb_bench_costs costs = {{0}};
    kb_bench_costs_measure(&costs, &r->clock);
    uint64_t calls = job->calls, spent = 0;
    uint64_t rss_base = kb_bench_rss_now();
    bool is_going = true;
    for (unsigned i = 0; is_going && i < job->warmups + (calls == 0 ? 1 : 0); i++) {
        uint64_t start = kb_bench_wall_ns();
        is_going = round_once(r, false, 0);
        spent = kb_bench_wall_ns() - start;
    }
    if (calls == 0) {
        calls = kb_bench_plan_fit(spent, job->target_ns);
    }
    KB_TRY(make_arrays(r, calls));
    uint64_t cpu = kb_bench_cpu_ns(), wall = kb_bench_wall_ns(), began_ns = 0;
    for (uint64_t i = 0; is_going && i < calls; i++) {
        step_rounds(r, i, &began_ns);
        is_going = round_once(r, true, i);
        if (job->calls == 0 && i + 1 >= KB_BENCH_QUICK_CALLS_MIN &&
            kb_bench_wall_ns() - wall > job->target_ns) {
            break;
        }
    }
    end_rounds(r);
    wall = kb_bench_wall_ns() - wall;
    cpu = kb_bench_cpu_ns() - cpu;
    uint64_t rss_peak = kb_bench_rss_peak();
    kb_bench_costs_measure(&costs, &r->clock);
    double share = wall == 0 ? 1 : (double)cpu / (double)wall;
    for (size_t op = 0; op < r->subject->op_count; op++) {
        kb_bench_trial *t = &r->trial[op];
        t->wall_ns = wall;
        t->busy_ns = cpu;
        t->is_disturbed = kb_bench_plan_is_disturbed(share, wall);
        t->rss_base_bytes = rss_base;
        t->rss_peak_bytes = rss_peak;
        t->overhead_ticks = r->clock.overhead;
        t->costs = costs;
        (void)snprintf(t->clock, sizeof t->clock, "%s", r->clock.source);
    }
    return KB_OK;
}

typedef struct one_call {
    run *r;
    size_t op;
} one_call;

static kb_status call_for_memory(void *argument) {
    one_call *c = argument;
    return c->r->subject->call(c->r->self, c->op, c->r->next);
}

/* The same calls once more, apart from the timed ones, with stack and heap watched. */
static kb_status watch_memory(run *r) {
    if (r->subject->forget != NULL) {
        r->subject->forget(r->self);
    }
    for (size_t op = 0; op < r->subject->op_count; op++) {
        kb_bench_memory memory;
        one_call c = {r, op};
        if (!is_chosen(r, op)) {
            continue;
        }
        KB_TRY(kb_bench_memory_of(&memory, call_for_memory, &c));
        r->trial[op].is_heap_counted = memory.heap.is_counted;
        r->trial[op].heap_calls = memory.heap.calls;
        r->trial[op].heap_peak_bytes = memory.heap.peak_bytes;
        r->trial[op].stack_bytes = memory.stack_bytes;
    }
    return KB_OK;
}

static kb_status collect(kb_bench_record *out, run *r) {
    double rate = kb_bench_clock_rate(&r->clock);
    for (size_t op = 0; op < r->subject->op_count; op++) {
        if (!is_chosen(r, op)) {
            continue;
        }
        kb_bench_op *result = &out->ops[out->op_count++];
        (void)snprintf(result->name, sizeof result->name, "%s", r->subject->ops[op]);
        r->trial[op].ticks_per_s = rate;
        KB_TRY(kb_bench_op_add(result, &r->trial[op]));
        kb_bench_profile_take(&result->profile, &r->watch, (unsigned)op);
    }
    return KB_OK;
}

/* Several threads need several processors: all that are allowed. */
static bool has_threads(const run *r) {
    for (size_t op = 0; op < r->subject->op_count; op++) {
        if (is_chosen(r, op) && kb_bench_form_of(r->subject->ops[op]).threads > 1) {
            return true;
        }
    }
    return false;
}

static void pin(int cpu) {
    cpu_set_t one;
    if (cpu >= 0 && cpu < CPU_SETSIZE) {
        CPU_ZERO(&one);
        CPU_SET((size_t)cpu, &one);
        if (sched_setaffinity(0, sizeof one, &one) != 0) {
            fprintf(stderr, "keybraid-bench: not pinned to processor %d\n", cpu);
        }
    }
}

static kb_status open_subject(run *r, kb_bench_record *out) {
    char label[KB_BENCH_ID_BYTES + 16], id[KB_BENCH_ID_BYTES];
    kb_bench_row_id(id, &r->job->row);
    (void)snprintf(label, sizeof label, "%s/%u", id, r->job->number);
    if (r->job->is_seeded) {
        kb_bench_random_begin(r->job->seed, label);
    }
    kb_status status = r->subject->open(&r->self, &out->info, &r->job->row, r->job->ops);
    kb_bench_random_end();
    return status;
}

kb_status kb_bench_trial_run(kb_bench_record *out, const kb_bench_trial_job *job,
                             const kb_bench_subject *subject) {
    run r = {.job = job, .subject = subject};
    *out = (kb_bench_record){.row = job->row};
    if (!has_threads(&r)) {
        pin(job->cpu);
    }
    kb_bench_clock_open(&r.clock);
    kb_status status = open_subject(&r, out);
    if (status == KB_OK) {
        status = kb_bench_watch_open(&r.watch);
    }
    if (status == KB_OK) {
        status = measure(&r);
    }
    bool is_bad = false;
    for (size_t op = 0; op < KB_BENCH_OPS_MAX; op++) {
        is_bad |= r.trial[op].failures != 0;
    }
    if (status == KB_OK && !is_bad) {
        status = watch_memory(&r);
    }
    if (status == KB_OK) {
        status = collect(out, &r);
    }
    kb_bench_watch_close(&r.watch);
    subject->close(r.self);
    kb_bench_clock_close(&r.clock);
    return status;
}
