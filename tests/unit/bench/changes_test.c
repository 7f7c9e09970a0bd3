/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A family beside itself: what is flagged, what is not, and what is said of the rest. */
#include "changes.h"

#include "baseline.h"
#include "samples.h"
#include "suites.h"
#include "test.h"

#define ROWS 80

static kb_bench_record records[2][ROWS];

/* Makes a side with one operation per row; from slow on rows take factor times as long. */
static kb_bench_family_result make(size_t side, samples s, size_t slow, double factor) {
    kb_bench_family_result out = {
        .suite = &kb_bench_primitives, .records = records[side], .count = ROWS};
    for (size_t i = 0; i < ROWS; i++) {
        kb_bench_record *r = &records[side][i];
        char name[KB_BENCH_NAME_BYTES];
        samples one = s;
        kb_bench_record_drop(r);
        *r = (kb_bench_record){.op_count = 1, .ops = {{.name = "SIGN"}}};
        (void)snprintf(name, sizeof name, "ALG-%02zu", i);
        kb_bench_row_set(&r->row, "primitives", name, NULL, 64);
        one.base *= (1 + (double)i) * (i >= slow ? factor : 1);
        samples_add(&r->ops[0], &one);
    }
    return out;
}

static kb_bench_changes compare(const kb_bench_family_result *a,
                                const kb_bench_family_result *b, bool is_paired) {
    kb_bench_changes changes = {.count = 0};
    json_t *kept = NULL;
    CHECK_OK(kb_bench_baseline_of_family(&kept, a));
    CHECK_OK(kb_bench_changes_of(&changes, kept, b, is_paired));
    json_decref(kept);
    return changes;
}

/* A quick run: one trial, processes that differ, calls that are interrupted. */
static const samples quick = {
    .base = 2e3, .process = 0.01, .call = 0.02, .trials = 1, .n = 300};

TEST(two_quick_runs_of_a_build_flag_at_most_one_row_in_twenty) {
    static const double process[] = {0.002, 0.01, 0.03, 0.08};
    for (size_t i = 0; i < 4; i++) {
        samples s = quick;
        s.process = process[i];
        kb_bench_family_result a = make(0, s, ROWS, 1), b = make(1, s, ROWS, 1);
        kb_bench_changes c = compare(&a, &b, false);
        TEST_NOTE("processes differ by %.1f %%: %.1f %% added, %zu of %zu rows flagged",
                  100 * process[i], 100 * c.noise, c.flagged, c.rows);
        CHECK_INT(c.rows, ROWS);
        CHECK(c.is_noise_measured && c.noise > process[i]);
        CHECK(c.flagged <= ROWS / 20);
        kb_bench_changes_free(&c);
    }
}

TEST(a_quarter_that_is_ten_percent_slower_is_flagged_and_nothing_else) {
    kb_bench_family_result a = make(0, quick, ROWS, 1),
                           b = make(1, quick, ROWS * 3 / 4, 1.12);
    kb_bench_changes c = compare(&a, &b, false);
    size_t wrong = 0;
    for (size_t i = 0; i < c.count; i++) {
        wrong += i < ROWS * 3 / 4 && c.change[i].verdict == KB_BENCH_SLOWER;
    }
    TEST_NOTE("%.1f %% added, %zu of %d flagged, %zu of the others", 100 * c.noise,
              c.flagged, ROWS / 4, wrong);
    CHECK(c.flagged >= ROWS / 4 * 8 / 10);
    CHECK(wrong <= 1);
    CHECK_INT(c.by_verdict[KB_BENCH_FASTER], 0);
    kb_bench_changes_free(&c);
    c = compare(&b, &a, false);
    CHECK(c.by_verdict[KB_BENCH_FASTER] >= ROWS / 4 * 8 / 10);
    kb_bench_changes_free(&c);
}

