/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The verdicts of a scan: which finding for which token, in words that can be shown. */
#include "scan_judge.h"

#include "codec/utf8.h"
#include "test.h"

static const kb_error no_fault = {.status = KB_OK};

static kb_jwe_survey survey(kb_jwe_kind kind, uint64_t recipients) {
    return (kb_jwe_survey){
        .kind = kind, .shape = KB_JWE_SHAPE_GENERAL, .recipients = recipients};
}

static void has(kb_jwe_survey *s, kb_jwe_family family, const char *alg) {
    s->count[family]++;
    if (alg != NULL) {
        kb_jwe_word_append(&s->alg[family], alg, strlen(alg));
    }
}

static kb_cli_scan_judgement judge(const kb_jwe_survey *s, const kb_error *strict) {
    kb_cli_scan_judgement j;
    kb_cli_scan_judge(&j, s, strict);
    for (size_t i = 0; i < j.count; i++) {
        CHECK(j.finding[i].text[0] != '\0');
        CHECK(strchr(j.finding[i].text, '\n') == NULL);
        CHECK(kb_utf8_is_valid(j.finding[i].text, strlen(j.finding[i].text)));
    }
    return j;
}

static const char *code(const kb_cli_scan_judgement *j, size_t i) {
    return i < j->count ? kb_cli_scan_row_of(j->finding[i].code)->name : "(none)";
}

TEST(every_code_has_a_name_a_severity_and_advice) {
    for (kb_cli_scan_code a = 0; a < KB_CLI_SCAN_CODE_COUNT; a++) {
        const kb_cli_scan_row *row = kb_cli_scan_row_of(a);
        REQUIRE(row->name != NULL && row->severity_name != NULL && row->advice != NULL);
        CHECK(strlen(row->name) <= 15);
        for (kb_cli_scan_code b = 0; b < a; b++) {
            CHECK(strcmp(row->name, kb_cli_scan_row_of(b)->name) != 0);
        }
    }
}

TEST(an_or_token_is_told_with_both_algorithms) {
    kb_jwe_survey s = survey(KB_JWE_KIND_OR, 2);
    has(&s, KB_JWE_FAMILY_CLASSICAL, "ECDH-ES+A256KW");
    has(&s, KB_JWE_FAMILY_POST_QUANTUM, "HQC-192+A256KW");
    s.short_hqc = "HQC-192";
    kb_cli_scan_judgement j = judge(&s, &no_fault);
    CHECK_INT(j.count, 2);
    CHECK_STR(code(&j, 0), "or-token");
    CHECK(strstr(j.finding[0].text, "ECDH-ES+A256KW") != NULL);
    CHECK(strstr(j.finding[0].text, "HQC-192+A256KW") != NULL);
    CHECK_STR(code(&j, 1), "short-hqc");
    CHECK_INT(kb_cli_scan_row_of(KB_CLI_SCAN_OR_TOKEN)->severity, KB_CLI_SCAN_HIGH);
}

TEST(a_foreign_recipient_beside_ours_is_an_or_token) {
    kb_jwe_survey s = survey(KB_JWE_KIND_OR, 3);
    has(&s, KB_JWE_FAMILY_CKEM1, "CKEM1.X25519.ML-KEM-768.HKDF-SHA256");
    has(&s, KB_JWE_FAMILY_SYMMETRIC, "A256KW");
    kb_cli_scan_judgement j = judge(&s, &no_fault);
    CHECK_STR(code(&j, 0), "or-token");
    CHECK(strstr(j.finding[0].text, "A256KW") != NULL);
}

TEST(alternatives_without_a_classical_one_are_a_note) {
    kb_jwe_survey s = survey(KB_JWE_KIND_OR, 2);
    has(&s, KB_JWE_FAMILY_POST_QUANTUM, "ML-KEM-768");
    has(&s, KB_JWE_FAMILY_UNKNOWN, NULL);
    kb_cli_scan_judgement j = judge(&s, &no_fault);
    CHECK_STR(code(&j, 0), "alternatives");
    CHECK_INT(kb_cli_scan_row_of(j.finding[0].code)->severity, KB_CLI_SCAN_NOTE);
}

