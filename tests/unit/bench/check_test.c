/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A result folder of known samples: its digits, and that any change of one is found. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "baseline.h"
#include "changes.h"
#include "check.h"
#include "folder.h"
#include "gate.h"
#include "publish.h"
#include "table.h"

#include "suites.h"
#include "test.h"

#include <ftw.h>
#include <unistd.h>

static char dir[] = "/tmp/kb-bench-check-XXXXXX";

#define ANSWERS "records/composite.known-answers.json"
#define RECORD  "records/composite_X25519+ML-KEM-768_1024.json"

static uint64_t *numbers(const uint64_t *from, size_t n) {
    uint64_t *out = malloc(n * sizeof *out);
    memcpy(out, from, n * sizeof *out);
    return out;
}

/* Ticks of a clock of 1 GHz with an overhead of 10: times of 100, 300 and 200 us. */
static kb_bench_trial trial(void) {
    static const uint64_t ticks[] = {100010, 300010, 200010};
    static const uint64_t cpu[] = {90000, 110000, 100000};
    return (kb_bench_trial){.n = 3,
                            .ticks = numbers(ticks, 3),
                            .cpu_ns = numbers(cpu, 3),
                            .clock = "tsc",
                            .overhead_ticks = 10,
                            .ticks_per_s = 1e9,
                            .is_heap_counted = true,
                            .heap_peak_bytes = 2048,
                            .heap_calls = 7,
                            .stack_bytes = 5000,
                            .rss_base_bytes = 1 << 20,
                            .rss_peak_bytes = 2 << 20,
                            .costs = {{64, 64, 64, 64}}}; /* 1 ns each */
}

static json_t *answers(void) {
    char hex[65] = "";
    json_t *out = json_pack("{s:s, s:s, s:[{s:s, s:s, s:s}, {s:s, s:s, s:s}]}", "kind",
                            "known-answers", "class", "PASS", "answers", "name",
                            "ML-KEM-768", "table", "avx2", "class", "PASS", "name",
                            "CKEM1.X25519.ML-KEM-768.HKDF-SHA256, direct", "table",
                            "libcrypto", "class", "PASS");
    CHECK_OK(kb_bench_gate_digest(hex, out));
    CHECK(json_object_set_new(out, "sha256", json_string(hex)) == 0);
    return out;
}

static kb_bench_record record(void) {
    kb_bench_record r = {.kat = KB_BENCH_PASS, .op_count = 2};
    kb_bench_row_set(&r.row, "composite", "X25519+ML-KEM-768", NULL, 1024);
    strcpy(r.ops[0].name, "ENC");
    strcpy(r.ops[1].name, "DEC");
    kb_bench_info_add(&r.info, "token_bytes", 3000);
    json_t *gate = answers();
    CHECK_OK(kb_bench_gate_digest(r.kat_digest, gate));
    json_decref(gate);
    for (size_t i = 0; i < 2; i++) {
        r.ops[i].plan.trials = 1;
        kb_bench_trial t = trial();
        CHECK_OK(kb_bench_op_add(&r.ops[i], &t));
    }
    return r;
}

static void write_text(const char *name, const char *text) {
    CHECK_OK(kb_bench_folder_write(dir, name, text, strlen(text)));
}

/* Makes the folder anew. */
static void make_folder(kb_bench_record *r) {
    json_t *json = NULL;
    CHECK_OK(kb_bench_folder_make(dir));
    CHECK_OK(kb_bench_record_derive(r));
    CHECK_OK(kb_bench_record_to_json(&json, r));
    CHECK_OK(kb_bench_folder_write_json(dir, RECORD, json));
    json_decref(json);
    write_text("records/composite.environment.json",
               "{\"kind\":\"environment\",\"labels\":[\"virtual machine\"]}");
    json = answers();
    CHECK_OK(kb_bench_folder_write_json(dir, ANSWERS, json));
    json_decref(json);
    CHECK_OK(kb_bench_publish(dir));
}

static size_t faults(void) {
    size_t n = 0;
    FILE *out = fopen("/dev/null", "w");
    CHECK(out != NULL);
    CHECK_OK(kb_bench_check(&n, out, dir));
    (void)fclose(out);
    return n;
}

