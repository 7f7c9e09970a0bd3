/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "args.h"

#include "level.h"
#include "test.h"
#include "ui.h"

static const kb_cli_verb verb = {
    .name = "try",
    .options = KB_CLI_BIT(KB_CLI_RECIPIENT) | KB_CLI_BIT(KB_CLI_OUTPUT) |
               KB_CLI_BIT(KB_CLI_AAD) | KB_CLI_BIT(KB_CLI_QUIET) |
               KB_CLI_BIT(KB_CLI_MAX_USES),
    .min_operands = 0,
    .max_operands = 2,
    .operand_name = {"IN", "OUT"},
};

static bool wants_help;

static kb_status parse(kb_cli_args *args, const char *const *words) {
    char *text[16];
    int count = 0;
    for (; words[count] != NULL; count++) {
        text[count] = (char *)(uintptr_t)words[count];
    }
    return kb_cli_args_parse(args, &verb, count, text, &wants_help);
}

#define PARSE(args, ...) parse((args), (const char *const[]){__VA_ARGS__, NULL})

TEST(a_value_may_stand_apart_or_be_attached) {
    kb_cli_args args;
    REQUIRE_OK(PARSE(&args, "--output", "a", "--aad=b=c", "-rd", "-q"));
    CHECK_STR(args.value[KB_CLI_OUTPUT], "a");
    CHECK_STR(args.value[KB_CLI_AAD], "b=c");
    CHECK_STR(args.value[KB_CLI_RECIPIENT], "d");
    CHECK(kb_cli_has(&args, KB_CLI_QUIET));
    CHECK(!kb_cli_has(&args, KB_CLI_MAX_USES));
    REQUIRE_OK(PARSE(&args, "-o", "--aad", "x"));
    CHECK_STR(args.value[KB_CLI_OUTPUT], "--aad");
    CHECK_STR(args.operand[0], "x");
}

TEST(a_dash_is_an_operand_and_two_dashes_end_the_options) {
    kb_cli_args args;
    REQUIRE_OK(PARSE(&args, "-", "-o", "-"));
    CHECK_STR(args.operand[0], "-");
    CHECK_STR(args.value[KB_CLI_OUTPUT], "-");
    REQUIRE_OK(PARSE(&args, "--", "-q", "--"));
    CHECK_INT(args.operands, 2);
    CHECK_STR(args.operand[0], "-q");
    CHECK_STR(args.operand[1], "--");
    CHECK(!kb_cli_has(&args, KB_CLI_QUIET));
    REQUIRE_OK(PARSE(&args, "--", "--help"));
    CHECK(!wants_help);
    CHECK_STR(args.operand[0], "--help");
}

TEST(names_are_matched_whole) {
    kb_cli_args args;
    CHECK_STATUS(PARSE(&args, "--out", "a"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "--outputs", "a"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "--Output", "a"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "---output", "a"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "--=a"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "-qo", "a"), KB_ERR_ARGUMENT);
    /* An option of another verb. */
    CHECK_STATUS(PARSE(&args, "--force"), KB_ERR_ARGUMENT);
}

TEST(the_first_mistake_is_the_one_that_is_told) {
    kb_cli_args args;
    CHECK_STATUS(PARSE(&args, "--first", "--second", "a", "b", "c"), KB_ERR_ARGUMENT);
    CHECK_STR(kb_last_error()->text, "unknown option --first");
    CHECK_STATUS(PARSE(&args, "a", "b", "c", "--first"), KB_ERR_ARGUMENT);
    CHECK_STR(kb_last_error()->text, "one argument too many: c");
}

TEST(recipients_are_counted_and_nothing_else_may_come_twice) {
    kb_cli_args args;
    REQUIRE_OK(PARSE(&args, "-r", "a", "--recipient=b", "-rc"));
    CHECK_INT(args.recipients, 3);
    CHECK_STR(args.value[KB_CLI_RECIPIENT], "a");
    CHECK_STR(args.recipient[0], "a");
    CHECK_STR(args.recipient[2], "c");
    CHECK_STATUS(PARSE(&args, "-q", "--quiet"), KB_ERR_ARGUMENT);
    CHECK_STATUS(PARSE(&args, "-oa", "-ob"), KB_ERR_ARGUMENT);
}

TEST(no_more_recipients_than_a_token_can_have) {
    kb_cli_args args;
    char *text[KB_CLI_RECIPIENTS_MAX + 1];
    for (size_t i = 0; i <= KB_CLI_RECIPIENTS_MAX; i++) {
        text[i] = (char *)(uintptr_t) "-rx";
    }
    REQUIRE_OK(kb_cli_args_parse(&args, &verb, KB_CLI_RECIPIENTS_MAX, text, &wants_help));
    CHECK_INT(args.recipients, KB_CLI_RECIPIENTS_MAX);
    CHECK_STATUS(
        kb_cli_args_parse(&args, &verb, KB_CLI_RECIPIENTS_MAX + 1, text, &wants_help),
        KB_ERR_ARGUMENT);
    CHECK_INT(args.recipients, KB_CLI_RECIPIENTS_MAX);
}

