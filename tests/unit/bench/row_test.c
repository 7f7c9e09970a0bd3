/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names and order of rows; jobs of trials as arguments. */
#include "row.h"
#include "trial.h"

#include "test.h"

static kb_bench_row row(const char *alg, const char *to, uint64_t bytes) {
    kb_bench_row r;
    kb_bench_row_set(&r, "composite", alg, to, bytes);
    return r;
}

TEST(tables_are_ordered_by_classical_then_pqc_then_bytes_as_a_number) {
    const kb_bench_row r[] = {
        row("P-256+HQC-128", NULL, 10240), row("P-256+ML-KEM-768", NULL, 1024),
        row("X25519+HQC-128", NULL, 5120), row("X25519+HQC-128", NULL, 10240),
        row("X25519+HQC-128", NULL, 102400)};
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++) {
            int order = kb_bench_row_order(&r[i], &r[k]);
            CHECK((order < 0) == (i < k) && (order > 0) == (i > k));
        }
    }
}

TEST(the_id_of_a_row_names_everything_that_tells_it_apart) {
    char id[KB_BENCH_ID_BYTES];
    kb_bench_row r = row("X25519+HQC-128", NULL, 1024);
    kb_bench_row_id(id, &r);
    CHECK_STR(id, "composite_X25519+HQC-128_1024");
    r = row("X448+HQC-256", "P-521+ML-KEM-1024", 5);
    kb_bench_row_id(id, &r);
    CHECK_STR(id, "composite_X448+HQC-256_to_P-521+ML-KEM-1024_5");
}

TEST(a_pair_has_two_halves_and_an_algorithm_one) {
    char a[KB_BENCH_NAME_BYTES], b[KB_BENCH_NAME_BYTES];
    kb_bench_row_halves(a, b, "P-384+ML-KEM-1024");
    CHECK_STR(a, "P-384");
    CHECK_STR(b, "ML-KEM-1024");
    kb_bench_row_halves(a, b, "ML-DSA-65");
    CHECK_STR(a, "ML-DSA-65");
    CHECK_STR(b, "");
}

TEST(classes_have_names_and_only_two_may_show_numbers) {
    kb_bench_class c;
    CHECK(kb_bench_class_from_name(&c, "TIMEOUT") && c == KB_BENCH_TIMEOUT);
    CHECK(!kb_bench_class_from_name(&c, "pass"));
    CHECK(kb_bench_class_is_good(KB_BENCH_PASS) &&
          kb_bench_class_is_good(KB_BENCH_NOKAT));
    CHECK(!kb_bench_class_is_good(KB_BENCH_MISMATCH));
    CHECK(!kb_bench_class_is_good(KB_BENCH_CRASH));
    CHECK(!kb_bench_class_is_good(KB_BENCH_TIMEOUT));
}

TEST(a_job_survives_the_way_through_arguments) {
    char *words[KB_BENCH_TRIAL_ARGS], text[KB_BENCH_TRIAL_BYTES], program[] = "bench";
    kb_bench_trial_job job = {.row = row("X448+HQC-256", "P-521+ML-KEM-1024", 1 << 30),
                              .ops = 3,
                              .number = 4,
                              .warmups = 2,
                              .calls = 917,
                              .target_ns = UINT64_C(600000000),
                              .is_seeded = true,
                              .seed = UINT64_MAX,
                              .cpu = 1,
                              .has_rounds = true};
    kb_bench_trial_job got;
    kb_bench_trial_args(words, text, program, &job);
    CHECK_STR(words[0], "bench");
    CHECK_STR(words[1], KB_BENCH_TRIAL_VERB);
    CHECK(words[KB_BENCH_TRIAL_ARGS - 1] == NULL);
    REQUIRE_OK(kb_bench_trial_job_from_args(&got, KB_BENCH_TRIAL_ARGS - 3, words + 2));
    CHECK(kb_bench_row_order(&got.row, &job.row) == 0);
    CHECK(got.ops == 3 && got.number == 4 && got.warmups == 2 && got.calls == 917);
    CHECK(got.target_ns == job.target_ns && got.is_seeded && got.seed == UINT64_MAX);
    CHECK_INT(got.cpu, 1);
    CHECK(got.has_rounds);
    job.is_seeded = false;
    job.cpu = -1;
    job.has_rounds = false; /* programs of before know nothing of them */
    kb_bench_row_set(&job.row, "composite", "X448+HQC-256", NULL, 1);
    kb_bench_trial_args(words, text, program, &job);
    CHECK(words[KB_BENCH_TRIAL_ARGS - 2] == NULL);
    REQUIRE_OK(kb_bench_trial_job_from_args(&got, KB_BENCH_TRIAL_ARGS - 4, words + 2));
    CHECK(!got.has_rounds && !got.is_seeded && got.cpu == -1);
    CHECK_STR(got.row.to, "");
}

TEST(arguments_that_are_no_job_are_refused) {
    char a[] = "composite", b[] = "x", c[] = "-", bad[] = "1x", n[] = "1";
    char *words[] = {a, b, c, bad, n, n, n, n, n, c, n};
    kb_bench_trial_job got;
    CHECK_STATUS(kb_bench_trial_job_from_args(&got, 11, words), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_bench_trial_job_from_args(&got, 10, words), KB_ERR_ARGUMENT);
}

int main(void) {
    RUN(tables_are_ordered_by_classical_then_pqc_then_bytes_as_a_number);
    RUN(the_id_of_a_row_names_everything_that_tells_it_apart);
    RUN(a_pair_has_two_halves_and_an_algorithm_one);
    RUN(classes_have_names_and_only_two_may_show_numbers);
    RUN(a_job_survives_the_way_through_arguments);
    RUN(arguments_that_are_no_job_are_refused);
    return TEST_END();
}
