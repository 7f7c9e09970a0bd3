/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A trial of a subject made for the test: what is called, counted, kept and refused. */
#include "trial.h"

#include "core/error.h"
#include "core/rng.h"
#include "test.h"

#include <stdlib.h>

static struct {
    size_t calls[2], checks[2], next, last_op, wrong_from, fail_from;
    uint8_t key[32];
    void *kept[2];
} state;

static kb_status open_fake(void **self, kb_bench_info *info, const kb_bench_row *row,
                           unsigned ops) {
    (void)row;
    (void)ops;
    *self = &state;
    info->pool = 1;
    return kb_rng_bytes(state.key, sizeof state.key);
}

static kb_status call_fake(void *self, size_t op, size_t i) {
    (void)self;
    state.calls[op]++;
    state.next = i;
    state.last_op = op;
    free(state.kept[op]);
    state.kept[op] = malloc(5000);
    return i < state.fail_from ? KB_OK : KB_FAIL(KB_ERR_KEY, "it fails");
}

static kb_status check_fake(void *self, size_t op, size_t i) {
    (void)self;
    state.checks[op]++;
    CHECK(state.last_op == op && state.next == i);
    return i < state.wrong_from ? KB_OK : KB_FAIL(KB_ERR_INTERNAL, "it is wrong");
}

static void forget_fake(void *self) {
    (void)self;
    for (size_t op = 0; op < 2; op++) {
        free(state.kept[op]);
        state.kept[op] = NULL;
    }
}

static const kb_bench_subject fake = {
    .ops = {"A", "B"},
    .op_count = 2,
    .is_paired = true,
    .has_call_cpu = true,
    .open = open_fake,
    .call = call_fake,
    .check = check_fake,
    .forget = forget_fake,
    .close = forget_fake,
};

static kb_bench_trial_job job(unsigned ops, uint64_t calls) {
    kb_bench_trial_job j = {.ops = ops, .warmups = 3, .calls = calls, .cpu = -1};
    kb_bench_row_set(&j.row, "composite", "a+b", NULL, 0);
    state.calls[0] = state.calls[1] = state.checks[0] = state.checks[1] = 0;
    state.wrong_from = state.fail_from = SIZE_MAX;
    return j;
}

TEST(every_call_is_timed_once_and_checked) {
    kb_bench_record r;
    kb_bench_trial_job j = job(3, 50);
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    CHECK_INT(r.op_count, 2);
    CHECK_INT(state.checks[0], 53); /* 3 of the warm-up */
    CHECK_INT(state.calls[1], 54);  /* one more with the memory watched */
    for (size_t i = 0; i < r.op_count; i++) {
        const kb_bench_trial *t = &r.ops[i].trials[0];
        CHECK_INT(r.ops[i].trial_count, 1);
        CHECK_INT(t->n, 50);
        CHECK(t->ticks != NULL && t->cpu_ns != NULL);
        CHECK(t->ticks_per_s > 1e6 && t->overhead_ticks < 100000);
        CHECK_INT(t->failures, 0);
        CHECK(!t->is_heap_counted || (t->heap_calls == 1 && t->heap_peak_bytes >= 5000));
    }
    kb_bench_record_drop(&r);
}

TEST(only_the_operation_that_is_asked_for_is_called) {
    kb_bench_record r;
    kb_bench_trial_job j = job(2, 5);
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    CHECK_INT(r.op_count, 1);
    CHECK_STR(r.ops[0].name, "B");
    CHECK_INT(state.calls[0], 0);
    kb_bench_record_drop(&r);
}

TEST(wrong_results_are_counted_and_no_number_is_shown) {
    kb_bench_record r;
    kb_bench_trial_job j = job(1, 20);
    state.wrong_from = 13; /* 10 of the 20 timed calls that follow the warm-up */
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    CHECK_INT(r.ops[0].trials[0].failures, 10);
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_MISMATCH);
    CHECK_INT(r.ops[0].derived.ns.n, 0);
    kb_bench_record_drop(&r);
}

TEST(a_call_that_fails_ends_the_trial_as_a_mismatch) {
    kb_bench_record r;
    kb_bench_trial_job j = job(3, 20);
    state.fail_from = 7;
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    CHECK_INT(r.ops[0].trials[0].failures, 1);
    CHECK_INT(state.calls[0], 8);
    CHECK_INT(state.calls[1], 7);
    REQUIRE_OK(kb_bench_record_derive(&r));
    CHECK_INT(r.class, KB_BENCH_MISMATCH);
    kb_bench_record_drop(&r);
}

TEST(a_trial_that_times_itself_makes_at_least_three_calls_and_then_stops) {
    kb_bench_record r;
    kb_bench_trial_job j = job(1, 0);
    j.target_ns = 1;
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    CHECK_INT(r.ops[0].trials[0].n, 3);
    kb_bench_record_drop(&r);
}

TEST(a_seed_gives_the_same_keys_and_another_one_others) {
    uint8_t first[32];
    kb_bench_record r;
    kb_bench_trial_job j = job(1, 3);
    j.is_seeded = true;
    j.seed = 42;
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    memcpy(first, state.key, sizeof first);
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    CHECK_MEM(state.key, first, sizeof first);
    j.seed = 43;
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    CHECK(memcmp(state.key, first, sizeof first) != 0);
    j.seed = 42;
    j.number = 1; /* another trial of the same run */
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    CHECK(memcmp(state.key, first, sizeof first) != 0);
}

TEST(without_a_seed_and_after_the_preparation_randomness_is_the_kernels) {
    uint8_t a[32], b[32];
    kb_bench_record r;
    kb_bench_trial_job j = job(1, 3);
    j.is_seeded = true;
    j.seed = 42;
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    REQUIRE_OK(kb_rng_bytes(a, sizeof a));
    REQUIRE_OK(kb_bench_trial_run(&r, &j, &fake));
    kb_bench_record_drop(&r);
    REQUIRE_OK(kb_rng_bytes(b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) != 0);
}

int main(void) {
    RUN(every_call_is_timed_once_and_checked);
    RUN(only_the_operation_that_is_asked_for_is_called);
    RUN(wrong_results_are_counted_and_no_number_is_shown);
    RUN(a_call_that_fails_ends_the_trial_as_a_mismatch);
    RUN(a_trial_that_times_itself_makes_at_least_three_calls_and_then_stops);
    RUN(a_seed_gives_the_same_keys_and_another_one_others);
    RUN(without_a_seed_and_after_the_preparation_randomness_is_the_kernels);
    return TEST_END();
}
