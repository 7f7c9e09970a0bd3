/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A whole measurement of one family. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "campaign.h"

#include "baseline.h"
#include "core/error.h"
#include "environment.h"
#include "folder.h"
#include "gate.h"
#include "hash/hash_count.h"
#include "process.h"
#include "progress.h"
#include "publish.h"
#include "table.h"
#include "unit.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct campaign {
    const kb_bench_suite *suite;
    kb_bench_options options;
    char program[KB_BENCH_PATH_BYTES];
    char profiler[KB_BENCH_PATH_BYTES + 16];
    kb_bench_runner runner;
    json_t *environment, *gate;
    kb_bench_record *records;
    size_t count;
    kb_bench_unit *units;
    size_t unit_count;
    kb_bench_progress progress;
} campaign;

/* The last processor that is allowed: interrupts prefer the first. */
static int last_processor(void) {
    cpu_set_t allowed;
    int last = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int i = 0; i < CPU_SETSIZE; i++) {
            last = CPU_ISSET((size_t)i, &allowed) ? i : last;
        }
    }
    return last;
}

/* Makes a record, still empty, of every row that is asked for. */
static kb_status choose_rows(campaign *c) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row *rows = calloc(KB_BENCH_ROWS_MAX, sizeof *rows);
    c->records = calloc(KB_BENCH_ROWS_MAX, sizeof *c->records);
    if (rows == NULL || c->records == NULL) {
        free(rows);
        return KB_FAIL(KB_ERR_MEMORY, "rows");
    }
    size_t n = c->suite->rows(rows, KB_BENCH_ROWS_MAX, &c->options);
    qsort(rows, n, sizeof *rows, kb_bench_row_order);
    for (size_t i = 0; i < n; i++) {
        kb_bench_row_id(id, &rows[i]);
        if (c->options.only == NULL || strstr(id, c->options.only) != NULL) {
            c->records[c->count++].row = rows[i];
        }
    }
    free(rows);
    return c->count != 0 ? KB_OK
                         : KB_FAIL(KB_ERR_ARGUMENT, "--only %.60s: no such row",
                                   c->options.only == NULL ? "" : c->options.only);
}

static bool needs_slow_answers(const campaign *c) {
    for (size_t i = 0; i < c->count; i++) {
        const char *alg = c->records[i].row.alg;
        if (strncmp(alg, "SLH-DSA", 7) == 0 && alg[strlen(alg) - 1] == 's') {
            return true;
        }
    }
    return false;
}

/* Runs the known answers and gives every record its class. */
static kb_status pass_gate(campaign *c) {
    KB_TRY(kb_bench_gate_run(&c->gate, c->program, needs_slow_answers(c)));
    const char *digest = json_string_value(json_object_get(c->gate, "sha256"));
    for (size_t i = 0; i < c->count; i++) {
        kb_bench_record *r = &c->records[i];
        r->kat = kb_bench_gate_row_class(c->gate, &r->row);
        (void)snprintf(r->kat_digest, sizeof r->kat_digest, "%s",
                       digest == NULL ? "" : digest);
        r->class = r->kat;
    }
    return KB_OK;
}

/* Splits the rows that passed into units: one for all operations of a paired subject,
 * else one per operation. */
static kb_status make_units(campaign *c) {
    c->units = calloc(c->count * KB_BENCH_OPS_MAX, sizeof *c->units);
    if (c->units == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "units");
    }
    for (size_t i = 0; i < c->count; i++) {
        const kb_bench_subject *subject = c->suite->subject(&c->records[i].row);
        KB_INVARIANT(subject != NULL);
        if (!kb_bench_class_is_good(c->records[i].kat)) {
            continue;
        }
        unsigned all = (1U << subject->op_count) - 1;
        for (size_t op = 0; op < (subject->is_paired ? 1 : subject->op_count); op++) {
            kb_bench_unit *unit = &c->units[c->unit_count++];
            *unit = (kb_bench_unit){.record = &c->records[i],
                                    .subject = subject,
                                    .ops = subject->is_paired ? all : 1U << op};
            kb_bench_unit_enter(unit);
        }
    }
    return KB_OK;
}

