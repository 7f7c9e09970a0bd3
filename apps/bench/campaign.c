/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A whole measurement of one family, unit by unit. */
#include "campaign.h"

#include "core/error.h"
#include "environment.h"
#include "hash/hash_count.h"
#include "progress.h"
#include "session.h"
#include "table.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct campaign {
    kb_bench_session session;
    char profiler[KB_BENCH_PATH_BYTES + 16];
    kb_bench_progress progress;
} campaign;

static int by_cost(const void *a, const void *b) {
    const kb_bench_unit *x = a, *y = b;
    double cx = kb_bench_unit_cost(x), cy = kb_bench_unit_cost(y);
    if (cx != cy) {
        return cx < cy ? -1 : 1;
    }
    return kb_bench_row_order(&x->record->row, &y->record->row);
}

static kb_status plan_units(campaign *c) {
    kb_bench_session *s = &c->session;
    double total = 0;
    kb_bench_progress_begin(&c->progress, (double)s->unit_count);
    for (size_t i = 0; i < s->unit_count; i++) {
        kb_bench_progress_step(&c->progress, 0, "calibration");
        KB_TRY(kb_bench_unit_plan(&s->units[i], &s->runner));
        kb_bench_progress_step(&c->progress, 1, "calibration");
    }
    if (!s->options.is_quick) {
        qsort(s->units, s->unit_count, sizeof *s->units, by_cost);
    }
    for (size_t i = 0; i < s->unit_count; i++) {
        total += kb_bench_unit_cost(&s->units[i]);
    }
    kb_bench_progress_begin(&c->progress, total);
    return KB_OK;
}

static kb_status measure_unit(campaign *c, kb_bench_unit *unit) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row_id(id, &unit->record->row);
    kb_bench_progress_step(&c->progress, 0, id);
    for (unsigned t = 0; t < unit->plan.trials && kb_bench_unit_is_good(unit); t++) {
        KB_TRY(kb_bench_unit_trial(unit, &c->session.runner, t));
        kb_bench_progress_step(&c->progress,
                               kb_bench_unit_cost(unit) / (double)unit->plan.trials, id);
    }
    return kb_bench_unit_profile(unit, &c->session.runner);
}

static kb_status measure(campaign *c) {
    for (size_t i = 0; i < c->session.unit_count; i++) {
        KB_TRY(measure_unit(c, &c->session.units[i]));
        KB_TRY(kb_bench_session_finish_unit(&c->session, i));
    }
    kb_bench_progress_end(&c->progress);
    return KB_OK;
}

/* Prints ours beside the others. */
static kb_status print_peers(const kb_bench_session *s) {
    kb_bench_table table;
    char *csv = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&csv, &len);
    if (to == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "table of peers");
    }
    kb_bench_peers_csv(to, s->records, s->count, &s->peers);
    if (fclose(to) != 0) {
        free(csv);
        return KB_FAIL(KB_ERR_MEMORY, "table of peers");
    }
    KB_TRY(kb_bench_table_from_csv(&table, csv, len));
    if (s->options.is_json) {
        kb_bench_table_json(stdout, &table);
    } else {
        (void)fputc('\n', stdout);
        kb_bench_table_console(stdout, &table, kb_bench_peers_shown);
    }
    kb_bench_table_free(&table);
    return KB_OK;
}

static kb_status print(const kb_bench_session *s) {
    kb_bench_table table;
    KB_TRY(kb_bench_table_of(&table, s->suite, s->records, s->count));
    if (s->options.is_json && s->peers.count == 0) {
        kb_bench_table_json(stdout, &table);
    } else if (!s->options.is_json) {
        kb_bench_environment_print(stdout, s->environment);
        (void)fputc('\n', stdout);
        kb_bench_table_console(stdout, &table, s->suite->shown);
    }
    kb_bench_table_free(&table);
    if (s->peers.count != 0) {
        KB_TRY(print_peers(s));
    }
    return fflush(stdout) == 0 ? KB_OK : KB_FAIL(KB_ERR_IO, "standard output");
}

/* The program beside this one that counts; this one itself may be it. */
static void find_profiler(campaign *c) {
    kb_bench_session *s = &c->session;
    if (!s->suite->has_profile || kb_hash_count_is_on()) {
        return;
    }
    (void)snprintf(c->profiler, sizeof c->profiler, "%s-profile", s->program);
    if (access(c->profiler, X_OK) == 0) {
        s->runner.profiler = c->profiler;
        return;
    }
    (void)json_array_append_new(
        json_object_get(s->environment, "labels"),
        json_string("no hash profile: keybraid-bench-profile is not beside the program"));
}

static kb_status run(campaign *c, const kb_bench_suite *suite,
                     const kb_bench_options *options) {
    KB_TRY(kb_bench_session_begin(&c->session, suite, options, NULL, options->out));
    find_profiler(c);
    KB_TRY(plan_units(c));
    KB_TRY(measure(c));
    KB_TRY(kb_bench_session_end(&c->session));
    return print(&c->session);
}

int kb_bench_campaign_main(const kb_bench_suite *suite, int argc, char **argv) {
    campaign *c = calloc(1, sizeof *c);
    kb_bench_options options;
    bool wants_help = false, is_good = true;
    if (c == NULL) {
        return kb_status_exit_code(KB_ERR_MEMORY);
    }
    kb_status status = kb_bench_options_parse(&options, &wants_help, argc, argv);
    if (status == KB_OK && wants_help) {
        printf("usage: keybraid-bench %s [OPTIONS]\n\n%s.\n\n%s", suite->name,
               suite->summary, kb_bench_options_help);
    } else if (status == KB_OK) {
        status = run(c, suite, &options);
        is_good = status != KB_OK || kb_bench_session_is_good(&c->session);
    }
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench %s: %s: %s\n", suite->name,
                kb_status_text(status), kb_last_error()->text);
    }
    kb_bench_session_free(&c->session);
    free(c);
    return status != KB_OK ? kb_status_exit_code(status) : is_good ? 0 : 70;
}
