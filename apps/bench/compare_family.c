/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench compare. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "compare_family.h"

#include "compare.h"
#include "core/error.h"
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int usage(FILE *to, int code) {
    fprintf(
        to,
        "usage: keybraid-bench compare FOLDER-A FOLDER-B [--out DIR] [--json]\n\n"
        "The ratio of medians, B divided by A, of every operation in both, with a 95 %% "
        "interval.\nA row is flagged when an interval lies beyond 5 %%.\n\n"
        "FOLDER: a result that --out of another family left.\n"
        "Exit code: 0 no row is flagged, 1 some are, or failed on one side only.\n");
    return code;
}

/* Two folders, or the same two with --out. */
typedef struct request {
    char *side[2];
    size_t sides;
    const char *out;
    bool is_json;
} request;

static kb_status parse(request *r, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] != '-') {
            if (r->sides == 2) {
                return KB_FAIL(KB_ERR_ARGUMENT, "%.60s: there are two already", argv[i]);
            }
            r->side[r->sides++] = argv[i];
        } else if (strcmp(argv[i], "--json") == 0) {
            r->is_json = true;
        } else if (strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
            r->out = argv[++i];
        } else {
            return KB_FAIL(KB_ERR_ARGUMENT, "unknown option %.40s", argv[i]);
        }
    }
    return r->sides == 2 ? KB_OK : KB_FAIL(KB_ERR_ARGUMENT, "two sides are wanted");
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

static kb_status compare_folders(kb_bench_compare *out, const request *r) {
    char full[2][KB_BENCH_PATH_BYTES];
    KB_TRY(kb_bench_compare_open(out, r->side[0], r->side[1], false));
    if (r->out == NULL) {
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
    return kb_bench_compare_write(out, r->out, names);
}

static int run(int argc, char **argv) {
    kb_bench_compare compare = {.count = 0};
    request r = {.sides = 0};
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        return usage(stdout, 0);
    }
    kb_status status = parse(&r, argc, argv);
    if (status == KB_OK) {
        status = compare_folders(&compare, &r);
    }
    if (status == KB_OK) {
        status = print(&compare, r.is_json);
    }
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench compare: %s: %s\n", kb_status_text(status),
                kb_last_error()->text);
        kb_bench_compare_free(&compare);
        return kb_status_exit_code(status);
    }
    kb_bench_changes sum = kb_bench_compare_sum(&compare);
    print_sum(r.is_json ? stderr : stdout, &sum);
    kb_bench_compare_free(&compare);
    return sum.flagged + sum.by_verdict[KB_BENCH_FAILED_A] +
                       sum.by_verdict[KB_BENCH_FAILED_B] ==
                   0
               ? 0
               : 1;
}

const kb_bench_family kb_bench_compare_family = {
    .name = "compare",
    .summary = "Two results, or two builds, beside each other: ratios with intervals",
    .run = run,
};