static int by_cost(const void *a, const void *b) {
    const kb_bench_unit *x = a, *y = b;
    double cx = kb_bench_unit_cost(x), cy = kb_bench_unit_cost(y);
    if (cx != cy) {
        return cx < cy ? -1 : 1;
    }
    return kb_bench_row_order(&x->record->row, &y->record->row);
}

static kb_status plan_units(campaign *c) {
    double total = 0;
    kb_bench_progress_begin(&c->progress, (double)c->unit_count);
    for (size_t i = 0; i < c->unit_count; i++) {
        kb_bench_progress_step(&c->progress, 0, "calibration");
        KB_TRY(kb_bench_unit_plan(&c->units[i], &c->runner));
        kb_bench_progress_step(&c->progress, 1, "calibration");
    }
    if (!c->options.is_quick) {
        qsort(c->units, c->unit_count, sizeof *c->units, by_cost);
    }
    for (size_t i = 0; i < c->unit_count; i++) {
        total += kb_bench_unit_cost(&c->units[i]);
    }
    kb_bench_progress_begin(&c->progress, total);
    return KB_OK;
}

/* Whether no unit from i on belongs to the record. */
static bool is_last_of(const campaign *c, size_t i) {
    for (size_t k = i + 1; k < c->unit_count; k++) {
        if (c->units[k].record == c->units[i].record) {
            return false;
        }
    }
    return true;
}

static kb_status finish_record(campaign *c, kb_bench_record *record) {
    char name[KB_BENCH_ID_BYTES + 16];
    json_t *json = NULL;
    KB_TRY(kb_bench_record_derive(record));
    if (c->options.out == NULL) {
        kb_bench_record_drop(record);
        return KB_OK;
    }
    kb_bench_record_name(name, &record->row);
    kb_status status = kb_bench_record_to_json(&json, record);
    if (status == KB_OK) {
        status = kb_bench_folder_write_json(c->options.out, name, json);
    }
    json_decref(json);
    kb_bench_record_drop(record);
    return status;
}

static kb_status measure_unit(campaign *c, kb_bench_unit *unit) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row_id(id, &unit->record->row);
    kb_bench_progress_step(&c->progress, 0, id);
    for (unsigned t = 0; t < unit->plan.trials && kb_bench_unit_is_good(unit); t++) {
        KB_TRY(kb_bench_unit_trial(unit, &c->runner, t));
        kb_bench_progress_step(&c->progress,
                               kb_bench_unit_cost(unit) / (double)unit->plan.trials, id);
    }
    return KB_OK;
}

static kb_status measure(campaign *c) {
    for (size_t i = 0; i < c->count; i++) {
        if (!kb_bench_class_is_good(c->records[i].kat)) {
            KB_TRY(finish_record(c, &c->records[i]));
        }
    }
    for (size_t i = 0; i < c->unit_count; i++) {
        KB_TRY(measure_unit(c, &c->units[i]));
        KB_TRY(kb_bench_unit_profile(&c->units[i], &c->runner));
        if (is_last_of(c, i)) {
            KB_TRY(finish_record(c, c->units[i].record));
        }
    }
    kb_bench_progress_end(&c->progress);
    return KB_OK;
}

static kb_status write_folder(campaign *c) {
    char name[KB_BENCH_ID_BYTES];
    if (c->options.out == NULL) {
        return KB_OK;
    }
    kb_bench_environment_name(name, c->suite->name);
    KB_TRY(kb_bench_folder_write_json(c->options.out, name, c->environment));
    kb_bench_known_answers_name(name, c->suite->name);
    KB_TRY(kb_bench_folder_write_json(c->options.out, name, c->gate));
    if (c->options.baseline != NULL) {
        KB_TRY(kb_bench_baseline_write(c->options.out, c->options.baseline));
    }
    return kb_bench_publish(c->options.out);
}

