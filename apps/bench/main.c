/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The program keybraid-bench: finds the family that the first argument names. */
#include "campaign.h"
#include "check.h"
#include "compare_family.h"
#include "environment.h"
#include "family.h"
#include "floors.h"
#include "gate.h"
#include "ratio.h"
#include "republish.h"
#include "trial.h"

#include "common/cpu_choice.h"

#include <keybraid/status.h>
#include <stdio.h>
#include <string.h>

/* Families beside those of suites.c. */
static const kb_bench_family *const families[] = {
    &kb_bench_compare_family, &kb_bench_ratio, &kb_bench_republish,
    &kb_bench_check_family, &kb_bench_floors_family};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

static int usage(FILE *to, int code) {
    fprintf(to, "usage: keybraid-bench FAMILY [OPTIONS]\n\n");
    for (size_t i = 0; kb_bench_suites[i] != NULL; i++) {
        fprintf(to, "  %-11s %s\n", kb_bench_suites[i]->name,
                kb_bench_suites[i]->summary);
    }
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        fprintf(to, "  %-11s %s\n", families[i]->name, families[i]->summary);
    }
    fprintf(to,
            "\n  keybraid-bench FAMILY --help   options of one family\n\n" KB_APP_CPU_HELP
            "\n");
    return code;
}

/* The child's side of a trial. */
static int run_trial(int argc, char **argv) {
    kb_bench_trial_job job;
    kb_bench_record record = {.op_count = 0};
    json_t *json = NULL;
    kb_status status = kb_bench_trial_job_from_args(&job, argc, argv);
    const kb_bench_suite *suite =
        status == KB_OK ? kb_bench_suite_find(job.row.family) : NULL;
    const kb_bench_subject *subject = suite == NULL ? NULL : suite->subject(&job.row);
    if (subject == NULL) {
        fprintf(stderr, "keybraid-bench: no such trial\n");
        return 2;
    }
    status = kb_bench_trial_run(&record, &job, subject);
    if (status == KB_OK) {
        status = kb_bench_record_to_json(&json, &record);
    }
    kb_bench_record_drop(&record);
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench: %s: %s: %s\n", job.row.alg,
                kb_status_text(status), kb_last_error()->text);
        return kb_status_exit_code(status);
    }
    int bad = json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    return bad == 0 && fflush(stdout) == 0 ? 0 : 5;
}

static int run_family(int argc, char **argv) {
    const kb_bench_suite *suite = kb_bench_suite_find(argv[0]);
    if (suite != NULL) {
        return kb_bench_campaign_main(suite, argc - 1, argv + 1);
    }
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (strcmp(argv[0], families[i]->name) == 0) {
            return families[i]->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "keybraid-bench: unknown family %.40s\n", argv[0]);
    return usage(stderr, 2);
}

int main(int argc, char **argv) {
    if (kb_app_cpu_limit() != KB_OK) {
        fprintf(stderr, "keybraid-bench: %s\n", kb_last_error()->text);
        return 2;
    }
    if (argc < 2) {
        return usage(stderr, 2);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        return usage(stdout, 0);
    }
    if (strcmp(argv[1], KB_BENCH_TRIAL_VERB) == 0) {
        return run_trial(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], KB_BENCH_GATE_VERB) == 0) {
        return kb_bench_gate_child(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], KB_BENCH_ENVIRONMENT_VERB) == 0) {
        return kb_bench_environment_child();
    }
    return run_family(argc - 1, argv + 1);
}
