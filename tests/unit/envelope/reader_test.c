/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "reader_help.h"

#define UNP  "\"unprotected\":{\"kc\":\"$K\"},"
#define RCC  "{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"$C\"}"
#define RCP  "{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"$Q\"}"
#define RCPT "\"recipients\":[" RCC "," RCP "],"
#define BODY                                                                             \
    "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"AAEC\",\"tag\":"                       \
    "\"AAAAAAAAAAAAAAAAAAAAAA\""
#define PROT "\"protected\":\"$P\","

TEST(general_json_is_read_in_any_member_order) {
    static char text[8192];
    seen s;
    kb_jwe_serialization form;
    prepare(HEADER("direct"));
    CHECK_OK(read_form("{" PROT UNP RCPT BODY "}"));
    CHECK_OK(read_form("{" BODY "," RCPT UNP "\"protected\":\"$P\"}"));
    CHECK_OK(read_form(" {\n" PROT "\t" UNP " " RCPT "\"aad\" : \"AAAA\"," BODY "}\n"));
    expand(text, "{" PROT UNP RCPT BODY "}");
    CHECK_OK(read_split(text, strlen(text), 3, &s, &form));
    CHECK_INT(form, KB_JWE_GENERAL);
    CHECK(s.begun == 1 && s.len == 3 && memcmp(s.body, "\0\1\2", 3) == 0);
}

TEST(members_out_of_place_are_refused) {
    static const char *const forms[] = {
        "{" PROT UNP RCPT BODY ",\"x\":1}",
        "{" PROT UNP RCPT BODY ",\"header\":{}}",
        "{" PROT UNP RCPT BODY ",\"encrypted_key\":\"$C\"}",
        "{" PROT UNP RCPT BODY ",\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        "{" PROT UNP RCPT BODY ",\"aad\":\"\"}",
        "{" PROT UNP RCPT BODY "}x",
        "{" PROT UNP RCPT BODY,
        "{" PROT RCPT BODY "}",
        "{" PROT UNP BODY "}",
        "{" UNP RCPT BODY "}",
        "{" PROT UNP RCPT "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"AAEC\"}",
        "{" PROT UNP RCPT
        "\"iv\":\"AAAAAAAAAAAAAAAA\",\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        "{" PROT UNP RCPT "\"ciphertext\":\"AAEC\",\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        "{" PROT "\"unprotected\":{\"kc\":\"$K\",\"cty\":\"x\"}," RCPT BODY "}",
        "{" PROT "\"unprotected\":{}," RCPT BODY "}",
        "{" PROT "\"unprotected\":\"$K\"," RCPT BODY "}",
        "{" PROT UNP "\"recipients\":{}," BODY "}",
        "{" PROT UNP "\"recipients\":[]," BODY "}",
        "{" PROT UNP "\"recipients\":[\"x\"]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC "]," BODY "}",
        /* A string after a recipient is no member of it. */
        "{" PROT UNP
        "\"recipients\":[{\"header\":{\"role\":\"classical\"},\"encrypted_key\":\"\"},"
        "\"$C\"," RCP "]," BODY "}",
        "{" PROT UNP
        "\"recipients\":[{\"encrypted_key\":\"$C\",\"header\":{\"role\":\"pqc\"}},"
        "\"classical\"," RCP "]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCP "," RCC "]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC "," RCC "]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC "," RCP "," RCP "]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC ",{\"header\":{\"role\":\"pqc\"}}]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC ",{\"encrypted_key\":\"$Q\"}]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC
        ",{\"header\":{\"role\":\"pqc\",\"alg\":\"x\"},\"encrypted_key\":\"$Q\"}]," BODY
        "}",
        "{" PROT UNP "\"recipients\":[" RCC
        ",{\"header\":{\"role\":\"pqcpqcpqcpqcpqcpqc\"},\"encrypted_key\":\"$Q\"}]," BODY
        "}",
        "{" PROT UNP "\"recipients\":[" RCC
        ",{\"header\":{\"role\":\"\"},\"encrypted_key\":\"$Q\"}]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC
        ",{\"header\":{\"role\":\"pq\\u0063\"},\"encrypted_key\":\"$Q\"}]," BODY "}",
        "{" PROT UNP "\"recipients\":[" RCC
        ",{\"header\":{\"role\":\"pqc\"},\"encrypted_key\":\"$Q\",\"x\":1}]," BODY "}",
        "{" PROT UNP RCPT "\"i\\u0076\":\"AAAAAAAAAAAAAAAA\"," BODY "}",
        "{" PROT UNP RCPT
        "\"iv\":\"AAAAAAAAAAAAAAAAAAAA\",\"ciphertext\":\"\",\"tag\":\"AA\"}",
        "{" PROT UNP RCPT
        "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"A=\",\"tag\":\"AA\"}",
        "{" PROT UNP RCPT "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":[],\"tag\":\"AA\"}",
        "{" PROT UNP RCPT
        "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"\",\"tag\":\"AAAAAAAAAAAAAAAA\"}",
        "{" PROT UNP RCPT "\"iv\":\"AAAAAAAAAAAAAAAA\",\"ciphertext\":\"\",\"tag\":\"\"}",
    };
    prepare(HEADER("direct"));
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        kb_status got = read_form(forms[i]);
        CHECK_(got == KB_ERR_FORMAT, (void)0, "%s: %s", forms[i], kb_status_name(got));
    }
}