/* Prints the table; *is_good tells whether every row may be shown. */
static kb_status print(const campaign *c, bool *is_good) {
    kb_bench_table table;
    *is_good = true;
    KB_TRY(kb_bench_table_of(&table, c->suite, c->records, c->count));
    if (c->options.is_json) {
        kb_bench_table_json(stdout, &table);
    } else {
        kb_bench_environment_print(stdout, c->environment);
        (void)fputc('\n', stdout);
        kb_bench_table_console(stdout, &table, c->suite->shown);
    }
    kb_bench_table_free(&table);
    for (size_t i = 0; i < c->count; i++) {
        const kb_bench_record *r = &c->records[i];
        *is_good &= kb_bench_class_is_good(r->class);
        for (size_t k = 0; k < r->op_count; k++) {
            if (!kb_bench_class_is_good(r->ops[k].class)) {
                fprintf(stderr, "keybraid-bench: %s, %s: %s: %s\n", r->row.alg,
                        r->ops[k].name, kb_bench_class_name(r->ops[k].class),
                        r->ops[k].detail);
            }
        }
    }
    return fflush(stdout) == 0 ? KB_OK : KB_FAIL(KB_ERR_IO, "standard output");
}

/* The program beside this one that counts; this one itself may be it. */
static void find_profiler(campaign *c) {
    if (!c->suite->has_profile || kb_hash_count_is_on()) {
        return;
    }
    (void)snprintf(c->profiler, sizeof c->profiler, "%s-profile", c->program);
    if (access(c->profiler, X_OK) == 0) {
        c->runner.profiler = c->profiler;
        return;
    }
    (void)json_array_append_new(
        json_object_get(c->environment, "labels"),
        json_string("no hash profile: keybraid-bench-profile is not beside the program"));
}

static kb_status run(campaign *c, bool *is_good) {
    if (c->options.bytes != 0 && !c->suite->has_payload) {
        return KB_FAIL(KB_ERR_ARGUMENT, "--bytes: rows of %s have no payload",
                       c->suite->name);
    }
    KB_TRY(kb_bench_process_self(c->program, sizeof c->program));
    int cpu = c->options.cpu >= 0 ? c->options.cpu : last_processor();
    c->options.cpu = cpu;
    c->runner = (kb_bench_runner){c->program, NULL, &c->options, cpu};
    KB_TRY(choose_rows(c));
    KB_TRY(kb_bench_environment_begin(&c->environment, &c->options));
    find_profiler(c);
    KB_TRY(pass_gate(c));
    if (c->options.out != NULL) {
        KB_TRY(kb_bench_folder_make(c->options.out));
        KB_TRY(kb_bench_folder_clear(c->options.out, c->suite->name));
    }
    KB_TRY(make_units(c));
    KB_TRY(plan_units(c));
    KB_TRY(measure(c));
    KB_TRY(kb_bench_environment_end(c->environment));
    KB_TRY(write_folder(c));
    return print(c, is_good);
}

int kb_bench_campaign_main(const kb_bench_suite *suite, int argc, char **argv) {
    campaign *c = calloc(1, sizeof *c);
    bool wants_help = false, is_good = true;
    if (c == NULL) {
        return kb_status_exit_code(KB_ERR_MEMORY);
    }
    c->suite = suite;
    kb_status status = kb_bench_options_parse(&c->options, &wants_help, argc, argv);
    if (status == KB_OK && wants_help) {
        printf("usage: keybraid-bench %s [OPTIONS]\n\n%s.\n\n%s", suite->name,
               suite->summary, kb_bench_options_help);
    } else if (status == KB_OK) {
        status = run(c, &is_good);
    }
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench %s: %s: %s\n", suite->name,
                kb_status_text(status), kb_last_error()->text);
    }
    for (size_t i = 0; i < c->count; i++) {
        kb_bench_record_drop(&c->records[i]);
    }
    free(c->records);
    free(c->units);
    json_decref(c->environment);
    json_decref(c->gate);
    free(c);
    return status != KB_OK ? kb_status_exit_code(status) : is_good ? 0 : 70;
}