/* Replaces from by to, which is as long, once. */
static void edit(const char *name, const char *from, const char *to) {
    char *text = NULL;
    size_t len = 0;
    REQUIRE_OK(kb_bench_folder_read(&text, &len, dir, name));
    char *at = strstr(text, from);
    CHECK(at != NULL);
    if (at != NULL) {
        memcpy(at, to, strlen(to));
        CHECK_OK(kb_bench_folder_write(dir, name, text, len));
    }
    free(text);
}

TEST(the_digits_of_known_samples) {
    kb_bench_record r = record();
    kb_bench_table table;
    REQUIRE_OK(kb_bench_record_derive(&r));
    const kb_bench_derived *d = &r.ops[0].derived;
    CHECK(d->ns.p50 == 200000 && d->ns.min == 100000 && d->ns.mean == 200000);
    CHECK(d->ns.mad == 100000 && d->cpu_ns == 100000 && d->ops_per_s == 5000);
    REQUIRE_OK(kb_bench_table_of(&table, &kb_bench_composite, &r, 1));
    CHECK_INT(table.rows, 1);
    CHECK_STR(kb_bench_table_cell(&table, 0, "CLASSICAL"), "X25519");
    CHECK_STR(kb_bench_table_cell(&table, 0, "PQC"), "ML-KEM-768");
    CHECK_STR(kb_bench_table_cell(&table, 0, "BYTES"), "1024");
    CHECK_STR(kb_bench_table_cell(&table, 0, "ENC_MS"), "0.200000");
    CHECK_STR(kb_bench_table_cell(&table, 0, "CPU_DEC_MS"), "0.100000");
    CHECK_STR(kb_bench_table_cell(&table, 0, "ENC_MEM_KIB"), "2.0");
    CHECK_STR(kb_bench_table_cell(&table, 0, "CLASS"), "PASS");
    CHECK_STR(kb_bench_table_cell(&table, 0, "N"), "3");
    CHECK(kb_bench_table_cell(&table, 0, "NONE") == NULL);
    CHECK(kb_bench_table_cell(&table, 1, "N") == NULL);
    kb_bench_table_free(&table);
    kb_bench_record_drop(&r);
}

TEST(the_headers_begin_with_the_published_columns) {
    static const char composite[] = "CLASSICAL,PQC,BYTES,ENC_MS,DEC_MS,CPU_ENC_MS,"
                                    "CPU_DEC_MS,ENC_MEM_KIB,DEC_MEM_KIB,";
    static const char reencrypt[] =
        "CLASSICAL,PQC,BYTES,REENC_MS,CPU_REENC_MS,REENC_MEM_KIB,";
    CHECK(strncmp(kb_bench_composite.csv_header, composite, strlen(composite)) == 0);
    CHECK(strncmp(kb_bench_reencrypt.csv_header, reencrypt, strlen(reencrypt)) == 0);
}

TEST(every_family_writes_as_many_cells_as_its_header_has) {
    for (size_t i = 0; kb_bench_suites[i] != NULL; i++) {
        kb_bench_record r = record();
        kb_bench_table table;
        REQUIRE_OK(kb_bench_record_derive(&r));
        CHECK_OK(kb_bench_table_of(&table, kb_bench_suites[i], &r, 1));
        for (size_t k = 0; kb_bench_suites[i]->shown[k] != NULL; k++) {
            CHECK(kb_bench_table_cell(&table, 0, kb_bench_suites[i]->shown[k]) != NULL);
        }
        kb_bench_table_free(&table);
        kb_bench_record_drop(&r);
    }
}

TEST(a_row_that_is_not_good_shows_no_number) {
    kb_bench_record r = record();
    kb_bench_table table;
    r.ops[1].trials[0].failures = 1;
    REQUIRE_OK(kb_bench_record_derive(&r));
    REQUIRE_OK(kb_bench_table_of(&table, &kb_bench_composite, &r, 1));
    CHECK_STR(kb_bench_table_cell(&table, 0, "CLASS"), "MISMATCH");
    CHECK_STR(kb_bench_table_cell(&table, 0, "DEC_MS"), "");
    kb_bench_table_free(&table);
    kb_bench_record_drop(&r);
}