TEST(single_mode_has_one_key_and_no_unprotected_member) {
    char all[2048];
    static const uint8_t zeros[32 + 1088 + 32];
    prepare(HEADER("single"));
    encode(all, zeros, sizeof zeros);
    strcpy(ek_p, all); /* $Q is the whole encrypted key here */
    CHECK_OK(read_form("{" PROT "\"encrypted_key\":\"$Q\"," BODY "}"));
    CHECK_OK(read_form("{" PROT "\"recipients\":[{\"encrypted_key\":\"$Q\"}]," BODY "}"));
    CHECK_OK(read_form("$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA"));
    CHECK_OK(read_form("$P.$Q.AAAAAAAAAAAAAAAA..AAAAAAAAAAAAAAAAAAAAAA\n"));
    static const char *const forms[] = {
        "{" PROT
        "\"recipients\":[{\"encrypted_key\":\"$Q\"},{\"encrypted_key\":\"$Q\"}]," BODY
        "}",
        "{" PROT "\"recipients\":[" RCP "]," BODY "}",
        "{" PROT UNP "\"encrypted_key\":\"$Q\"," BODY "}",
        "{" PROT "\"encrypted_key\":\"$C\"," BODY "}",
        "{" PROT
        "\"encrypted_key\":\"$Q\",\"recipients\":[{\"encrypted_key\":\"$Q\"}]," BODY "}",
        "{" PROT "\"encrypted_key\":\"$Q\",\"header\":{\"role\":\"pqc\"}," BODY "}",
        "$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA\n\n",
        "$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA.",
        "$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA.AA",
        "$P.$Q.AAAAAAAAAAAAAAAA.AAEC.",
        "$P.$Q.AAAAAAAAAAAAAAAA.AAEC",
        "$P.$Q.AAAAAAAAAAAAAAAA",
        "$P.$Q.AAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA",
        "$P.$C.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA",
        "$P..AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA",
        ".$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA",
        " $P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA",
        "$P.$Q.AAAAAAAAAAAAAAAA.AA EC.AAAAAAAAAAAAAAAAAAAAAA",
        "hello, world",
        "hello",
        "",
        "  \n ",
        "....",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        kb_status got = read_form(forms[i]);
        CHECK_(got == KB_ERR_FORMAT, (void)0, "%s: %s", forms[i], kb_status_name(got));
    }
    prepare(HEADER("direct"));
    CHECK_STATUS(read_form("$P.$Q.AAAAAAAAAAAAAAAA.AAEC.AAAAAAAAAAAAAAAAAAAAAA"),
                 KB_ERR_FORMAT);
}

TEST(errors_name_what_a_person_needs) {
    seen s;
    kb_jwe_serialization form;
    CHECK_STATUS(read_split("", 0, 1, &s, &form), KB_ERR_FORMAT);
    CHECK_STR(kb_last_error()->text, "empty input");
    CHECK_STATUS(read_split("hello, world", 12, 99, &s, &form), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "not a token") != NULL);
    CHECK_INT(kb_last_error()->offset, 5);
    CHECK_STATUS(read_split("\xef\xbb\xbf{}", 5, 99, &s, &form), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "byte order mark") != NULL);
    CHECK_STATUS(read_split("\xff\xfe{\0", 4, 99, &s, &form), KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "UTF-16") != NULL);
    CHECK_STATUS(read_split("\x89"
                            "CKEM1\r\n",
                            8, 99, &s, &form),
                 KB_ERR_FORMAT);
    CHECK(strstr(kb_last_error()->text, "container") != NULL);
}