TEST(a_build_that_is_slower_in_all_rows_is_flagged) {
    kb_bench_family_result a = make(0, quick, ROWS, 1), b = make(1, quick, 0, 1.12);
    kb_bench_changes c = compare(&a, &b, false);
    CHECK(c.flagged >= ROWS * 8 / 10);
    kb_bench_changes_free(&c);
}

TEST(a_machine_that_is_slower_as_a_whole_is_no_slower_build) {
    kb_bench_family_result a = make(0, quick, ROWS, 1), b = make(1, quick, 0, 1.08);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < KB_BENCH_UNIT_KINDS; k++) {
            records[1][i].ops[0].trials[0].costs.ticks[k] = 64000 * 108 / 100;
        }
    }
    kb_bench_changes c = compare(&a, &b, false);
    CHECK(fabs(c.control - log(1.08)) < 1e-3);
    CHECK(c.flagged <= ROWS / 20);
    kb_bench_changes_free(&c);
    /* One hash function alone is a change of the code. */
    for (size_t i = 0; i < ROWS; i++) {
        records[1][i].ops[0].trials[0].costs.ticks[0] = 64000;
    }
    c = compare(&a, &b, false);
    CHECK(c.control == 0);
    kb_bench_changes_free(&c);
}

TEST(interleaved_trials_need_no_noise_from_elsewhere) {
    samples s = quick;
    s.trials = 8;
    s.n = 100;
    kb_bench_family_result a = make(0, s, ROWS, 1), b = make(1, s, ROWS / 2, 1.1);
    kb_bench_changes c = compare(&a, &b, true);
    CHECK(c.noise == 0);
    CHECK(c.flagged >= ROWS / 2 * 95 / 100 && c.flagged <= ROWS / 2);
    kb_bench_changes_free(&c);
    s.trials = 2; /* too few to tell */
    a = make(0, s, ROWS, 1);
    b = make(1, s, ROWS, 1);
    c = compare(&a, &b, true);
    CHECK(c.noise > 0);
    CHECK(c.flagged <= ROWS / 20);
    kb_bench_changes_free(&c);
}

TEST(few_operations_get_the_assumed_noise) {
    kb_bench_family_result a = make(0, quick, ROWS, 1), b = make(1, quick, ROWS, 1);
    a.count = b.count = 3;
    kb_bench_changes c = compare(&a, &b, false);
    CHECK(!c.is_noise_measured);
    CHECK(c.noise >= KB_BENCH_NOISE_FEW);
    CHECK_INT(c.rows, 3);
    kb_bench_changes_free(&c);
}

TEST(rows_on_one_side_and_rows_that_failed_are_told) {
    kb_bench_family_result a = make(0, quick, ROWS, 1), b = make(1, quick, ROWS, 1);
    a.count = ROWS - 1; /* the last one is new */
    b.records++;        /* the first one is gone */
    b.count--;
    records[1][5].ops[0].class = KB_BENCH_CRASH;
    records[0][6].class = records[0][6].ops[0].class = KB_BENCH_MISMATCH;
    records[0][7].ops[0].class = records[1][7].ops[0].class = KB_BENCH_TOOFAST;
    records[1][8].class = KB_BENCH_MISMATCH; /* known answers: no operation at all */
    records[1][8].op_count = 0;
    kb_bench_changes c = compare(&a, &b, false);
    CHECK_INT(c.count, ROWS);
    CHECK_INT(c.rows, ROWS);
    CHECK_INT(c.compared, ROWS - 6);
    CHECK_INT(c.change[0].verdict, KB_BENCH_ONLY_A);
    CHECK(c.change[0].earlier > 0 && c.change[0].now == 0 && c.change[0].ratio == 0);
    CHECK_INT(c.change[5].verdict, KB_BENCH_FAILED_B);
    CHECK_INT(c.change[6].verdict, KB_BENCH_FAILED_A);
    CHECK_INT(c.change[7].verdict, KB_BENCH_FAILED);
    CHECK_INT(c.change[8].verdict, KB_BENCH_FAILED_B);
    CHECK_INT(c.change[ROWS - 1].verdict, KB_BENCH_ONLY_B);
    records[1][8].op_count = 1;
    kb_bench_changes_free(&c);
}

