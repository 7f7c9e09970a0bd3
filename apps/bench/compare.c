/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Two whole results beside each other. The command is compare_family.c. */
#include "compare.h"

#include "baseline.h"
#include "core/error.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

/* Joins what both have of each family, in the order of suites.c. */
static kb_status join(kb_bench_compare *c) {
    for (size_t i = 0; kb_bench_suites[i] != NULL; i++) {
        const kb_bench_suite *suite = kb_bench_suites[i];
        const json_t *kept = kb_bench_baseline_family(c->a, suite->name);
        const kb_bench_family_result *family = NULL;
        for (size_t k = 0; k < c->b.count; k++) {
            family = c->b.families[k].suite == suite ? &c->b.families[k] : family;
        }
        if ((kept == NULL && family == NULL) || c->count == KB_BENCH_FAMILIES_MAX) {
            continue;
        }
        kb_bench_compared *one = &c->family[c->count++];
        one->kept = kept;
        one->family = family == NULL ? (kb_bench_family_result){.suite = suite} : *family;
        KB_TRY(kb_bench_changes_of(&one->changes, kept, &one->family, c->is_interleaved));
    }
    return KB_OK;
}

static kb_status open_in(kb_bench_compare *c, const char *a, const char *b) {
    KB_TRY(kb_bench_baseline_of(&c->a, a));
    KB_TRY(kb_bench_result_read(&c->b, b, true, NULL, NULL));
    if (c->b.count == 0) {
        return KB_FAIL(KB_ERR_ARGUMENT, "%.150s holds no records", b);
    }
    const char *digest = json_string_value(json_object_get(c->a, "manifest_sha256"));
    (void)snprintf(c->digest[0], sizeof c->digest[0], "%s", digest == NULL ? "" : digest);
    KB_TRY(kb_bench_manifest_digest(c->digest[1], b));
    return join(c);
}

kb_status kb_bench_compare_open(kb_bench_compare *out, const char *a, const char *b,
                                bool is_interleaved) {
    *out = (kb_bench_compare){.is_interleaved = is_interleaved};
    (void)snprintf(out->name[0], sizeof out->name[0], "%s", a);
    (void)snprintf(out->name[1], sizeof out->name[1], "%s", b);
    kb_status status = open_in(out, a, b);
    if (status != KB_OK) {
        kb_bench_compare_free(out);
    }
    return status;
}

void kb_bench_compare_free(kb_bench_compare *compare) {
    for (size_t i = 0; i < compare->count; i++) {
        kb_bench_changes_free(&compare->family[i].changes);
    }
    json_decref(compare->a);
    kb_bench_result_free(&compare->b);
    *compare = (kb_bench_compare){.count = 0};
}

/* ---- The folder of a comparison ---- */

static const char *const sides[2] = {"a", "b"};

static const char *member(const json_t *json, size_t side, const char *name) {
    const char *text =
        json_string_value(json_object_get(json_object_get(json, sides[side]), name));
    return text == NULL ? "" : text;
}

bool kb_bench_compare_is(const char *dir) {
    char *text = NULL;
    size_t len = 0;
    bool is = kb_bench_folder_read(&text, &len, dir, KB_BENCH_COMPARE_NAME) == KB_OK;
    free(text);
    return is;
}

static kb_status path_of(char out[KB_BENCH_PATH_BYTES], const char *dir,
                         const char *name) {
    int n = name[0] == '/' ? snprintf(out, KB_BENCH_PATH_BYTES, "%s", name)
                           : snprintf(out, KB_BENCH_PATH_BYTES, "%s/%s", dir, name);
    return name[0] != '\0' && n > 0 && n < KB_BENCH_PATH_BYTES
               ? KB_OK
               : KB_FAIL(KB_ERR_FORMAT, KB_BENCH_COMPARE_NAME ": folder");
}

static kb_status paths_in(char out[2][KB_BENCH_PATH_BYTES], const json_t *json,
                          const char *dir) {
    KB_TRY(path_of(out[0], dir, member(json, 0, "folder")));
    return path_of(out[1], dir, member(json, 1, "folder"));
}

kb_status kb_bench_compare_paths(char out[2][KB_BENCH_PATH_BYTES], const char *dir) {
    json_t *json = NULL;
    KB_TRY(kb_bench_folder_read_json(&json, dir, KB_BENCH_COMPARE_NAME));
    kb_status status = paths_in(out, json, dir);
    json_decref(json);
    return status;
}

static kb_status read_in(kb_bench_compare *out, bool *is_same, const json_t *json,
                         const char *dir) {
    char paths[2][KB_BENCH_PATH_BYTES];
    KB_TRY(paths_in(paths, json, dir));
    KB_TRY(kb_bench_compare_open(out, paths[0], paths[1],
                                 json_is_true(json_object_get(json, "is_interleaved"))));
    *is_same = true;
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(out->name[i], sizeof out->name[i], "%s", member(json, i, "name"));
        *is_same &= strcmp(out->digest[i], member(json, i, "manifest_sha256")) == 0;
    }
    return KB_OK;
}

kb_status kb_bench_compare_read(kb_bench_compare *out, bool *is_same, const char *dir) {
    json_t *json = NULL;
    *out = (kb_bench_compare){.count = 0};
    KB_TRY(kb_bench_folder_read_json(&json, dir, KB_BENCH_COMPARE_NAME));
    kb_status status = read_in(out, is_same, json, dir);
    json_decref(json);
    return status;
}

