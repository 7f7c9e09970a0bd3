/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench compare. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "compare_family.h"

#include "compare.h"
#include "core/error.h"
#include "options.h"
#include "pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int usage(FILE *to, int code) {
    fprintf(
        to,
        "usage: keybraid-bench compare FOLDER-A FOLDER-B [--out DIR] [--json]\n"
        "       keybraid-bench compare PROGRAM-A PROGRAM-B --family FAMILY --out DIR "
        "[OPTIONS]\n\n"
        "The ratio of medians, B divided by A, of every operation in both, with a 95 %% "
        "interval.\nA row is flagged when an interval lies beyond 5 %% as a whole.\n\n"
        "FOLDER is a result that --out of another family left. PROGRAM is a build of "
        "keybraid-bench:\n%d trials of both in turn (A B B A), in processes of their "
        "own, with the same plan and\nseed; what they measure is kept in DIR/a and "
        "DIR/b. Only this tells small differences\nfrom those between two runs.\n\n"
        "Exit code: 0 no row is flagged, 1 some are, or failed on one side only.\n\n"
        "  --family F   of which the rows are measured\n%s",
        KB_BENCH_PAIRS, kb_bench_options_help);
    return code;
}

typedef struct request {
    char *side[2];
    size_t sides;
    const char *family;
    kb_bench_options options;
    bool wants_help;
} request;

/* Takes out the two sides and --family; the rest are options that all families have. */
static kb_status parse(request *r, int argc, char **argv) {
    char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int count = 0;
    if (rest == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "arguments");
    }
    for (int i = 0; i < argc; i++) {
        bool is_family = strcmp(argv[i], "--family") == 0;
        if (is_family && i + 1 < argc) {
            r->family = argv[++i];
        } else if (argv[i][0] == '-' || r->sides == 2) {
            rest[count++] = argv[i];
            /* What follows an option with a value is no side. */
            if (argv[i][0] == '-' && kb_bench_option_has_value(argv[i]) && i + 1 < argc) {
                rest[count++] = argv[++i];
            }
        } else {
            r->side[r->sides++] = argv[i];
        }
    }
    kb_status status = kb_bench_options_parse(&r->options, &r->wants_help, count, rest);
    free(rest);
    if (status == KB_OK && !r->wants_help && r->sides != 2) {
        status = KB_FAIL(KB_ERR_ARGUMENT, "two sides are wanted");
    }
    if (status == KB_OK && r->options.baseline != NULL) {
        status = KB_FAIL(KB_ERR_ARGUMENT, "--baseline is for other families");
    }
    return status;
}

static void print_differences(const kb_bench_compared *one) {
    json_t *list = NULL;
    if (one->kept == NULL || one->family.environment == NULL ||
        kb_bench_differences(&list, json_object_get(one->kept, "environment"),
                             one->family.environment, "A", "B") != KB_OK) {
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        printf("  note  %s: %s\n", one->family.suite->name,
               json_string_value(json_array_get(list, i)));
    }
    json_decref(list);
}

static void print_sum(FILE *out, const kb_bench_changes *sum) {
    const size_t *n = sum->by_verdict;
    (void)fprintf(
        out,
        "%zu operations in both, %zu the same within 5 %%, %zu open, %zu slower, "
        "%zu faster; %zu on one side only, %zu failed on one\n"
        "%zu of %zu rows flagged\n",
        sum->compared, n[KB_BENCH_SAME], n[KB_BENCH_OPEN], n[KB_BENCH_SLOWER],
        n[KB_BENCH_FASTER], n[KB_BENCH_ONLY_A] + n[KB_BENCH_ONLY_B],
        n[KB_BENCH_FAILED_A] + n[KB_BENCH_FAILED_B], sum->flagged, sum->rows);
}

static kb_status print(const kb_bench_compare *c, bool is_json) {
    kb_bench_table table;
    KB_TRY(kb_bench_compare_table(&table, c));
    if (is_json) {
        kb_bench_table_json(stdout, &table);
    } else {
        for (size_t i = 0; i < c->count; i++) {
            const kb_bench_changes *one = &c->family[i].changes;
            print_differences(&c->family[i]);
            if (one->noise > 0) {
                printf("  note  %s: %.1f %% between runs without a change %s\n",
                       c->family[i].family.suite->name, 100 * one->noise,
                       one->is_noise_measured ? "(measured)" : "(assumed)");
            }
        }
        kb_bench_table_console(stdout, &table, kb_bench_compare_shown);
    }
    kb_bench_table_free(&table);
    return fflush(stdout) == 0 ? KB_OK : KB_FAIL(KB_ERR_IO, "standard output");
}

