/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which known answers stand for an algorithm, and what a bad one means. */
#include "gate.h"
#include "suites.h"

#include "test.h"

#include <keybraid/selftest.h>
#include <stdlib.h>

static json_t *gate(const char *class, const char *answers) {
    char text[1024];
    (void)snprintf(text, sizeof text, "{\"class\":\"%s\",\"answers\":[%s]}", class,
                   answers);
    json_t *out = json_loads(text, 0, NULL);
    CHECK(out != NULL);
    return out;
}

#define ANSWER(name, class) "{\"name\":\"" name "\",\"class\":\"" class "\"}"

TEST(an_algorithm_passes_by_answers_that_are_about_it) {
    json_t *g =
        gate("PASS", ANSWER("ML-KEM-768, 100 runs", "PASS") "," ANSWER(
                         "HQC-128-R26",
                         "PASS") "," ANSWER("DKEM-128-SHAKE",
                                            "PASS") "," ANSWER("CKEM1.P-256.ML-KEM-768."
                                                               "HKDF-SHA256, direct",
                                                               "PASS"));
    CHECK_INT(kb_bench_gate_class(g, "ML-KEM-768"), KB_BENCH_PASS);
    CHECK_INT(kb_bench_gate_class(g, "P-256"), KB_BENCH_PASS);
    CHECK_INT(kb_bench_gate_class(g, "HQC-128-R26"), KB_BENCH_PASS);
    CHECK_INT(kb_bench_gate_class(g, "P-256+HQC-128"),
              KB_BENCH_PASS); /* a name, not an id */
    CHECK_INT(kb_bench_gate_class(g, "DKEM-128"), KB_BENCH_NOKAT);
    CHECK_INT(kb_bench_gate_class(g, "ML-KEM-512"), KB_BENCH_NOKAT);
    CHECK_INT(kb_bench_gate_class(g, "X448+ML-KEM-768"), KB_BENCH_NOKAT);
    CHECK_INT(kb_bench_gate_class(g, "RSA-2048"), KB_BENCH_NOKAT);
    json_decref(g);
}

TEST(one_bad_answer_keeps_an_algorithm_and_its_pairs_from_being_timed) {
    json_t *g =
        gate("MISMATCH", ANSWER("ML-KEM-768, 100 runs", "PASS") "," ANSWER(
                             "CKEM1.X448.ML-KEM-768.HKDF-SHA256, direct", "MISMATCH"));
    CHECK_INT(kb_bench_gate_class(g, "ML-KEM-768"), KB_BENCH_MISMATCH);
    CHECK_INT(kb_bench_gate_class(g, "X448+ML-KEM-768"), KB_BENCH_MISMATCH);
    CHECK_INT(kb_bench_gate_class(g, "P-521+ML-KEM-768"), KB_BENCH_MISMATCH);
    json_decref(g);
}

TEST(a_gate_that_crashed_lets_nothing_pass) {
    json_t *g = gate("CRASH", "");
    CHECK_INT(kb_bench_gate_class(g, "ML-KEM-768"), KB_BENCH_CRASH);
    json_decref(g);
    g = gate("nonsense", "");
    CHECK(!kb_bench_class_is_good(kb_bench_gate_class(g, "ML-KEM-768")));
    json_decref(g);
}

static void keep(void *self, const kb_selftest_result *result) {
    (void)json_array_append_new(self,
                                json_pack("{s:s, s:s}", "name", result->name, "class",
                                          result->status == KB_OK ? "PASS" : "MISMATCH"));
}

/* Those of SLH-DSA that take long are answered when they are to be timed. */
static bool is_slow(const char *alg) {
    return strncmp(alg, "SLH-DSA", 7) == 0 && alg[strlen(alg) - 1] == 's';
}

TEST(every_row_of_every_family_has_a_known_answer) {
    json_t *answers = json_array();
    CHECK_OK(kb_selftest_run(false, keep, answers));
    json_t *g = json_pack("{s:s, s:o}", "class", "PASS", "answers", answers);
    REQUIRE(g != NULL);
    kb_bench_row *rows = calloc(KB_BENCH_ROWS_MAX, sizeof *rows);
    REQUIRE(rows != NULL);
    const kb_bench_options options = {.is_full = true};
    for (size_t s = 0; kb_bench_suites[s] != NULL; s++) {
        size_t n = kb_bench_suites[s]->rows(rows, KB_BENCH_ROWS_MAX, &options);
        CHECK(n >= 3);
        for (size_t i = 0; i < n; i++) {
            if (!is_slow(rows[i].alg)) {
                CHECK_(kb_bench_gate_row_class(g, &rows[i]) == KB_BENCH_PASS, (void)0,
                       "%s %s", rows[i].family, rows[i].alg);
            }
        }
    }
    free(rows);
    json_decref(g);
}

int main(void) {
    RUN(an_algorithm_passes_by_answers_that_are_about_it);
    RUN(one_bad_answer_keeps_an_algorithm_and_its_pairs_from_being_timed);
    RUN(a_gate_that_crashed_lets_nothing_pass);
    RUN(every_row_of_every_family_has_a_known_answer);
    return TEST_END();
}
