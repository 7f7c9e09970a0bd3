/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ratios of medians and their intervals, of samples of which the truth is known. */
#include "sides.h"

#include "samples.h"
#include "test.h"

#define ROUNDS 40

/* What is said of one pair of operations. */
static kb_bench_ratio compare(const samples *a, const samples *b, bool is_paired,
                              double noise) {
    kb_bench_op x = {.trial_count = 0}, y = {.trial_count = 0};
    kb_bench_side left = {.count = 0}, right = {.count = 0};
    kb_bench_ratio ratio = {.value = 0};
    samples_add(&x, a);
    samples_add(&y, b);
    CHECK_OK(kb_bench_side_of(&left, &x));
    CHECK_OK(kb_bench_side_of(&right, &y));
    CHECK_OK(kb_bench_ratio_of(&ratio, &left, &right, is_paired, noise));
    CHECK(ratio.low <= ratio.value && ratio.value <= ratio.high);
    kb_bench_side_free(&left);
    kb_bench_side_free(&right);
    samples_drop(&x);
    samples_drop(&y);
    return ratio;
}

static bool is_slower(const kb_bench_ratio *r) {
    return r->low > 1.05;
}

static bool is_flagged(const kb_bench_ratio *r) {
    return is_slower(r) || r->high < 1 / 1.05;
}

/* How many of ROUNDS are flagged when b takes factor times as long. */
static int flagged(samples a, double factor, bool is_paired, double noise) {
    int count = 0;
    for (int i = 0; i < ROUNDS; i++) {
        samples b = a;
        b.base *= factor;
        kb_bench_ratio r = compare(&a, &b, is_paired, noise);
        count += factor == 1 ? is_flagged(&r) : is_slower(&r);
    }
    return count;
}

TEST(blocks_are_calls_in_the_order_of_time) {
    static uint64_t ticks[32];
    kb_bench_trial trial = {.n = 32, .ticks = ticks, .ticks_per_s = 1e9};
    kb_bench_op op = {.trial_count = 1, .trials = &trial};
    kb_bench_side side;
    for (size_t i = 0; i < 32; i++) {
        ticks[i] = 100 + i;
    }
    REQUIRE_OK(kb_bench_side_of(&side, &op));
    CHECK_INT(side.n, 32);
    CHECK_INT(side.count, KB_BENCH_BLOCKS);
    CHECK_INT(side.trials, 1);
    CHECK(side.p50 == 115.5);
    CHECK(side.blocks[0].median == 100.5 && side.blocks[0].quartile == 100.25);
    CHECK(side.blocks[15].median == 130.5);
    kb_bench_side_free(&side);
    trial.n = 3;
    REQUIRE_OK(kb_bench_side_of(&side, &op));
    CHECK_INT(side.count, 3);
    CHECK(side.blocks[2].median == 102 && side.blocks[2].quartile == 102);
    kb_bench_side_free(&side);
    trial.n = 0;
    CHECK_STATUS(kb_bench_side_of(&side, &op), KB_ERR_ARGUMENT);
}

TEST(equal_builds_are_not_flagged) {
    samples a = {.base = 1e4, .process = 0.015, .call = 0.02, .trials = 1, .n = 500};
    CHECK(flagged(a, 1, false, 0.03) == 0);
    a.trials = 8;
    CHECK(flagged(a, 1, true, 0) == 0);
    a.process = 0.05; /* far apart: that is what trials are for */
    CHECK(flagged(a, 1, true, 0) <= ROUNDS * 2 / 100);
}

TEST(ten_percent_more_is_flagged) {
    samples a = {.base = 1e4, .process = 0.005, .call = 0.02, .trials = 1, .n = 500};
    CHECK(flagged(a, 1.1, false, 0.02) >= ROUNDS * 95 / 100);
    a.trials = 8;
    a.process = 0.015;
    CHECK(flagged(a, 1.1, true, 0) >= ROUNDS * 95 / 100);
}

TEST(the_interval_holds_the_truth_as_often_as_it_says) {
    samples a = {.base = 1e4, .process = 0.02, .call = 0.02, .trials = 8, .n = 100};
    int held = 0;
    for (int i = 0; i < 4 * ROUNDS; i++) {
        samples b = a;
        b.base *= 1.1;
        kb_bench_ratio r = compare(&a, &b, true, 0);
        held += r.low <= 1.1 && 1.1 <= r.high;
    }
    TEST_NOTE("%d of %d intervals hold the truth", held, 4 * ROUNDS);
    CHECK(held >= 4 * ROUNDS * 94 / 100);
}

TEST(calls_of_one_process_are_not_taken_for_independent_ones) {
    /* 500 calls of each: their medians are known to 0.2 %, but the processes differ by
     * 4 %, which no trial shows. Without noise that is flagged, with it it is not. */
    samples a = {.base = 1e4, .process = 0.04, .call = 0.02, .trials = 1, .n = 500};
    CHECK(flagged(a, 1, false, 0) >= ROUNDS * 20 / 100);
    CHECK(flagged(a, 1, false, 1.96 * 0.04 * 1.4142) <= ROUNDS * 5 / 100);
}

TEST(a_drift_within_a_trial_widens_the_interval) {
    samples a = {.base = 1e4, .call = 0.01, .trials = 1, .n = 2000};
    samples b = a;
    b.drift = 0.3;
    kb_bench_ratio steady = compare(&a, &a, false, 0), drift = compare(&a, &b, false, 0);
    CHECK(steady.high / steady.low < 1.02);
    CHECK(drift.high / drift.low > 1.1);
    CHECK(!is_flagged(&drift));
}

