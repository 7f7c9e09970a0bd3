/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Axes and numbers of plots. */
#include "svg.h"

#include "test.h"

#include <math.h>

static bool is_near(double a, double b) {
    return fabs(a - b) < 1e-9 * (1 + fabs(b));
}

static void ticks_are(const kb_bench_scale *scale, size_t most, const double *want,
                      size_t n) {
    kb_bench_ticks ticks;
    kb_bench_ticks_of(&ticks, scale, most);
    CHECK_INT(ticks.count, n);
    for (size_t i = 0; i < n && i < ticks.count; i++) {
        CHECK(is_near(ticks.value[i], want[i]));
    }
}

TEST(values_go_to_their_places_and_stay_on_the_axis) {
    const kb_bench_scale linear = {false, 10, 20, 100, 300}, log = {true, 1, 100, 0, 50};
    CHECK(is_near(kb_bench_scale_at(&linear, 15), 200));
    CHECK(is_near(kb_bench_scale_at(&log, 10), 25));
    CHECK(is_near(kb_bench_scale_at(&linear, 9), 100));
    CHECK(is_near(kb_bench_scale_at(&linear, 1000), 300));
    const kb_bench_scale upward = {false, 0, 1, 200, 40}, point = {false, 3, 3, 0, 10};
    CHECK(is_near(kb_bench_scale_at(&upward, 0.25), 160));
    CHECK(is_near(kb_bench_scale_at(&point, 3), 5));
}

TEST(ticks_are_round) {
    ticks_are(&(kb_bench_scale){false, 0.3, 9.7, 0, 1}, 5, (const double[]){2, 4, 6, 8},
              4);
    ticks_are(&(kb_bench_scale){false, 0, 1, 0, 1}, 5,
              (const double[]){0, 0.2, 0.4, 0.6, 0.8, 1}, 6);
    ticks_are(&(kb_bench_scale){true, 1, 100, 0, 1}, 7,
              (const double[]){1, 2, 5, 10, 20, 50, 100}, 7);
    ticks_are(&(kb_bench_scale){true, 1, 1000, 0, 1}, 7,
              (const double[]){1, 3, 10, 30, 100, 300, 1000}, 7);
    ticks_are(&(kb_bench_scale){true, 1, 1e9, 0, 1}, 5,
              (const double[]){1, 100, 1e4, 1e6, 1e8}, 5);
    /* Less than a factor of two is as good as linear. */
    ticks_are(&(kb_bench_scale){true, 100, 140, 0, 1}, 4,
              (const double[]){100, 110, 120, 130, 140}, 5);
}

TEST(an_axis_without_extent_has_a_tick_and_ends) {
    kb_bench_ticks ticks;
    kb_bench_scale point = {false, 7, 7, 0, 1}, same = {true, 20, 20, 0, 1};
    kb_bench_ticks_of(&ticks, &point, 5);
    CHECK_INT(ticks.count, 1);
    kb_bench_scale_round(&same);
    CHECK(same.min <= 20 && same.max > same.min);
}

TEST(round_ends_hold_the_values) {
    kb_bench_scale s = {true, 3, 612, 0, 1};
    kb_bench_scale_round(&s);
    CHECK(is_near(s.min, 2) && is_near(s.max, 1000));
    s = (kb_bench_scale){true, 0.05, 50, 0, 1};
    kb_bench_scale_round(&s);
    CHECK(is_near(s.min, 0.05) && is_near(s.max, 50));
}

TEST(numbers_have_three_digits_and_a_unit) {
    char text[KB_BENCH_NUMBER_BYTES];
    CHECK_STR(kb_bench_number_time(text, 95149), "95.1 \u00b5s");
    CHECK_STR(kb_bench_number_time(text, 999.6), "1.00 \u00b5s");
    CHECK_STR(kb_bench_number_time(text, 12), "12.0 ns");
    CHECK_STR(kb_bench_number_time(text, 0), "0.000 ns");
    CHECK_STR(kb_bench_number_time(text, 3882765221), "3.88 s");
    CHECK_STR(kb_bench_number_tick(text, 0), "0");
    CHECK_STR(kb_bench_number_tick(text, 30e3), "30 \u00b5s");
    CHECK_STR(kb_bench_number_tick(text, 2.5e6), "2.5 ms");
    CHECK_STR(kb_bench_number_plain(text, 12345.6), "12346");
    CHECK_STR(kb_bench_number_plain(text, 99.96), "100");
    CHECK_STR(kb_bench_number_bytes(text, 800), "800 B");
    CHECK_STR(kb_bench_number_bytes(text, 1024), "1 KiB");
    CHECK_STR(kb_bench_number_bytes(text, 1536 * 1024.0), "1.5 MiB");
}

int main(void) {
    RUN(values_go_to_their_places_and_stay_on_the_axis);
    RUN(ticks_are_round);
    RUN(an_axis_without_extent_has_a_tick_and_ends);
    RUN(round_ends_hold_the_values);
    RUN(numbers_have_three_digits_and_a_unit);
    return TEST_END();
}