TEST(a_family_on_one_side_only_is_listed) {
    kb_bench_family_result b = make(1, quick, ROWS, 1);
    kb_bench_changes c;
    REQUIRE_OK(kb_bench_changes_of(&c, NULL, &b, false));
    CHECK_INT(c.by_verdict[KB_BENCH_ONLY_B], ROWS);
    CHECK_INT(c.compared, 0);
    kb_bench_changes_free(&c);
}

TEST(what_is_kept_and_damaged_is_refused) {
    static const char *const bad[] = {
        "[{\"alg\":\"A\",\"op\":\"SIGN\",\"class\":\"GOOD\"}]",
        "[{\"alg\":\"A\",\"op\":\"SIGN\",\"class\":\"PASS\"}]",
        "[{\"alg\":\"A\",\"op\":\"SIGN\",\"class\":\"PASS\",\"blocks\":[[7,1,1]]}]"};
    kb_bench_family_result b = {.suite = &kb_bench_primitives};
    for (size_t i = 0; i < 3; i++) {
        kb_bench_changes c;
        json_t *kept = json_pack("{s:o}", "ops", json_loads(bad[i], 0, NULL));
        REQUIRE(kept != NULL);
        CHECK_STATUS(kb_bench_changes_of(&c, kept, &b, false), KB_ERR_FORMAT);
        json_decref(kept);
    }
}

static json_t *environment(const char *cpu, const char *compiler, const char *mode,
                           const char *table, const char *load) {
    return json_pack("{s:{s:s}, s:{s:s}, s:{s:s}, s:{s:s}, s:s}", "machine", "cpu", cpu,
                     "build", "compiler", compiler, "options", "mode", mode, "tables",
                     "ML-KEM", table, "load_before", load);
}

TEST(what_makes_a_comparison_unfair_is_said) {
    json_t *a = environment("one", "gcc 12", "quick", "avx2", "0.10 0 0"), *list = NULL;
    json_t *same = environment("one", "gcc 12", "quick", "avx2", "0.30 0 0");
    json_t *b = environment("two", "clang 14", "normal", "portable", "3.00 0 0");
    REQUIRE_OK(kb_bench_differences(&list, a, same, "A", "B"));
    CHECK_INT(json_array_size(list), 0);
    json_decref(list);
    REQUIRE_OK(kb_bench_differences(&list, a, b, "A", "B"));
    REQUIRE(json_array_size(list) == 5);
    static const char *const wanted[] = {
        "processor: one in A, two in B", "compiler: gcc 12 in A, clang 14 in B",
        "mode: quick in A, normal in B",
        "implementation of ML-KEM: avx2 in A, portable in B",
        "load of the host: 0.1 in A, 3.0 in B"};
    for (size_t i = 0; i < 5; i++) {
        CHECK_STR(json_string_value(json_array_get(list, i)), wanted[i]);
    }
    json_decref(list);
    json_decref(a);
    json_decref(same);
    json_decref(b);
}

int main(void) {
    RUN(two_quick_runs_of_a_build_flag_at_most_one_row_in_twenty);
    RUN(a_quarter_that_is_ten_percent_slower_is_flagged_and_nothing_else);
    RUN(a_build_that_is_slower_in_all_rows_is_flagged);
    RUN(a_machine_that_is_slower_as_a_whole_is_no_slower_build);
    RUN(interleaved_trials_need_no_noise_from_elsewhere);
    RUN(few_operations_get_the_assumed_noise);
    RUN(rows_on_one_side_and_rows_that_failed_are_told);
    RUN(a_family_on_one_side_only_is_listed);
    RUN(what_is_kept_and_damaged_is_refused);
    RUN(what_makes_a_comparison_unfair_is_said);
    for (size_t i = 0; i < ROWS; i++) {
        kb_bench_record_drop(&records[0][i]);
        kb_bench_record_drop(&records[1][i]);
    }
    return TEST_END();
}