/* Whether the options ask for a measurement. */
static bool asks_to_measure(const request *r) {
    const kb_bench_options *o = &r->options;
    return r->family != NULL || o->is_quick || o->is_full || o->is_seeded ||
           o->only != NULL || o->peer_csv != NULL || o->bytes != 0 ||
           o->counts.trials != 0 || o->counts.calls != 0 || o->counts.warmups >= 0 ||
           o->cpu >= 0;
}

static kb_status compare_folders(kb_bench_compare *out, const request *r) {
    char full[2][KB_BENCH_PATH_BYTES];
    if (asks_to_measure(r)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "two folders go with --out and --json only");
    }
    KB_TRY(kb_bench_compare_open(out, r->side[0], r->side[1], false));
    if (r->options.out == NULL) {
        return KB_OK;
    }
    for (size_t i = 0; i < 2; i++) {
        char *path = realpath(r->side[i], NULL);
        if (path == NULL || strlen(path) >= sizeof full[i]) {
            free(path);
            return KB_FAIL(KB_ERR_IO, "%.150s: %s", r->side[i], strerror(errno));
        }
        (void)snprintf(full[i], sizeof full[i], "%s", path);
        free(path);
    }
    const char *const names[2] = {full[0], full[1]};
    return kb_bench_compare_write(out, r->options.out, names);
}

static kb_status compare_programs(kb_bench_compare *out, bool *is_good,
                                  const request *r) {
    static const char *const names[2] = {"a", "b"};
    char paths[2][KB_BENCH_PATH_BYTES];
    const kb_bench_suite *suite =
        r->family == NULL ? NULL : kb_bench_suite_find(r->family);
    if (suite == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "two programs need --family, one of those that "
                                        "are measured");
    }
    if (r->options.out == NULL) {
        return KB_FAIL(KB_ERR_ARGUMENT, "two programs need --out for what they measure");
    }
    KB_TRY(kb_bench_pairs_run(is_good, suite, &r->options, r->side));
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(paths[i], sizeof paths[i], "%.4000s/%s", r->options.out, names[i]);
    }
    KB_TRY(kb_bench_compare_open(out, paths[0], paths[1], true));
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(out->name[i], sizeof out->name[i], "%s", r->side[i]);
    }
    return kb_bench_compare_write(out, r->options.out, names);
}

static kb_status compare(kb_bench_compare *out, bool *is_good, const request *r) {
    struct stat info[2];
    for (size_t i = 0; i < 2; i++) {
        if (stat(r->side[i], &info[i]) != 0) {
            return KB_FAIL(KB_ERR_IO, "%.150s: %s", r->side[i], strerror(errno));
        }
    }
    if (S_ISDIR(info[0].st_mode) != S_ISDIR(info[1].st_mode)) {
        return KB_FAIL(KB_ERR_ARGUMENT, "a folder and a program cannot be compared");
    }
    return S_ISDIR(info[0].st_mode) ? compare_folders(out, r)
                                    : compare_programs(out, is_good, r);
}

/* Prints what was found; the exit code. */
static int tell(const kb_bench_compare *c, bool is_json, bool is_good) {
    kb_bench_changes sum = kb_bench_compare_sum(c);
    size_t failed = sum.by_verdict[KB_BENCH_FAILED_A] + sum.by_verdict[KB_BENCH_FAILED_B];
    print_sum(is_json ? stderr : stdout, &sum);
    return !is_good ? 70 : sum.flagged + failed != 0 ? 1 : 0;
}

static int run(int argc, char **argv) {
    kb_bench_compare c = {.count = 0};
    request r = {.sides = 0};
    bool is_good = true;
    kb_status status = parse(&r, argc, argv);
    if (status == KB_OK && r.wants_help) {
        return usage(stdout, 0);
    }
    if (status == KB_OK) {
        status = compare(&c, &is_good, &r);
    }
    if (status == KB_OK) {
        status = print(&c, r.options.is_json);
    }
    int code = kb_status_exit_code(status);
    if (status == KB_OK) {
        code = tell(&c, r.options.is_json, is_good);
    } else {
        fprintf(stderr, "keybraid-bench compare: %s: %s\n", kb_status_text(status),
                kb_last_error()->text);
    }
    kb_bench_compare_free(&c);
    return code;
}

const kb_bench_family kb_bench_compare_family = {
    .name = "compare",
    .summary = "Two results, or two builds, beside each other: ratios with intervals",
    .run = run,
};