TEST(every_other_family_alone_has_its_word) {
    static const struct {
        kb_jwe_kind kind;
        kb_jwe_family family;
        const char *code, *word;
    } rows[] = {
        {KB_JWE_KIND_CLASSICAL, KB_JWE_FAMILY_CLASSICAL, "classical-only", "quantum"},
        {KB_JWE_KIND_OTHER, KB_JWE_FAMILY_POST_QUANTUM, "other-jwe", "post-quantum"},
        {KB_JWE_KIND_OTHER, KB_JWE_FAMILY_HYBRID, "other-jwe", "hybrid"},
        {KB_JWE_KIND_OTHER, KB_JWE_FAMILY_SYMMETRIC, "other-jwe", "symmetric"},
        {KB_JWE_KIND_OTHER, KB_JWE_FAMILY_UNKNOWN, "other-jwe", "not known"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int named = 0; named < 2; named++) {
            kb_jwe_survey s = survey(rows[i].kind, 1);
            has(&s, rows[i].family, named ? "NAME-1" : NULL);
            kb_cli_scan_judgement j = judge(&s, &no_fault);
            CHECK_INT(j.count, 1);
            CHECK_STR(code(&j, 0), rows[i].code);
            CHECK(strstr(j.finding[0].text, rows[i].word) != NULL);
            CHECK((strstr(j.finding[0].text, "NAME-1") != NULL) == (named == 1));
        }
    }
}

TEST(a_good_token_of_ours_and_what_is_none_have_no_finding) {
    kb_jwe_survey s = survey(KB_JWE_KIND_CKEM1, 2);
    kb_cli_scan_judgement j = judge(&s, &no_fault);
    CHECK_INT(j.count, 0);
    s = survey(KB_JWE_KIND_NONE, 0);
    j = judge(&s, &no_fault);
    CHECK_INT(j.count, 0);
}

TEST(policy_and_the_reader_have_their_say_about_ours) {
    kb_jwe_survey s = survey(KB_JWE_KIND_CKEM1, 2);
    kb_error strict = {.status = KB_ERR_FORMAT,
                       .text = "tag has 4 bytes",
                       .has_offset = true,
                       .offset = 77};
    s.protect = KB_ERR_POLICY;
    snprintf(s.protect_text, sizeof s.protect_text, "levels");
    kb_cli_scan_judgement j = judge(&s, &strict);
    CHECK_INT(j.count, 2);
    CHECK_STR(code(&j, 0), "policy-pair");
    CHECK(strstr(j.finding[0].text, "levels") != NULL);
    CHECK_STR(code(&j, 1), "damaged");
    CHECK(strstr(j.finding[1].text, "tag has 4 bytes (at byte 77)") != NULL);
    s.process = KB_ERR_POLICY;
    snprintf(s.process_text, sizeof s.process_text, "experimental");
    strict = (kb_error){.status = KB_ERR_UNSUPPORTED, .text = "enc"};
    s.short_hqc = "HQC-256";
    j = judge(&s, &strict);
    CHECK_INT(j.count, 3);
    CHECK_STR(code(&j, 0), "policy-refused");
    CHECK_STR(code(&j, 1), "unsupported");
    CHECK_STR(code(&j, 2), "short-hqc");
}

TEST(a_fault_of_a_foreign_token_is_told_beside_what_it_is) {
    kb_jwe_survey s = survey(KB_JWE_KIND_CLASSICAL, 1);
    has(&s, KB_JWE_FAMILY_CLASSICAL, "ECDH-ES");
    s.fault = (kb_error){.status = KB_ERR_FORMAT, .text = "broken off"};
    kb_cli_scan_judgement j = judge(&s, &no_fault);
    CHECK_INT(j.count, 2);
    CHECK_STR(code(&j, 1), "damaged");
}

/* A reason quotes the token and may be cut within a character. */
TEST(a_reason_that_is_no_utf_8_becomes_text) {
    kb_jwe_survey s = survey(KB_JWE_KIND_CKEM1, 2);
    kb_error strict = {.status = KB_ERR_UNSUPPORTED, .text = "enc \"\xC3\xA9\xC3\""};
    kb_cli_scan_judgement j = judge(&s, &strict);
    CHECK_INT(j.count, 1);
    CHECK(strstr(j.finding[0].text, "enc \"???\"") != NULL);
}

int main(void) {
    RUN(every_code_has_a_name_a_severity_and_advice);
    RUN(an_or_token_is_told_with_both_algorithms);
    RUN(a_foreign_recipient_beside_ours_is_an_or_token);
    RUN(alternatives_without_a_classical_one_are_a_note);
    RUN(every_other_family_alone_has_its_word);
    RUN(a_good_token_of_ours_and_what_is_none_have_no_finding);
    RUN(policy_and_the_reader_have_their_say_about_ours);
    RUN(a_fault_of_a_foreign_token_is_told_beside_what_it_is);
    RUN(a_reason_that_is_no_utf_8_becomes_text);
    return TEST_END();
}
