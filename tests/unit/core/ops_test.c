/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice among dispatch tables. */
#include "core/ops.h"

#include "core/cpu.h"
#include "test.h"

static const kb_ops wide = {"wide", 5}, narrow = {"narrow", 1},
                    portable = {"portable", 0};
static const kb_ops *const tables[] = {&wide, &narrow, &portable};
static const kb_ops *wrong[2];
static unsigned trials;

static bool agrees(const kb_ops *candidate, const kb_ops *reference) {
    CHECK(reference == &portable);
    trials++;
    return candidate != wrong[0] && candidate != wrong[1];
}

static const kb_ops_family family = {.tables = tables, .count = 3, .agrees = agrees};

TEST(the_first_table_that_the_features_allow_is_taken) {
    unsigned dropped = 0;
    CHECK(kb_ops_pick(&family, 7, &dropped) == &wide);
    CHECK(kb_ops_pick(&family, 3, &dropped) == &narrow);
    CHECK(kb_ops_pick(&family, 4, &dropped) == &portable);
    CHECK(kb_ops_pick(&family, 0, &dropped) == &portable);
    CHECK_INT(dropped, 0);
}

TEST(a_table_that_disagrees_is_dropped_and_counted) {
    unsigned dropped = 0;
    wrong[0] = &wide;
    CHECK(kb_ops_pick(&family, 7, &dropped) == &narrow);
    CHECK_INT(dropped, 1);
    wrong[1] = &narrow;
    CHECK(kb_ops_pick(&family, 7, &dropped) == &portable);
    CHECK_INT(dropped, 3);
    wrong[0] = wrong[1] = NULL;
}

TEST(a_table_that_cannot_run_here_is_not_tried) {
    unsigned dropped = 0;
    trials = 0;
    wrong[0] = &wide;
    CHECK(kb_ops_pick(&family, 0, &dropped) == &portable);
    CHECK_INT(trials, 0);
    CHECK_INT(dropped, 0);
    wrong[0] = NULL;
}

TEST(the_choice_is_made_once) {
    static const kb_ops fast = {"fast", 0};
    static const kb_ops *const list[] = {&fast, &portable};
    kb_ops_family own = {.tables = list, .count = 2, .agrees = agrees};
    trials = 0;
    wrong[0] = &fast;
    CHECK(kb_ops_get(&own) == &portable);
    wrong[0] = NULL;
    CHECK(kb_ops_get(&own) == &portable);
    CHECK_INT(kb_ops_dropped(&own), 1);
    CHECK_INT(trials, 1);
}

TEST(without_features_every_family_is_portable) {
    static const kb_ops *const list[] = {&narrow, &portable};
    kb_ops_family own = {.tables = list, .count = 2, .agrees = agrees};
    kb_cpu_limit(0);
    CHECK_INT(kb_cpu_features(), 0);
    CHECK(kb_ops_get(&own) == &portable);
}

int main(void) {
    /* First, since a limit has an effect before the first look at the features only. */
    RUN(without_features_every_family_is_portable);
    RUN(the_first_table_that_the_features_allow_is_taken);
    RUN(a_table_that_disagrees_is_dropped_and_counted);
    RUN(a_table_that_cannot_run_here_is_not_tried);
    RUN(the_choice_is_made_once);
    return TEST_END();
}
