/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Statistics against answers worked out by hand. */
#include "stats.h"

#include "test.h"

#include <math.h>

static bool is_near(double a, double b) {
    return fabs(a - b) < 1e-9 * (1 + fabs(b));
}

TEST(quantiles_are_linear_between_neighbours) {
    const double v[] = {10, 20, 30, 40, 50};
    /* Position 4 q: 0.04, 1, 2, 3.8, 3.96. */
    CHECK(is_near(kb_bench_quantile(v, 5, 0.01), 10.4));
    CHECK(is_near(kb_bench_quantile(v, 5, 0.25), 20));
    CHECK(is_near(kb_bench_quantile(v, 5, 0.5), 30));
    CHECK(is_near(kb_bench_quantile(v, 5, 0.95), 48));
    CHECK(is_near(kb_bench_quantile(v, 5, 0.99), 49.6));
    CHECK(is_near(kb_bench_quantile(v, 5, 1), 50));
    CHECK(is_near(kb_bench_quantile(v, 1, 0.999), 10));
    CHECK(is_near(kb_bench_quantile(v, 4, 0.5), 25));
}

TEST(mean_median_and_deviation_of_a_skewed_sample) {
    /* Sorted 1 1 2 2 4 6 9: median 2; distances 1 1 0 0 2 4 7, of which the median is 1. */
    double v[] = {9, 1, 2, 6, 1, 4, 2};
    kb_bench_stats s;
    REQUIRE_OK(kb_bench_stats_of(&s, v, 7));
    CHECK_INT(s.n, 7);
    CHECK(is_near(s.min, 1) && is_near(s.max, 9));
    CHECK(is_near(s.p50, 2));
    CHECK(is_near(s.mean, 25.0 / 7));
    CHECK(is_near(s.mad, 1));
    CHECK(is_near(s.p25, 1.5));
    CHECK(is_near(s.p75, 5));
}

TEST(interval_of_three_samples_reaches_from_end_to_end) {
    /* A resample of three has the least one as its median with probability 7/27, more
     * than 2.5 %, and the largest too. */
    double v[] = {3, 1, 2};
    kb_bench_stats s;
    REQUIRE_OK(kb_bench_stats_of(&s, v, 3));
    CHECK(is_near(s.low, 1) && is_near(s.high, 3));
}

TEST(interval_of_equal_samples_is_a_point) {
    double v[] = {5, 5, 5, 5};
    kb_bench_stats s;
    REQUIRE_OK(kb_bench_stats_of(&s, v, 4));
    CHECK(is_near(s.low, 5) && is_near(s.high, 5) && is_near(s.mad, 0));
}

/* Of the numbers 0..n-1 the median of a resample lies below k when at least half of the
 * draws do: a binomial tail. For n = 101 the tails reach 2.5 % at 40 and 60. */
TEST(interval_agrees_with_the_binomial_distribution) {
    double v[101];
    kb_bench_stats s;
    for (int i = 0; i < 101; i++) {
        v[i] = 100 - i;
    }
    REQUIRE_OK(kb_bench_stats_of(&s, v, 101));
    CHECK(fabs(s.low - 40) <= 1);
    CHECK(fabs(s.high - 60) <= 1);
}

TEST(interval_of_an_even_number_agrees_too) {
    double v[1000];
    kb_bench_stats s;
    for (int i = 0; i < 1000; i++) {
        v[i] = i;
    }
    REQUIRE_OK(kb_bench_stats_of(&s, v, 1000));
    /* Standard deviation of the binomial 15.8, so 499.5 less and more 31. */
    CHECK(fabs(s.low - 468.5) <= 4);
    CHECK(fabs(s.high - 530.5) <= 4);
}

TEST(the_same_samples_give_the_same_digits_in_any_order) {
    double a[50], b[50];
    kb_bench_stats x, y;
    for (int i = 0; i < 50; i++) {
        a[i] = (i * 37) % 50 * 1.25;
        b[49 - i] = a[i];
    }
    REQUIRE_OK(kb_bench_stats_of(&x, a, 50));
    REQUIRE_OK(kb_bench_stats_of(&y, b, 50));
    CHECK_MEM(&x.low, &y.low, sizeof x.low);
    CHECK_MEM(&x.high, &y.high, sizeof x.high);
}

TEST(the_spread_is_that_of_where_most_values_are) {
    /* Half of eleven values around 0 lie within 2.5, whatever the others do. */
    double v[] = {-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5};
    CHECK(is_near(kb_bench_spread(v, 11), 2.5 / 0.6744897501960817));
    v[9] = 1000;
    v[10] = 2000;
    CHECK(is_near(kb_bench_spread(v, 11), 2.5 / 0.6744897501960817));
    CHECK(is_near(kb_bench_spread(v, 1), 0));
}

TEST(empty_samples_are_refused) {
    double v[] = {0, 0, 0};
    kb_bench_stats s;
    CHECK_STATUS(kb_bench_stats_of(&s, v, 0), KB_ERR_ARGUMENT);
}

int main(void) {
    RUN(quantiles_are_linear_between_neighbours);
    RUN(mean_median_and_deviation_of_a_skewed_sample);
    RUN(interval_of_three_samples_reaches_from_end_to_end);
    RUN(interval_of_equal_samples_is_a_point);
    RUN(interval_agrees_with_the_binomial_distribution);
    RUN(interval_of_an_even_number_agrees_too);
    RUN(the_same_samples_give_the_same_digits_in_any_order);
    RUN(the_spread_is_that_of_where_most_values_are);
    RUN(empty_samples_are_refused);
    return TEST_END();
}