static kb_status write_files(const kb_bench_compare *compare, const char *dir) {
    kb_bench_files files;
    kb_status status = kb_bench_compare_files(&files, compare);
    for (size_t i = 0; status == KB_OK && i < files.count; i++) {
        status = kb_bench_folder_write(dir, files.file[i].name, files.file[i].text,
                                       files.file[i].len);
    }
    kb_bench_files_free(&files);
    return status == KB_OK ? kb_bench_manifest_write(dir) : status;
}

kb_status kb_bench_compare_write(const kb_bench_compare *compare, const char *dir,
                                 const char *const names[2]) {
    KB_TRY(kb_bench_folder_make(dir));
    json_t *json = json_pack(
        "{s:s, s:b, s:{s:s, s:s, s:s}, s:{s:s, s:s, s:s}}", "kind", "compare",
        "is_interleaved", compare->is_interleaved, "a", "folder", names[0], "name",
        compare->name[0], "manifest_sha256", compare->digest[0], "b", "folder", names[1],
        "name", compare->name[1], "manifest_sha256", compare->digest[1]);
    if (json == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "comparison");
    }
    kb_status status = kb_bench_folder_write_json(dir, KB_BENCH_COMPARE_NAME, json);
    json_decref(json);
    return status == KB_OK ? write_files(compare, dir) : status;
}

kb_status kb_bench_compare_republish(const char *dir) {
    kb_bench_compare compare;
    bool is_same = true;
    KB_TRY(kb_bench_compare_read(&compare, &is_same, dir));
    kb_status status = KB_OK;
    if (is_same) {
        status = write_files(&compare, dir);
    } else {
        status = KB_FAIL(KB_ERR_FORMAT, "%.150s: one of its results was changed", dir);
    }
    kb_bench_compare_free(&compare);
    return status;
}

/* ---- What follows from both results ---- */

static void ms(FILE *out, double ns) {
    (void)fputc(',', out);
    if (ns > 0) {
        (void)fprintf(out, "%.6f", ns / 1e6);
    }
}

static void factor(FILE *out, const kb_bench_change *c, double value) {
    (void)fputc(',', out);
    if (kb_bench_verdict_has_ratio(c->verdict)) {
        (void)fprintf(out, "%.4f", value);
    }
}

static void number(FILE *out, size_t value) {
    (void)fputc(',', out);
    if (value != 0) {
        (void)fprintf(out, "%zu", value);
    }
}

static void line(FILE *out, const kb_bench_change *c) {
    (void)fprintf(out, "%s,%s,%s,%" PRIu64 ",%s", c->row.family, c->row.alg, c->row.to,
                  c->row.bytes, c->op);
    ms(out, c->earlier);
    ms(out, c->now);
    factor(out, c, c->ratio);
    factor(out, c, c->low);
    factor(out, c, c->high);
    (void)fprintf(out, ",%s", kb_bench_verdict_name(c->verdict));
    factor(out, c, c->fast);
    number(out, c->n[0]);
    number(out, c->n[1]);
    number(out, c->trials[0]);
    number(out, c->trials[1]);
    (void)fputc('\n', out);
}

static void csv(FILE *out, const kb_bench_compare *compare) {
    (void)fprintf(out, "FAMILY,ALG,TO,BYTES,OP,A_MS,B_MS,RATIO,LOW,HIGH,VERDICT,"
                       "FAST_RATIO,A_N,B_N,A_TRIALS,B_TRIALS\n");
    for (size_t i = 0; i < compare->count; i++) {
        const kb_bench_changes *changes = &compare->family[i].changes;
        for (size_t k = 0; k < changes->count; k++) {
            line(out, &changes->change[k]);
        }
    }
}

const char *const kb_bench_compare_shown[] = {"FAMILY", "ALG",  "TO",      "BYTES",
                                              "OP",     "A_MS", "B_MS",    "RATIO",
                                              "LOW",    "HIGH", "VERDICT", NULL};

kb_status kb_bench_compare_files(kb_bench_files *out, const kb_bench_compare *compare) {
    static const char *const names[] = {"compare.csv", "report.md", "report.html"};
    kb_status status = KB_OK;
    *out = (kb_bench_files){.count = 0};
    for (size_t i = 0; status == KB_OK && i < 3; i++) {
        FILE *to = NULL;
        status = kb_bench_file_begin(out, &to, names[i]);
        if (status == KB_OK && i == 0) {
            csv(to, compare);
        } else if (status == KB_OK) {
            status = kb_bench_report_compare(to, i == 2, compare);
        }
        status = kb_bench_file_end(out, to, status);
    }
    if (status != KB_OK) {
        kb_bench_files_free(out);
    }
    return status;
}

kb_status kb_bench_compare_table(kb_bench_table *out, const kb_bench_compare *compare) {
    char *text = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&text, &len);
    if (to == NULL) {
        return KB_FAIL(KB_ERR_MEMORY, "compare.csv");
    }
    csv(to, compare);
    if (fclose(to) != 0) {
        free(text);
        return KB_FAIL(KB_ERR_MEMORY, "compare.csv");
    }
    return kb_bench_table_from_csv(out, text, len);
}

kb_bench_changes kb_bench_compare_sum(const kb_bench_compare *compare) {
    kb_bench_changes sum = {.is_paired = compare->is_interleaved};
    for (size_t i = 0; i < compare->count; i++) {
        const kb_bench_changes *one = &compare->family[i].changes;
        sum.rows += one->rows;
        sum.compared += one->compared;
        sum.flagged += one->flagged;
        for (size_t k = 0; k <= KB_BENCH_FAILED; k++) {
            sum.by_verdict[k] += one->by_verdict[k];
        }
    }
    return sum;
}
