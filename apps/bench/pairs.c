/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two programs measured in turn. */
#include "pairs.h"

#include "core/error.h"
#include "progress.h"
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define A 0
#define B 1

typedef struct pairs {
    kb_bench_session side[2];
    char folder[2][KB_BENCH_PATH_BYTES];
    kb_bench_progress progress;
} pairs;

static kb_status begin(pairs *p, const kb_bench_suite *suite,
                       const kb_bench_options *options, char *const programs[2]) {
    static const char *const names[2] = {"a", "b"};
    kb_bench_options shared = *options;
    shared.is_paired = true;
    if (!shared.is_seeded) {
        shared.is_seeded = true;
        shared.seed = 1;
    }
    if (mkdir(options->out, 0777) != 0 && errno != EEXIST) {
        return KB_FAIL(KB_ERR_IO, "%.150s: %s", options->out, strerror(errno));
    }
    for (size_t i = 0; i < 2; i++) {
        int n =
            snprintf(p->folder[i], sizeof p->folder[i], "%s/%s", options->out, names[i]);
        if (n >= KB_BENCH_PATH_BYTES) {
            return KB_FAIL(KB_ERR_IO, "%.40s...: path too long", options->out);
        }
        KB_TRY(kb_bench_session_begin(&p->side[i], suite, &shared, programs[i],
                                      p->folder[i]));
    }
    return KB_OK;
}

/* The unit of B with the same row and operations; NULL when its known answers failed. */
static kb_bench_unit *twin_of(pairs *p, const kb_bench_unit *unit, size_t *index) {
    kb_bench_session *b = &p->side[B];
    for (size_t i = 0; i < b->unit_count; i++) {
        if (kb_bench_row_order(&b->units[i].record->row, &unit->record->row) == 0 &&
            b->units[i].ops == unit->ops) {
            *index = i;
            return &b->units[i];
        }
    }
    return NULL;
}

/* Plans with A, for both. */
static kb_status plan(pairs *p) {
    size_t ignored;
    double total = 0;
    kb_bench_progress_begin(&p->progress, (double)p->side[A].unit_count);
    for (size_t i = 0; i < p->side[A].unit_count; i++) {
        kb_bench_unit *unit = &p->side[A].units[i], *twin = twin_of(p, unit, &ignored);
        kb_bench_progress_step(&p->progress, 0, "calibration");
        KB_TRY(kb_bench_unit_plan(unit, &p->side[A].runner));
        kb_bench_progress_step(&p->progress, 1, "calibration");
        total += 2 * kb_bench_unit_cost(unit);
        if (twin != NULL) {
            twin->plan = unit->plan;
            kb_bench_unit_enter(twin);
        }
    }
    kb_bench_progress_begin(&p->progress, total);
    return KB_OK;
}

static kb_status trial(pairs *p, size_t side, kb_bench_unit *unit, unsigned number,
                       const char *what) {
    if (unit == NULL || !kb_bench_unit_is_good(unit)) {
        return KB_OK;
    }
    KB_TRY(kb_bench_unit_trial(unit, &p->side[side].runner, number));
    kb_bench_progress_step(&p->progress,
                           kb_bench_unit_cost(unit) / (double)unit->plan.trials, what);
    return KB_OK;
}

static kb_status measure_unit(pairs *p, size_t i) {
    char id[KB_BENCH_ID_BYTES];
    size_t at = 0;
    kb_bench_unit *units[2] = {&p->side[A].units[i], NULL};
    units[B] = twin_of(p, units[A], &at);
    kb_bench_row_id(id, &units[A]->record->row);
    kb_bench_progress_step(&p->progress, 0, id);
    for (unsigned t = 0; t < units[A]->plan.trials; t++) {
        size_t first = t % 2;
        KB_TRY(trial(p, first, units[first], t, id));
        KB_TRY(trial(p, 1 - first, units[1 - first], t, id));
    }
    KB_TRY(kb_bench_session_finish_unit(&p->side[A], i));
    return units[B] == NULL ? KB_OK : kb_bench_session_finish_unit(&p->side[B], at);
}

/* What the known answers refuse to A is not measured with B either. */
static kb_status measure(pairs *p) {
    for (size_t i = 0; i < p->side[A].unit_count; i++) {
        KB_TRY(measure_unit(p, i));
    }
    kb_bench_progress_end(&p->progress);
    KB_TRY(kb_bench_session_end(&p->side[A]));
    return kb_bench_session_end(&p->side[B]);
}

kb_status kb_bench_pairs_run(bool *is_good, const kb_bench_suite *suite,
                             const kb_bench_options *options, char *const programs[2]) {
    pairs *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "two sessions");
    }
    kb_status status = begin(p, suite, options, programs);
    if (status == KB_OK) {
        status = plan(p);
    }
    if (status == KB_OK) {
        status = measure(p);
    }
    *is_good = status == KB_OK && kb_bench_session_is_good(&p->side[A]);
    *is_good &= status == KB_OK && kb_bench_session_is_good(&p->side[B]);
    kb_bench_session_free(&p->side[A]);
    kb_bench_session_free(&p->side[B]);
    free(p);
    return status;
}