TEST(a_drift_that_pairs_share_cancels) {
    static const double rise[] = {1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35};
    samples a = {.base = 1e4,
                 .process = 0.005,
                 .call = 0.01,
                 .trials = 8,
                 .n = 200,
                 .trial = rise};
    CHECK(flagged(a, 1, true, 0) == 0);
    CHECK(flagged(a, 1.1, true, 0) >= ROUNDS * 95 / 100);
    CHECK(flagged(a, 1.1, false, 0) < ROUNDS / 2); /* drawn apart it hides the change */
}

TEST(one_disturbed_trial_flags_nothing_and_hides_little) {
    static const double disturbed[] = {1, 1, 1, 1.5, 1, 1, 1, 1};
    samples a = {.base = 1e4, .process = 0.005, .call = 0.01, .trials = 8, .n = 200};
    samples b = a;
    b.trial = disturbed;
    for (int i = 0; i < 20; i++) {
        kb_bench_ratio r = compare(&a, &b, true, 0);
        CHECK(!is_flagged(&r));
        CHECK(fabs(r.value - 1) < 0.03);
        r = compare(&b, &a, true, 0);
        CHECK(!is_flagged(&r));
    }
    b.base *= 1.1;
    for (int i = 0; i < 20; i++) {
        kb_bench_ratio r = compare(&a, &b, true, 0);
        CHECK(is_slower(&r));
    }
}

TEST(a_processor_that_was_shared_does_not_make_a_build_slower) {
    samples a = {.base = 5e6, .call = 0.01, .trials = 1, .n = 60};
    samples b = a;
    b.share = 0.4;
    kb_bench_ratio r = compare(&a, &b, false, 0.02);
    CHECK(r.value > 2.4 && r.value < 2.6);
    CHECK(!is_flagged(&r));
    r = compare(&b, &a, false, 0.02);
    CHECK(!is_flagged(&r));
    /* Short calls lose nothing: most run between two interruptions. */
    a.base = b.base = 1e4;
    b.base *= 1.1;
    r = compare(&a, &b, false, 0.02);
    CHECK(is_slower(&r));
}

TEST(few_calls_that_differ_say_little) {
    samples a = {.base = 5e5, .call = 0.3, .trials = 1, .n = 3};
    CHECK(flagged(a, 1, false, 0.02) <= ROUNDS * 5 / 100);
    a.call = 0.001;
    CHECK(flagged(a, 1.1, false, 0.02) >= ROUNDS / 2); /* interruptions hide the others */
}

TEST(one_call_of_each_says_nothing) {
    samples a = {.base = 5e5, .trials = 1, .n = 1}, b = a;
    b.base *= 3;
    kb_bench_ratio r = compare(&a, &b, false, 0.02);
    CHECK(!is_flagged(&r));
    CHECK(isfinite(r.high) && r.low > 0);
}

TEST(the_same_samples_give_the_same_digits) {
    samples a = {.base = 1e4, .process = 0.01, .call = 0.02, .trials = 5, .n = 40};
    uint64_t start = samples_state;
    kb_bench_ratio x = compare(&a, &a, false, 0.01);
    samples_state = start;
    kb_bench_ratio y = compare(&a, &a, false, 0.01);
    CHECK_MEM(&x, &y, sizeof x);
}

TEST(damaged_sides_are_refused) {
    kb_bench_block blocks[2] = {{0, 10, 9}, {1, 10, 9}};
    kb_bench_side good = {.n = 2,
                          .trials = 2,
                          .p50 = 10,
                          .fast = 9,
                          .least = 8,
                          .share = 1,
                          .count = 2,
                          .blocks = blocks};
    kb_bench_side bad = good;
    kb_bench_ratio r;
    CHECK_OK(kb_bench_ratio_of(&r, &good, &good, true, 0));
    bad.p50 = 0;
    CHECK_STATUS(kb_bench_ratio_of(&r, &good, &bad, true, 0), KB_ERR_ARGUMENT);
    CHECK_STATUS(kb_bench_ratio_of(&r, &bad, &good, true, 0), KB_ERR_ARGUMENT);
    bad = good;
    bad.share = 0;
    CHECK_STATUS(kb_bench_ratio_of(&r, &good, &bad, true, 0), KB_ERR_ARGUMENT);
    bad = (kb_bench_side){.count = 0};
    CHECK_STATUS(kb_bench_side_finish(&bad), KB_ERR_FORMAT);
    bad = (kb_bench_side){.count = 2, .blocks = calloc(2, sizeof *bad.blocks)};
    REQUIRE(bad.blocks != NULL);
    bad.blocks[1].trial = 2; /* none in between */
    CHECK_STATUS(kb_bench_side_finish(&bad), KB_ERR_FORMAT);
}

int main(void) {
    RUN(blocks_are_calls_in_the_order_of_time);
    RUN(equal_builds_are_not_flagged);
    RUN(ten_percent_more_is_flagged);
    RUN(the_interval_holds_the_truth_as_often_as_it_says);
    RUN(calls_of_one_process_are_not_taken_for_independent_ones);
    RUN(a_drift_within_a_trial_widens_the_interval);
    RUN(a_drift_that_pairs_share_cancels);
    RUN(one_disturbed_trial_flags_nothing_and_hides_little);
    RUN(a_processor_that_was_shared_does_not_make_a_build_slower);
    RUN(few_calls_that_differ_say_little);
    RUN(one_call_of_each_says_nothing);
    RUN(the_same_samples_give_the_same_digits);
    RUN(damaged_sides_are_refused);
    return TEST_END();
}
