/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* keybraid-bench check. */
#include "check.h"

#include "baseline.h"
#include "compare.h"
#include "folder.h"
#include "gate.h"
#include "publish.h"

#include "core/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct checker {
    FILE *out;
    size_t faults, records;
} checker;

static void complain(void *self, const char *name, const char *what) {
    checker *c = self;
    c->faults++;
    (void)fprintf(c->out, "%s: %s\n", name, what);
}

/* Whether the floor of an operation cannot be computed. */
static bool lacks_costs(const kb_bench_op *op, const kb_bench_row *row) {
    kb_bench_floor floor;
    kb_bench_floor_of_row(&floor, row, op->name);
    for (size_t i = 0; i < KB_BENCH_UNIT_KINDS; i++) {
        for (size_t t = 0; floor.least[i] > 0 && t < op->trial_count; t++) {
            if (op->trials[t].costs.ticks[i] == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The numbers and the class of a record follow from its samples. */
static kb_status visit(void *self, const char *name, kb_bench_record *record) {
    checker *c = self;
    kb_bench_record again = *record;
    char what[KB_BENCH_DETAIL_BYTES], expected[KB_BENCH_ID_BYTES + 16];
    c->records++;
    KB_TRY(kb_bench_record_derive(&again));
    for (size_t i = 0; i < record->op_count; i++) {
        const char *member =
            kb_bench_derived_difference(&record->ops[i].derived, &again.ops[i].derived);
        if (member != NULL || record->ops[i].class != again.ops[i].class) {
            (void)snprintf(what, sizeof what, "%s: %s does not follow from the samples",
                           record->ops[i].name, member == NULL ? "class" : member);
            complain(c, name, what);
        }
        if (lacks_costs(&again.ops[i], &record->row)) {
            complain(c, name, "does not state what hashing costs");
        }
        if (kb_bench_class_is_good(again.ops[i].class) &&
            record->ops[i].trial_count != record->ops[i].plan.trials) {
            complain(c, name, "has not as many trials as its plan");
        }
        /* The tables are compared with what the samples give. */
        record->ops[i].derived = again.ops[i].derived;
        record->ops[i].class = again.ops[i].class;
    }
    if (record->class != again.class) {
        complain(c, name, "the class does not follow from the operations");
    }
    record->class = again.class;
    kb_bench_record_name(expected, &record->row);
    if (strcmp(expected, name) != 0) {
        complain(c, name, "is the record of another row");
    }
    return KB_OK;
}

/* Whether a derived file is what the records give, to the byte. */
static void compare(checker *c, const char *dir, const kb_bench_file *file) {
    char *text = NULL, what[KB_BENCH_DETAIL_BYTES];
    size_t len = 0, at = 0, line = 1;
    if (kb_bench_folder_read(&text, &len, dir, file->name) != KB_OK) {
        complain(c, file->name, "is missing");
        return;
    }
    while (at < len && at < file->len && text[at] == file->text[at]) {
        line += text[at] == '\n';
        at++;
    }
    if (at < len || at < file->len) {
        (void)snprintf(what, sizeof what, "line %zu does not follow from the records",
                       line);
        complain(c, file->name, what);
    }
    free(text);
}

/* The known answers have the digest that they and the records state, and give the records
 * their class. */
static kb_status check_gate(checker *c, const kb_bench_family_result *family) {
    char hex[65], name[KB_BENCH_ID_BYTES + 16];
    const char *stated =
        json_string_value(json_object_get(family->known_answers, "sha256"));
    kb_bench_known_answers_name(name, family->suite->name);
    KB_TRY(kb_bench_gate_digest(hex, family->known_answers));
    if (stated == NULL || strcmp(stated, hex) != 0) {
        complain(c, name, "has another SHA-256 than it states");
    }
    for (size_t i = 0; i < family->count; i++) {
        const kb_bench_record *record = &family->records[i];
        kb_bench_record_name(name, &record->row);
        if (strcmp(record->kat_digest, hex) != 0) {
            complain(c, name, "states other known answers");
        }
        if (record->kat != kb_bench_gate_row_class(family->known_answers, &record->row)) {
            complain(c, name, "has a class that the known answers do not give");
        }
    }
    return KB_OK;
}

static kb_status check_in(checker *c, const char *dir) {
    kb_bench_result result;
    kb_bench_files files;
    KB_TRY(kb_bench_manifest_check(dir, complain, c));
    KB_TRY(kb_bench_result_read(&result, dir, true, visit, c));
    kb_status status = KB_OK;
    for (size_t i = 0; status == KB_OK && i < result.count; i++) {
        status = check_gate(c, &result.families[i]);
    }
    if (status == KB_OK) {
        status = kb_bench_files_of(&files, &result);
    }
    kb_bench_result_free(&result);
    if (status != KB_OK) {
        return status;
    }
    for (size_t i = 0; i < files.count; i++) {
        compare(c, dir, &files.file[i]);
    }
    kb_bench_files_free(&files);
    if (c->records == 0) {
        complain(c, dir, "holds no records");
    }
    return KB_OK;
}

/* A comparison: its files follow from its two results, and each of those is right. */
static kb_status check_compare(checker *c, const char *dir) {
    char paths[2][KB_BENCH_PATH_BYTES];
    kb_bench_compare comparison;
    kb_bench_files files;
    bool is_same = true;
    KB_TRY(kb_bench_manifest_check(dir, complain, c));
    KB_TRY(kb_bench_compare_paths(paths, dir));
    KB_TRY(kb_bench_compare_read(&comparison, &is_same, dir));
    if (!is_same) {
        complain(c, KB_BENCH_COMPARE_NAME,
                 "states other manifests than its results have");
    }
    kb_status status = kb_bench_compare_files(&files, &comparison);
    kb_bench_compare_free(&comparison);
    if (status != KB_OK) {
        return status;
    }
    for (size_t i = 0; i < files.count; i++) {
        compare(c, dir, &files.file[i]);
    }
    kb_bench_files_free(&files);
    KB_TRY(check_in(c, paths[0]));
    return check_in(c, paths[1]);
}

kb_status kb_bench_check(size_t *faults, FILE *out, const char *dir) {
    checker c = {.out = out};
    kb_status status =
        kb_bench_compare_is(dir) ? check_compare(&c, dir) : check_in(&c, dir);
    *faults = c.faults;
    if (status == KB_OK) {
        (void)fprintf(out, "%zu records, %zu faults\n", c.records, c.faults);
    }
    return status;
}

static int run(int argc, char **argv) {
    size_t faults = 0;
    bool has_baseline = argc == 3 && strcmp(argv[1], "--baseline") == 0;
    if ((argc != 1 && !has_baseline) || argv[0][0] == '-') {
        bool is_help = argc == 1 && strcmp(argv[0], "--help") == 0;
        (void)fprintf(
            is_help ? stdout : stderr,
            "usage: keybraid-bench check DIR [--baseline EARLIER]\n\n"
            "Recomputes every number of DIR from the raw samples and compares "
            "the files with the\nmanifest; with --baseline also what "
            "it keeps of EARLIER. In the folder of a comparison both its "
            "results are checked, too. Exit code 1 when anything\ndisagrees.\n");
        return is_help ? 0 : 2;
    }
    bool is_same = true;
    kb_status status = kb_bench_check(&faults, stdout, argv[0]);
    if (status == KB_OK && has_baseline) {
        status = kb_bench_baseline_matches(&is_same, argv[0], argv[2]);
    }
    if (!is_same) {
        printf(KB_BENCH_BASELINE_NAME ": is not what %s gives\n", argv[2]);
        faults++;
    }
    if (status != KB_OK) {
        fprintf(stderr, "keybraid-bench check: %s: %s\n", kb_status_text(status),
                kb_last_error()->text);
        return status == KB_ERR_FORMAT ? 1 : kb_status_exit_code(status);
    }
    return faults == 0 ? 0 : 1;
}

const kb_bench_family kb_bench_check_family = {
    .name = "check",
    .summary = "Whether every number of a result folder follows from its samples",
    .run = run,
};
