/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A unit: the operations of a row that are measured in the same processes. */
#include "unit.h"

#include "core/error.h"
#include "process.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A busy machine with a slow disk: 1 MB/s. */
#define SLOWEST_BYTE_NS        UINT64_C(1000)
#define CALIBRATION_CALLS      3
#define PROFILE_NS             UINT64_C(200000000)
#define CALIBRATION_TIMEOUT_NS UINT64_C(3600000000000)

/* The record's operation that is number op of the subject. */
static kb_bench_op *op_of(const kb_bench_unit *unit, size_t op) {
    for (size_t i = 0; i < unit->record->op_count; i++) {
        if (strcmp(unit->record->ops[i].name, unit->subject->ops[op]) == 0) {
            return &unit->record->ops[i];
        }
    }
    return NULL;
}

void kb_bench_unit_enter(kb_bench_unit *unit) {
    for (size_t i = 0; i < unit->subject->op_count; i++) {
        if ((unit->ops >> i & 1) == 0) {
            continue;
        }
        kb_bench_op *op = op_of(unit, i);
        if (op == NULL) {
            op = &unit->record->ops[unit->record->op_count++];
            (void)snprintf(op->name, sizeof op->name, "%s", unit->subject->ops[i]);
        }
        op->plan = unit->plan;
    }
}

static void fail(kb_bench_unit *unit, kb_bench_class class, const char *detail) {
    for (size_t i = 0; i < unit->subject->op_count; i++) {
        if ((unit->ops >> i & 1) != 0) {
            kb_bench_op *op = op_of(unit, i);
            op->class = class;
            (void)snprintf(op->detail, sizeof op->detail, "%s", detail);
        }
    }
}

bool kb_bench_unit_is_good(const kb_bench_unit *unit) {
    for (size_t i = 0; i < unit->subject->op_count; i++) {
        const kb_bench_op *op = op_of(unit, i);
        if ((unit->ops >> i & 1) != 0 && op != NULL &&
            !kb_bench_class_is_good(op->class)) {
            return false;
        }
    }
    return true;
}

/* Runs one process; *out has the operations it measured. A class that is not PASS is
 * entered into the unit, and *out is empty. */
static kb_status run(kb_bench_record *out, kb_bench_unit *unit,
                     const kb_bench_runner *runner, const kb_bench_trial_job *job,
                     uint64_t timeout_ns, uint64_t *wall_ns) {
    char *words[KB_BENCH_TRIAL_ARGS], text[KB_BENCH_TRIAL_BYTES];
    kb_bench_output output;
    json_error_t error;
    *out = (kb_bench_record){.op_count = 0};
    kb_bench_trial_args(words, text, runner->program, job);
    KB_TRY(kb_bench_process_run(&output, words, timeout_ns));
    *wall_ns = output.wall_ns;
    if (output.class != KB_BENCH_PASS) {
        fail(unit, output.class, output.detail);
        free(output.text);
        return KB_OK;
    }
    json_t *json = json_loadb(output.text, output.len, 0, &error);
    free(output.text);
    if (json == NULL) {
        return KB_FAIL(KB_ERR_FORMAT, "output of a trial: %s", error.text);
    }
    kb_status status = kb_bench_record_from_json(out, json);
    json_decref(json);
    return status;
}

static kb_bench_trial_job job_of(const kb_bench_unit *unit,
                                 const kb_bench_runner *runner) {
    return (kb_bench_trial_job){.row = unit->record->row,
                                .ops = unit->ops,
                                .warmups = unit->plan.warmups,
                                .calls = unit->plan.calls,
                                .target_ns = unit->plan.target_ns,
                                .is_seeded = runner->options->is_seeded,
                                .seed = runner->options->seed,
                                .cpu = runner->cpu,
                                .has_rounds = runner->options->peer_csv != NULL};
}

/* Sum over the operations of the least time of a call, and the time of preparation. */
static uint64_t least_ns(const kb_bench_record *record) {
    uint64_t sum = 0;
    for (size_t i = 0; i < record->op_count; i++) {
        const kb_bench_trial *t = &record->ops[i].trials[0];
        uint64_t least = UINT64_MAX;
        for (size_t k = 0; k < t->n; k++) {
            least = t->ticks[k] < least ? t->ticks[k] : least;
        }
        sum += t->n == 0 ? 0 : (uint64_t)((double)least * 1e9 / t->ticks_per_s);
    }
    return sum;
}