/* Where a long ciphertext is decoded straight out of the input must not show: it stands
 * between these two texts. */
static void check_long_ciphertext(const char *before, const char *after) {
    enum { BYTES = 700, CHARS = KB_BASE64URL_TEXT_LEN(BYTES) };
    static const char bad[] = {'=', '\\', '+', '\n', '\xc3', '.', '"'};
    static char text[8192];
    uint8_t body[BYTES];
    char body_text[CHARS + 1];
    seen s;
    kb_jwe_serialization form;
    for (size_t i = 0; i < BYTES; i++) {
        body[i] = (uint8_t)(i * 151 + (i >> 3));
    }
    encode(body_text, body, BYTES);
    expand(text, before);
    size_t start = strlen(text);
    strcat(text, body_text);
    expand(text + start + CHARS, after);
    size_t len = strlen(text);
    for (size_t step = 1; step < 2000; step += step < 8 ? 1 : 131) {
        CHECK_OK(read_split(text, len, step, &s, &form));
        CHECK_INT(s.begun, 1);
        CHECK_INT(s.len, BYTES);
        CHECK_MEM(s.body, body, BYTES);
    }
    for (size_t at = 0; at < CHARS; at++) {
        char kept = text[start + at];
        text[start + at] = bad[at % sizeof bad];
        kb_status want = read_split(text, len, 1, &s, &form);
        kb_error first = *kb_last_error();
        CHECK(want != KB_OK);
        static const size_t steps[] = {400, 900, 8192};
        for (size_t i = 0; i < 3; i++) {
            CHECK_STATUS(read_split(text, len, steps[i], &s, &form), want);
            /* Half a character is no base64url, whole it is no UTF-8. A dot makes the tag
             * too long, which is said of the piece. */
            if (text[start + at] != '\xc3' && text[start + at] != '.') {
                CHECK_STR(kb_last_error()->text, first.text);
                CHECK_INT(kb_last_error()->offset, first.offset);
            }
            CHECK(s.len <= at && memcmp(s.body, body, s.len) == 0);
        }
        text[start + at] = kept;
    }
}

TEST(a_long_ciphertext_in_any_pieces_is_the_same_or_the_same_error) {
    char all[2048];
    static const uint8_t zeros[32 + 1088 + 32];
    prepare(HEADER("direct"));
    /* The ciphertext comes first: everything after it must still be read. */
    check_long_ciphertext("{\"ciphertext\":\"",
                          "\",\"iv\":\"AAAAAAAAAAAAAAAA\"," PROT UNP RCPT
                          "\"tag\":\"AAAAAAAAAAAAAAAAAAAAAA\"}");
    prepare(HEADER("single"));
    encode(all, zeros, sizeof zeros);
    strcpy(ek_p, all);
    check_long_ciphertext("$P.$Q.AAAAAAAAAAAAAAAA.", ".AAAAAAAAAAAAAAAAAAAAAA");
}

TEST(what_surrounds_the_ciphertext_is_bounded) {
    size_t len = KB_JWE_OUTSIDE_MAX_BYTES + 2;
    char *text = malloc(len);
    seen s;
    kb_jwe_serialization form;
    REQUIRE(text != NULL);
    memset(text, ' ', len);
    text[len - 1] = '{';
    CHECK_STATUS(read_split(text, len, 65536, &s, &form), KB_ERR_LIMIT);
    memset(text, 'A', len); /* a compact token that never reaches its first dot */
    CHECK_STATUS(read_split(text, len, 65536, &s, &form), KB_ERR_LIMIT);
    free(text);
}

int main(void) {
    RUN(general_json_is_read_in_any_member_order);
    RUN(members_out_of_place_are_refused);
    RUN(single_mode_has_one_key_and_no_unprotected_member);
    RUN(errors_name_what_a_person_needs);
    RUN(a_long_ciphertext_in_any_pieces_is_the_same_or_the_same_error);
    RUN(what_surrounds_the_ciphertext_is_bounded);
    return TEST_END();
}
