/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What KEYBRAID_CPU may say. */
#include "common/cpu_choice.h"

#include "core/cpu.h"
#include "test.h"

static const struct {
    const char *value;
    uint32_t features;
} good[] = {
    {"portable", 0},
    {"all", UINT32_MAX},
    {"avx2", KB_CPU_AVX2 | KB_CPU_BMI2},
    {"bmi2", KB_CPU_BMI2},
    {"sha", KB_CPU_SHANI},
    {"aes,pclmul", KB_CPU_AESNI | KB_CPU_PCLMUL},
    {"vaes,vpclmulqdq,avx2", KB_CPU_VAES | KB_CPU_VPCLMULQDQ | KB_CPU_AVX2 | KB_CPU_BMI2},
    {"sha,sha", KB_CPU_SHANI},
};

static const char *const bad[] = {
    "",          "none",     "AVX2",  "avx",        "avx22",
    "avx2 bmi2", "avx2,",    ",avx2", "avx2,,sha",  "avx2,portable",
    "all,avx2",  "Portable", " all",  "portable\n",
};

TEST(names_allow_what_they_name) {
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint32_t features = 77;
        CHECK_(kb_app_cpu_parse(good[i].value, &features), (void)0, "%s", good[i].value);
        CHECK_INT(features, good[i].features);
    }
}

TEST(anything_else_is_refused) {
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint32_t features;
        CHECK_(!kb_app_cpu_parse(bad[i], &features), (void)0, "%s", bad[i]);
    }
}

TEST(a_wrong_variable_is_an_error_and_an_empty_one_is_none) {
    CHECK(setenv("KEYBRAID_CPU", "fast", 1) == 0);
    CHECK_STATUS(kb_app_cpu_limit(), KB_ERR_ARGUMENT);
    CHECK(strstr(kb_last_error()->text, "KEYBRAID_CPU") != NULL);
    CHECK(setenv("KEYBRAID_CPU", "", 1) == 0);
    CHECK_OK(kb_app_cpu_limit());
    CHECK(unsetenv("KEYBRAID_CPU") == 0);
    CHECK_OK(kb_app_cpu_limit());
}

TEST(portable_leaves_no_feature) {
    CHECK(setenv("KEYBRAID_CPU", "portable", 1) == 0);
    REQUIRE_OK(kb_app_cpu_limit());
    CHECK_INT(kb_cpu_features(), 0);
}

int main(void) {
    RUN(names_allow_what_they_name);
    RUN(anything_else_is_refused);
    RUN(a_wrong_variable_is_an_error_and_an_empty_one_is_none);
    /* Last: the features are looked at once. */
    RUN(portable_leaves_no_feature);
    return TEST_END();
}
