/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How the end of a child is told. */
#include "process.h"

#include "test.h"

#define MS UINT64_C(1000000)

static kb_bench_output run(const char *script, uint64_t timeout_ns) {
    char shell[] = "/bin/sh", option[] = "-c", text[200];
    char *const words[] = {shell, option, text, NULL};
    kb_bench_output out = {.class = KB_BENCH_MISMATCH};
    (void)snprintf(text, sizeof text, "%s", script);
    CHECK_OK(kb_bench_process_run(&out, words, timeout_ns));
    return out;
}

TEST(output_is_taken_whole) {
    kb_bench_output out =
        run("head -c 300000 /dev/zero | tr '\\0' x; echo end", 9000 * MS);
    CHECK_INT(out.class, KB_BENCH_PASS);
    CHECK_INT(out.len, 300004);
    CHECK_STR(out.text + 300000, "end\n");
    free(out.text);
}

TEST(a_signal_and_an_exit_code_are_a_crash) {
    kb_bench_output out = run("kill -SEGV $$", 9000 * MS);
    CHECK_INT(out.class, KB_BENCH_CRASH);
    CHECK(strstr(out.detail, "signal 11") != NULL);
    free(out.text);
    out = run("exit 3", 9000 * MS);
    CHECK_INT(out.class, KB_BENCH_CRASH);
    CHECK_STR(out.detail, "exit code 3");
    free(out.text);
}

TEST(a_child_that_does_not_end_is_killed_after_its_time) {
    kb_bench_output out = run("exec sleep 60", 200 * MS);
    CHECK_INT(out.class, KB_BENCH_TIMEOUT);
    CHECK(out.wall_ns < 20000 * MS);
    free(out.text);
}

TEST(a_program_that_is_not_there_is_a_crash) {
    char path[] = "/nonexistent/program";
    char *const words[] = {path, NULL};
    kb_bench_output out;
    REQUIRE_OK(kb_bench_process_run(&out, words, 9000 * MS));
    CHECK_INT(out.class, KB_BENCH_CRASH);
    free(out.text);
}

int main(void) {
    RUN(output_is_taken_whole);
    RUN(a_signal_and_an_exit_code_are_a_crash);
    RUN(a_child_that_does_not_end_is_killed_after_its_time);
    RUN(a_program_that_is_not_there_is_a_crash);
    return TEST_END();
}