TEST(an_untouched_folder_has_no_fault) {
    kb_bench_record r = record();
    make_folder(&r);
    CHECK_INT(faults(), 0);
    kb_bench_record_drop(&r);
}

TEST(a_changed_sample_is_found_even_when_the_manifest_was_made_anew) {
    kb_bench_record r = record();
    make_folder(&r);
    edit(RECORD, "300010", "300011");
    CHECK(faults() >= 2);
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK(faults() >= 1);
    kb_bench_record_drop(&r);
}

TEST(a_changed_number_or_class_of_a_record_is_found) {
    static const char *const edits[][2] = {{"\"p50_ns\":200000", "\"p50_ns\":200001"},
                                           {"\"heap_calls\":7.0", "\"heap_calls\":8.0"},
                                           {"\"class\":\"PASS\",", "\"class\":\"NONE\","},
                                           {"\"failures\":0,", "\"failures\":1,"}};
    for (size_t i = 0; i < 4; i++) {
        kb_bench_record r = record();
        size_t n = 0;
        make_folder(&r);
        edit(RECORD, edits[i][0], edits[i][1]);
        CHECK_OK(kb_bench_manifest_write(dir));
        CHECK(kb_bench_check(&n, stdout, dir) != KB_OK || n >= 1);
        kb_bench_record_drop(&r);
    }
}

TEST(a_changed_cell_of_a_table_or_report_is_found) {
    kb_bench_record r = record();
    make_folder(&r);
    edit("composite.csv", "0.200000", "0.200001");
    CHECK(faults() >= 2);
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK_INT(faults(), 1);
    make_folder(&r);
    edit("report.md", "0.200000", "0.100000");
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK_INT(faults(), 1);
    make_folder(&r);
    edit("report.html", "0.200000", "0.100000");
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK_INT(faults(), 1);
    kb_bench_record_drop(&r);
}

TEST(an_earlier_result_is_kept_and_compared) {
    kb_bench_record r = record();
    kb_bench_result result;
    kb_bench_changes changes;
    bool is_same = false;
    make_folder(&r);
    REQUIRE_OK(kb_bench_baseline_write(dir, dir));
    CHECK_OK(kb_bench_baseline_matches(&is_same, dir, dir));
    CHECK(is_same);
    CHECK_OK(kb_bench_publish(dir));
    CHECK_INT(faults(), 0);
    REQUIRE_OK(kb_bench_result_read(&result, dir, true, NULL, NULL));
    REQUIRE(result.baseline != NULL);
    REQUIRE_OK(kb_bench_changes_of(&changes,
                                   kb_bench_baseline_family(result.baseline, "composite"),
                                   &result.families[0], false));
    /* Medians of 200 us, between calls of 100 and 300. */
    CHECK_INT(changes.count, 2);
    CHECK_INT(changes.compared, 2);
    CHECK(changes.change[0].ratio == 1 && changes.change[0].now == 200000);
    CHECK(changes.change[0].low <= 1.0 / 3 && changes.change[0].high >= 3);
    CHECK_INT(changes.flagged, 0);
    kb_bench_changes_free(&changes);
    CHECK(kb_bench_baseline_family(result.baseline, "reencrypt") == NULL);
    kb_bench_result_free(&result);
    edit(KB_BENCH_BASELINE_NAME, "\"p50_ns\":200000", "\"p50_ns\":100000");
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK(faults() >= 1);
    CHECK_OK(kb_bench_baseline_matches(&is_same, dir, dir));
    CHECK(!is_same);
    CHECK_STATUS(kb_bench_baseline_write(dir, "/nonexistent"), KB_ERR_IO);
    kb_bench_record_drop(&r);
}

