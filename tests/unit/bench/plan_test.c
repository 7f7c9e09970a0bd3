/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rule of the plan at its corners. */
#include "plan.h"

#include "test.h"

#define MS UINT64_C(1000000)
#define S  (1000 * MS)

static const kb_bench_counts none = {.warmups = -1};

TEST(a_trial_aims_at_one_second) {
    kb_bench_plan p = kb_bench_plan_full(3 * MS, 0, &none);
    CHECK_INT(p.trials, 5);
    CHECK_INT(p.calls, 334); /* 1 s / 3 ms, rounded up */
    CHECK_INT(p.warmups, 3);
    CHECK_INT(p.timeout_ns, 3 * 337 * 3 * MS + 300 * S);
}

TEST(a_fast_call_is_made_at_most_20000_times) {
    CHECK_INT(kb_bench_plan_full(1000, 0, &none).calls, 20000);
    CHECK_INT(kb_bench_plan_full(0, 0, &none).calls, 20000);
}

TEST(a_slow_call_is_made_100_times_in_all) {
    kb_bench_plan p = kb_bench_plan_full(2 * S, 0, &none);
    CHECK_INT(p.calls, 20);
    CHECK_INT(p.trials, 5);
    CHECK_INT(p.warmups, 1);
}

TEST(the_budget_of_900_seconds_cuts_calls_then_trials) {
    kb_bench_plan p = kb_bench_plan_full(20 * S, 0, &none);
    CHECK_INT(p.calls, 9); /* 900 / (5 * 20) */
    CHECK_INT(p.trials, 5);
    CHECK_INT(p.warmups, 0);
    p = kb_bench_plan_full(300 * S, 0, &none);
    CHECK_INT(p.calls, 1);
    CHECK_INT(p.trials, 3);
    p = kb_bench_plan_full(2000 * S, 0, &none);
    CHECK_INT(p.calls, 1);
    CHECK_INT(p.trials, 1);
}

TEST(what_the_user_asks_for_wins) {
    const kb_bench_counts wanted = {.trials = 2, .calls = 7, .warmups = 0};
    kb_bench_plan p = kb_bench_plan_full(3 * MS, 0, &wanted);
    CHECK_INT(p.trials, 2);
    CHECK_INT(p.calls, 7);
    CHECK_INT(p.warmups, 0);
    p = kb_bench_plan_quick(&wanted);
    CHECK_INT(p.trials, 2);
    CHECK_INT(p.calls, 7);
}

TEST(pairs_are_an_even_number_of_short_trials_with_fixed_calls) {
    kb_bench_plan p = kb_bench_plan_pairs(MS, 0, false, &none);
    CHECK_INT(p.trials, 8);
    CHECK_INT(p.calls, 400); /* 0.4 s / 1 ms */
    CHECK_INT(p.retries_max, 0);
    p = kb_bench_plan_pairs(MS, 0, true, &none);
    CHECK_INT(p.trials, 8);
    CHECK_INT(p.calls, 80);
    CHECK_INT(kb_bench_plan_pairs(2 * S, 0, true, &none).calls, 3);
    CHECK(kb_bench_plan_pairs(2 * S, 0, true, &none).timeout_ns >= 10 * S);
    const kb_bench_counts wanted = {.trials = 6, .calls = 7, .warmups = 0};
    p = kb_bench_plan_pairs(MS, 0, true, &wanted);
    CHECK_INT(p.trials, 6);
    CHECK_INT(p.calls, 7);
    CHECK_INT(p.warmups, 0);
}

TEST(a_quick_plan_is_one_trial_that_times_itself) {
    kb_bench_plan p = kb_bench_plan_quick(&none);
    CHECK_INT(p.trials, 1);
    CHECK_INT(p.calls, 0);
    CHECK(p.target_ns < S);
    CHECK_INT(kb_bench_plan_fit(5 * S, p.target_ns), 3);
    CHECK_INT(kb_bench_plan_fit(100 * MS, 600 * MS), 6);
    CHECK_INT(kb_bench_plan_fit(10, p.target_ns), 20000);
    CHECK_INT(kb_bench_plan_fit(0, p.target_ns), 20000);
}

TEST(a_trial_below_95_percent_of_the_clock_is_disturbed_unless_it_is_short) {
    CHECK(kb_bench_plan_is_disturbed(0.94, S));
    CHECK(!kb_bench_plan_is_disturbed(0.96, S));
    CHECK(!kb_bench_plan_is_disturbed(0.5, 10 * MS));
}

int main(void) {
    RUN(a_trial_aims_at_one_second);
    RUN(a_fast_call_is_made_at_most_20000_times);
    RUN(a_slow_call_is_made_100_times_in_all);
    RUN(the_budget_of_900_seconds_cuts_calls_then_trials);
    RUN(what_the_user_asks_for_wins);
    RUN(pairs_are_an_even_number_of_short_trials_with_fixed_calls);
    RUN(a_quick_plan_is_one_trial_that_times_itself);
    RUN(a_trial_below_95_percent_of_the_clock_is_disturbed_unless_it_is_short);
    return TEST_END();
}