TEST(the_suffix_of_several_recipients_goes_with_the_name) {
    char name[KB_KEY_ALG_MAX_BYTES], kdf[KB_KEY_ALG_MAX_BYTES], alg[KB_KEY_ALG_MAX_BYTES];
    const char *wrap = "CKEM1.X25519.HQC-128-R26.KMAC256+A256KW";
    kb_cli_alg_split(name, kdf, wrap);
    CHECK_STR(name, "X25519+HQC-128+A256KW");
    CHECK_STR(kdf, "KMAC256");
    CHECK(kb_cli_alg_is_wrap(wrap));
    CHECK(!kb_cli_alg_is_wrap("CKEM1.X25519.HQC-128-R26.KMAC256"));
    CHECK(!kb_cli_alg_is_wrap("+A256KW"));
    REQUIRE_OK(kb_cli_alg_make(alg, "X25519+HQC-128", "KMAC256", true, false));
    CHECK_STR(alg, wrap);
    REQUIRE_OK(kb_cli_alg_make(alg, name, kdf, true, false));
    CHECK_STR(alg, wrap);
    CHECK_STATUS(kb_cli_alg_make(alg, "ML-KEM-768", NULL, true, false), KB_ERR_ARGUMENT);
    CHECK_OK(kb_cli_check_level(wrap, "CKEM1.X448.HQC-192-R26.HKDF-SHA256+A256KW"));
    CHECK_STATUS(kb_cli_check_level("CKEM1.X448.HQC-192-R26.HKDF-SHA256+A256KW", wrap),
                 KB_ERR_POLICY);
}

TEST(numbers_are_whole_positive_and_bounded) {
    kb_cli_args args = {.operands = 0};
    uint64_t n = 7;
    args.value[KB_CLI_MAX_USES] = "9223372036854775807";
    CHECK_OK(kb_cli_args_number(&n, &args, KB_CLI_MAX_USES, INT64_MAX));
    CHECK(n == INT64_MAX);
    args.value[KB_CLI_MAX_USES] = "0100";
    CHECK_OK(kb_cli_args_number(&n, &args, KB_CLI_MAX_USES, 100));
    CHECK_INT(n, 100);
    static const char *const bad[] = {"",
                                      "0",
                                      "101",
                                      "-1",
                                      "+1",
                                      "1.5",
                                      "0x1",
                                      "1 ",
                                      " 1",
                                      "1e1",
                                      "9223372036854775808",
                                      "18446744073709551617"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        args.value[KB_CLI_MAX_USES] = bad[i];
        CHECK_STATUS(kb_cli_args_number(&n, &args, KB_CLI_MAX_USES, 100),
                     KB_ERR_ARGUMENT);
        CHECK_INT(n, 100);
    }
}

TEST(escaped_text_cannot_act_on_a_terminal_and_good_text_stays) {
    CHECK_STR(kb_cli_escape("plain gr\xc3\xbc\xc3\x9f"), "plain gr\xc3\xbc\xc3\x9f");
    CHECK_STR(kb_cli_escape("a\n\x1b[1m\x7f"), "a\\x0a\\x1b[1m\\x7f");
    CHECK_STR(kb_cli_escape("\xc2\x9b"
                            "1m"),
              "\\xc2\\x9b1m");
    CHECK_STR(kb_cli_escape("\xe2\x80\xae"), "\\xe2\\x80\\xae");
    CHECK_STR(kb_cli_escape("\xff\xc3"), "\\xff\\xc3");
    char longer[300];
    memset(longer, '\n', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    CHECK_INT(strlen(kb_cli_escape(longer)), 250 * 4 + 3);
}

TEST(a_level_is_lower_when_either_half_is) {
    static const char now[] = "CKEM1.X448.ML-KEM-1024.HKDF-SHA256";
    CHECK_OK(kb_cli_check_level(now, now));
    CHECK_OK(kb_cli_check_level(now, "CKEM1.P-521.ML-KEM-1024.SHA3-256"));
    CHECK_STATUS(kb_cli_check_level(now, "CKEM1.X25519.ML-KEM-1024.HKDF-SHA256"),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_cli_check_level(now, "CKEM1.X448.ML-KEM-768.HKDF-SHA256"),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_cli_check_level(now, "CKEM1.P-521.ML-KEM-768.HKDF-SHA256"),
                 KB_ERR_POLICY);
    CHECK_STATUS(kb_cli_check_level(now, "ML-KEM-1024"), KB_ERR_POLICY);
    CHECK_OK(kb_cli_check_level("ML-KEM-768", now));
}

int main(void) {
    RUN(a_value_may_stand_apart_or_be_attached);
    RUN(a_dash_is_an_operand_and_two_dashes_end_the_options);
    RUN(names_are_matched_whole);
    RUN(the_first_mistake_is_the_one_that_is_told);
    RUN(recipients_are_counted_and_nothing_else_may_come_twice);
    RUN(no_more_recipients_than_a_token_can_have);
    RUN(the_suffix_of_several_recipients_goes_with_the_name);
    RUN(numbers_are_whole_positive_and_bounded);
    RUN(escaped_text_cannot_act_on_a_terminal_and_good_text_stays);
    RUN(a_level_is_lower_when_either_half_is);
    return TEST_END();
}