TEST(files_that_are_missing_or_added_are_found) {
    kb_bench_record r = record();
    char path[sizeof dir + 32];
    make_folder(&r);
    write_text("extra.txt", "x");
    CHECK_INT(faults(), 1);
    (void)snprintf(path, sizeof path, "%s/extra.txt", dir);
    CHECK(unlink(path) == 0);
    (void)snprintf(path, sizeof path, "%s/report.md", dir);
    CHECK(unlink(path) == 0);
    CHECK_INT(faults(), 2); /* by the manifest, and as a file that should be there */
    kb_bench_record_drop(&r);
}

TEST(a_record_that_is_damaged_is_named) {
    kb_bench_record r = record();
    size_t n = 0;
    make_folder(&r);
    edit(RECORD, "\"ticks\":[", "\"tickz\":[");
    CHECK_STATUS(kb_bench_check(&n, stdout, dir), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "ticks") != NULL);
    edit(RECORD, "{", "[");
    CHECK_STATUS(kb_bench_check(&n, stdout, dir), KB_ERR_FORMAT);
    kb_bench_record_drop(&r);
}

TEST(a_heap_that_was_not_counted_shows_no_number) {
    kb_bench_record r = record();
    kb_bench_table table;
    r.ops[0].trials[0].is_heap_counted = false;
    REQUIRE_OK(kb_bench_record_derive(&r));
    REQUIRE_OK(kb_bench_table_of(&table, &kb_bench_composite, &r, 1));
    CHECK_STR(kb_bench_table_cell(&table, 0, "ENC_MEM_KIB"), "");
    CHECK_STR(kb_bench_table_cell(&table, 0, "DEC_MEM_KIB"), "2.0");
    kb_bench_table_free(&table);
    kb_bench_record_drop(&r);
}

TEST(a_trial_that_was_left_out_is_found) {
    kb_bench_record r = record();
    kb_bench_trial second = trial();
    CHECK_OK(kb_bench_op_add(&r.ops[0], &second)); /* two, by a plan for one */
    make_folder(&r);
    CHECK_INT(faults(), 1);
    kb_bench_record_drop(&r);
}

TEST(an_operation_without_samples_is_no_pass) {
    kb_bench_record r = record();
    kb_bench_op kept = r.ops[1];
    r.ops[1].trials = NULL;
    r.ops[1].trial_count = 0;
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_CRASH);
    r.ops[1] = kept;
    kb_bench_record_drop(&r);
}

TEST(a_changed_known_answer_is_found) {
    kb_bench_record r = record();
    make_folder(&r);
    edit(ANSWERS, "avx2", "sse2");
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK(faults() >= 2); /* its own digest, and that of the record */
    make_folder(&r);
    edit(ANSWERS, "\"name\":\"ML-KEM-768\"", "\"name\":\"ML-KEM-512\"");
    edit(ANSWERS, "X25519.ML-KEM-768", "X25519.ML-KEM-512");
    CHECK_OK(kb_bench_manifest_write(dir));
    CHECK(faults() >= 3); /* and the row has no answer now */
    kb_bench_record_drop(&r);
}

static int remove_one(const char *path, const struct stat *info, int type,
                      struct FTW *place) {
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

int main(void) {
    if (mkdtemp(dir) == NULL) {
        return 1;
    }
    RUN(the_digits_of_known_samples);
    RUN(the_headers_begin_with_the_published_columns);
    RUN(every_family_writes_as_many_cells_as_its_header_has);
    RUN(a_row_that_is_not_good_shows_no_number);
    RUN(an_untouched_folder_has_no_fault);
    RUN(a_changed_sample_is_found_even_when_the_manifest_was_made_anew);
    RUN(a_changed_number_or_class_of_a_record_is_found);
    RUN(a_changed_cell_of_a_table_or_report_is_found);
    RUN(an_earlier_result_is_kept_and_compared);
    RUN(files_that_are_missing_or_added_are_found);
    RUN(a_record_that_is_damaged_is_named);
    RUN(a_heap_that_was_not_counted_shows_no_number);
    RUN(a_trial_that_was_left_out_is_found);
    RUN(an_operation_without_samples_is_no_pass);
    RUN(a_changed_known_answer_is_found);
    (void)nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return TEST_END();
}