kb_status kb_bench_unit_plan(kb_bench_unit *unit, const kb_bench_runner *runner) {
    const kb_bench_options *options = runner->options;
    if (options->is_quick && !options->is_paired) {
        unit->plan = kb_bench_plan_quick(&options->counts);
        unit->plan.timeout_ns += unit->record->row.bytes * SLOWEST_BYTE_NS;
        kb_bench_unit_enter(unit);
        return KB_OK;
    }
    kb_bench_record got;
    uint64_t wall_ns = 0;
    kb_bench_trial_job job = job_of(unit, runner);
    job.warmups = 1;
    job.calls = CALIBRATION_CALLS;
    kb_bench_unit_enter(unit);
    KB_TRY(run(&got, unit, runner, &job, CALIBRATION_TIMEOUT_NS, &wall_ns));
    if (got.op_count != 0) {
        /* All of the process counts as preparation: the limit only grows by it. */
        unit->plan = options->is_paired
                         ? kb_bench_plan_pairs(least_ns(&got), wall_ns, options->is_quick,
                                               &options->counts)
                         : kb_bench_plan_full(least_ns(&got), wall_ns, &options->counts);
        kb_bench_unit_enter(unit);
    }
    kb_bench_record_drop(&got);
    return KB_OK;
}

double kb_bench_unit_cost(const kb_bench_unit *unit) {
    const kb_bench_plan *p = &unit->plan;
    uint64_t ns = p->calls == 0 ? p->target_ns : (p->calls + p->warmups) * p->call_ns;
    return (double)p->trials * ((double)ns + 1e8);
}

/* Moves a profile, where one was taken. */
static void keep_profile(kb_bench_op *to, kb_bench_op *from) {
    if (from->profile.calls != 0) {
        kb_bench_profile_free(&to->profile);
        to->profile = from->profile;
        from->profile = (kb_bench_profile){.calls = 0};
    }
}

/* Moves the trials of got into the unit's record. */
static kb_status keep(kb_bench_unit *unit, kb_bench_record *got, unsigned retries) {
    for (size_t i = 0; i < got->op_count; i++) {
        kb_bench_op *from = &got->ops[i], *to = NULL;
        for (size_t k = 0; k < unit->record->op_count; k++) {
            to = strcmp(unit->record->ops[k].name, from->name) == 0
                     ? &unit->record->ops[k]
                     : to;
        }
        if (to == NULL || from->trial_count != 1) {
            return KB_FAIL(KB_ERR_FORMAT, "a trial measured %s", from->name);
        }
        from->trials[0].retries = retries;
        if (from->trials[0].failures != 0) {
            to->class = KB_BENCH_MISMATCH;
            (void)snprintf(to->detail, sizeof to->detail, "%llu wrong results",
                           (unsigned long long)from->trials[0].failures);
        }
        KB_TRY(kb_bench_op_add(to, &from->trials[0]));
        from->trial_count = 0; /* its arrays have moved */
        keep_profile(to, from);
    }
    return KB_OK;
}

/* The part of the processor that a trial got. */
static double share_of(const kb_bench_record *got) {
    const kb_bench_trial *t = got->op_count == 0 ? NULL : &got->ops[0].trials[0];
    return t == NULL || t->wall_ns == 0 ? 0 : (double)t->busy_ns / (double)t->wall_ns;
}

kb_status kb_bench_unit_trial(kb_bench_unit *unit, const kb_bench_runner *runner,
                              unsigned number) {
    kb_bench_record best = {.op_count = 0}, got;
    kb_status status = KB_OK;
    uint64_t wall_ns = 0;
    unsigned retries = 0;
    kb_bench_trial_job job = job_of(unit, runner);
    job.number = number;
    for (;; retries++) {
        status = run(&got, unit, runner, &job, unit->plan.timeout_ns, &wall_ns);
        if (status != KB_OK) {
            break;
        }
        /* Of several disturbed ones the least disturbed is kept. */
        if (best.op_count == 0 || share_of(&got) > share_of(&best)) {
            kb_bench_record_drop(&best);
            best = got;
        } else {
            kb_bench_record_drop(&got);
        }
        if (best.op_count == 0 || !best.ops[0].trials[0].is_disturbed ||
            retries >= unit->plan.retries_max) {
            break;
        }
    }
    if (status == KB_OK) {
        status = keep(unit, &best, retries);
        if (unit->record->info.pool == 0) {
            unit->record->info = best.info;
        }
    }
    kb_bench_record_drop(&best);
    return status;
}

kb_status kb_bench_unit_profile(kb_bench_unit *unit, const kb_bench_runner *runner) {
    if (runner->profiler == NULL || !kb_bench_unit_is_good(unit)) {
        return KB_OK;
    }
    kb_bench_record got;
    uint64_t wall_ns = 0;
    kb_bench_runner profiler = *runner;
    kb_bench_trial_job job = job_of(unit, runner);
    profiler.program = runner->profiler;
    job.warmups = 1;
    job.calls = 0;
    job.target_ns = PROFILE_NS;
    job.has_rounds = false;
    KB_TRY(run(&got, unit, &profiler, &job, CALIBRATION_TIMEOUT_NS, &wall_ns));
    for (size_t i = 0; i < unit->record->op_count; i++) {
        for (size_t k = 0; k < got.op_count; k++) {
            if (strcmp(unit->record->ops[i].name, got.ops[k].name) == 0) {
                keep_profile(&unit->record->ops[i], &got.ops[k]);
            }
        }
    }
    kb_bench_record_drop(&got);
    return KB_OK;
}
