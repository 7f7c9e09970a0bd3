/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "keystore/name.h"

#include "test.h"

TEST(names_of_letters_digits_and_three_signs_are_good) {
    static const char *const good[] = {
        "a",     "Z",
        "0",     "_",
        "alice", "Alice-2026_backup.v2",
        "0.-_",  "0123456789012345678901234567890123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK_OK(kb_name_check(good[i]));
    }
}

TEST(a_bad_name_is_refused_with_the_rule_it_breaks) {
    static const struct {
        const char *name, *rule;
    } bad[] = {
        {NULL, "empty"},
        {"", "empty"},
        {"01234567890123456789012345678901234567890123456789012345678901234",
         "longer than 64"},
        {".hidden", "starts with '.'"},
        {"..", "starts with '.'"},
        {"-r", "starts with '-'"},
        {"a b", "character 2"},
        {"../a", "character 3"},
        {"a/b", "character 2"},
        {"ab\n", "character 3"},
        {"a\x7f", "character 2"},
        {"\xc3\xa9", "character 1"},
        {"a'b", "character 2"},
        {"a%s", "character 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(kb_name_check(bad[i].name), KB_ERR_ARGUMENT);
        CHECK(strstr(kb_last_error()->text, bad[i].rule) != NULL);
    }
}

int main(void) {
    RUN(names_of_letters_digits_and_three_signs_are_good);
    RUN(a_bad_name_is_refused_with_the_rule_it_breaks);
    return TEST_END();
}
