/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The options of measured families, right and wrong. */
#include "options.h"

#include "test.h"

static kb_status parse(kb_bench_options *out, bool *help, int count,
                       const char *const *w) {
    char *words[14];
    for (int i = 0; i < count; i++) {
        words[i] = (char *)(uintptr_t)w[i];
    }
    return kb_bench_options_parse(out, help, count, words);
}

TEST(every_option_is_taken) {
    static const char *const w[] = {
        "--quick", "--json",   "--out", "dir",     "--seed", "0",       "--trials",
        "2",       "--warmup", "0",     "--calls", "20000",  "--bytes", "1073741824"};
    kb_bench_options o;
    bool help;
    REQUIRE_OK(parse(&o, &help, 14, w));
    CHECK(o.is_quick && o.is_json && !o.is_full && !help);
    CHECK_STR(o.out, "dir");
    CHECK(o.is_seeded && o.seed == 0);
    CHECK(o.counts.trials == 2 && o.counts.warmups == 0 && o.counts.calls == 20000);
    CHECK(o.cpu < 0 && o.only == NULL && o.bytes == 1073741824);
    REQUIRE_OK(parse(&o, &help, 0, w));
    CHECK(o.bytes == 0 && !o.is_seeded && o.counts.warmups < 0 && o.counts.trials == 0);
}

TEST(what_is_wrong_is_named) {
    static const char *const wrong[][2] = {
        {"--trials", "0"}, {"--trials", "65"},  {"--calls", "20001"},
        {"--calls", "x"},  {"--seed", "-1"},    {"--seed", "1x"},
        {"--out", ""},     {"--nonsense", "1"}, {"--quick", "--full"},
        {"--cpu", ""},     {"--bytes", "0"}};
    kb_bench_options o;
    bool help;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(parse(&o, &help, 2, wrong[i]), KB_ERR_ARGUMENT);
        CHECK(strstr(kb_last_error()->text, wrong[i][0]) != NULL);
    }
    CHECK_STATUS(parse(&o, &help, 1, (const char *const[]){"--seed"}), KB_ERR_ARGUMENT);
    CHECK_STATUS(parse(&o, &help, 1, (const char *const[]){"word"}), KB_ERR_ARGUMENT);
}

TEST(options_that_take_a_value_are_told_from_others) {
    static const char *const with[] = {"--out", "--only", "--baseline", "--seed",
                                       "--cpu"};
    static const char *const without[] = {"--quick", "--json", "--nonsense", "out"};
    for (size_t i = 0; i < 5; i++) {
        CHECK(kb_bench_option_has_value(with[i]));
    }
    for (size_t i = 0; i < 4; i++) {
        CHECK(!kb_bench_option_has_value(without[i]));
    }
}

int main(void) {
    RUN(every_option_is_taken);
    RUN(what_is_wrong_is_named);
    RUN(options_that_take_a_value_are_told_from_others);
    return TEST_END();
}
