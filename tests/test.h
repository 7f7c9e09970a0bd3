/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The test framework: about fifteen macros, lines in the TAP manner, no dependency.
 *
 *     TEST(rejects_short_input) { CHECK_STATUS(parse("", 0), KB_ERR_FORMAT); }
 *     int main(void) { RUN(rejects_short_input); return TEST_END(); }
 *
 * A test's name is the rule that it protects. A CHECK that fails prints where and goes
 * on; a REQUIRE that fails leaves the test. A program that ran no check at all fails.
 */
#ifndef KB_TEST_H
#define KB_TEST_H

#include <keybraid/status.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_count, test_failed, test_checks, test_bad;

#define TEST(name) static void test_##name(void)

#define RUN(name)                                                                        \
    do {                                                                                 \
        test_bad = 0;                                                                    \
        test_##name();                                                                   \
        test_count++;                                                                    \
        test_failed += test_bad != 0;                                                    \
        printf("%s %d - %s\n", test_bad ? "not ok" : "ok", test_count, #name);           \
        fflush(stdout);                                                                  \
    } while (0)

#define TEST_NOTE(...) (printf("# " __VA_ARGS__), printf("\n"))

#define CHECK_(condition, leave, ...)                                                    \
    do {                                                                                 \
        test_checks++;                                                                   \
        if (!(condition)) {                                                              \
            test_bad++;                                                                  \
            printf("# %s:%d: ", __FILE__, __LINE__);                                     \
            printf(__VA_ARGS__);                                                         \
            printf("\n");                                                                \
            leave;                                                                       \
        }                                                                                \
    } while (0)

#define CHECK(condition)   CHECK_(condition, (void)0, "%s", #condition)
#define REQUIRE(condition) CHECK_(condition, return, "%s", #condition)

#define CHECK_STATUS_(call, want, leave)                                                 \
    do {                                                                                 \
        kb_status test_got = (call);                                                     \
        CHECK_(test_got == (want), leave, "%s: %s (%s), expected %s", #call,             \
               kb_status_name(test_got), test_got == KB_OK ? "" : kb_last_error()->text, \
               kb_status_name(want));                                                    \
    } while (0)

#define CHECK_STATUS(call, want) CHECK_STATUS_(call, want, (void)0)
#define CHECK_OK(call)           CHECK_STATUS_(call, KB_OK, (void)0)
#define REQUIRE_OK(call)         CHECK_STATUS_(call, KB_OK, return )

#define CHECK_INT(got, want)                                                             \
    do {                                                                                 \
        long long test_got = (long long)(got), test_want = (long long)(want);            \
        CHECK_(test_got == test_want, (void)0, "%s is %lld, expected %lld", #got,        \
               test_got, test_want);                                                     \
    } while (0)

#define CHECK_STR(got, want)                                                             \
    do {                                                                                 \
        const char *test_got = (got), *test_want = (want);                               \
        CHECK_(test_got != NULL && strcmp(test_got, test_want) == 0, (void)0,            \
               "%s is \"%s\", expected \"%s\"", #got, test_got ? test_got : "(null)",    \
               test_want);                                                               \
    } while (0)

#define CHECK_MEM(got, want, n)                                                          \
    CHECK_((n) == 0 || memcmp((got), (want), (n)) == 0, (void)0, "%s differs from %s",   \
           #got, #want)

/* Reads hex into out; returns the number of bytes, or -1 when it is not hex or longer
 * than cap. */
static inline long test_unhex(uint8_t *out, size_t cap, const char *hex) {
    size_t len = strlen(hex);
    if (len % 2 != 0 || len / 2 > cap) {
        return -1;
    }
    for (size_t i = 0; i < len / 2; i++) {
        unsigned byte;
        if (strspn(hex + 2 * i, "0123456789abcdefABCDEF") < 2 ||
            sscanf(hex + 2 * i, "%2x", &byte) != 1) {
            return -1;
        }
        out[i] = (uint8_t)byte;
    }
    return (long)(len / 2);
}

#define CHECK_HEX(got, n, hex)                                                           \
    do {                                                                                 \
        uint8_t test_want[4096];                                                         \
        long test_n = test_unhex(test_want, sizeof test_want, (hex));                    \
        CHECK_(test_n == (long)(n) && memcmp((got), test_want, (size_t)(n)) == 0,        \
               (void)0, "%s is not %s", #got, (hex));                                    \
    } while (0)

/* Prints the plan; returns the exit code of the program. */
static inline int test_end(void) {
    printf("1..%d\n# %d checks, %d of %d tests failed\n", test_count, test_checks,
           test_failed, test_count);
    return test_failed != 0 || test_checks == 0;
}
#define TEST_END() test_end()

#endif
